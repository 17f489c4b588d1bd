import type { FastifyReply } from 'fastify'

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
