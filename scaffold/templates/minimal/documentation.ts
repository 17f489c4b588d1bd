import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createHyperTransform } from 'fastify-hyper'

/**
 * Documents the routes that are declared after it, in development: at /documentation, and as OpenAPI at
 * /documentation/json.
 */
export async function documentRoutes (app: FastifyInstance): Promise<void> {
  if (process.env['NODE_ENV'] === 'production') return
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Orders API', version: '1.0.0' } },
    // Clients are generated for one format. Schemas are named by their $id.
    transform: createHyperTransform({ formats: ['default'] }),
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`
    }
  })
  await app.register(swaggerUi, { routePrefix: '/documentation' })
}
