import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'

/** Security headers of all responses, and limits for the routes that ask for one. */
export default fp(async app => {
  // Of responses that show nothing. Pages have a policy of their own.
  const directives = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] }
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
  await app.register(rateLimit, { global: false })
}, { name: 'security' })
