import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.js'

/**
 * Asks as fast as the answers come, over several connections; the last answers are waited for.
 * @param {{ port: number, what: { path: string, accept?: string }, connections: number, seconds: number, atLeast?: number }} load
 * it goes on until both `seconds` and `atLeast` requests are over
 */
export async function run ({ port, what, connections, seconds, atLeast = 0 }) {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port, what)))
  const begin = performance.now()
  const end = begin + seconds * 1000
  let requests = 0
  await Promise.all(opened.map(async connection => {
    do {
      await connection.ask()
      requests++
    } while (performance.now() < end || requests < atLeast)
  }))
  const elapsed = (performance.now() - begin) / 1000
  for (const connection of opened) connection.close()
  return { requests, seconds: elapsed, bytes: opened.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/**
 * Asks at fixed times, whether or not the server is busy; a wait counts from the time at which the request was due.
 * @param {{ port: number, what: { path: string }, seconds: number, every: number }} load `every` in milliseconds
 * @returns {Promise<number[]>} the waits in milliseconds
 */
export async function pace ({ port, what, seconds, every }) {
  const connection = await Connection.open(port, what)
  const waits = []
  const begin = performance.now()
  for (let due = begin; due < begin + seconds * 1000; due += every) {
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    await connection.ask()
    waits.push(performance.now() - due)
  }
  connection.close()
  return waits
}
