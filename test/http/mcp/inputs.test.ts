import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { FORM, readHtmlForms } from '../../support/html-forms.ts'
import { type Json, serveTools } from './agent.ts'

// What act sends, and the schemas of inputs that no declaration has.

class Note {
  readonly id = 1
  readonly kind = 'memo'
}

/** An agent at a note, whose actions have the names of their routes. */
function serveNote (
  t: Test, declare: (links: LinkBuilder<Note>) => unknown, routes: (app: FastifyInstance) => unknown,
  server: FastifyServerOptions = {}
) {
  const links = defineLinks(Note, links => { declare(links) })
  return serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Note())
    return routes(app)
  }, { server })
}

const route = (name: string, schema: object) => ({ schema, config: { hyper: { name } } })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const string = { type: 'string' }
const integer = { type: 'integer' }

async function serveForms (t: Test) {
  const received: Json[] = []
  const { call } = await serveNote(t, links => {
    for (const name of ['tag', 'search', 'purge', 'attach']) links.affordance(name, LinkTarget.route(name))
    links.affordance('chosen', () => LinkTarget.route('chosen')).prefill(() => ({ kind: 'memo' }))
  }, app => {
    readHtmlForms(app)
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, {}))
    app.addHook('preHandler', async ({ method, url, headers, body }) => {
      if (url.startsWith('/note/')) received.push({ method, url, type: headers['content-type'], body })
    })
    const handler = async () => ({})
    const tag = { consumes: [FORM], body: object({ tags: string }) }
    app.post('/note/tag', route('tag', tag), handler)
    const querystring = object({ q: string, in: { type: 'array', items: string }, 'page[size]': string })
    app.get('/note/search', route('search', { querystring }), handler)
    app.delete('/note/purge', route('purge', { querystring: object({ days: integer }) }), handler)
    const file = { type: 'string', format: 'binary' }
    app.post('/note/attach', route('attach', { consumes: ['multipart/form-data'], body: object({ file }) }), handler)
    const kind = { type: 'string', readOnly: true }
    const size = { type: 'integer', minimum: 1 }
    const body = object({ kind, size, color: { enum: ['red', 'blue'] } }, { required: ['size'] })
    app.post('/note/chosen', route('chosen', { body }), handler)
  })
  return { call, received }
}

t.test('an action without a file has the schema of its input; one with a file is not offered', async t => {
  const { call } = await serveForms(t)
  const { actions } = (await call('open')).content
  t.same(actions.map(({ action }: Json) => action), ['tag', 'search', 'purge', 'chosen'])
  t.notMatch(JSON.stringify((await call('find', { query: 'attach' })).content), 'attach')
  t.match(actions[1], {
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    inputSchema: { properties: { q: string } }
  })
  t.match(actions[3].inputSchema, {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', minimum: 1 }, color: { enum: ['red', 'blue'] } }
  })
})

t.test('a search with names that its route does not have is not sent: it would find too much', async t => {
  const { call, received } = await serveForms(t)
  const unknown = await call('act', { url: '/', action: 'search', input: { q: 'x', where: 'b' } })
  t.match(unknown, { isError: true, content: { error: { unknown: ['where'], known: ['q', 'in', 'page[size]'] } } })
  t.same(received, [])
  t.match(await call('open', { url: '/note/search?page[size]=5' }), { isError: false }, 'a name with brackets')
})

t.test('act sends an input as the form of its action would be', async t => {
  const { call, received } = await serveForms(t)
  const rows = [
    ['tag', { tags: 'a b' }, {
      method: 'POST', url: '/note/tag', type: 'application/x-www-form-urlencoded', body: { tags: 'a b' }
    }],
    ['tag', { tags: 'a', place: { city: 'Bern' } }, { method: 'POST', body: { tags: 'a', 'place.city': 'Bern' } }],
    ['search', { q: 'x&y', in: ['a', 'b'] }, { method: 'GET', url: '/note/search?q=x%26y&in=a&in=b' }],
    ['purge', { days: 3 }, { method: 'DELETE', url: '/note/purge?days=3' }],
    [
      'chosen', { size: 2, color: 'red' },
      { method: 'POST', url: '/note/chosen', type: 'application/json', body: { size: 2, color: 'red' } }
    ]
  ] as const
  for (const [action, input, request] of rows) {
    received.length = 0
    const { isError } = await call('act', { url: '/', action, input })
    t.equal(isError, false, action)
    t.match(received, [request], action)
  }
})

t.test('redirects that ask for the same request again are not followed', async t => {
  const { call } = await serveNote(t, links => {
    for (const name of ['temporary', 'permanent']) links.affordance(name, LinkTarget.route(name))
  }, app => {
    app.post('/temporary', route('temporary', {}), (_request, reply) => reply.redirect('/', 307))
    app.post('/permanent', route('permanent', {}), (_request, reply) => reply.redirect('/', 308))
  })
  for (const [action, status] of [['temporary', 307], ['permanent', 308]] as const) {
    const { isError, content } = await call('act', { url: '/', action })
    t.match(
      [isError, content], [true, { status, error: { title: /was not sent again/ }, possible: { url: '/' } }], action
    )
  }
})

async function serveShipping (t: Test) {
  return serveNote(t, links => { links.affordance('ship', LinkTarget.route('ship')) }, app => {
    app.addHook('onRequest', async ({ url }, reply) => { if (url === '/') reply.header('etag', 'W/"7"') })
    const address = object({ kind: { const: 'home', type: 'string' }, street: string }, {
      required: ['kind', 'street']
    })
    app.post('/ship', {
      schema: { body: object({ address }, { required: ['address'] }) },
      config: {
        hyper: { name: 'ship', formInput: true, resource: () => new Note(), preconditions: { tag: () => '7' } }
      }
    }, request => ({ sent: request.body }))
  })
}

t.test('a weak tag is not offered, and never matches', async t => {
  const { call } = await serveShipping(t)
  t.notOk(Object.hasOwn((await call('open', { url: '/' })).content, 'etag'), 'act could not use it')
  const weak = await call('act', { url: '/', action: 'ship', etag: 'W/"7"', input: { 'address.street': 'x' } })
  t.match([weak.isError, weak.content], [true, { status: 412, error: { detail: /^If-Match has a weak tag/ } }])
})

t.test('a tag that a hook makes weak is the tag of the resource, for the tools of the app', async t => {
  for (const weakIfMatch of [false, true]) {
    const tag = () => '7'
    const { call } = await serveTools(t, app => {
      const links = defineLinks<object>(links => {
        links.affordance('ship', LinkTarget.route('ship'))
      }, { name: 'Note' })
      app.addHook('onSend', async (_request, reply) => {
        const etag = reply.getHeader('etag')
        if (etag !== undefined) reply.header('etag', `W/${String(etag)}`)
      })
      app.get('/', { config: { hyper: { links, etag: tag } } }, () => ({}))
      app.post('/ship', {
        config: { hyper: { name: 'ship', resource: () => ({}), preconditions: { tag, requireIfMatch: true } } }
      }, () => ({ sent: true }))
    }, { hyper: { weakIfMatch } })
    const { content: { etag } } = await call('open', { url: '/' })
    t.match(etag, /^"7/)
    t.match((await call('act', { url: '/', action: 'ship', etag })).content, { data: { sent: true } })
    const { content } = await call('act', { url: '/', action: 'ship', etag: 'W/"7"' })
    t.match(content, weakIfMatch ? { data: { sent: true } } : { status: 412, error: { detail: /has a weak tag/ } })
  }
})

t.test('act adds the fixed values of nested objects, and null has none', async t => {
  const { call } = await serveShipping(t)
  const without = await call('act', { url: '/', action: 'ship', input: { address: null } })
  t.equal(without.content.status, 400)
  t.notMatch(JSON.stringify(without.content), /value already/)
  for (const input of [{ address: { kind: 'home', street: 'x' } }, { 'address.street': 'x' }]) {
    const { content } = await call('act', { url: '/', action: 'ship', etag: '"7"', input })
    t.match(content, { status: 200, data: { sent: { address: { kind: 'home', street: 'x' } } } }, JSON.stringify(input))
  }
})

t.test('default values have the types of the schema of the route, or of the fields', async t => {
  const properties = {
    price: { type: 'number' },
    stock: { type: 'integer', default: 0 },
    open: { type: 'boolean', default: true },
    size: { enum: [1, 2], default: 2 },
    days: { type: 'array', items: { type: 'integer', enum: [6, 7] }, default: [7] },
    note: { type: ['string', 'integer'], default: '7' }
  }
  const { call } = await serveNote(t, links => {
    links.affordance('order', LinkTarget.route('order')).prefill(() => ({ price: 9.5 }))
    links.affordance('chosen', () => LinkTarget.route('order'))
  }, app => app.post('/order', route('order', { body: object(properties) }), () => ({})))
  const defaults = ({ inputSchema }: Json) =>
    Object.fromEntries(Object.entries<Json>(inputSchema.properties).map(([name, field]) => [name, field.default]))
  const [order, chosen] = (await call('open')).content.actions
  t.same(defaults(order), { price: 9.5, stock: 0, open: true, size: 2, days: [7], note: '7' })
  t.match(defaults(chosen), { stock: 0, note: '7' })
})

t.test('default values have the types of the schema, however it describes them', async t => {
  const one = { type: 'integer', default: 1 }
  const schemas: Record<string, object> = {
    nullable: { type: ['integer', 'null'], default: 1 },
    alternatives: { anyOf: [integer, { type: 'null' }], default: 1 },
    literals: Type.Union([Type.Literal(1), Type.Literal(2)], { default: 1 }),
    zod: z.number().int().default(1),
    reference: { $ref: '#/$defs/one' }
  }
  const names = Object.keys(schemas)
  const { call } = await serveNote(t, links => {
    for (const name of names) {
      links.affordance(name, LinkTarget.route(name))
      links.affordance(`${name}-filled`, () => LinkTarget.route(name)).prefill(() => ({ count: 2 }))
    }
  }, app => {
    app.setValidatorCompiler(() => () => true)
    for (const [name, count] of Object.entries(schemas)) {
      const body = name === 'zod' ? z.object({ count: count as z.ZodType }) : object({ count }, { $defs: { one } })
      app.post(`/${name}`, route(name, { body }), () => ({}))
    }
  })
  const defaults = (await call('open')).content.actions.map(({ action, inputSchema }: Json) =>
    [action, inputSchema.properties.count.default ?? inputSchema.$defs.one.default])
  t.strictSame(defaults, names.flatMap(name => [[name, 1], [`${name}-filled`, 2]]))
})

t.test('a member with a default is not required: act sends its value to a route that requires it', async t => {
  const size = { type: 'integer', enum: [1, 2] }
  const properties = { count: { type: 'integer', default: 1 }, size, name: string }
  const { call } = await serveNote(t, links => {
    links.affordance('order', LinkTarget.route('order')).prefill(() => ({ size: 2 }))
  }, app => {
    const body = object(properties, { required: ['count', 'size', 'name'] })
    app.post('/order', route('order', { body }), ({ body }) => ({ sent: body }))
  }, { ajv: { customOptions: { useDefaults: false } } })
  t.strictSame((await call('open')).content.actions[0].inputSchema, {
    type: 'object', required: ['name'], properties: { ...properties, size: { ...size, default: 2 } }
  })
  const act = async (input: object) => (await call('act', { url: '/', action: 'order', input })).content.data?.sent
  t.strictSame(await act({ name: 'x' }), { count: 1, size: 2, name: 'x' })
  t.strictSame(await act({ name: 'x', count: 5, size: 1 }), { count: 5, size: 1, name: 'x' })
  t.equal(await act({}), undefined, 'the name has no default')
})

t.test('an input of .accepts has the fields of its form', async t => {
  const { call } = await serveNote(t, links => {
    links.affordance('order', LinkTarget.route('order')).accepts(object({ coupon: { type: 'string', maxLength: 8 } }))
  }, app => app.post('/order', route('order', { body: object({ count: integer }) }), () => ({})))
  t.match((await call('open')).content.actions[0].inputSchema, { properties: { coupon: { maxLength: 8 } } })
})

t.test('where declarations of an action differ, its input has the fields of its form', async t => {
  const [coupon, voucher] = [object({ coupon: string }), object({ voucher: string })]
  const { call } = await serveTools(t, app => {
    for (const [url, input] of [['/', coupon], ['/second', voucher], ['/third', voucher]] as const) {
      const links = defineLinks<object>(links => {
        links.affordance('order', LinkTarget.route('order')).accepts(input)
      })
      app.get(url, { config: { hyper: { links } } }, () => ({}))
    }
    app.post('/order', route('order', { body: object({ count: integer }) }), () => ({}))
  })
  t.same(Object.keys((await call('open')).content.actions[0].inputSchema.properties), ['coupon'])
})
