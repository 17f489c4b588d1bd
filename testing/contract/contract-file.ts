// Reads and writes the file of a contract.
import { isObject } from '../../lib/schema/json-schema.ts'
import { Failure } from '../../scaffold/failure.ts'
import { compileSchema } from '../schemas/validator.ts'
import type { Contract } from './contract.ts'

/** Returns the text of a contract: sorted by name, with what is short on one line. */
export function contractText ({ version, ...contract }: Contract): string {
  return `${layout({ version, ...sorted(contract) as object }, 0)}\n`
}

function sorted (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.keys(value).sort().map(name => [name, sorted(value[name])]))
}

const WIDTH = 100

function layout (value: unknown, indent: number): string {
  const short = oneLine(value)
  if (short.length <= WIDTH - indent && indent > 0) return short
  const inner = ' '.repeat(indent + 2)
  const lines = Array.isArray(value)
    ? value.map(one => layout(one, indent + 2))
    : Object.entries(value as object).map(([name, one]) => `${JSON.stringify(name)}: ${layout(one, indent + 2)}`)
  const text = lines.map(line => `\n${inner}${line}`).join(',')
  const end = `\n${' '.repeat(indent)}`
  return Array.isArray(value) ? `[${text}${end}]` : `{${text}${end}}`
}

function oneLine (value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${oneLine(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/**
 * Returns the contract in a text.
 * @param name what messages call it: the path of its file
 * @throws Failure
 */
export function parseContract (text: string, name: string): Contract {
  const contract = parse(text, name)
  const remedy = `Write it again: hyper-api contract <app> --out ${name}`
  const version = isObject(contract) ? contract['version'] : undefined
  if (typeof version === 'number' && version > 1) {
    throw new Failure(`${name}, /version: ${version} is newer than this hyper-api, which reads 1. ` +
      'Update it: npm install fastify-hyper@latest')
  }
  if (version !== 1) throw new Failure(`${name}, /version: it is no contract, whose version is 1. ${remedy}`)
  const violation = compileSchema(CONTRACT)!(contract)
  if (violation !== null) throw new Failure(`${name}, ${violation}. ${remedy}`)
  return contract as Contract
}

function parse (text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const position = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)
    const lines = text.slice(0, position).split('\n')
    throw new Failure(`${name}:${lines.length}:${lines.at(-1)!.length + 1}: it is no JSON. ` +
      'Resolve the conflicts of a merge, or write it again with hyper-api contract.')
  }
}

const byName = (schema: object) => ({ type: 'object', additionalProperties: schema })
const object = (properties: object, optional: object = {}) =>
  ({ type: 'object', properties: { ...properties, ...optional }, required: Object.keys(properties) })
const listOf = (items: object) => ({ type: 'array', items })

const STRING = { type: 'string' }
const NAME = { type: ['string', 'null'] }
const FLAG = { const: true }
const SCHEMA = { type: ['object', 'boolean'] }
const OFFERED = { presence: { enum: ['always', 'maybe', 'on demand'] } }
const POLICIES = { policies: listOf(STRING) }
const EMBED = { ...OFFERED, target: NAME }

// What this version reads. A contract may have more members.
const CONTRACT = object({
  entryPoints: byName(NAME),
  registrations: {
    ...byName(object({ formats: listOf(STRING), defaultFormat: STRING }, { baseUrl: STRING })), minProperties: 1
  },
  types: byName(object({
    kind: { enum: ['resource', 'list', 'page'] }
  }, {
    urls: listOf(STRING),
    relations: byName(object(EMBED, {
      ...POLICIES,
      urls: listOf(STRING),
      many: FLAG,
      deprecated: FLAG,
      mediaType: STRING,
      variables: { anyOf: [{ const: 'unknown' }, byName(object({}, { required: FLAG, schema: SCHEMA }))] }
    })),
    embedded: byName(object(EMBED, { ...POLICIES, many: FLAG })),
    actions: byName(object({ ...OFFERED, method: STRING, url: NAME, output: listOf(NAME) }, {
      ...POLICIES,
      template: STRING,
      contentType: STRING,
      input: { anyOf: [{ const: 'unknown' }, SCHEMA] },
      requiresIfMatch: FLAG,
      deprecated: FLAG
    })),
    data: SCHEMA,
    items: NAME,
    open: FLAG,
    tagged: FLAG,
    pageSize: object({ name: STRING }, { default: { type: 'number' }, maximum: { type: 'number' } })
  }))
}, { schemas: byName(SCHEMA) })
