import t from 'tap'
import { defineLinks, LinkTarget, type HyperRouteOptions } from '../../lib/index.ts'
import { listName, resourceName, typeName } from '../../lib/description/names.ts'
import buildShop from '../client/shop.ts'
import buildTasks from '../client/tasks.ts'
import { describe, describeReady } from './describe.ts'

const hyper = (name: string, options: HyperRouteOptions = {}) => ({ hyper: { name, links: true as const, ...options } })
const object = (properties: Record<string, object>, more: object = {}) => ({ type: 'object', properties, ...more })
const orderSchema = object({ id: { type: 'integer' } }, { $id: 'Order' })

class Order {
  readonly id = 1
}

t.test('the types of an API', async t => {
  const { types, entries } = await describeReady(t, await buildShop())
  t.same(types.map(({ name, open, item }) => [name, open, item]), [
    ['Root', false, undefined], ['Order', false, undefined], ['OrderPage', false, 'Order'], ['Ticket', false, undefined],
    ['OrderList', false, 'Order'],
    ['Status', false, undefined], ['Stock', true, undefined], ['OrderLine', false, undefined]
  ])
  t.equal(entries.get('/'), 'Root')
  t.equal(entries.get('/orders'), 'OrderPage')
})

t.test('relations', async t => {
  const { type } = await describeReady(t, await buildShop())
  const relations = type('Root').relations.map(({ relation, target, always, deprecated, variables }) =>
    [relation, target, always, deprecated, variables?.map(({ name, required, schema }) => [name, required, schema === null])])
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
  t.match(type('Order').relations.find(({ relation }) => relation === 'related'), { target: null, variables: undefined }, 'a callback')
  t.same(type('OrderPage').relations.map(({ relation, target }) => [relation, target]),
    ['self', 'first', 'prev', 'next', 'last'].map(relation => [relation, 'OrderPage']))
})

t.test('embedded resources', async t => {
  const { type } = await describeReady(t, await buildShop())
  t.same(type('Order').embedded, [{ relation: 'lines', target: 'OrderLine', always: true, onDemand: false }])
  t.same(type('OrderPage').embedded, [{ relation: 'item', target: 'Order', always: false, onDemand: false }])
})

t.test('actions', async t => {
  const { type } = await describeReady(t, await buildShop())
  const actions = type('Order').actions.map(({ input, ...action }) =>
    ({ ...action, input: input === null || input === undefined ? input : true }))
  const action = { title: null, always: false, deprecated: false, requiresIfMatch: false }
  t.same(actions, [
    {
      ...action,
      name: 'cancel',
      title: 'Cancel the order',
      route: 'POST /orders/:id/cancel',
      output: { types: ['Order'], empty: false },
      input: true
    },
    {
      ...action, name: 'default', route: 'PUT /orders/:id', output: { types: ['Order'], empty: false }, requiresIfMatch: true, input: true
    },
    { ...action, name: 'remove', route: 'DELETE /orders/:id', output: { types: [], empty: true }, requiresIfMatch: true, input: null }
  ])
})

t.test('an app without HAL-FORMS names the default action as it is declared', async t => {
  const links = defineLinks(orderSchema, links => { links.affordance('change', LinkTarget.route('Change')).asDefault() })
  const { type } = await describe(t, { links: [links], negotiateFormat: false }, app => {
    app.get('/', { schema: { response: { 200: orderSchema } }, config: hyper('Get') }, () => ({}))
    app.put('/', { config: hyper('Change') }, () => ({}))
  })
  t.same(type('Order').actions.map(({ name }) => name), ['change'])
})

t.test('describeApi marks unknown methods and targets', async t => {
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
  const { type, entries } = await describe(t, { links: [links] }, app => {
    app.get('/get', {
      schema: { querystring: object({ q: {} }, { required: ['q'] }), response: { default: orderSchema } }, config: hyper('Get')
    }, () => ({}))
    app.get('/either', {
      schema: { response: { 200: object({ a: {} }), 201: object({ b: {} }), 204: { type: 'null' } } }, config: hyper('Either')
    }, () => ({}))
    app.get('/undocumented', { config: hyper('Undocumented') }, () => ({}))
    app.get('/nothing', {
      schema: { response: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } } }, config: hyper('Nothing')
    }, () => '')
  })
  const { relations, embedded, actions } = type('Order')
  t.same(relations.map(({ relation, target, variables }) => [relation, target, variables?.map(({ name, required }) => [name, required])]), [
    ['either', null, []], ['several', null, []], ['open', 'Order', [['q', false]]], ['many', null, []], ['nothing', null, []]
  ])
  t.same(embedded, [{ relation: 'class', target: null, always: false, onDemand: false }])
  t.match(actions, [
    { name: 'call', route: null, input: undefined, output: { types: [null], empty: true } },
    { name: 'elsewhere', route: null, input: undefined },
    { name: 'given', route: null, input: { schema: { properties: { a: {} } } } }
  ])
  t.equal(entries.get('/either'), null)
  t.equal(entries.get('/undocumented'), null)
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
    app.get('/untyped', { schema: { response: { 200: { type: 'array', items: {} } } }, config: hyper('ListUntyped') }, () => [])
  })
  t.same(types.map(({ name, open, item }) => [name, open, item]), [
    ['Order', false, undefined],
    ['Bound', false, undefined],
    ['ListOrders', true, undefined],
    ['ListOrdersList', false, 'ListOrders'],
    ['ListUntypedList', false, null]
  ])
  t.same(type('Order').embedded, [{ relation: 'related', target: 'Bound', always: true, onDemand: false }], 'the type that a route shows')
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
      config: { hyper: { name: 'Own', links: defineLinks<{ items: object[] }>(links => { links.items('items', bound) }) } }
    }, () => ({ items: [] }))
  })
  const everything = type('Everything')
  t.same(everything.embedded.map(({ relation, target }) => [relation, target]),
    [['known', 'Order'], ['item', 'EverythingPlainItem'], ['bound', 'Order2'], ['unknown', null], ['more', 'Order2']])
  t.equal(everything.item, 'EverythingPlainItem', 'the relation item')
  t.same(everything.relations.map(({ relation, target }) => [relation, target]), [
    ['next', 'Part'], ['self', 'Everything']
  ], 'a declared relation is kept')
  t.match(type('Tree'), { item: 'Tree', embedded: [{ relation: 'children', target: 'Tree' }] }, 'a type that contains itself')
  t.match(type('Own'), { item: 'Order2', movedMembers: ['items'] }, 'an envelope like a page')
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
  t.same(types.map(({ name, routes }) => [name, ...routes]), [['Thing', 'GET /a'], ['Thing2', 'GET /b'], ['Resource', 'GET /c']])
})

t.test('names of types', async t => {
  const rows: [text: string, name: string][] = [
    ['order', 'Order'], ['order-line', 'OrderLine'], ['urn:shop:order', 'Order'], ['https://a.example/schemas/order.json', 'Order'],
    ['Заказ', 'Заказ'],
    ['42', 'Type'], ['1st', 'Type1st'], ['/properties/a~1b', 'A1b']
  ]
  for (const [text, name] of rows) t.equal(typeName(text), name, text)
  t.equal(resourceName(null, 'Order', 'GetOrder'), 'Order')
  t.equal(resourceName(null, null, 'getOrderById'), 'OrderById')
  t.equal(listName('list', null, null), 'ResourceList')
})
