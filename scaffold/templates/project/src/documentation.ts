import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createHyperTransform, problemSchema } from 'fastify-hyper'

/** Documents the routes that are declared after it: at /documentation, and as OpenAPI at /documentation/json. */
export async function documentRoutes (app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Orders API', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } }
    },
    // Clients are generated for one format.
    transform: createHyperTransform({
      formats: ['default'],
      transform: ({ schema, url, route }) => ({ url, schema: route.config?.hyper?.policy ? withToken(schema) : schema })
    }),
    // Schemas are named by their $id.
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => typeof json.$id === 'string' ? json.$id : `def-${index}` }
  })
  await app.register(swaggerUi, { routePrefix: '/documentation' })
}

// A route with a policy requires a token.
function withToken (schema: FastifySchema): FastifySchema {
  const unauthorized = {
    description: 'The token is missing or invalid.',
    content: { 'application/problem+json': { schema: problemSchema } }
  }
  return { ...schema, security: [{ bearer: [] }], response: { ...schema.response as object, 401: unauthorized } }
}
