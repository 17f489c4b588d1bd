import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { type Json, serveTools } from './agent.ts'

// The variables of links, and the parameters of queries: what an agent knows of them, and may send.

class Root { readonly name = 'API' }

const state = { type: 'string', enum: ['booked', 'checked_in'] }
const page = { type: 'integer', minimum: 1, default: 1 }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

// Queries with the same parameters.
const QUERIES: Readonly<Record<string, object>> = {
  plain: object({ state, page }),
  shared: { $ref: 'paging#' },
  combined: { allOf: [object({ state }), object({ page })] },
  beside: { ...object({ state }), allOf: [object({ page })] },
  members: object({ state: { $ref: 'state#' }, page: { $ref: '#/$defs/page' } }, { $defs: { page } }),
  alternatives: { anyOf: [object({ state, page }), object({ state, page, q: { type: 'string' } })] },
  intersect: Type.Intersect([
    Type.Object({ state: Type.Optional(Type.Unsafe<string>(state)) }),
    Type.Object({ page: Type.Optional(Type.Integer(page)) })
  ]),
  zod: z.object({ state: z.enum(['booked', 'checked_in']).optional(), page: z.int().min(1).default(1) }),
  and: z.object({ state: z.enum(['booked', 'checked_in']) }).and(z.object({ page: z.int().min(1).default(1) }))
}

/** An agent at an API with a list for each query: a link without a template, and an action, lead to it. */
async function serveQueries (t: Test) {
  const names = Object.keys(QUERIES)
  const links = defineLinks(Root, links => {
    for (const name of names) {
      links.link(name, LinkTarget.route(name))
      links.affordance(`find-${name}`, LinkTarget.route(name))
    }
    links.link('template', LinkTarget.routeTemplate('plain'))
    links.link('open', LinkTarget.route('open'))
    links.link('bare', LinkTarget.route('bare'))
  })
  return serveTools(t, app => {
    app.addSchema({ $id: 'paging', ...object({ state, page }) })
    app.addSchema({ $id: 'state', ...state })
    const route = (name: string, querystring?: object) => ({
      schema: { summary: `All of ${name}`, ...(querystring === undefined ? {} : { querystring }) },
      config: { hyper: { name, links: true as const } },
      ...(querystring !== undefined && 'safeParse' in querystring ? { validatorCompiler: () => () => true } : {})
    })
    app.get('/', { config: { hyper: { links } } }, () => new Root())
    for (const name of names) app.get(`/${name}`, route(name, QUERIES[name]), ({ query }) => ({ query }))
    app.get('/open', route('open', object({}, { additionalProperties: true })), ({ query }) => ({ query }))
    app.get('/bare', route('bare'), ({ query }) => ({ query }))
  }, { server: { ajv: { customOptions: { strict: false } } } })
}

t.test('a link without a template takes what the query of its route has, however the schema declares it', async t => {
  const { call } = await serveQueries(t)
  for (const name of Object.keys(QUERIES)) {
    const followed = await call('open', { relation: name, variables: { state: 'booked', page: 2 } })
    t.match(followed.content, { url: `/${name}?state=booked&page=2`, data: { query: { state: 'booked' } } }, name)
    for (const [tool, input] of [
      ['open', { relation: name, variables: { status: 'booked' } }],
      ['open', { url: `/${name}?status=booked` }],
      ['act', { url: '/', action: `find-${name}`, input: { status: 'booked' } }]
    ] as const) {
      const { content: { error: { unknown, known } } } = await call(tool, input)
      t.strictSame([unknown, known.slice(0, 2)], [['status'], ['state', 'page']], `${tool} ${name}`)
    }
    t.match(await call('act', { url: '/', action: `find-${name}`, input: { page: 2 } }), { isError: false }, name)
  }
  const { content } = await call('open', { relation: 'open', variables: { any: 1 } })
  t.strictSame(content.data, { query: { any: '1' } })
  t.match(await call('open', { relation: 'bare', variables: { any: 1 } }), { isError: true })
})

t.test('values that a query does not allow are rejected with those that it allows', async t => {
  const { call } = await serveQueries(t)
  for (const name of Object.keys(QUERIES).filter(name => name !== 'zod' && name !== 'and')) {
    for (const [tool, input] of [
      ['open', { relation: name, variables: { state: 'checked-in' } }],
      ['open', { url: `/${name}?state=checked-in` }],
      ['act', { url: '/', action: `find-${name}`, input: { state: 'checked-in' } }]
    ] as const) {
      const { content } = await call(tool, input)
      const [one, other] = content.parameters
      t.strictSame([content.status, one.name, other.name], [400, 'state', 'page'], `${tool} ${name}`)
      t.match(one.schema, state)
      t.match(other.schema, { type: 'integer', default: 1 })
    }
  }
})

t.test('variables have the schemas of their routes', async t => {
  const uuid = '^[0-9a-f]{8}-[0-9a-f-]{27}$'
  const routes: Readonly<Record<string, readonly [url: string, schema: object]>> = {
    list: ['/list', { querystring: object({ state, page }, { required: ['state', 'page'] }) }],
    item: ['/items/:id', { params: object({ id: { type: 'integer' } }) }],
    words: ['/words/:word(^[a-z]+$)', { params: object({ word: { type: 'string', maxLength: 9 } }) }],
    keys: [`/keys/:key(${uuid})`, { params: object({ key: { type: 'string', format: 'uuid' } }) }],
    nested: ['/of/:id/list', { params: object({ id: { type: 'integer' } }), querystring: object({ state }) }],
    none: ['/none/:any', {}]
  }
  const links = defineLinks(Root, links => {
    for (const name of Object.keys(routes)) links.link(name, LinkTarget.routeTemplate(name))
    links.link('chosen', () => LinkTarget.routeTemplate('list'))
    links.link('elsewhere', LinkTarget.template('https://elsewhere.example/list{?state}'))
  })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Root())
    for (const [name, [url, schema]] of Object.entries(routes)) {
      app.get(url, { schema: { summary: `All of ${name}`, ...schema }, config: { hyper: { name } } }, () => ({}))
    }
  })
  const id = { name: 'id', required: true, schema: { type: 'integer' } }
  const list = [{ name: 'state', required: true, schema: state }, { name: 'page', schema: page }]
  const expected: Readonly<Record<string, readonly object[]>> = {
    list,
    item: [id],
    words: [{ name: 'word', required: true, schema: { type: 'string', maxLength: 9 } }],
    keys: [{ name: 'key', required: true, schema: { type: 'string', format: 'uuid' } }],
    nested: [id, { name: 'state', schema: state }],
    none: [{ name: 'any', required: true }],
    chosen: list,
    elsewhere: [{ name: 'state' }]
  }
  const opened = (await call('open')).content.links
  const found = (await call('find', { query: 'list' })).content.types[0].relations
  for (const [name, variables] of Object.entries(expected)) {
    const link = opened.find(({ relation }: Json) => relation === name)
    t.strictSame(link.variables, variables, name)
    t.equal(link.title, name === 'elsewhere' ? undefined : `All of ${name === 'chosen' ? 'list' : name}`, name)
    const declared = found.find(({ relation }: Json) => relation === name)
    if (name !== 'chosen') t.strictSame(declared.variables, variables, `find, ${name}`)
  }
})

t.test('members of values with the names of methods are data', async t => {
  const { call } = await serveQueries(t)
  const value = { toString: 1, toJSON: 1, valueOf: 1 }
  for (const [tool, input] of [
    ['open', { relation: 'plain', variables: { state: value } }],
    ['open', { relation: 'plain', variables: { state: [value] } }],
    ['open', { relation: 'template', variables: { state: value } }],
    ['open', { relation: 'template', variables: { state: [value] } }],
    ['act', { url: '/', action: 'find-plain', input: { state: value } }]
  ] as const) {
    const { content } = await call(tool, input)
    t.equal(typeof content?.status, 'number', `${tool} ${JSON.stringify(input)}: the API decides`)
  }
})

t.test('find and open agree on what an input requires', async t => {
  const body = object({ pieces: { type: 'integer', default: 1 }, name: { type: 'string' } }, {
    required: ['pieces', 'name']
  })
  const links = defineLinks(Root, links => { links.affordance('order', LinkTarget.route('order')) })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Root())
    app.post('/order', { schema: { body }, config: { hyper: { name: 'order' } } }, () => ({}))
  })
  const [opened] = (await call('open')).content.actions
  const [found] = (await call('find', { query: 'order' })).content.types[0].actions
  t.strictSame(found.inputSchema, opened.inputSchema)
  t.strictSame(found.inputSchema.required, ['name'])
})

t.test('find and open agree on a PATCH: no default of the schema, and what the route requires', async t => {
  class Order { readonly note = null }
  const pieces = { type: 'integer', minimum: 1 }
  const line = object({ count: { type: 'integer', default: 1 } })
  const body = object({
    pieces: { ...pieces, default: 1 },
    note: { type: ['string', 'null'], default: 'none' },
    size: object({ unit: { type: 'string', default: 'cm' } }),
    lines: { type: 'array', items: line }
  }, { required: ['pieces', 'note'] })
  const links = defineLinks(Order, links => { links.affordance('change', LinkTarget.route('change')) })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Order())
    app.patch('/order', { schema: { body }, config: { hyper: { name: 'change' } } }, () => ({}))
  })
  const [opened] = (await call('open')).content.actions
  const [found] = (await call('find', { query: 'change' })).content.types[0].actions
  t.strictSame(found.inputSchema, opened.inputSchema)
  t.strictSame(found.inputSchema, {
    type: 'object',
    required: ['pieces', 'note'],
    properties: {
      pieces,
      note: { type: ['string', 'null'] },
      size: object({ unit: { type: 'string' } }),
      lines: { type: 'array', items: line }
    }
  })
})

t.test('an input of PATCH requires what act does not send: a value of the resource neither', async t => {
  class Order { readonly pieces = 4 }
  const body = object({ pieces: { type: 'integer', default: 1 } }, { required: ['pieces'] })
  const links = defineLinks(Order, links => {
    for (const name of ['change', 'chosen']) {
      links.affordance(name, name === 'change' ? LinkTarget.route(name) : () => LinkTarget.route('change'))
    }
  })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Order())
    app.patch('/order', { schema: { body }, config: { hyper: { name: 'change' } } }, () => ({}))
  })
  for (const { inputSchema } of (await call('open')).content.actions) {
    t.strictSame(inputSchema, object({ pieces: { type: 'integer', default: 4 } }, { required: ['pieces'] }))
  }
})

t.test('a schema without its defaults has the order of its keywords', async t => {
  class Order {}
  const tags = { type: 'array', items: { type: 'string' }, maxItems: 3 }
  const body = object({ tags, pieces: { type: 'integer', default: 1 } })
  const links = defineLinks(Order, links => { links.affordance('change', LinkTarget.route('change')) })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => new Order())
    app.patch('/order', { schema: { body }, config: { hyper: { name: 'change' } } }, () => ({}))
  })
  const [{ inputSchema }] = (await call('open')).content.actions
  t.equal(JSON.stringify(inputSchema.properties.tags), JSON.stringify(tags))
})
