import type { FastifyReply } from 'fastify'
import { disarm } from '../fastify/reply-serializer.ts'

const HEADERS = ['etag', 'link', 'cache-control'] as const

/** A header that describes the value alone. */
export type ValueHeader = typeof HEADERS[number]

/** What a reply was before: null for a header that was not replaced. */
type Before = { readonly status: number } & Record<ValueHeader, ReturnType<FastifyReply['getHeader']> | null>

// One record on the reply: an entry of a WeakMap for each response costs the garbage collector more.
const BEFORE = Symbol('fastify-hyper.before')

interface RecordedReply {
  [BEFORE]?: Before | null
}

/** Sets a header that describes the value alone: `withdraw` restores it. */
export function setHeader (reply: FastifyReply, name: ValueHeader, text: string): void {
  const recorded = reply as RecordedReply
  const before = (recorded[BEFORE] ??= { status: reply.statusCode, etag: null, link: null, 'cache-control': null })
  if (before[name] === null) before[name] = reply.getHeader(name)
  reply.header(name, text)
}

/** An error replaces the value: its text, its tag and its links are not sent. Fastify itself resets the content type. */
export function withdraw (reply: FastifyReply): void {
  disarm(reply)
  const recorded = reply as RecordedReply
  const before = recorded[BEFORE]
  if (before === undefined || before === null) return
  recorded[BEFORE] = null
  if (reply.statusCode === 304) reply.code(before.status)
  for (const name of HEADERS) restore(reply, name, before[name])
}

function restore (reply: FastifyReply, name: ValueHeader, value: Before[ValueHeader]): void {
  if (value === undefined) reply.removeHeader(name)
  else if (value !== null) reply.header(name, value)
}
