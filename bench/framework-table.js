// The rows of npm run bench -- frameworks: with the spread for the terminal, and medians for docs/performance.md.
import { shown } from './report.js'

export const FRAMEWORK_HEADS = [
  'app', '1 order, µs', 'requests/s', '100 orders, µs', 'requests/s', 'a page of 100, µs', 'requests/s'
]

const NAMES = {
  bare: 'Fastify, no links',
  hyper: 'Fastify, links by this package',
  'hand-no-schema': 'Fastify, by hand, no schema',
  hand: 'Fastify, by hand, with a full response schema',
  'fastify-halson': 'Fastify with halson',
  'express-hand': 'Express, by hand',
  'nest-express-hand': 'NestJS on Express, by hand',
  'nest-fastify-hand': 'NestJS on Fastify, by hand'
}

/** One row for each app. */
export function frameworkRows (cases) {
  const cellsOf = (name, size) => cells(cases.find(each => each.name === name && each.size === size))
  return Object.entries(NAMES).map(([name, about]) =>
    [about, ...cellsOf(name, 1), ...cellsOf(name, 100), ...cellsOf(`${name}-page`, 100)])
}

export const READER_HEADS = ['app', '1 order', '100 orders', 'a page of 100']

/** The same in one column for each size. */
export function readerRows (cases) {
  const cellOf = (name, size) => cell(cases.find(each => each.name === name && each.size === size))
  return Object.entries(NAMES).filter(([name]) => cases.some(each => each.name === name)).map(([name, about]) =>
    [about, cellOf(name, 1), cellOf(name, 100), cellOf(`${name}-page`, 100)])
}

const cell = measured => measured === undefined
  ? 'not measured'
  : `${shown(measured.cpu.median)} µs, ${shown(measured.throughput.median)}/s`

/** The processor time of a request with its spread, and the requests per second. */
function cells (measured) {
  if (measured === undefined) return ['not measured', '']
  const { cpu, throughput } = measured
  return [`${shown(cpu.median)} (${shown(cpu.low)} to ${shown(cpu.high)})`, shown(throughput.median)]
}
