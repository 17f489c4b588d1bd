// Headers that describe the value of a response: an error that is sent in its place must not have them.
import type { FastifyReply } from 'fastify'
import { restoreSerializer } from '../fastify/reply-serializer.ts'

const HEADERS = ['etag', 'link', 'cache-control', 'preference-applied'] as const

/** A header that describes the value, and must not be sent with an error. */
export type ValueHeader = typeof HEADERS[number]

/** The reply as it was: null for a header that was not set. */
type Before = { readonly status: number } & Record<ValueHeader, ReturnType<FastifyReply['getHeader']> | null>

// On the reply itself: an entry of a WeakMap for each response costs the garbage collector more.
const BEFORE = Symbol('fastify-hyper.before')

interface RecordedReply {
  [BEFORE]?: Before | null
}

/** Sets a header that describes the value. */
export function setValueHeader (reply: FastifyReply, name: ValueHeader, field: string): void {
  const recorded = reply as RecordedReply
  const before = (recorded[BEFORE] ??= {
    status: reply.statusCode, etag: null, link: null, 'cache-control': null, 'preference-applied': null
  })
  if (before[name] === null) before[name] = reply.getHeader(name)
  reply.header(name, field)
}

/** Undoes what was set for a value, because an error is sent instead. Fastify itself resets the content type. */
export function rollBack (reply: FastifyReply): void {
  restoreSerializer(reply)
  const recorded = reply as RecordedReply
  const before = recorded[BEFORE]
  if (before === undefined || before === null) return
  recorded[BEFORE] = null
  if (reply.statusCode === 304) reply.code(before.status)
  for (const name of HEADERS) restoreHeader(reply, name, before[name])
}

function restoreHeader (reply: FastifyReply, name: ValueHeader, field: Before[ValueHeader]): void {
  if (field === undefined) reply.removeHeader(name)
  else if (field !== null) reply.header(name, field)
}
