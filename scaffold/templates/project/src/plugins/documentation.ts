import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createHyperTransform, problemSchema, type SchemaTransform } from 'fastify-hyper'
import fp from 'fastify-plugin'

/** Documents the routes, of a local API: at /documentation, and as OpenAPI at /documentation/json. */
export default fp(async app => {
  if (!app.config.isLocal) return
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Orders API', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } }
    },
    // Clients are generated for one format.
    transform: createHyperTransform({ formats: ['default'], transform: requireToken }),
    // Schemas are named by their $id.
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`
    }
  })
  await app.register(swaggerUi, { routePrefix: '/documentation', staticCSP: true })
}, { name: 'documentation', dependencies: ['security'] })

/** Documents that a route with a policy requires a token. */
export const requireToken: SchemaTransform = ({ schema, url, route }) => {
  if (!route.config?.hyper?.policy) return { url, schema }
  const unauthorized = {
    description: 'The token is missing or invalid.',
    content: { 'application/problem+json': { schema: problemSchema } }
  }
  return {
    url,
    schema: { ...schema, security: [{ bearer: [] }], response: { ...schema.response as object, 401: unauthorized } }
  }
}
