import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import hyper, { type HyperOptions, hyperTransform } from '../../lib/index.ts'
import { checkerOf, documentErrors, type OpenApi, openApiOf } from './openapi.ts'
import { ACCEPT } from './projection.ts'
import { serve } from './servers.ts'

/** A document of one app, and what the app sends. */
export interface Agreement {
  /** The OpenAPI version. @default '3.0.3' */
  readonly version?: string
  readonly hyper?: HyperOptions
  /** Media types to request beside those of the formats. */
  readonly accepts?: readonly string[]
}

/**
 * Requests each path in each format, with GET or with the method before the path (`POST /orders`): the document is
 * valid, and every response is as documented.
 */
export async function agree (
  t: Test, declare: (app: FastifyInstance) => unknown, paths: readonly string[], {
    version = '3.0.3', hyper: options = {}, accepts = []
  }: Agreement = {}
): Promise<OpenApi> {
  const { app, send } = await serve(t, async app => {
    await app.register(swagger, {
      openapi: { openapi: version, info: { title: 'Test', version: '1.0.0' } }, transform: hyperTransform
    })
    await app.register(hyper, { hrefs: 'path', ...options })
    await declare(app)
  })
  const document = openApiOf(app)
  t.same(await documentErrors(document), [], 'the document is valid')
  const check = checkerOf(document)
  const faults: string[] = []
  for (const request of paths) {
    const [path, method = 'GET'] = request.split(' ', 2).reverse() as [string, string?]
    for (const accept of [...Object.values(ACCEPT), '*/*', ...accepts]) {
      const response = await send({ method, path, headers: [['Accept', accept]] })
      if (response.status >= 500) faults.push(`${request} ${accept}: ${response.body.toString()}`)
      faults.push(...check({ method, path, response }))
    }
  }
  t.same([...new Set(faults)], [], 'every response is as documented')
  return document
}
