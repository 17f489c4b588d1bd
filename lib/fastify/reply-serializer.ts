import type { FastifyReply } from 'fastify'
import { replySerializerSymbol, type Serializer, setReplySerializer } from './internals.ts'
import { type Marked, REQUEST, requestMark } from './marks.ts'

export type { Serializer }

/** What is sent in place of a value. */
interface Replacement {
  readonly value: unknown
  readonly body: unknown
  /** Sets the media type of the body, when no hook can replace the value any more; absent if it stays. */
  readonly label?: (() => void) | undefined
  /** Serializes what a later hook or an error handler sends in place of the value. */
  readonly otherwise: Serializer
}

// Of the copy of Fastify that made the last reply. Each copy has another one.
let known: symbol | undefined

/** Returns the serializer of a reply: null for none, undefined where it cannot be read. */
function currentSerializer (reply: FastifyReply): Serializer | null | undefined {
  if (known === undefined || !(known in reply)) known = replySerializerSymbol(reply)
  if (known === undefined) return undefined
  return (reply as unknown as Record<symbol, Serializer | null>)[known]
}

/** Whether a reply has a serializer of its own; true where that cannot be read. */
export function hasSerializer (reply: FastifyReply): boolean {
  return currentSerializer(reply) !== null
}

/** Sends a body in place of a value. */
export function replaceSerializer (reply: FastifyReply, { value, body, label, otherwise }: Replacement): void {
  restoreSerializer(reply)
  const previous = currentSerializer(reply) ?? null
  const serializer: Serializer = payload => {
    setReplySerializer(reply, previous)
    if (!Object.is(payload, value)) return otherwise(payload)
    label?.()
    return body
  }
  requestMark(reply.request).replaced = { value, serializer, previous }
  setReplySerializer(reply, serializer)
}

/** Whether `replaceSerializer` has prepared a reply for a value that is not serialized yet. */
export function isSerializerReplacedFor (reply: FastifyReply, value: object): boolean {
  const replaced = (reply.request as Marked)[REQUEST]?.replaced
  return replaced?.value === value && currentSerializer(reply) === replaced.serializer
}

/** Removes our serializer from a reply that another payload is sent with, after a later hook failed. */
export function restoreSerializer (reply: FastifyReply): void {
  const replaced = (reply.request as Marked)[REQUEST]?.replaced
  if (replaced !== undefined && currentSerializer(reply) === replaced.serializer) {
    setReplySerializer(reply, replaced.previous)
  }
}

/** Has a function make a plain value of each embedded resource of a reply before it is serialized. */
export function setPlain (reply: FastifyReply, toPlain: (value: unknown) => unknown): void {
  requestMark(reply.request).toPlain = toPlain
}

/** Returns what is serialized in place of a value: the value itself, unless `setPlain` was called. */
export function plainOf ({ request }: FastifyReply, value: object): unknown {
  const toPlain = (request as Marked)[REQUEST]?.toPlain
  return toPlain === undefined ? value : toPlain(value)
}
