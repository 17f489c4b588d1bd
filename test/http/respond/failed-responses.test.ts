import type { FastifyReply, FastifyRequest } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { bodyText } from '../../support/documents.ts'
import { project, projection } from '../../support/projection.ts'
import { header, type HeaderPair } from '../../support/raw.ts'

const bound = (declare: (links: LinkBuilder<never>) => void) =>
  ({ links: defineLinks(declare as (links: LinkBuilder<object>) => void) })

function failWhere (fails: boolean, payload: unknown): unknown {
  if (fails) throw new Error('too late')
  return payload
}

t.test('a failed response has the headers that the handler set', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, hrefs: 'path' })
    app.get('/value', {
      config: { hyper: { ...bound(links => { links.self(LinkTarget.uri('/value')) }), etag: () => 'ours' } },
      onSend: async (request, _reply, payload) => failWhere(request.headers.accept === 'fail/fail', payload)
    }, async (_request, reply) => {
      reply.header('etag', '"handler"').header('link', '</help>; rel="help"')
      return { id: 1 }
    })
  })
  const good = await server.send({ method: 'GET', path: '/value', headers: [] })
  t.equal(header(good, 'link'), '</help>; rel="help", </value>; rel="self"')
  t.equal(header(good, 'etag'), '"ours"')
  const failed = await server.send({ method: 'GET', path: '/value', headers: [['Accept', 'fail/fail']] })
  t.equal(failed.status, 500)
  t.equal(header(failed, 'link'), '</help>; rel="help"')
  t.equal(header(failed, 'etag'), '"handler"')
})

t.test('a response that is sent twice has one deprecation link', async t => {
  const rows: Record<string, [handler: string, link: string]> = {
    only: ['', '<https://docs.example.com/old>; rel="deprecation"'],
    'behind that of the handler': [
      '</help>; rel="help"', '</help>; rel="help", <https://docs.example.com/old>; rel="deprecation"'
    ]
  }
  for (const [name, [own, link]] of Object.entries(rows)) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((_error, _request, reply) => reply.code(500).send({}))
      // Behind our hook, so that ours runs for the value and for the error.
      app.addHook('onRoute', route => {
        route.onSend = [
          route.onSend ?? [],
          async (_request: unknown, reply: FastifyReply, payload: unknown) =>
            failWhere(reply.statusCode === 200, payload)
        ].flat() as never
      })
      app.get(
        '/value', { config: { hyper: { deprecation: { link: 'https://docs.example.com/old' } } } },
        async (_request, reply) => own === '' ? {} : reply.header('link', own).send({})
      )
    })
    const failed = await server.send({ method: 'GET', path: '/value', headers: [] })
    t.equal(failed.status, 500, name)
    t.equal(header(failed, 'link'), link, name)
  }
})

t.test('a serializer that throws a string', async t => {
  const value = { id: 1 }
  const server = await project(t, bound(links => { links.self(LinkTarget.uri('/value')) }), (_request, reply) => {
    // eslint-disable-next-line no-throw-literal
    reply.serializer(() => { throw 'a text' })
    return value
  })
  t.equal((await server.get()).status, 500)
})

t.test('the response of an error handler in an unregistered format', async t => {
  for (const status of [400, 503]) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((error: { code: string }, _request, reply) => {
        reply.code(status).send({ code: error.code })
      })
      app.get('/value', { config: { hyper: { links: true, format: 'application/vnd.nobody+json' } } }, async () => ({}))
    })
    t.match(await server.get(), { status, document: { code: 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED' } })
  }
})

t.test('an etag callback that returns no string', async t => {
  for (const tag of [{ v: 1 }, Buffer.from('a'), true]) {
    const server = await project(t, { etag: () => tag as never }, { id: 1 })
    t.match(await server.get(), {
      status: 500,
      document: { code: 'FST_ERR_HYPER_INVALID_OPTION', message: /^route GET \/value, config.hyper, etag: / }
    }, typeof tag)
  }
})

t.test('a value that a later hook sends has no headers of the value that it replaces', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', emitLinkHeader: true })
    // Behind our hook.
    app.addHook('onRoute', route => {
      const replace = async (request: FastifyRequest, _reply: unknown, value: unknown) =>
        request.headers.accept === 'x/replaced' ? { replaced: true } : value
      route.preSerialization = [route.preSerialization ?? [], replace].flat() as never
    })
    const config = { hyper: { ...bound(links => { links.self(LinkTarget.uri('/value')) }), etag: () => 'v1' } }
    app.get('/value', { config }, async () => ({ id: 1 }))
  })
  for (const headers of [[], [['If-None-Match', '"v1"']]] as HeaderPair[][]) {
    const replaced = await server.send({
      method: 'GET', path: '/value', headers: [['Accept', 'x/replaced'], ...headers]
    })
    t.equal(replaced.status, 200)
    t.same([header(replaced, 'etag'), header(replaced, 'link')], [null, null])
    t.equal(bodyText(replaced), '{"replaced":true}')
  }
  t.equal((await server.send({ method: 'GET', path: '/value', headers: [['If-None-Match', '"v1"']] })).status, 304)
})

t.test('a later hook that sends another value', async t => {
  const OWN = { 'cache-control': 'no-store', etag: '"mine"', link: '</mine>; rel="x"' }
  for (const own of [{}, OWN]) {
    const server = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', emitLinkHeader: true, policies: { staff: () => true } })
      app.addHook('onRoute', route => {
        const replace = async (_request: FastifyRequest, reply: FastifyReply, value: unknown) => {
          reply.headers(own)
          return { replaced: value }
        }
        route.preSerialization = [route.preSerialization ?? [], replace].flat() as never
      })
      const links = bound(links => { links.link('x', LinkTarget.uri('/x')).requireAuthorization('staff') })
      app.get('/value', { config: { hyper: { ...links, etag: () => 'v1' } } }, async () => ({ id: 1 }))
    })
    const response = await server.send({ method: 'GET', path: '/value', headers: [] })
    const fields = Object.fromEntries(Object.keys(OWN).map(name => [name, header(response, name)]))
    t.same(fields, own === OWN
      ? OWN
      : { 'cache-control': 'private', etag: null, link: null }, 'its headers stay, and it stays private')
  }
})
