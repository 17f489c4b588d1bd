import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createHyperTransform } from 'fastify-hyper'

/** Documents the routes that are declared after it: at /documentation, and as OpenAPI at /documentation/json. */
export async function documentRoutes (app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Orders API', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } }
    },
    // Clients are generated for one format. Routes with a policy require a token.
    transform: createHyperTransform({
      formats: ['default'],
      transform: ({ schema, url, route }) => ({
        url,
        schema: route.config?.hyper?.policy ? { ...schema, security: [{ bearer: [] }] } : schema
      })
    }),
    // Schemas are named by their $id.
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => typeof json.$id === 'string' ? json.$id : `def-${index}` }
  })
  await app.register(swaggerUi, { routePrefix: '/documentation' })
}
