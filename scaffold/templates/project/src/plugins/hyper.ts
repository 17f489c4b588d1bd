import hyper from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer' // --explorer
import { html } from 'fastify-hyper/html' // --html
import { mcp } from 'fastify-hyper/mcp' // --mcp
import fp from 'fastify-plugin'
import { policies } from './auth.ts'

/** Links and actions. Each resource adds its own: `app.hyper.addLinks()`. Tokens of pages are read after this. */
export default fp(async app => {
  const { isLocal, PUBLIC_URL: url } = app.config
  await app.register(hyper, {
    policies,
    hrefs: 'path',
    ...url && { baseUrl: url },
    // In development, a link that cannot be resolved is an error.
    mode: isLocal ? 'strict' : 'lax',
    validationProblems: true
  })
  await app.register(html, { title: 'Orders API', login: { route: 'Login', token: 'token' } }) // --html
  const hosts = url && { allowedHosts: [new URL(url).hostname] } // --mcp
  await app.register(mcp, { prefix: '/mcp', name: 'orders', ...hosts }) // --mcp
  await app.register(hyperExplorer, { prefix: '/explorer', enabled: isLocal }) // --explorer
}, { name: 'hyper', dependencies: ['security'] })
