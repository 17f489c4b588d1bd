import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import etag from '@fastify/etag'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { parseMediaType, readDocument } from '../../support/documents.ts'
import { header, type HeaderPair, type RawResponse } from '../../support/raw.ts'
import { sampled } from '../../support/runs.ts'
import { serve, type Server } from '../../support/servers.ts'

// Whichever plugin comes first: the same links, one tag for GET and HEAD, the length that GET has, and every header
// that somebody needs.

class Order {
  readonly id = 42
  // Long enough to be compressed.
  readonly note = 'n'.repeat(2000)
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.affordance('cancel', LinkTarget.uri('/cancel'))
})

const PLUGINS: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
  hyper: app => app.register(hyper, { links: [orderLinks], hrefs: 'path' }),
  etag: app => app.register(etag),
  'weak etag': app => app.register(etag, { weak: true }),
  compress: app => app.register(compress, { threshold: 0 }),
  'compress as a stream': app => app.register(compress, { threshold: 0, syncThreshold: 0 }),
  cors: app => app.register(cors, { origin: ['http://a.test', 'http://b.test'] }),
  helmet: app => app.register(helmet)
}

const ORDERS: readonly string[][] = [
  ['hyper'],
  ...['etag', 'weak etag', 'compress', 'compress as a stream', 'cors', 'helmet']
    .flatMap(other => [['hyper', other], [other, 'hyper']]),
  ...[['etag', 'compress'], ['compress', 'etag'], ['etag', 'compress as a stream'], ['compress as a stream', 'etag']]
    .flatMap(([a, b]) => [['hyper', a!, b!], [a!, 'hyper', b!], [a!, b!, 'hyper']]),
  ...[['helmet', 'cors', 'compress', 'etag'], ['etag', 'compress', 'cors', 'helmet'], [
    'cors', 'etag', 'helmet', 'compress'
  ]]
    .flatMap(others => others.concat('').map((_, index) => others.toSpliced(index, 0, 'hyper')))
]

const PATHS = ['/orders/42', '/tagged', '/list', '/tagged-list']

async function declare (app: FastifyInstance, order: readonly string[]): Promise<void> {
  for (const name of order) await PLUGINS[name]!(app)
  const tag = () => 'v1'
  app.get('/orders/:id', { config: { hyper: { links: true, name: 'GetOrder' } } }, async () => new Order())
  app.get('/tagged', { config: { hyper: { links: true, etag: tag } } }, async () => new Order())
  app.get('/list', { config: { hyper: { links: true } } }, async () => [new Order(), { id: 1 }])
  app.get('/tagged-list', { config: { hyper: { links: true, etag: tag } } }, async () => [new Order()])
}

const FORMATS = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync
}

/** The response as it was before it was compressed. */
function decoded (response: RawResponse): Pick<RawResponse, 'body'> {
  const coding = header(response, 'content-encoding')
  return coding === null ? response : { body: DECODERS[coding]!(response.body) }
}

/** The names in Vary, sorted: a name that is there twice is seen. */
const varyOf = (response: RawResponse) => (header(response, 'vary') ?? '').toLowerCase().split(/\s*,\s*/)
  .filter(name => name !== '').sort()

const typeOf = (response: RawResponse) => parseMediaType(header(response, 'content-type') ?? '')?.type

/** What is left of a body in the head. */
const leftOf = (response: RawResponse) =>
  ['content-type', 'content-length', 'transfer-encoding', 'content-encoding']
    .filter(name => header(response, name) !== null)

interface Case {
  readonly server: Server
  readonly order: readonly string[]
  readonly path: string
  readonly accept: string
  /** The document that the plugin responds with on its own. */
  readonly document: unknown
}

const request = ({ server, path, accept }: Case, method: string, ...headers: HeaderPair[]) =>
  server.send({ method, path, headers: [['Accept', accept], ...headers] })

const has = ({ order }: Case, plugin: string) => order.some(name => name.includes(plugin))

async function checkPlain (t: Test, row: Case): Promise<void> {
  const [get, head] = [await request(row, 'GET'), await request(row, 'HEAD')]
  t.same(readDocument(decoded(get)), row.document, 'the same document')
  t.equal(typeOf(get), row.path.includes('list') ? 'application/json' : row.accept, 'its type')
  t.same([head.status, typeOf(head), head.body.length], [200, typeOf(get), 0], 'HEAD has the same headers')
  t.equal(header(head, 'content-length'), header(get, 'content-length'), 'its length')
  t.equal(header(get, 'content-length'), String(get.body.length))
  const vary = ['accept', ...has(row, 'cors') ? ['origin'] : []]
  t.same(varyOf(get).filter(name => name !== 'accept-encoding'), vary, 'Vary')
}

async function checkCompressed (t: Test, row: Case): Promise<void> {
  for (const coding of Object.keys(DECODERS)) {
    const accepted = ['Accept-Encoding', coding] as const
    const [get, head] = [await request(row, 'GET', accepted), await request(row, 'HEAD', accepted)]
    t.equal(header(get, 'content-encoding'), has(row, 'compress') ? coding : null, coding)
    t.same(readDocument(decoded(get)), row.document, `${coding}: the same document`)
    t.equal(varyOf(get).includes('accept-encoding'), has(row, 'compress'), `${coding}: Vary`)
    t.equal(varyOf(get).filter(name => name === 'accept').length, 1, `${coding}: Vary: Accept, once`)
    // Where the neighbour leaves HEAD uncompressed, that length is sent.
    const same = header(head, 'content-encoding') === header(get, 'content-encoding')
    t.equal(
      header(head, 'content-length'), same ? header(get, 'content-length') : String(decoded(get).body.length),
      `${coding}: the length of what HEAD names`
    )
    t.equal(header(head, 'etag'), header(get, 'etag'), `${coding}: one tag`)
  }
}

async function checkTag (t: Test, row: Case): Promise<void> {
  const tagged = row.path.startsWith('/tagged')
  const [get, head] = [await request(row, 'GET'), await request(row, 'HEAD')]
  const tag = header(get, 'etag')
  t.equal(header(head, 'etag'), tag, 'one tag for GET and HEAD')
  if (!tagged && !has(row, 'etag')) {
    t.equal(tag, null)
    return
  }
  if (tagged) t.match(tag, row.accept === 'application/json' ? /^"v1"$/ : /^"v1~[\w-]{14}"$/)
  else t.match(tag, has(row, 'weak') ? /^W\/".+"$/ : /^".+"$/)
  for (const method of ['GET', 'HEAD']) {
    for (const accepted of [[], [['Accept-Encoding', 'gzip']]] as HeaderPair[][]) {
      const named = `${method}${accepted.length === 0 ? '' : ', gzip'}`
      const unchanged = await request(row, method, ['If-None-Match', tag!], ...accepted)
      t.same(
        [unchanged.status, unchanged.body.length, header(unchanged, 'etag')], [304, 0, tag], `${named}: not modified`
      )
      t.ok(varyOf(unchanged).includes('accept'), `${named}: Vary`)
      if (tagged) t.same(leftOf(unchanged), [], `${named}: no headers of a body`)
      const changed = await request(row, method, ['If-None-Match', '"other"'], ...accepted)
      t.equal(changed.status, 200, `${named}: modified`)
    }
  }
}

async function checkNeighbours (t: Test, row: Case): Promise<void> {
  const response = await request(row, 'GET', ['Origin', 'http://b.test'])
  t.equal(header(response, 'access-control-allow-origin'), has(row, 'cors') ? 'http://b.test' : null)
  t.equal(header(response, 'x-content-type-options'), has(row, 'helmet') ? 'nosniff' : null)
}

t.test('the documents that are expected', async t => {
  const { send } = await serve(t, app => declare(app, ['hyper']))
  const self = { href: '/orders/42' }
  for (const [accept, expected] of [
    ['application/json', { _links: { self }, _actions: { cancel: { href: '/cancel', method: 'POST' } } }],
    ['application/hal+json', { _links: { self } }],
    ['application/prs.hal-forms+json', {
      _links: { self }, _templates: { cancel: { method: 'POST', target: '/cancel' } }
    }]
  ] as const) {
    t.same(readDocument(await send({ method: 'GET', path: '/orders/42', headers: [['Accept', accept]] })), {
      ...new Order(), ...expected
    }, accept)
  }
})

t.test('in every order', async t => {
  const bare = await serve(t, app => declare(app, ['hyper']))
  for (const order of sampled(ORDERS, 7)) {
    await t.test(order.join(', '), async t => {
      const server = await serve(t, app => declare(app, order))
      for (const path of PATHS) {
        for (const accept of FORMATS) {
          const document = readDocument(await bare.send({ method: 'GET', path, headers: [['Accept', accept]] }))
          const row = { server, order, path, accept, document }
          await t.test(`${path} as ${accept}`, async t => {
            for (const check of [checkPlain, checkCompressed, checkTag, checkNeighbours]) await check(t, row)
          })
        }
      }
    })
  }
})

t.test('a generated tag differs from format to format', async t => {
  for (const order of [['etag', 'hyper'], ['hyper', 'etag']]) {
    const { send } = await serve(t, app => declare(app, order))
    const responses = await Promise.all(FORMATS.map(accept =>
      send({ method: 'GET', path: '/orders/42', headers: [['Accept', accept]] })))
    t.equal(new Set(responses.map(response => header(response, 'etag'))).size, FORMATS.length, order.join(', '))
  }
})

t.test('a preflight is handled by cors', async t => {
  for (const order of [['cors', 'hyper'], ['hyper', 'cors']]) {
    const { send } = await serve(t, app => declare(app, order))
    const response = await send({
      method: 'OPTIONS',
      path: '/tagged',
      headers: [['Origin', 'http://a.test'], ['Access-Control-Request-Method', 'GET']]
    })
    t.same([response.status, header(response, 'access-control-allow-origin')], [204, 'http://a.test'], order.join(', '))
  }
})
