import type { preSerializationHookHandler } from 'fastify'
import { isPromise } from '../../async/promises.ts'
import { completeLater } from '../../fastify/closed-reply.ts'
import { isProblem, prepareProblem } from './problem.ts'

/** Prepares the reply for a problem that is returned, sent or thrown without its method `send`; other payloads pass. */
export const problemHook: preSerializationHookHandler<unknown> = (_request, reply, payload, done) => {
  let pending: void | Promise<void>
  try {
    pending = isProblem(payload) ? prepareProblem(payload, reply) : undefined
  } catch (error) {
    done(error as Error)
    return
  }
  if (isPromise(pending)) completeLater(reply, pending, () => done(), done)
  else done()
}
