// Lets an app declare its routes although a server that its plugins use is not there.
import type { FastifyInstance } from 'fastify'

// Clients of databases give some errors no code.
const UNREACHED = /connection (?:error|refused|closed)|could not connect|can't reach|ECONNREFUSED|timed out/i
const CONNECTION = /^(?:ECONN|ENOTFOUND|EAI_|EHOSTUNREACH|ETIMEDOUT|EPIPE)/

// How long a plugin waits for a server, while no other is loaded.
const LONGEST_WAIT = 3_000

type Plugin = (...args: unknown[]) => unknown
type Stop = (error: Error) => void

/** Skips plugins that cannot reach a server, and adds the reasons to `skipped`. */
export function tolerate (app: FastifyInstance, skipped: string[]): void {
  const { register } = app
  const pending: Stop[] = []
  const tolerant = (plugin: unknown): unknown => {
    if (typeof plugin !== 'function') return plugin
    const load = async function (this: unknown, instance: unknown, options: unknown): Promise<void> {
      try {
        await orStalled(loaded(plugin as Plugin, this, instance, options), pending)
      } catch (error) {
        const reason = connectionFault(error)
        if (reason === null) throw error
        skipped.push(`the plugin ${plugin.name || 'without a name'}: ${reason}`)
      }
    }
    const { length, prototype, ...own } = Object.getOwnPropertyDescriptors(plugin)
    return Object.defineProperties(load, own)
  }
  app.register = function (this: FastifyInstance, plugin: unknown, ...args: unknown[]) {
    return Reflect.apply(register, this, [tolerant(plugin), ...args]) as FastifyInstance
  } as FastifyInstance['register']
}

// Of plugins that wait for each other, the innermost one is the last that was called.
async function orStalled (work: Promise<void>, pending: Stop[]): Promise<void> {
  let stop: Stop = () => {}
  const stalled = new Promise<never>((_resolve, reject) => { stop = reject })
  pending.push(stop)
  let wasLast = false
  const timer = setInterval(() => {
    const isLast = pending.at(-1) === stop
    if (isLast && wasLast) stop(Object.assign(new Error('it waits for a server'), { code: 'ETIMEDOUT' }))
    wasLast = isLast
  }, LONGEST_WAIT / 2)
  try {
    await Promise.race([work, stalled])
  } finally {
    clearInterval(timer)
    pending.splice(pending.indexOf(stop), 1)
    work.catch(() => {})
  }
}

// With a callback, or a promise.
async function loaded (plugin: Plugin, self: unknown, instance: unknown, options: unknown): Promise<void> {
  if (plugin.length < 3) {
    await plugin.call(self, instance, options)
    return
  }
  await new Promise<void>((resolve, reject) => {
    const made = plugin.call(self, instance, options, (error: Error | null | undefined) => {
      if (error) reject(error)
      else resolve()
    }) as Partial<Promise<unknown>> | undefined
    if (typeof made?.then === 'function') made.then(() => resolve(), reject)
  })
}

interface Coded { readonly code?: unknown }

function connectionFault (error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const errors: ReadonlyArray<Error & Coded> = cause instanceof AggregateError ? [cause, ...cause.errors] : [cause]
    const found = errors.find(({ code, message }) => CONNECTION.test(String(code)) || UNREACHED.test(message))
    if (found !== undefined) return found.message.trim().split('\n')[0] || String(found.code)
  }
  return null
}
