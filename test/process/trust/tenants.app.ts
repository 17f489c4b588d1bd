import { setTimeout } from 'node:timers/promises'
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget, offsetPage, resourceOf } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import { everything } from './documents.ts'

// An API whose every response depends on the user. Most callbacks, policies and batches wait, each for another time.

interface Row {
  readonly id: number
  readonly owner: string
}

/** What every user reads: each row has an owner, `user-0-` to `user-9-`. */
export const rows: readonly Row[] = Array.from({ length: 10 }, (_, id) => ({ id, owner: `user-${id}-` }))

const userOf = (request: FastifyRequest) => String(request.headers['x-user'])

/** The number of a user: 12 of `user-12-`. */
export const numberOf = (user: string) => Number(user.split('-')[1])

/** Who a policy of the caller allows. */
export const isStaff = (user: string) => numberOf(user) % 2 === 0

/** The rows for which a batch of policies allows a user. */
export const isReviewer = (user: string, row: Row) => (numberOf(user) + row.id) % 3 === 0

/** A sequence of numbers below one; the same seed gives the same sequence. */
export function sequence (seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

const random = sequence(20261122)

// Most things wait for a turn of the event loop, some for longer, some not at all.
async function delayed<V> (value: V): Promise<V> {
  const kind = random()
  if (kind < 0.05) await setTimeout(1)
  else if (kind < 0.5) await new Promise(resolve => setImmediate(resolve))
  return value
}

const Routes = defineRoutes({
  GetNote: 'GET /notes/:of',
  GetRow: 'GET /rows/:id',
  GetSecret: 'GET /secrets/:id',
  GetLeaflet: 'GET /leaflets/:id',
  EditRow: 'POST /edit/:id/:user'
})

const noteLinks = defineLinks<{ of: string }>(links => {
  links.self(Routes.GetNote(note => ({ of: note.of })))
}, { schema: { type: 'object', properties: { of: { type: 'string' } } } })

const rowLinks = defineLinks<Row>(links => {
  links.self(Routes.GetRow(row => ({ id: row.id })))
  links.link('profile', (_, { request }) => delayed(LinkTarget.uri(`/profiles/${userOf(request)}`)))
  links.link('mark', {
    many: (rows, { request }) => delayed(rows.map(row => LinkTarget.uri(`/marks/${row.id}/${userOf(request)}`)))
  })
  links.link('review', row => LinkTarget.uri(`/reviews/${row.id}/`)).requireAuthorization('reviewer')
  links.link('secret', Routes.GetSecret(row => ({ id: row.id }))).requireAuthorization('keeper', row => row)
  links.link('staff', LinkTarget.uri('/staff')).requireAuthorization('staff')
  links.affordance('edit', (row, { request }) => delayed(Routes.EditRow({ id: row.id, user: userOf(request) })))
    .requireAuthorization('owner', row => row.owner)
  links.embed('note', (_, { request }) => delayed({ of: userOf(request) }), noteLinks)
})

const leafletLinks = defineLinks<Row>(links => {
  links.self(Routes.GetLeaflet(row => ({ id: row.id }))).title({ en: 'Leaflet', de: 'Merkblatt' })
})

const policies = {
  staff: (request: FastifyRequest) => delayed(isStaff(userOf(request))),
  owner: (request: FastifyRequest, owner: unknown) => delayed(owner === userOf(request)),
  keeper: (request: FastifyRequest, row: unknown) => delayed((row as Row).owner === userOf(request)),
  reviewer: {
    many: (request: FastifyRequest, rows: readonly unknown[]) =>
      delayed(rows.map(row => isReviewer(userOf(request), row as Row)))
  }
}

/**
 * Makes the API; the header `x-user` names the user. Behind a proxy on loopback,
 * `X-Forwarded-Prefix` is the beginning of paths.
 */
export async function createTenants (): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: 'loopback' })
  await app.register(accepts)
  await app.register(hyper, {
    formatters: [everything],
    emitLinkHeader: true,
    baseUrl: { prefixHeader: 'x-forwarded-prefix' },
    policies,
    routes: Routes
  })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp', entryPoint: '/rows' })
  const etag = () => 'v1'
  const rowOf = (request: FastifyRequest) => rows[Number((request.params as { id: string }).id)]
  app.get('/notes/:of', () => '')
  app.post('/edit/:id/:user', () => '')
  app.get('/rows/:id', { config: { hyper: { links: rowLinks, etag } } }, request => delayed(rowOf(request)))
  app.get('/secrets/:id', {
    config: { hyper: { links: rowLinks, resource: request => delayed(rowOf(request)), policy: 'keeper', etag } }
  }, request => resourceOf<Row>(request))
  app.get('/rows', { config: { hyper: { links: rowLinks } } }, () => delayed([...rows]))
  app.get('/page', {
    config: { hyper: { links: rowLinks, etag } }
  }, () => delayed(offsetPage(rows, { page: 1, pageSize: 10, totalCount: 10 })))
  app.get('/leaflets/:id', { config: { hyper: { links: leafletLinks, etag } } }, (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').send(rowOf(request))
  })
  return app
}
