// Requests that the plugin sends to the app on behalf of a caller.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forward, type ForwardedRequest, type ForwardedResponse } from '../lib/features/forward.ts'
import { HTML } from './site.ts'

const OWN_HEADER = 'fastify-hyper-html'

// Known to this process only: no client can send it.
const OWN_VALUE = randomUUID()

/** Whether the plugin itself sent a request: it reads the content of a page as JSON. */
export function isOwnRequest ({ headers }: FastifyRequest): boolean {
  return headers[OWN_HEADER] === OWN_VALUE
}

/** Sends a request to the app as the caller of another one, whose reply is given, and returns the content of the page as JSON. */
export function readContent (app: FastifyInstance, reply: FastifyReply, request: ForwardedRequest): Promise<ForwardedResponse> {
  return forward(app, reply, { ...request, headers: { ...request.headers, accept: HTML, [OWN_HEADER]: OWN_VALUE } })
}
