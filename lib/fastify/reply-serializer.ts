import type { FastifyReply } from 'fastify'
import { replySerializerSymbol, type Serializer, setReplySerializer } from './internals.ts'

export type { Serializer }

// On our serializer itself: an entry of a WeakMap for each response costs the garbage collector more. The serializer
// that the handler set.
const PREVIOUS = Symbol.for('fastify-hyper.previous-serializer')

// And the value that it was made for.
const VALUE = Symbol.for('fastify-hyper.value')

interface OurSerializer extends Serializer {
  [PREVIOUS]?: Serializer | null
  [VALUE]?: unknown
}

// Of the copy of Fastify that made the last reply. Each copy has another one.
let known: symbol | undefined

function symbolOf (reply: FastifyReply): symbol | undefined {
  if (known === undefined || !(known in reply)) known = replySerializerSymbol(reply)
  return known
}

function currentSerializer (reply: FastifyReply): Serializer | null {
  const symbol = symbolOf(reply)
  return symbol === undefined ? null : (reply as unknown as Record<symbol, Serializer | null>)[symbol] ?? null
}

/** Whether a reply has a serializer of its own; true where that cannot be read. */
export function hasSerializer (reply: FastifyReply): boolean {
  return currentSerializer(reply) !== null || symbolOf(reply) === undefined
}

/**
 * Sends a body in place of a value.
 * @param otherwise serializes what a later hook or an error handler sends in place of the value
 */
export function replaceSerializer (
  reply: FastifyReply, value: unknown, body: () => unknown, otherwise: Serializer
): void {
  const previous = currentSerializer(reply)
  const serializer: OurSerializer = payload => {
    setReplySerializer(reply, previous)
    return Object.is(payload, value) ? body() : otherwise(payload)
  }
  serializer[PREVIOUS] = previous
  serializer[VALUE] = value
  setReplySerializer(reply, serializer)
}

/** Whether `replaceSerializer` has prepared a reply for a value that is not serialized yet. */
export function isSerializerReplacedFor (reply: FastifyReply, value: object): boolean {
  return (currentSerializer(reply) as OurSerializer | null)?.[VALUE] === value
}

/** Removes our serializer from a reply that another payload is sent with, after a later hook failed. */
export function restoreSerializer (reply: FastifyReply): void {
  const previous = (currentSerializer(reply) as OurSerializer | null)?.[PREVIOUS]
  if (previous !== undefined) setReplySerializer(reply, previous)
}

// On the reply itself, and only where a framework serializes instances its own way.
const PLAIN = Symbol.for('fastify-hyper.plain')

type ToPlain = (value: unknown) => unknown

interface FrameworkReply {
  [PLAIN]?: ToPlain
}

/** Has a function make a plain value of each embedded resource of a reply before it is serialized. */
export function setPlain (reply: FastifyReply, toPlain: ToPlain): void {
  (reply as FrameworkReply)[PLAIN] = toPlain
}

/** Returns what is serialized in place of a value: the value itself, unless `setPlain` was called. */
export function plainOf (reply: FastifyReply, value: object): unknown {
  const toPlain = (reply as FrameworkReply)[PLAIN]
  return toPlain === undefined ? value : toPlain(value)
}
