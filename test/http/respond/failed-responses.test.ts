import type { FastifyInstance, FastifyReply } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { project, projection } from '../../support/projection.ts'
import type { HeaderPair } from '../../support/raw.ts'

// What is sent in place of a resource has none of the headers of the resource.

const selfLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/value')) })
const gatedLinks = defineLinks<object>(links => { links.link('x', LinkTarget.uri('/x')).requireAuthorization('staff') })
const policies = { staff: () => true }

const OWN = { etag: '"own"', link: '</own>; rel="own"', 'cache-control': 'no-store' }
const NONE = { etag: null, link: null, 'cache-control': null }
const CONDITIONS: readonly HeaderPair[][] = [[], [['If-None-Match', '"v1"']], [['If-None-Match', '*']]]

t.test('an error in onSend restores the headers that the handler set', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, hrefs: 'path', policies })
    app.addHook('onSend', async (_request, reply) => { if (reply.statusCode < 400) throw new Error('too late') })
    for (const [path, links] of [['/value', selfLinks], ['/gated', gatedLinks]] as const) {
      app.get(path, { config: { hyper: { links, etag: () => 'v1' } } }, () => ({ id: 1 }))
      app.get(`${path}/own`, { config: { hyper: { links, etag: () => 'v1' } } }, (_request, reply) =>
        reply.headers(OWN).send({ id: 1 }))
    }
  })
  for (const [path, fields] of Object.entries({
    '/value': NONE, '/gated': NONE, '/value/own': OWN, '/gated/own': OWN
  })) {
    for (const condition of CONDITIONS) {
      const response = await server.get('default', path, condition)
      t.equal(response.status, 500, path)
      for (const [name, value] of Object.entries(fields)) t.equal(response.header(name), value, `${path}, ${name}`)
    }
  }
})

/** Adds a hook behind the one of the plugin, which replaces the value. */
function replaceLater (app: FastifyInstance, own: object): void {
  app.addHook('onRoute', route => {
    const replace = async (_request: unknown, reply: FastifyReply, value: unknown) => {
      reply.headers(own)
      return { replaced: value }
    }
    route.preSerialization = [route.preSerialization ?? [], replace].flat() as never
  })
}

t.test('a value that a later hook sends has its own headers only, and stays private', async t => {
  for (const [own, expected] of [[{}, { ...NONE, 'cache-control': 'private' }], [OWN, OWN]] as const) {
    const server = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', emitLinkHeader: true, policies })
      replaceLater(app, own)
      app.get('/value', { config: { hyper: { links: gatedLinks, etag: () => 'v1' } } }, () => ({ id: 1 }))
      app.get('/open', { config: { hyper: { links: selfLinks, etag: () => 'v1' } } }, () => ({ id: 1 }))
    })
    const response = await server.get()
    t.same(response.document, { replaced: { id: 1 } })
    for (const [name, value] of Object.entries(expected)) t.equal(response.header(name), value, name)
    for (const condition of CONDITIONS.slice(0, 2)) {
      const open = await server.get('default', '/open', condition)
      t.same([open.status, open.header('etag')], [200, expected.etag], 'also where no policy decides, and not as a 304')
    }
  }
})

t.test('a response that is sent twice has one deprecation link', async t => {
  const DEPRECATION = '<https://docs.example.com/old>; rel="deprecation"'
  for (const [own, expected] of [[[], DEPRECATION], [['</help>; rel="help"'], `</help>; rel="help", ${DEPRECATION}`]]) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((_error, _request, reply) => reply.code(500).send({}))
      // Behind our hook, so that ours runs for the value and for the error.
      app.addHook('onRoute', route => {
        const fail = async (_request: unknown, reply: FastifyReply) => {
          if (reply.statusCode === 200) throw new Error('too late')
        }
        route.onSend = [route.onSend ?? [], fail].flat() as never
      })
      app.get(
        '/value', { config: { hyper: { deprecation: { link: 'https://docs.example.com/old' } } } },
        (_request, reply) => reply.header('link', own).send({})
      )
    })
    const failed = await server.get()
    t.same([failed.status, failed.header('link')], [500, expected])
  }
})

t.test('a serializer that throws a string fails the response', async t => {
  const { get } = await project(t, { links: selfLinks }, (_request, reply) => {
    // eslint-disable-next-line no-throw-literal
    reply.serializer(() => { throw 'a text' })
    return { id: 1 }
  })
  t.equal((await get()).status, 500)
})

t.test('a format that is not registered fails with its code, whatever status the error handler sends', async t => {
  for (const status of [400, 503]) {
    const { get } = await project(t, { links: true, format: 'application/vnd.nobody+json' }, {}, {
      routes: app => {
        app.setErrorHandler((error: { code: string }, _request, reply) => {
          reply.code(status).send({ code: error.code })
        })
      }
    })
    t.match(await get(), { status, document: { code: 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED' } })
  }
})

t.test('an etag callback that returns no string fails the response', async t => {
  for (const tag of [{ v: 1 }, Buffer.from('a'), true]) {
    const { get } = await project(t, { etag: () => tag as never }, { id: 1 })
    t.match(await get(), {
      status: 500,
      document: { code: 'FST_ERR_HYPER_INVALID_OPTION', message: /^route GET \/value, config.hyper, etag: / }
    }, typeof tag)
  }
})
