import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import hyper from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer' // --explorer
import { html } from 'fastify-hyper/html' // --html
import { mcp } from 'fastify-hyper/mcp' // --mcp
import { authenticate, policies } from './auth.ts'
import { clientPage } from './client-page.ts'
import type { Database } from './database.ts'
// import { documentRoutes } from './documentation.ts' // --openapi
import { handleErrors, sendError } from './errors.ts'
import { health } from './health.ts'
import { resources } from './resources.ts'
import { root, rootLinks } from './root.ts'

export interface AppOptions {
  /** What tokens are signed with. @default random, for this app only */
  jwtSecret?: string
  /** @default null: resources are stored in memory */
  database?: Database | null
  /** Serves the tools for developers, and stores examples. @default NODE_ENV is not production */
  development?: boolean
  /** Fastify's own options. */
  server?: FastifyServerOptions
}

/** Returns the API, which does not listen yet. */
export async function buildApp ({
  jwtSecret = randomBytes(32).toString('hex'),
  database = null,
  development = process.env['NODE_ENV'] !== 'production',
  server = {}
}: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({ frameworkErrors: sendError, ...server })
  handleErrors(app)
  await authenticate(app, jwtSecret)
  // if (development) await documentRoutes(app) // --openapi
  await app.register(hyper, {
    links: [rootLinks(resources), ...resources.flatMap(({ links }) => links)],
    policies,
    hrefs: 'path',
    // In development, a link that cannot be resolved is an error.
    mode: development ? 'strict' : 'lax',
    validationProblems: true
  })
  await app.register(html, { title: 'Orders API' }) // --html
  await app.register(mcp, { prefix: '/mcp', name: 'orders' }) // --mcp
  await app.register(root)
  for (const { register } of resources) await app.register(register, { database, examples: development })
  await app.register(health, { database })
  if (development) await app.register(clientPage)
  await app.register(hyperExplorer, { prefix: '/explorer', enabled: development }) // --explorer
  return app
}

// `hyper-api` inspects the default export.
export default async (): Promise<FastifyInstance> => buildApp()
