import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { RawResponse } from './raw.ts'
import { parseJson } from './strict-json.ts'

export type JsonObject = Record<string, unknown>

/** The body's text: UTF-8 or an error. */
export function bodyText (response: Pick<RawResponse, 'body'>): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(response.body)
}

/** The body as strict JSON; `undefined` where there is no body. */
export function readDocument (response: Pick<RawResponse, 'body'>): unknown {
  return response.body.length === 0 ? undefined : parseJson(bodyText(response))
}

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object's own members; none for any other value. */
export function members (value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** An own member or an element, read so that `__proto__` and `constructor` are names like any other. */
export function member (value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    const isOwn = typeof at === 'object' && at !== null && Object.hasOwn(at, name)
    return isOwn ? (at as JsonObject)[name] : undefined
  }, value)
}

/** The same of each element of an array. */
export function memberOfEach (value: unknown, ...path: readonly string[]): unknown[] {
  return Array.isArray(value) ? value.map(element => member(element, ...path)) : []
}

/** Every object in the document with its place, the document itself first. */
export function * objectsIn (value: unknown, place = '$'): Generator<{ place: string, object: JsonObject }> {
  if (isObject(value)) yield { place, object: value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) yield * objectsIn(inner, `${place}.${name}`)
}

/** The hrefs of all links, actions, templates and options of the document. */
export function hrefsIn (document: unknown): string[] {
  return [...objectsIn(document)].flatMap(({ object }) => [object['href'], object['target']])
    .filter(href => typeof href === 'string')
}

/** All texts of the document, member names included. */
export function textsIn (value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

export interface MediaType {
  readonly type: string
  readonly parameters: ReadonlyArray<readonly [name: string, value: string]>
}

const TOKEN = "[!#$%&'*+\\-.^_`|~\\w]+"
const PARAMETER = new RegExp(`^[ \\t]*;[ \\t]*(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")`)

/** A media type by RFC 9110, section 8.3.1; `null` where the text is none. */
export function parseMediaType (text: string): MediaType | null {
  const head = new RegExp(`^${TOKEN}/${TOKEN}`).exec(text)
  if (head === null) return null
  const parameters: Array<[string, string]> = []
  let rest = text.slice(head[0].length).trimEnd()
  while (rest !== '') {
    const found = PARAMETER.exec(rest)
    if (found === null) return null
    parameters.push([found[1]!.toLowerCase(), found[2] ?? found[3]!.replace(/\\(.)/g, '$1')])
    rest = rest.slice(found[0].length)
  }
  return { type: head[0].toLowerCase(), parameters }
}

/**
 * Compares content types as parsed; texts that do not parse compare as texts.
 * Fastify adds a charset where the handler gave none, so that one more at the end is no difference.
 */
export function sameMediaType (seen: string, wanted: string): boolean {
  const [left, right] = [parseMediaType(seen), parseMediaType(wanted)]
  if (left === null || right === null) return seen.trim() === wanted.trim()
  return left.type === right.type && flat(withCharset(left)) === flat(withCharset(right))
}

function withCharset (media: MediaType): MediaType['parameters'] {
  const given = media.parameters.some(([name]) => name === 'charset')
  return given ? media.parameters : [...media.parameters, ['charset', 'utf-8']]
}

function flat (parameters: MediaType['parameters']): string {
  return JSON.stringify(parameters)
}

/** The errors of the document under a schema for HAL; empty where it is valid. */
export function halFaults (document: unknown): string[] {
  return validHal(document)
    ? []
    : (validHal.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}

/** @throws Error for a response whose media type is HAL or HAL-FORMS and is not */
export function checkHal (response: Pick<RawResponse, 'headers' | 'body'>): void {
  const value = (name: string) => response.headers.find(([given]) => given.toLowerCase() === name)?.[1]
  if (response.body.length === 0 || value('content-encoding') !== undefined) return
  if (!HAL_TYPES.includes(parseMediaType(value('content-type') ?? '')?.type ?? '')) return
  const found = halFaults(readDocument(response))
  if (found.length > 0) throw new Error(`no HAL: ${found.join(', ')} in ${bodyText(response)}`)
}

const HAL_TYPES = ['application/hal+json', 'application/prs.hal-forms+json']

const validHal = compileHalSchema()

function compileHalSchema () {
  const text = readFileSync(new URL('../cases/external/hal-schema/api-platform-jsonhal.json', import.meta.url), 'utf8')
  // Of draft 4 the schema uses nothing that has changed since, and ajv knows no draft 4. Its `items: [x]` speaks of the
  // first item only; all are meant.
  const { $schema, ...schema } = JSON.parse(
    text, (name, value: unknown) => name === 'items' && Array.isArray(value) ? value[0] : value
  ) as JsonObject
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
