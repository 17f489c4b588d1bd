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

/** The serializers of the replies of one app. The symbol belongs to its copy of Fastify, found with the first reply. */
export class ReplySerializers {
  #symbol: symbol | undefined

  /** Whether the reply has a serializer of its own; true where that cannot be read. */
  has (reply: FastifyReply): boolean {
    return this.#of(reply) !== null || this.#symbol === undefined
  }

  /**
   * Sends a body in place of a value.
   * @param otherwise serializes what a later hook or an error handler sends in place of the value
   */
  replaceSerializer (reply: FastifyReply, value: unknown, body: () => unknown, otherwise: Serializer): void {
    const previous = this.#of(reply)
    const serializer: OurSerializer = payload => {
      setReplySerializer(reply, previous)
      return Object.is(payload, value) ? body() : otherwise(payload)
    }
    serializer[PREVIOUS] = previous
    serializer[VALUE] = value
    setReplySerializer(reply, serializer)
  }

  /** Whether `replaceSerializer` has prepared the reply for a value that is not serialized yet. */
  isReplacedFor (reply: FastifyReply, value: object): boolean {
    return (this.#of(reply) as OurSerializer | null)?.[VALUE] === value
  }

  /** Removes our serializer from a reply that another payload is sent with, after a later hook failed. */
  restoreSerializer (reply: FastifyReply): void {
    const current = this.#of(reply)
    const previous = (current as OurSerializer | null)?.[PREVIOUS]
    if (previous !== undefined) setReplySerializer(reply, previous)
  }

  #of (reply: FastifyReply): Serializer | null {
    this.#symbol ??= replySerializerSymbol(reply)
    if (this.#symbol === undefined) return null
    return (reply as unknown as Record<symbol, Serializer | null>)[this.#symbol] ?? null
  }
}

/** `ReplySerializers.replaceSerializer` for a reply of any app. */
export function replaceSerializer (
  reply: FastifyReply, value: unknown, body: () => unknown, otherwise: Serializer
): void {
  new ReplySerializers().replaceSerializer(reply, value, body, otherwise)
}

/** Whether `replaceSerializer` has prepared the reply for a value that is not serialized yet. */
export function isSerializerReplacedFor (reply: FastifyReply, value: object): boolean {
  return new ReplySerializers().isReplacedFor(reply, value)
}

/** `ReplySerializers.restoreSerializer` for a reply of any app. */
export function restoreSerializer (reply: FastifyReply): void {
  new ReplySerializers().restoreSerializer(reply)
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
