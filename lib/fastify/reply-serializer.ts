import type { FastifyReply } from 'fastify'
import { replySerializerSymbol, type Serializer, setReplySerializer } from './internals.ts'
import { addMark, type Marked, REQUEST, SERIALIZER } from './marks.ts'

export type { Serializer }

interface OurSerializer extends Serializer {
  [SERIALIZER]?: {
    /** The serializer that the handler set. */
    readonly previous: Serializer | null
    /** The value that ours was made for. */
    readonly value: unknown
  }
}

// Of the copy of Fastify that made the last reply. Each copy has another one.
let known: symbol | undefined

function symbolOf (reply: FastifyReply): symbol | undefined {
  if (known === undefined || !(known in reply)) known = replySerializerSymbol(reply)
  return known
}

function currentSerializer (reply: FastifyReply): OurSerializer | null {
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
  serializer[SERIALIZER] = { previous, value }
  setReplySerializer(reply, serializer)
}

/** Whether `replaceSerializer` has prepared a reply for a value that is not serialized yet. */
export function isSerializerReplacedFor (reply: FastifyReply, value: object): boolean {
  return currentSerializer(reply)?.[SERIALIZER]?.value === value
}

/** Removes our serializer from a reply that another payload is sent with, after a later hook failed. */
export function restoreSerializer (reply: FastifyReply): void {
  const previous = currentSerializer(reply)?.[SERIALIZER]?.previous
  if (previous !== undefined) setReplySerializer(reply, previous)
}

/** Has a function make a plain value of each embedded resource of a reply before it is serialized. */
export function setPlain (reply: FastifyReply, toPlain: (value: unknown) => unknown): void {
  addMark(reply.request, REQUEST, { toPlain })
}

/** Returns what is serialized in place of a value: the value itself, unless `setPlain` was called. */
export function plainOf ({ request }: FastifyReply, value: object): unknown {
  const toPlain = (request as Marked)[REQUEST]?.toPlain
  return toPlain === undefined ? value : toPlain(value)
}
