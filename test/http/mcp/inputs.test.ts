import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { mcp } from '../../../mcp/index.ts'
import { newApp } from '../../support/servers.ts'
import { connect, type Json } from './shop.ts'

// What act sends, and the schemas of inputs that no declaration has.

class Note {
  readonly id = 1
  readonly kind = 'memo'
}

t.test('inputs: urlencoded, in the query, hidden values, files, targets that callbacks choose', async t => {
  const app = newApp(t)
  const received: Json[] = []
  app.addContentTypeParser(
    'application/x-www-form-urlencoded', { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body))))
  )
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, {}))
  const links = defineLinks(Note, links => {
    links.self(LinkTarget.route('note'))
    links.affordance('tag', LinkTarget.route('tag'))
    links.affordance('search', LinkTarget.route('search'))
    links.affordance('purge', LinkTarget.route('purge'))
    links.affordance('attach', LinkTarget.route('attach'))
    links.affordance('chosen', () => LinkTarget.route('chosen')).prefill(() => ({ kind: 'memo' }))
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  app.addHook('preHandler', async ({ method, url, headers, body }) => {
    if (url.startsWith('/note/')) received.push({ method, url, type: headers['content-type'], body })
  })
  const string = { type: 'string' }
  const route = (name: string, schema: object) => ({ schema, config: { hyper: { name } } })
  app.get('/', { config: { hyper: { name: 'note', links: true } } }, () => new Note())
  app.post(
    '/note/tag', route('tag', {
      consumes: ['application/x-www-form-urlencoded'], body: { type: 'object', properties: { tags: string } }
    }),
    () => ({})
  )
  app.get(
    '/note/search', route('search', {
      querystring: {
        type: 'object', properties: { q: string, in: { type: 'array', items: string }, 'page[size]': string }
      }
    }),
    () => ({ found: true })
  )
  app.delete(
    '/note/purge', route('purge', { querystring: { type: 'object', properties: { days: { type: 'integer' } } } }),
    (_request, reply) => reply.code(204).send()
  )
  app.post('/note/attach', route('attach', {
    consumes: ['multipart/form-data'],
    body: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  }), () => ({}))
  app.post('/note/chosen', route('chosen', {
    body: {
      type: 'object',
      required: ['size'],
      properties: {
        kind: { type: 'string', readOnly: true },
        size: { type: 'integer', minimum: 1 },
        color: { enum: ['red', 'blue'] }
      }
    }
  }), () => ({}))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { call, client } = await connect(origin)
  t.teardown(() => client.close())

  const { actions } = (await call('open')).content
  t.same(
    actions.map(({ action }: Json) => action), ['tag', 'search', 'purge', 'chosen'], 'without the action with a file'
  )
  t.notMatch(JSON.stringify((await call('find', { query: 'attach' })).content), 'attach')
  t.match(actions.find(({ action }: Json) => action === 'search'), {
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    inputSchema: { properties: { q: string } }
  })
  t.match(actions.find(({ action }: Json) => action === 'chosen').inputSchema, {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', minimum: 1 }, color: { enum: ['red', 'blue'] } }
  })

  received.length = 0
  const unknown = await call('act', { url: '/', action: 'search', input: { q: 'x', where: 'b' } })
  t.match(unknown, { isError: true, content: { error: { unknown: ['where'], known: ['q', 'in', 'page[size]'] } } })
  t.same(received, [], 'a search that ignores a name finds too much')
  t.match(await call('open', { url: '/note/search?page[size]=5' }), { isError: false }, 'a name with brackets')
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

t.test('redirects that nothing follows, weak tags, and fixed values in nested objects', async t => {
  const app = newApp(t)
  const address = {
    type: 'object',
    required: ['kind', 'street'],
    properties: { kind: { const: 'home', type: 'string' }, street: { type: 'string' } }
  }
  const links = defineLinks(Note, links => {
    links.self(LinkTarget.route('note'))
    for (const name of ['temporary', 'permanent', 'ship']) links.affordance(name, LinkTarget.route(name))
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/', { config: { hyper: { name: 'note', links: true } } }, (_request, reply) => {
    reply.header('etag', 'W/"7"')
    return new Note()
  })
  app.post('/temporary', { config: { hyper: { name: 'temporary' } } }, (_request, reply) => reply.redirect('/', 307))
  app.post('/permanent', { config: { hyper: { name: 'permanent' } } }, (_request, reply) => reply.redirect('/', 308))
  app.post('/ship', {
    schema: { body: { type: 'object', required: ['address'], properties: { address } } },
    config: { hyper: { name: 'ship', formInput: true, resource: () => new Note(), preconditions: { tag: () => '7' } } }
  }, request => ({ sent: request.body }))
  const { call, client } = await connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.close())
  for (const [action, status] of [['temporary', 307], ['permanent', 308]] as const) {
    const { isError, content } = await call('act', { url: '/', action })
    t.match(
      [isError, content], [true, { status, error: { title: /was not sent again/ }, possible: { url: '/' } }], action
    )
  }
  t.notOk(Object.hasOwn((await call('open', { url: '/' })).content, 'etag'), 'act could not use it')
  const weak = await call('act', { url: '/', action: 'ship', etag: 'W/"7"', input: { 'address.street': 'x' } })
  t.match([weak.isError, weak.content], [true, { status: 412 }], 'a weak tag of elsewhere never matches')
  const without = await call('act', { url: '/', action: 'ship', input: { address: null } })
  t.equal(without.content.status, 400)
  t.notMatch(JSON.stringify(without.content), /value already/, 'null has no fixed members')
  for (const input of [{ address: { kind: 'home', street: 'x' } }, { 'address.street': 'x' }]) {
    const { content } = await call('act', { url: '/', action: 'ship', etag: '"7"', input })
    t.match(content, { status: 200, data: { sent: { address: { kind: 'home', street: 'x' } } } }, JSON.stringify(input))
  }
})

t.test('default values have the types of the schema: that of the route, or that of the fields', async t => {
  const app = newApp(t)
  const links = defineLinks(Note, links => {
    links.self(LinkTarget.route('note'))
    links.affordance('order', LinkTarget.route('order')).prefill(() => ({ price: 9.5 }))
    links.affordance('chosen', () => LinkTarget.route('order'))
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  const properties = {
    price: { type: 'number' },
    stock: { type: 'integer', default: 0 },
    open: { type: 'boolean', default: true },
    size: { enum: [1, 2], default: 2 },
    days: { type: 'array', items: { type: 'integer', enum: [6, 7] }, default: [7] },
    note: { type: ['string', 'integer'], default: '7' }
  }
  app.get('/', { config: { hyper: { name: 'note', links: true } } }, () => new Note())
  app.post(
    '/order', { schema: { body: { type: 'object', properties } }, config: { hyper: { name: 'order' } } }, () => ({})
  )
  const { call, client } = await connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.close())
  const defaults = ({ inputSchema }: Json) =>
    Object.fromEntries(Object.entries<Json>(inputSchema.properties).map(([name, field]) => [name, field.default]))
  const [order, chosen] = (await call('open')).content.actions
  t.same(defaults(order), { price: 9.5, stock: 0, open: true, size: 2, days: [7], note: '7' })
  t.match(defaults(chosen), { stock: 0, note: '7' })
})

t.test('default values have the types of the schema, however it describes them', async t => {
  const app = newApp(t)
  const one = { type: 'integer', default: 1 }
  const schemas: Record<string, object> = {
    nullable: { type: ['integer', 'null'], default: 1 },
    alternatives: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: 1 },
    literals: Type.Union([Type.Literal(1), Type.Literal(2)], { default: 1 }),
    zod: z.number().int().default(1),
    reference: { $ref: '#/$defs/one' }
  }
  const names = Object.keys(schemas)
  const links = defineLinks(Note, links => {
    for (const name of names) {
      links.affordance(name, LinkTarget.route(name))
      links.affordance(`${name}-filled`, () => LinkTarget.route(name)).prefill(() => ({ count: 2 }))
    }
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/', { config: { hyper: { links: true } } }, () => new Note())
  app.setValidatorCompiler(() => () => true)
  for (const [name, count] of Object.entries(schemas)) {
    const body = name === 'zod'
      ? z.object({ count: count as z.ZodType })
      : { type: 'object', properties: { count }, $defs: { one } }
    app.post(`/${name}`, { schema: { body }, config: { hyper: { name } } }, () => ({}))
  }
  const { call, client } = await connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.close())
  const defaults = (await call('open')).content.actions.map(({ action, inputSchema }: Json) =>
    [action, inputSchema.properties.count.default ?? inputSchema.$defs.one.default])
  t.strictSame(defaults, names.flatMap(name => [[name, 1], [`${name}-filled`, 2]]))
})

t.test('a member with a default is not required: act sends its value to a route that requires it', async t => {
  const app = newApp(t, { ajv: { customOptions: { useDefaults: false } } })
  const links = defineLinks(Note, links => {
    links.affordance('order', LinkTarget.route('order')).prefill(() => ({ size: 2 }))
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  const size = { type: 'integer', enum: [1, 2] }
  const properties = { count: { type: 'integer', default: 1 }, size, name: { type: 'string' } }
  app.get('/', { config: { hyper: { links: true } } }, () => new Note())
  app.post('/order', {
    schema: { body: { type: 'object', required: ['count', 'size', 'name'], properties } },
    config: { hyper: { name: 'order' } }
  }, ({ body }) => ({ sent: body }))
  const { call, client } = await connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.close())
  t.strictSame((await call('open')).content.actions[0].inputSchema, {
    type: 'object', required: ['name'], properties: { ...properties, size: { ...size, default: 2 } }
  })
  const act = async (input: object) => (await call('act', { url: '/', action: 'order', input })).content.data?.sent
  t.strictSame(await act({ name: 'x' }), { count: 1, size: 2, name: 'x' })
  t.strictSame(await act({ name: 'x', count: 5, size: 1 }), { count: 5, size: 1, name: 'x' })
  t.equal(await act({}), undefined, 'the name has no default')
})

t.test('an input of .accepts has the fields of its form', async t => {
  const app = newApp(t)
  const links = defineLinks(Note, links => {
    links.affordance('order', LinkTarget.route('order'))
      .accepts({ type: 'object', properties: { coupon: { type: 'string', maxLength: 8 } } })
  })
  await app.register(hyper, { links: [links] })
  await app.register(mcp, { prefix: '/mcp' })
  app.get('/', { config: { hyper: { links: true } } }, () => new Note())
  app.post('/order', {
    schema: { body: { type: 'object', properties: { count: { type: 'integer' } } } },
    config: { hyper: { name: 'order' } }
  }, () => ({}))
  const { call, client } = await connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.close())
  t.match((await call('open')).content.actions[0].inputSchema, { properties: { coupon: { maxLength: 8 } } })
})
