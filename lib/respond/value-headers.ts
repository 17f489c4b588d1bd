// Headers that describe the value of a response: what is sent in its place must not have them.
import type { FastifyReply } from 'fastify'
import { requestMark } from '../fastify/marks.ts'
import { restoreSerializer } from '../fastify/reply-serializer.ts'

/** A header that describes the value. */
type ValueHeader = 'etag' | 'link' | 'location' | 'cache-control' | 'preference-applied'

/** A header that was set: what it was before, and what was written. */
interface Change {
  readonly name: ValueHeader
  readonly before: ReturnType<FastifyReply['getHeader']>
  readonly written: string
}

/** Sets a header that describes the value. */
export function setValueHeader (reply: FastifyReply, name: ValueHeader, field: string): void {
  const { headers } = requestMark(reply.request).changes ??= { status: reply.statusCode, headers: [] }
  headers.push({ name, before: reply.getHeader(name), written: field })
  reply.header(name, field)
}

/** Undoes what was set for a value, because an error is sent instead. Fastify itself resets the content type. */
export function rollBack (reply: FastifyReply): void {
  undo(reply, () => true)
}

/**
 * The same, because a hook sends another value. What decided who may store the first one applies to a value that is
 * made of it, too.
 */
export function rollBackReplaced (reply: FastifyReply): void {
  undo(reply, ({ name }) => name !== 'cache-control')
}

function undo (reply: FastifyReply, isUndone: (change: Change) => boolean): void {
  restoreSerializer(reply)
  const mark = requestMark(reply.request)
  const { changes } = mark
  if (changes === undefined) return
  mark.changes = undefined
  if (reply.statusCode === 304) reply.code(changes.status)
  for (const change of (changes.headers as Change[]).reverse()) if (isUndone(change)) restoreHeader(reply, change)
}

// A field that the app has set since stays.
function restoreHeader (reply: FastifyReply, { name, before, written }: Change): void {
  if (reply.getHeader(name) !== written) return
  if (before === undefined) reply.removeHeader(name)
  else reply.header(name, before)
}
