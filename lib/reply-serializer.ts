// NOTE: Fastify keeps the serializer of a reply, that of setReplySerializer, and its own options, behind symbols and has no getters
// for them. This file alone reads them, by description; test/fastify.test.ts pins what it relies on.
import type { FastifyInstance, FastifyReply } from 'fastify'

export type Serializer = (payload: unknown) => unknown

const REPLY_SERIALIZER = 'fastify.reply.serializer'
const DEFAULT_SERIALIZER = 'fastify.replySerializerDefault'
const SCHEMA_CONTROLLER = 'fastify.schemaController'
const OPTIONS = 'fastify.options'

// A serializer of ours holds the one that the handler had set before it: an entry of a WeakMap for each answer costs the garbage collector more.
const PREVIOUS = Symbol('fastify-hyper.previous-serializer')

// And the value that it was made for.
const VALUE = Symbol('fastify-hyper.value')

interface ArmedSerializer extends Serializer {
  [PREVIOUS]?: Serializer | null
  [VALUE]?: unknown
}

/** How the answers of a scope are written. */
export interface Serialization {
  /** By what setReplySerializer was given. */
  readonly isReplaced: boolean
  /** By Fastify's own compiler and JSON.stringify, long lists too. What a single route says is not known here. */
  readonly isOrdinary: boolean
}

/** Reads how a scope was told to write. What cannot be read is not ordinary. */
export function serializationOf (instance: FastifyInstance): Serialization {
  const isReplaced = inherited(instance, DEFAULT_SERIALIZER) !== null
  const controller = inherited(instance, SCHEMA_CONTROLLER) as SchemaController | null
  const options = inherited(instance, OPTIONS) as { serializerOpts?: { largeArrayMechanism?: unknown } } | null
  const longLists = options?.serializerOpts?.largeArrayMechanism ?? 'default'
  return { isReplaced, isOrdinary: !isReplaced && controller !== null && compilesAsUsual(controller) && longLists === 'default' }
}

interface SchemaController {
  readonly parent?: SchemaController
  readonly isCustomSerializerCompiler: boolean
  getSerializerBuilder (): unknown
}

// setSerializerCompiler says so; setSchemaController only brings another builder than the app has.
function compilesAsUsual (controller: SchemaController): boolean {
  let root = controller
  while (root.parent) root = root.parent
  return !controller.isCustomSerializerCompiler && !root.isCustomSerializerCompiler && controller.getSerializerBuilder() === root.getSerializerBuilder()
}

function inherited (instance: FastifyInstance, description: string): unknown {
  for (let owner: object | null = instance; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const symbol = symbolOf(owner, description)
    if (symbol !== undefined) return (owner as Record<symbol, unknown>)[symbol]
  }
  return null
}

/** Whether the reply has a serializer of its own. */
export function hasSerializer (reply: FastifyReply): boolean {
  return serializerOf(reply) !== null
}

/** Makes a text the answer for a value; what a later hook or an error puts in its place is written as if we were not there. */
export function answerWith (reply: FastifyReply, value: unknown, text: () => unknown, otherwise: Serializer): void {
  const previous = serializerOf(reply)
  const serializer: ArmedSerializer = payload => {
    setSerializer(reply, previous)
    return Object.is(payload, value) ? text() : otherwise(payload)
  }
  serializer[PREVIOUS] = previous
  serializer[VALUE] = value
  setSerializer(reply, serializer)
}

/** Whether `answerWith` has prepared the reply for a value that is not serialized yet. */
export function isAnsweredWith (reply: FastifyReply, value: object): boolean {
  return (serializerOf(reply) as ArmedSerializer | null)?.[VALUE] === value
}

/** Takes our serializer off a reply that something else is sent with, after a later hook failed. */
export function disarm (reply: FastifyReply): void {
  const current = serializerOf(reply)
  const previous = (current as ArmedSerializer | null)?.[PREVIOUS]
  if (previous !== undefined) setSerializer(reply, previous)
}

let replySymbol: symbol | undefined

function serializerOf (reply: FastifyReply): Serializer | null {
  replySymbol ??= symbolOf(reply, REPLY_SERIALIZER)
  if (replySymbol === undefined) return null
  return (reply as unknown as Record<symbol, Serializer | null>)[replySymbol] ?? null
}

function symbolOf (owner: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(owner).find(symbol => symbol.description === description)
}

function setSerializer (reply: FastifyReply, serializer: Serializer | null): void {
  // Fastify takes null for "none", which its types do not say.
  reply.serializer(serializer as (payload: unknown) => string)
}
