import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { defineLinks, type HyperRouteOptions, LinkTarget, pageSchema } from '../../../lib/index.ts'
import type { ModelConfig } from '../../../lib/model/model.ts'
import { freeName, longTypeName, typeName } from '../../../lib/model/names.ts'
import { routeNoun } from '../../../lib/routes/named-route.ts'
import buildShop from '../../http/client/shop.ts'
import buildTasks from '../../http/client/tasks.ts'
import { describe, describeReady } from './model.ts'

const hyper = (name: string, options: HyperRouteOptions = {}) => ({ hyper: { name, links: true as const, ...options } })
const object = (properties: Record<string, object>, more: object = {}) => ({ type: 'object', properties, ...more })
const orderSchema = object({ id: { type: 'integer' } }, { $id: 'Order' })

class Order {
  readonly id = 1
}

t.test('the types of an API', async t => {
  const { types, output } = await describeReady(t, await buildShop())
  t.same(types.map(({ name, open, item }) => [name, open, item]), [
    ['Order', false, undefined], ['Root', false, undefined], ['Ticket', false, undefined],
    ['OrderList', false, 'Order'], ['OrderPage', false, 'Order'],
    ['Status', false, undefined], ['Stock', true, undefined], ['OrderLine', false, undefined]
  ])
  t.same(output('/'), ['Root'])
  t.same(output('/orders'), ['OrderPage'])
})

t.test('relations have a target, variables, and whether they are always there', async t => {
  const { type } = await describeReady(t, await buildShop())
  const relations = type('Root').relations.map(({ relation, target, always, deprecated, variables }) =>
    [relation, target, always, deprecated, variables?.map(({ name, required, schema }) =>
      [name, required, schema === null])])
  t.same(relations, [
    ['self', 'Root', true, false, []],
    ['orders', 'OrderPage', true, false, []],
    ['search', 'OrderPage', true, false, [['page', false, false], ['pageSize', false, false], ['tag', false, false]]],
    ['order', 'Order', true, false, [['id', true, false]]],
    ['tags', null, true, false, [['any', false, true]]],
    ['ticket', 'Ticket', true, false, []],
    ['old-orders', 'OrderList', true, true, []],
    ['stock', 'Stock', true, false, []],
    ['status', 'Status', false, false, []]
  ])
  t.match(type('Order').relations
    .find(({ relation }) => relation === 'related'), { target: null, variables: undefined }, 'a callback')
  t.match(type('Order').routes, ['GET /orders/:id', 'POST /orders'], 'with the routes of actions')
  t.same(type('OrderPage').relations.map(({ relation, target }) => [relation, target]),
    ['self', 'first', 'prev', 'next', 'last'].map(relation => [relation, 'OrderPage']))
})

t.test('pages that no GET route sends have no relations to each other', async t => {
  const { types } = await describe(t, {}, app => {
    const options = { schema: { response: { 200: pageSchema(orderSchema) } } }
    app.get('/orders', { ...options, config: hyper('ListOrders') }, () => ({}))
    app.post('/found', { ...options, config: hyper('FindOrders') }, () => ({}))
    const links = defineLinks(links => { links.affordance('find', LinkTarget.route('FindOrders')) })
    app.get('/', { schema: { response: { 200: object({}) } }, config: hyper('Root', { links }) }, () => ({}))
  })
  const pages = types.filter(({ kind }) => kind === 'page')
  t.same(pages.map(({ routes, relations }) => [routes, relations.map(({ relation }) => relation)]), [
    [['GET /orders'], ['self', 'first', 'prev', 'next', 'last']], [['POST /found'], []]
  ])
})

t.test('embedded resources have a target and a number', async t => {
  const { type } = await describeReady(t, await buildShop())
  t.same(type('Order').embedded, [
    { relation: 'lines', target: 'OrderLine', many: true, policies: [], always: true, onDemand: false }
  ])
  t.same(type('OrderPage').embedded, [
    { relation: 'item', target: 'Order', many: true, policies: [], always: false, onDemand: false }
  ])
})

t.test('actions have fields, policies and preconditions', async t => {
  const { type } = await describeReady(t, await buildShop())
  const actions = type('Order').actions.map(({ input, fields, ...action }) => ({
    ...action, input: input === null || input === undefined ? input : true, fields: fields.map(({ name }) => name)
  }))
  const action = {
    title: null,
    always: false,
    deprecated: false,
    requiresIfMatch: false,
    dangerous: false,
    hasValues: true,
    policies: []
  }
  t.same(actions, [
    {
      ...action,
      name: 'cancel',
      templateName: 'cancel',
      title: 'Cancel the order',
      method: 'POST',
      route: { name: 'CancelOrder', url: '/orders/:id/cancel', summary: null },
      contentType: 'application/json',
      output: { types: ['Order'], empty: false },
      input: true,
      fields: ['reason', 'notify']
    },
    {
      ...action,
      name: 'replace',
      templateName: 'default',
      method: 'PUT',
      route: { name: 'ReplaceOrder', url: '/orders/:id', summary: null },
      contentType: 'application/json',
      output: { types: ['Order'], empty: false },
      requiresIfMatch: true,
      input: true,
      fields: ['tags']
    },
    {
      ...action,
      name: 'remove',
      templateName: 'remove',
      method: 'DELETE',
      dangerous: true,
      route: { name: 'RemoveOrder', url: '/orders/:id', summary: null },
      contentType: null,
      output: { types: [], empty: true },
      requiresIfMatch: true,
      input: null,
      fields: []
    }
  ])
})

t.test('policies: those of a declaration, and those of its routes', async t => {
  const links = defineLinks(orderSchema, links => {
    links.link('report', LinkTarget.route('GetReport')).requireAuthorization('open')
    links.embedMany('notes', () => []).requireAuthorization('staff')
    links.affordance('close', LinkTarget.route('Close')).requireAuthorization('open')
  })
  const { configs, routes } = await describe(t, {
    links: [links], policies: { staff: () => true, open: () => true }
  }, app => {
    app.get('/report', { config: { hyper: { name: 'GetReport', policy: ['staff', 'open'] } } }, () => ({}))
    app.post('/close', { config: { hyper: { name: 'Close', policy: 'staff' } } }, () => ({}))
  })
  const [{ relations, embedded, actions }] = configs as [ModelConfig]
  const policies = [relations, embedded, actions].map(([part]) => part!.policies)
  t.same(policies, [['open', 'staff'], ['staff'], ['open', 'staff']])
  t.same(routes.map(({ url, policies, guarded }) => [url, policies, guarded]), [
    ['/close', ['staff'], true], ['/report', ['staff', 'open'], true], ['/report', ['staff', 'open'], true]
  ])
})

t.test('formats are those that are negotiated', async t => {
  t.same((await describe(t, { negotiateFormat: false }, () => {})).formats, ['default'])
  t.same((await describe(t, {}, () => {})).formats, ['default', 'hal', 'hal-forms'])
})

t.test('unknown methods and targets', async t => {
  const links = defineLinks(orderSchema, links => {
    links.link('either', LinkTarget.route('Either'))
    links.link('several', LinkTarget.route('Get'))
    links.link('several', LinkTarget.route('Undocumented'))
    links.link('open', LinkTarget.routeTemplate('Get', () => ({ id: 1 })))
    links.linkMany('many', [LinkTarget.route('Get'), LinkTarget.uri('/x')])
    links.link('nothing', LinkTarget.route('Nothing'))
    links.embed('class', () => null)
    links.affordance('call', () => LinkTarget.route('Get'))
    links.affordance('elsewhere', LinkTarget.uri('/elsewhere'))
    links.affordance('given', LinkTarget.uri('/given')).accepts(object({ a: {} }))
  })
  const { type, output } = await describe(t, { links: [links] }, app => {
    app.get('/get', {
      schema: { querystring: object({ q: {} }, { required: ['q'] }), response: { default: orderSchema } },
      config: hyper('Get')
    }, () => ({}))
    app.get('/either', {
      schema: { response: { 200: object({ a: {} }), 201: object({ b: {} }), 204: { type: 'null' } } },
      config: hyper('Either')
    }, () => ({}))
    app.get('/undocumented', { config: hyper('Undocumented') }, () => ({}))
    app.get('/nothing', {
      schema: { response: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } } },
      config: hyper('Nothing')
    }, () => '')
  })
  const { relations, embedded, actions } = type('Order')
  t.same(relations.map(({ relation, target, variables }) => [
    relation, target, variables?.map(({ name, required }) => [name, required])
  ]), [
    ['either', null, []], ['several', null, []], ['open', 'Order', [['q', false]]], ['many', null, []],
    ['nothing', null, []]
  ])
  t.same(embedded, [{ relation: 'class', target: null, many: false, policies: [], always: false, onDemand: false }])
  t.match(actions, [
    { name: 'call', route: null, input: undefined, output: { types: [null], empty: true } },
    { name: 'elsewhere', route: null, input: undefined },
    { name: 'given', route: null, input: { schema: { properties: { a: {} } } } }
  ])
  t.equal(output('/either')!.length, 2)
  t.same(output('/undocumented'), [null])
})

t.test('configurations of classes', async t => {
  const links = defineLinks(Order, links => {
    links.self(LinkTarget.route('GetOrder'))
    links.embedMany('related', () => [], orderLinks)
  })
  const orderLinks = defineLinks<object>(links => { links.self(LinkTarget.route('Bound')) })
  const { type, types } = await describe(t, { links: [links] }, app => {
    app.get('/order', { config: hyper('GetOrder') }, () => new Order())
    app.get('/bound', {
      schema: { response: { 200: object({ id: {} }) } }, config: { hyper: { name: 'Bound', links: orderLinks } }
    }, () => ({}))
    app.get('/orders', {
      schema: { response: { 200: { type: 'array', items: object({ id: {} }) } } }, config: hyper('ListOrders')
    }, () => [])
    app.get('/untyped', {
      schema: { response: { 200: { type: 'array', items: {} } } }, config: hyper('ListUntyped')
    }, () => [])
  })
  t.same(types.map(({ name, open, item }) => [name, open, item]), [
    ['Bound', false, undefined],
    ['Order', false, undefined],
    ['ListOrders', true, undefined],
    ['ListOrdersList', false, 'ListOrders'],
    ['ListUntypedList', false, null]
  ])
  t.same(type('Order').embedded, [{
    relation: 'related', target: 'Bound', many: true, policies: [], always: true, onDemand: false
  }], 'the type that a route shows')
})

t.test('two routes are the target of one self link', async t => {
  const first = defineLinks('A', links => { links.self(LinkTarget.route('Get')) })
  const second = defineLinks('B', links => { links.self(LinkTarget.route('Get')) })
  const { types } = await describe(t, { links: [first, second] }, app => {
    app.get('/', { config: hyper('Get') }, () => ({}))
  })
  t.same(types, [])
})

t.test('envelopes of the app', async t => {
  const { type } = await describeReady(t, await buildTasks())
  const parts = ['ListTasks', 'Board', 'FullTask'].map(name => {
    const { embedded, movedMembers, item } = type(name)
    return [embedded.map(({ relation, target }) => [relation, target]), movedMembers, item]
  })
  t.same(parts, [
    [[['tasks', 'Task']], ['tasks'], 'Task'],
    [[['open', 'Task'], ['finished', 'Task']], ['open', 'done'], undefined],
    [[['task', 'Task']], [], undefined]
  ])
  t.same(type('ListTasks').relations.map(({ relation, target }) => [relation, target]),
    ['self', 'first', 'prev', 'next', 'last'].map(relation => [relation, 'ListTasks']), 'the pages of links.page')
})

t.test('members of envelopes: with and without schemas and configurations', async t => {
  const list = (items: object) => ({ type: 'array', items })
  const bound = defineLinks<object>(links => { links.self(LinkTarget.route('GetPart')) }, { schema: orderSchema })
  const envelope = defineLinks<Record<string, object[]>>(links => {
    links.items('known')
    links.items('plain', undefined, { rel: 'item' })
    links.items('bound', bound)
    links.items('unknown')
    links.embedMany('more', () => [], bound)
    links.link('next', LinkTarget.route('GetPart'))
    links.page({ next: () => 'a' })
  })
  const tree = defineLinks<{ children: object[] }>('Tree', links => { links.items('children', tree) })
  const { type } = await describe(t, { links: [defineLinks(orderSchema, () => {}), tree] }, app => {
    const properties = { known: list(orderSchema), plain: list(object({ a: {} })), unknown: { type: 'array' } }
    app.get('/', {
      schema: { response: { 200: object(properties) } }, config: { hyper: { name: 'Everything', links: envelope } }
    }, () => ({}))
    app.get('/part', { schema: { response: { 200: object({ id: {} }) } }, config: hyper('GetPart') }, () => ({}))
    app.get('/tree', { config: { hyper: { name: 'GetTree', links: tree } } }, () => ({ children: [] }))
    app.get('/own', {
      schema: { response: { 200: object({ items: list(orderSchema) }) } },
      config: {
        hyper: { name: 'Own', links: defineLinks<{ items: object[] }>(links => { links.items('items', bound) }) }
      }
    }, () => ({ items: [] }))
  })
  const everything = type('Everything')
  t.same(everything.embedded.map(({ relation, target }) => [relation, target]),
    [
      ['known', 'Order'], ['item', 'EverythingPlainItem'], ['bound', 'EverythingBoundItem'], ['unknown', null],
      ['more', 'EverythingBoundItem']
    ])
  t.equal(everything.item, 'EverythingPlainItem', 'the relation item')
  t.same(everything.relations.map(({ relation, target }) => [relation, target]), [
    ['next', 'Part'], ['self', 'Everything']
  ], 'a declared relation is kept')
  t.match(
    type('Tree'), { item: 'Tree', embedded: [{ relation: 'children', target: 'Tree' }] }, 'a type that contains itself'
  )
  t.match(type('Own'), { item: 'EverythingBoundItem', movedMembers: ['items'] }, 'an envelope like a page')
})

t.test('a page whose schema has some of the counts', async t => {
  const { type, output } = await describe(t, {}, app => {
    const page = object({ items: { type: 'array', items: orderSchema }, page: {}, totalCount: {} })
    app.get('/orders', { schema: { response: { 200: page } }, config: hyper('ListOrders') }, () => ({ items: [] }))
  })
  t.same(output('/orders'), ['OrderPage'])
  t.match(type('OrderPage'), { kind: 'page', item: 'Order' })
})

t.test('a page of resources that have items themselves', async t => {
  const { type, output } = await describe(t, {}, app => {
    const cart = defineLinks<{ items: object[] }>(links => { links.items('items') })
    const schema = object({ items: { type: 'array', items: { type: 'object' } } }, { $id: 'Cart' })
    app.get(
      '/carts', { schema: { response: { 200: pageSchema(schema) } }, config: hyper('ListCarts', { links: cart }) },
      () => ({ items: [] })
    )
  })
  t.same(output('/carts'), ['CartPage'])
  t.match(type('CartPage'), { kind: 'page', item: 'Cart' })
})

t.test('relations that are embedded on demand', async t => {
  const { type } = await describeReady(t, await buildTasks())
  t.same(['Task', 'ListTasks', 'FullTask', 'User'].map(name => type(name).onDemand),
    [['owner', 'others'], ['owner', 'others'], ['owner', 'others'], []], 'those of items too')
  t.match(type('Task').embedded, [
    { relation: 'owner', onDemand: true, always: false }, { relation: 'others', onDemand: true, always: false }
  ])
})

t.test('types of the same name', async t => {
  const { types } = await describe(t, {}, app => {
    app.get('/a', { schema: { response: { 200: object({ a: {} }) } }, config: hyper('GetThing') }, () => ({}))
    app.get('/b', { schema: { response: { 200: object({ b: {} }) } }, config: hyper('ReadThing') }, () => ({}))
    app.get('/c', { schema: { response: { 200: object({ c: {} }) } } }, () => ({}))
  })
  t.same(types.map(({ name, routes }) => [name, ...routes]), [
    ['Thing', 'GET /a'], ['ReadThing', 'GET /b'], ['C', 'GET /c']
  ])
})

t.test('the name of a configuration is the name of its type', async t => {
  const get = (
    app: FastifyInstance, url: string, name: string, response: object, links: HyperRouteOptions['links'] = true
  ) => app.get(url, { schema: { response: { 200: response } }, config: { hyper: { name, links } } }, () => ({}))
  const task = object({ title: {} })
  const links = (route: string, options = {}) => defineLinks(object({ [route]: {} }), links => {
    links.self(LinkTarget.route(route))
  }, options)
  const rows: [names: string[], declare: (app: FastifyInstance) => unknown][] = [
    [['Given', 'GetB'], app => {
      get(app, '/a', 'GetA', { $id: 'Other', ...task }, links('GetA', { name: 'Given' }))
      get(app, '/b', 'Given', task, links('Given', { name: 'Given' }))
    }],
    [['Task', 'OldTask'], app => {
      get(app, '/a', 'GetTask', { $id: 'Task', ...task }, links('GetTask'))
      get(app, '/b', 'GetOldTask', { $id: 'Task', ...task, title: 'Old' }, links('GetOldTask'))
    }],
    [['Task'], app => { get(app, '/a', 'Show', task, links('GetTask')) }],
    [['Task', 'ListTasks', 'ListTasksList'], app => {
      const both = links('get_task')
      get(app, '/tasks', 'ListTasks', { type: 'array', items: object({ id: {} }) }, both)
      get(app, '/task', 'get_task', task, both)
    }]
  ]
  for (const [names, declare] of rows) {
    t.same((await describe(t, {}, declare)).types.map(({ name }) => name), names, names.join())
  }
})

t.test('a route is about a noun', async t => {
  const rows: [route: string, noun: string][] = [
    ['GetTask', 'Task'], ['getTask', 'Task'], ['get_task', 'Task'], ['tasks.get', 'Tasks'], ['GetTaskById', 'Task'],
    ['Task', 'Task'],
    ['getaway', 'Getaway'], ['Get', 'Get'], ['ByeBye', 'ByeBye'], ['v2:task/show', 'V2Task'], ['GetHTTPLog', 'HTTPLog']
  ]
  for (const [route, noun] of rows) t.equal(routeNoun(route), noun, route)
})

t.test('names of types', async t => {
  const rows: [text: string, name: string][] = [
    ['order', 'Order'], ['order-line', 'OrderLine'], ['urn:shop:order', 'Order'],
    ['https://a.example/schemas/order.json', 'Order'], ['Заказ', 'Заказ'],
    ['42', 'Type'], ['1st', 'Type1st'], ['/properties/a~1b', 'A1b']
  ]
  for (const [text, name] of rows) t.equal(typeName(text), name, text)
  t.equal(longTypeName('urn:shop:order-line'), 'UrnShopOrderLine')
  const used = new Set(['A', 'B', 'A2'])
  t.same([freeName(['A', 'C'], used), freeName(['A', 'C'], used)], ['C', 'A3'])
})

t.test('a self link is always there if its values are required members', async t => {
  type Item = { id: number, slug: string, owner: { id: number } }
  const properties = {
    id: { type: 'integer' },
    slug: { type: ['string', 'null'] },
    code: { type: 'string' },
    owner: object({ id: { type: 'integer' } })
  }
  const self = (values: (item: Item) =>
  Record<string, unknown>, required: string[] = ['id', 'slug', 'owner'], isOpen?: () => boolean) =>
    describe(t, { policies: { staff: () => true } }, app => {
      const schema = object(properties, { $id: 'Item', required })
      const config = defineLinks<Item>(links => {
        const link = links.self(LinkTarget.route('GetItem', values))
        if (isOpen !== undefined) link.when(isOpen)
      }, { schema })
      app.get('/items/:id', {
        schema: { response: { 200: schema } }, config: { hyper: { name: 'GetItem', links: config } }
      }, () => ({}))
    }).then(({ type }) => type('Item').relations[0]!.always)
  t.equal(await self(item => ({ id: item.id })), true, 'a required member')
  t.equal(await self(item => ({ id: item.id }), []), false, 'an optional member')
  t.equal(await self(item => ({ id: item.slug })), false, 'a member that may be null')
  t.equal(await self(item => ({ id: item.owner.id })), false, 'a nested member')
  t.equal(await self(item => ({ id: item.owner.id.toFixed(0) })), false, 'a function that throws')
  t.equal(await self(item => ({ id: item.id }), undefined, () => true), false, 'a condition')
})

t.test('a self link is always there if a part of allOf requires its values', async t => {
  const item = { $id: 'Item', allOf: [object({ id: { type: 'integer' } }, { required: ['id'] }), object({ name: {} })] }
  const { type } = await describe(t, {}, app => {
    const config = defineLinks<{ id: number }>(
      links => { links.self(LinkTarget.route('GetItem', ({ id }) => ({ id }))) }, { schema: item }
    )
    app.get('/items/:id', {
      schema: { response: { 200: item } }, config: { hyper: { name: 'GetItem', links: config } }
    }, () => ({}))
  })
  t.equal(type('Item').relations[0]!.always, true)
})

t.test('a configuration is read once, at start', async t => {
  let reads = 0
  const config = defineLinks<object>(orderSchema, links => {
    reads++
    links.self(LinkTarget.route('GetOrder'))
  })
  await describe(t, { links: [config] }, app => {
    app.get('/order', { schema: { response: { 200: orderSchema } }, config: hyper('GetOrder') }, () => ({ id: 1 }))
  })
  t.equal(reads, 1)
})

t.test('a variable with a default is optional', async t => {
  const querystring = object(
    { q: { type: 'string' }, size: { type: 'integer', default: 10 } }, { required: ['q', 'size'] }
  )
  const { type } = await describe(t, {}, app => {
    const root = object({}, { $id: 'Root' })
    const config = defineLinks<object>(
      links => { links.link('search', LinkTarget.routeTemplate('Search')) }, { schema: root }
    )
    app.get(
      '/', { schema: { response: { 200: root } }, config: { hyper: { name: 'GetRoot', links: config } } }, () => ({})
    )
    app.get('/search', { schema: { querystring }, config: { hyper: { name: 'Search' } } }, () => ({}))
  })
  t.same(type('Root').relations[0]!.variables
    ?.map(({ name, required }) => [name, required]), [['q', true], ['size', false]])
})

t.test('the model as JSON is the same in any order of declaration', async t => {
  const urls = ['/a', '/b', '/c']
  const build = (order: readonly string[]) => describe(t, {}, app => {
    for (const url of order) {
      const links = defineLinks(url.toUpperCase().slice(1), links => { links.self(LinkTarget.route(url)) })
      app.get(url, {
        schema: { response: { 200: object({ [url]: {} }) } }, config: { hyper: { name: url, links } }
      }, () => ({}))
    }
  })
  const [one, other] = await Promise.all([build(urls), build(urls.toReversed())])
  t.equal(JSON.stringify(one), JSON.stringify(other))
  t.same(one.configs.map(({ subject, relations }) => [subject, relations[0]?.routes]), [
    ['A', ['/a']], ['B', ['/b']], ['C', ['/c']]
  ])
  t.same(one.routes.map(({ methods, url }) => [...methods, url]), urls.flatMap(url => [['GET', url], ['HEAD', url]]))
})

t.test('what a contract has: tags, page sizes, URLs, the default format and the base URL', async t => {
  const shop = await describeReady(t, await buildShop())
  t.match(shop, { defaultFormat: 'default', baseUrl: null })
  t.same(['Order', 'Root', 'OrderPage'].map(name => shop.type(name).tagged), [true, true, false])
  t.same(shop.type('OrderPage').pageSize, { name: 'pageSize', default: 20, maximum: 100 })
  t.equal(shop.type('Order').pageSize, null)
  const urls = shop.type('Root').relations.map(({ relation, urls }) => [relation, ...urls])
  t.match(Object.fromEntries(urls.map(([relation, ...all]) => [relation, all])), {
    orders: ['/orders'], order: ['/orders/:id'], tags: ['/tags{?any*}']
  })
  const own = await describe(t, { defaultFormat: 'hal', baseUrl: 'https://shop.example/' }, app => {
    const schema = { querystring: object({ rows: { type: 'integer' } }), response: { 200: orderSchema } }
    const orders = defineLinks(orderSchema, links => links.page({ limit: 'id', query: { limit: 'rows' }, total: 'id' }))
    app.get('/orders', { schema, config: { hyper: { name: 'ListOrders', links: orders } } }, () => ({}))
  })
  t.match(own, { defaultFormat: 'hal', baseUrl: 'https://shop.example' })
  t.same(own.type('Order').pageSize, { name: 'rows', default: null, maximum: null })
})
