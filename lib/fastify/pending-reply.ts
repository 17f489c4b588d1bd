// When a response is complete. Hooks and handlers of apps rely on it that `reply.send` completes a response: in a hook,
// `reply.send(error)` stops the request, also if the hook returns nothing. So a response that waits counts as sent.
import type { FastifyReply } from 'fastify'

/** What runs after the work for a response. */
interface Continuation<T> {
  /** Completes the response. */
  readonly complete: (value: T) => void
  /** Gets what the work, or `complete`, throws: as in Fastify, where the error handler gets it. */
  readonly failed: (error: unknown) => void
}

/** The callback of a hook. */
type Done = (error?: Error | null, payload?: unknown) => void

/** Completes a response after the work of a hook, which may return a promise. */
export function completeHook (
  reply: FastifyReply, work: () => void | Promise<void>, { complete, failed }: Continuation<void>
): void {
  let pending: void | Promise<void>
  try {
    pending = work()
  } catch (error) {
    failed(error)
    return
  }
  if (pending instanceof Promise) completeLater(reply, pending, { complete, failed })
  else complete()
}

/**
 * Completes a response after a promise. Meanwhile `reply.sent` is true: as after a response that was sent, Fastify runs
 * no further hook and no handler, and logs what they send.
 */
export function completeLater<T> (
  reply: FastifyReply, pending: Promise<T>, { complete, failed }: Continuation<T>
): void {
  const release = holdSent(reply)
  // In the same turn as what follows, so that nothing runs between.
  withinTime(reply, pending).then(value => {
    release()
    attempt(() => complete(value), failed)
  }, (error: unknown) => {
    release()
    failed(error)
  }).catch((error: unknown) => {
    // Not even an error can be sent. Nobody waits for this promise: its rejection would end the process.
    reply.log.error(error)
    reply.raw.destroy()
  })
}

/**
 * Ends the work of a hook that changes nothing but the payload. If the app began the response on the raw reply, Fastify
 * cannot send it, and ends the connection. Without hooks the request ends there, too: whoever sends gets the error.
 */
export function proceed (reply: FastifyReply, done: Done, payload?: unknown): void {
  if (!reply.raw.headersSent) return done(null, payload)
  attempt(() => done(null, payload), done as (error: unknown) => void)
  holdSent(reply)
}

// One descriptor for all replies: V8 makes a hidden class for each getter.
const HELD = {
  sent: { configurable: true, get: () => true },
  hijack: { configurable: true, value (this: FastifyReply) { return this } }
}

// Fastify reads `sent` before it runs a hook or a handler, and before it sends. Hooks that run while a response is sent
// end with the head of that response, which fails as after another one.
function holdSent (reply: FastifyReply): () => void {
  const { raw } = reply
  const own = Object.hasOwn(raw, 'writeHead') ? raw.writeHead : null
  raw.writeHead = failHead
  Object.defineProperties(reply, HELD)
  return () => {
    delete (reply as Partial<FastifyReply>).hijack
    delete (reply as { sent?: boolean }).sent
    if (own === null) delete (raw as Partial<typeof raw>).writeHead
    else raw.writeHead = own
  }
}

function failHead (): never {
  const error = new Error('Cannot write headers after they are sent to the client')
  throw Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' })
}

// Fastify's own limit of a handler's time does not end a response that counts as sent.
function withinTime<T> (reply: FastifyReply, pending: Promise<T>): Promise<T> {
  const { handlerTimeout = 0, url } = reply.request.routeOptions
  if (handlerTimeout === 0) return pending
  return new Promise((resolve, reject) => {
    const end = () => { reject(timeoutError(handlerTimeout, url)) }
    const timer = setTimeout(end, handlerTimeout - reply.elapsedTime)
    pending.then(resolve, reject).finally(() => { clearTimeout(timer) })
  })
}

/** The error that Fastify makes of a handler that takes too long. */
function timeoutError (milliseconds: number, url = ''): Error {
  const error = new Error(`Request timed out after ${milliseconds} ms on route '${url}'`)
  return Object.assign(error, { code: 'FST_ERR_HANDLER_TIMEOUT', statusCode: 503 })
}

function attempt (work: () => void, failed: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    failed(error)
  }
}
