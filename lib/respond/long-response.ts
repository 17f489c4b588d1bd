// Long responses of routes with the option `yields`, made in parts: between them, other requests have their turns.
import { createHash, type Hash } from 'node:crypto'
import { flat, flattenTogether } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import type { Resolution } from '../resolution/resolution.ts'

// Of what is done between two looks at the clock: elements of a usual size take a fraction of a millisecond.
const PARTS = 16
const CHARACTERS = 32_768
// A shorter body is joined and sent in a few milliseconds.
const MAX_STRING = 1_048_576

/** Whether so many elements are serialized and joined in turns. */
export function isLongList (count: number, { yields, limit }: Resolution): boolean {
  return yields && count > limit
}

/** A body that is hashed and encoded in turns: strings to concatenate. */
export interface LongBody {
  readonly count: number
  readonly part: (index: number) => string
}

/** Returns null for a body that is short, or of a route that does not yield. */
export function longBody (body: unknown, { yields }: Resolution): LongBody | null {
  if (!yields || typeof body !== 'string' || body.length <= MAX_STRING) return null
  const part = (index: number) => body.slice(boundary(body, index * CHARACTERS), boundary(body, (index + 1) * CHARACTERS))
  return { count: Math.ceil(body.length / CHARACTERS), part }
}

/** The JSON of an array, which is never one string if it is long. */
export function longArray (elements: readonly string[], { yields }: Resolution): LongBody | null {
  if (!yields || elements.reduce((length, element) => length + element.length, 0) <= MAX_STRING) return null
  const last = elements.length
  return { count: last + 1, part: index => index === last ? ']' : (index === 0 ? '[' : ',') + elements[index]! }
}

/** Serializes the elements of a list. */
export async function serializeInTurns (
  values: readonly unknown[], write: (value: unknown) => string, resolution: Resolution
): Promise<readonly string[]> {
  // What came before took a turn: the elements were matched.
  await resolution.turns.begin()
  resolution.throwIfAborted()
  const elements: string[] = []
  await run(values.length, resolution, (begin, end) => {
    elements.push(...flattenTogether(values.slice(begin, end).map(write)))
  })
  return elements
}

/** Writes the elements of a list. */
export async function writeInTurns<E> (elements: readonly E[], write: (element: E) => string, resolution: Resolution): Promise<string[]> {
  const written: string[] = []
  await run(elements.length, resolution, (begin, end) => { written.push(...elements.slice(begin, end).map(write)) })
  return written
}

/** Joins neighbours that are objects, so that the whole consists of few flat strings: `{…},{…}`. Joined, they are the same array. */
export async function joinInTurns (elements: readonly string[], resolution: Resolution): Promise<readonly string[]> {
  const joined: string[] = []
  await run(elements.length, resolution, (begin, end) => {
    let objects = ''
    const add = () => {
      if (objects !== '') joined.push(flat(objects))
      objects = ''
    }
    for (let index = begin; index < end; index++) {
      const element = elements[index]!
      if (isJsonObject(element)) {
        objects += objects === '' ? element : ',' + element
      } else {
        add()
        joined.push(element)
      }
    }
    add()
  })
  return joined
}

/** Encodes a body as UTF-8. Node writes a Buffer to the socket as it is; a string is copied and encoded at once. */
export async function encodeInTurns (body: LongBody, resolution: Resolution): Promise<Buffer> {
  let length = 0
  await eachPart(body, resolution, part => { length += Buffer.byteLength(part) })
  const bytes = Buffer.allocUnsafe(length)
  let end = 0
  await eachPart(body, resolution, part => { end += bytes.write(part, end) })
  return bytes
}

/** Hashes a body. */
export async function hashInTurns (body: LongBody, resolution: Resolution): Promise<Hash> {
  const hash = createHash('sha256')
  await eachPart(body, resolution, part => { hash.update(part) })
  return hash
}

function eachPart ({ count, part }: LongBody, resolution: Resolution, visit: (part: string) => void): Promise<void> {
  return run(count, resolution, (begin, end) => { for (let index = begin; index < end; index++) visit(part(index)) })
}

function run (count: number, resolution: Resolution, part: (begin: number, end: number) => void): Promise<void> {
  return resolution.turns.run(count, PARTS, part, () => resolution.throwIfAborted())
}

// The two units of one character are encoded together.
function boundary (body: string, at: number): number {
  return at < body.length && (body.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at
}
