import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { hyperTransform } from 'fastify-hyper'
import t from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { checkerOf, documentErrors, mediaTypesIn, openApiOf } from '../../support/openapi.ts'
import { listen, type Server } from '../../support/servers.ts'

const ACCEPTS = [
  'application/json', 'application/vnd.hyper+json', 'application/hal+json', 'application/prs.hal-forms+json', '*/*'
]
const REQUESTS = [
  { method: 'GET', path: '/', documented: '/' },
  { method: 'GET', path: '/orders', documented: '/orders' },
  { method: 'GET', path: '/orders/7', documented: '/orders/{id}' },
  { method: 'GET', path: '/orders/42', documented: '/orders/{id}' },
  { method: 'GET', path: '/orders/1', documented: '/orders/{id}' },
  { method: 'POST', path: '/orders/1/cancel', documented: '/orders/{id}/cancel' },
  { method: 'POST', path: '/orders/7/cancel', documented: '/orders/{id}/cancel' },
  { method: 'POST', path: '/orders', documented: '/orders', body: '{"quantity":2}' }
]

// The document is requested from the app as it is: the plugin that writes it is there before all others.
async function referenceApi (openapi: string): Promise<Server> {
  const document = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.register(swagger, {
      openapi: { openapi, info: { title: 'Orders API', version: '1.0.0' } }, transform: hyperTransform
    })
  }
  subscribe('fastify.initialization', document)
  try {
    return await listen(await buildApp())
  } finally {
    unsubscribe('fastify.initialization', document)
  }
}

for (const version of ['3.0.3', '3.1.0']) {
  t.test(`the reference API in OpenAPI ${version}`, async t => {
    const { app, send } = await referenceApi(version)
    t.teardown(() => app.close())
    const document = openApiOf(app)
    t.same(await documentErrors(document), [], 'the document is valid')
    const check = checkerOf(document)
    for (const { method, path, documented, body } of REQUESTS) {
      for (const accept of ACCEPTS) {
        const content = body === undefined ? {} : { body }
        const response = await send({
          method,
          path,
          headers: [['Accept', accept], ...body === undefined ? [] : [['Content-Type', 'application/json'] as const]],
          ...content
        })
        t.same(check({ method, path: documented, response }), [], `${method} ${path} ${accept}`)
      }
    }
    const order = member(document, 'paths', '/orders/{id}', 'get') as JsonObject
    t.equal(order['operationId'], 'GetOrderById')
    t.same(member(order, 'responses', '200', 'links'), {
      self: { operationId: 'GetOrderById' },
      collection: { operationId: 'ListOrders' },
      cancel: { operationId: 'CancelOrder' }
    })
    t.same(
      mediaTypesIn(document, '/orders'),
      ['application/json'], 'a bare collection has no HAL types'
    )
  })
}
