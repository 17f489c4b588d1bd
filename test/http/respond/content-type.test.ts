import type { FastifyInstance, FastifyReply } from 'fastify'
import t from 'tap'
import hyper, { cursorPage, offsetPage } from '../../../lib/index.ts'
import { checkClaims, type Checks, type Exchange, responseChecks, unless } from '../../support/claims.ts'
import { sameMediaType } from '../../support/documents.ts'
import { Order, orderLinks, orderRoutes } from '../../support/orders.ts'
import { project } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface Expect {
  readonly contentType?: string | null
  readonly contentTypeEquivalentTo?: string
  readonly present?: readonly string[]
}

interface ContentTypeRow extends Row {
  readonly config: { readonly resolvedFormat: string }
  readonly handler: { readonly contentType: string, readonly value: string }
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

const ACCEPT = {
  Hal: 'application/hal+json', HalForms: 'application/prs.hal-forms+json', Vendor: 'application/vnd.hyper+json'
}

const VALUES: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  'configured resource': () => new Order(42),
  'bare collection': () => [new Order(42)],
  'offset pagination envelope': () => offsetPage([new Order(42)], { page: 1, pageSize: 10, totalCount: 1 }),
  'cursor pagination envelope': () => cursorPage([new Order(42)], { next: 'c2' }),
  'no value': reply => { reply.code(204) }
}

const checks: Checks<Expect, Exchange> = {
  contentType: responseChecks.contentType,
  contentTypeEquivalentTo: (wanted, { response }) =>
    unless(
      sameMediaType(header(response, 'content-type') ?? '', wanted), `content type is not equivalent to ${wanted}`
    ),
  present: responseChecks.present
}

const table = readTable<ContentTypeRow>('content-type')

function declareRow (app: FastifyInstance, { id, handler }: ContentTypeRow): void {
  knownKeys(handler, 'contentType', 'value')
  app.get(`/${id}`, { config: { hyper: { links: true } } }, (_, reply) => {
    if (handler.contentType !== '(none)') reply.header('Content-Type', handler.contentType)
    reply.send(known(VALUES, handler.value)(reply))
  })
}

const server = await serve(t, async app => {
  await app.register(hyper, { links: [orderLinks] })
  orderRoutes(app)
  for (const row of table.cases) declareRow(app, row)
})

await checkRows(table, async (t, row) => {
  knownRow(row, 'config', 'handler', 'expect', 'acceptable')
  knownKeys(row.config, 'resolvedFormat')
  const response = await server.send({
    method: 'GET', path: `/${row.id}`, headers: [['Accept', known(ACCEPT, row.config.resolvedFormat)]]
  })
  t.equal(response.status, row.handler.value === 'no value' ? 204 : 200)
  await checkClaims(t, row, checks, { response })
})

t.test('a bare value has the media type that the app names for JSON, and a list its own', async t => {
  const options = { links: [orderLinks], mediaTypes: { json: 'application/vnd.acme+json' } }
  for (const [value, type] of [
    [new Order(42), 'application/vnd.acme+json'], [[new Order(42)], 'application/json']
  ] as const) {
    const { get } = await project(t, { links: true, format: 'none' }, () => value, { options, routes: orderRoutes })
    t.equal((await get()).type, `${type}; charset=utf-8`)
  }
})
