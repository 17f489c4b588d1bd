import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Test } from 'tap'
import { tsImport } from 'tsx/esm/api'
import hyper, { defineLinks, type HyperOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { projectFiles } from '../../../scaffold/project-files.ts'
import * as template from '../../../scaffold/templates/minimal/app.ts'
import { createStore } from '../../../scaffold/templates/minimal/store.ts'
import { checkSteps, isBeside, type ReferenceApi, type ReferenceRow } from '../../support/reference-api.ts'
import { listen, type LogLine, logTo } from '../../support/servers.ts'
import { checkRows, known, knownKeys, readTable } from '../../support/tables.ts'

// Endpoints that some rows need beside the orders.
async function buildExtras (options: FastifyServerOptions, hyperOptions: HyperOptions): Promise<FastifyInstance> {
  const app = Fastify(options)
  await app.register(hyper, { ...hyperOptions, policies: { admin: request => isAdmin(request.headers.authorization) } })
  const self = LinkTarget.uri('/self')
  const bound = (declare: (links: LinkBuilder<object>) => void) =>
    ({ config: { hyper: { links: defineLinks<object>(declare) } } })
  const handler = async () => ({ id: 1 })
  app.get('/lax/1', bound(links => { links.link('broken', () => LinkTarget.route('NoSuchRoute')) }), handler)
  app.get('/gated/1', bound(links => { links.link('admin', self).requireAuthorization('admin') }), handler)
  app.get('/plain-object/1', bound(links => { links.self(self) }), handler)
  app.get('/throws-when/1', bound(links => { links.self(self).when(() => { throw new Error('when') }) }), handler)
  app.get('/number', { config: { hyper: { links: true } } }, async () => 42)
  return app
}

function isAdmin (authorization: string | undefined): boolean {
  if (authorization === 'throws') throw new Error('the policy throws')
  return authorization === 'admin'
}

// The same project, as `hyper-api --no-explorer` writes it: within this package, so that its names are found.
async function withoutExplorer (t: Test): Promise<typeof template> {
  const files = await projectFiles({
    dir: 'orders',
    framework: 'node20',
    minimal: true,
    html: false,
    mcp: false,
    explorer: false,
    openapi: false,
    force: false
  })
  const folder = t.testdir(Object.fromEntries([...files].filter(([name]) => name.endsWith('.ts'))))
  return await tsImport(`${folder}/app.ts`, import.meta.url) as typeof template
}

async function serveRow (t: Test, { config = {}, steps }: ReferenceRow): Promise<ReferenceApi> {
  knownKeys(config, 'Mode', 'environment', 'explorer')
  const log: LogLine[] = []
  const errors: string[] = []
  const store = createStore()
  const { logger } = logTo(log, 'info')
  const hyperOptions: HyperOptions = config.Mode === undefined ? {} : { mode: known({ Strict: 'strict' }, config.Mode) }
  const isExtra = isBeside(steps[0]!)
  const { buildApp } = config.explorer === false ? await withoutExplorer(t) : template
  const app = await inEnvironment(
    config.environment,
    () => isExtra ? buildExtras({ logger }, hyperOptions) : buildApp({ logger, hyper: hyperOptions, store })
  )
  t.teardown(() => app.close())
  app.addHook('onError', async (_request, _reply, error) => { errors.push(error.name) })
  const hasRoute = (method: string, url: string) => app.findRoute({ method: method as 'POST', url }) !== null
  return { ...await listen(app, log), hasRoute, inside: { store, errors } }
}

async function inEnvironment<V> (name: string | undefined, run: () => Promise<V>): Promise<V> {
  const before = process.env['NODE_ENV']
  if (name !== undefined) process.env['NODE_ENV'] = name.toLowerCase()
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

await checkRows(readTable<ReferenceRow>('reference-api'), async (t, row) => {
  await checkSteps(t, row, await serveRow(t, row))
})
