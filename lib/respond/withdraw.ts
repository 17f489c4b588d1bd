import type { FastifyReply } from 'fastify'
import { disarm } from '../reply-serializer.ts'

interface Before {
  readonly status: number
  readonly headers: Map<string, ReturnType<FastifyReply['getHeader']>>
}

// What replies were before they told of a value that may still fail to be sent.
const replaced = new WeakMap<FastifyReply, Before>()

/** Sets a header that stands for the value alone. */
export function setHeader (reply: FastifyReply, name: string, text: string): void {
  let before = replaced.get(reply)
  if (before === undefined) replaced.set(reply, before = { status: reply.statusCode, headers: new Map() })
  if (!before.headers.has(name)) before.headers.set(name, reply.getHeader(name))
  reply.header(name, text)
}

/** An error takes the place of the value: its text, its tag and its links are told to nobody. Fastify itself resets the content type. */
export function withdraw (reply: FastifyReply): void {
  disarm(reply)
  const before = replaced.get(reply)
  if (before === undefined) return
  replaced.delete(reply)
  if (reply.statusCode === 304) reply.code(before.status)
  for (const [name, value] of before.headers) {
    if (value === undefined) reply.removeHeader(name)
    else reply.header(name, value)
  }
}
