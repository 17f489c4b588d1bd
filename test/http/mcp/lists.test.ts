import t, { type Test } from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { mcp } from '../../../mcp/index.ts'
import { callTool } from '../../support/tool-calls.ts'
import { agentAt, type Json, serveTools } from './agent.ts'
import { buildApi } from './apis/api.ts'
import { shop } from './apis/shop.ts'

// What a list costs, and what its rows have.

async function listen (t: Test) {
  const { app } = await buildApi(shop)
  const { call } = await agentAt(t, app)
  return { app, call }
}

t.test('20 orders have at most 1.1 times the bytes of their JSON', async t => {
  const { app, call } = await listen(t)
  const { content, text } = await call('open', { url: '/orders' })
  const bytes = Buffer.byteLength(text)
  const json = Buffer.byteLength((await app.inject('/orders')).payload)
  t.equal(content.embedded.item.length, 20)
  t.ok(bytes <= 1.1 * json, `${bytes} of ${json} bytes`)
})

t.test('rows have at most 1.1 times the bytes of their data, where most offer the same', async t => {
  const { call } = await listen(t)
  const { embedded: { item } } = (await call('open', { url: '/orders?status=pending' })).content
  t.equal(item.length, 20)
  const [rows, data] = [item, item.map(({ data }: Json) => data)].map(json => Buffer.byteLength(JSON.stringify(json)))
  t.ok(rows! <= 1.1 * data!, `${rows} of ${data} bytes`)
})

t.test('rows name their actions, if not those of most rows; an input that all rows share is there once', async t => {
  const { call } = await listen(t)
  const { content } = await call('open', { url: '/orders?status=pending' })
  const { embedded: { item: [pending, , packed] }, rowActions, embeddedActions } = content
  t.strictSame(rowActions, { item: ['edit', 'cancel', 'pay'] })
  t.strictSame([Object.keys(pending), Object.keys(packed)], [['url', 'data'], ['url', 'data', 'actions']])
  t.strictSame(packed.actions, ['pay'])
  t.strictSame(embeddedActions.map(({ action }: Json) => action), ['edit', 'cancel', 'pay'])
  t.strictSame(embeddedActions[1], {
    action: 'cancel',
    title: 'Cancel the order',
    method: 'POST',
    inputSchema: {
      type: 'object',
      required: [],
      properties: { reason: { type: 'string', maxLength: 200 } },
      additionalProperties: false
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false }
  })
  const { actions: [edit] } = (await call('open', { url: pending.url })).content
  t.equal(edit.target, pending.url, 'the resource itself has the whole action')
  t.match(
    await call('act', { url: pending.url, action: 'cancel', input: { reason: 'late' } }),
    { isError: false, content: { data: { status: 'cancelled' } } }
  )
})

t.test('what rows have in common is there once for each relation, and a row has the rest', async t => {
  class Row {
    readonly id: number
    constructor (id: number) { this.id = id }
  }
  const rows = defineLinks(Row, links => {
    links.link('list', LinkTarget.uri('/rows'))
    links.link('next', ({ id }) => LinkTarget.uri(`/rows/${id + 1}`))
    links.affordance('even', LinkTarget.uri('/even')).when(({ id }) => id % 2 === 0)
    links.affordance('any', LinkTarget.uri('/any'))
  })
  const all = defineLinks<object>(links => {
    links.embedMany('many', () => [1, 2, 3].map(id => new Row(id)), rows)
    links.embedMany('pair', () => [4, 5].map(id => new Row(id)), rows)
    links.embed('one', () => new Row(6), rows)
  })
  const { call } = await serveTools(t, app => { app.get('/', { config: { hyper: { links: all } } }, () => ({})) })
  const { embedded, rowLinks, rowActions, embeddedActions } = (await call('open')).content
  t.strictSame(rowLinks, {
    many: [{ relation: 'list', url: '/rows' }], pair: [{ relation: 'list', url: '/rows' }]
  })
  t.strictSame(rowActions, { many: ['any'] })
  const named = (rows: Json[]) => rows.map(({ links, actions }) =>
    [links.map(({ relation }: Json) => relation).join(), actions?.join()])
  t.strictSame(named(embedded.many), [['next', undefined], ['next', 'even,any'], ['next', undefined]])
  t.strictSame(named(embedded.pair), [['next', 'even,any'], ['next', 'any']], 'two of which none is the rule')
  t.strictSame(named(embedded.one), [['list,next', 'even,any']], 'the only one')
  t.strictSame(embeddedActions.map(({ action }: Json) => action), ['any', 'even'])
})

t.test('rows that embed others under their own relation name all that they have', async t => {
  class Reply {
    readonly id: number
    readonly replies: readonly Reply[]
    constructor (id: number, replies: readonly Reply[] = []) {
      this.id = id
      this.replies = replies
    }
  }
  const closed = defineLinks(Reply, () => {})
  const replies = defineLinks(Reply, links => {
    links.link('rules', LinkTarget.uri('/rules'))
    links.affordance('delete', LinkTarget.uri('/delete'))
    links.embedMany('reply', ({ replies }) => replies, closed)
  })
  const thread = defineLinks<object>(links => {
    links.embedMany('reply', () => [1, 2].map(id => new Reply(id, [new Reply(id + 10)])), replies)
    links.embedMany('pinned', () => [3, 4].map(id => new Reply(id)), replies)
  })
  const { call } = await serveTools(t, app => { app.get('/', { config: { hyper: { links: thread } } }, () => ({})) })
  const { embedded: { reply, pinned }, rowLinks, rowActions } = (await call('open')).content
  t.strictSame([Object.keys(rowLinks), Object.keys(rowActions)], [['pinned'], ['pinned']])
  t.strictSame(reply.map(({ actions }: Json) => actions), [['delete'], ['delete']])
  t.strictSame(reply.map(({ embedded }: Json) => embedded.reply[0].actions), [undefined, undefined])
  t.strictSame(pinned.map(({ actions }: Json) => actions), [undefined, undefined])
})

t.test('rows whose inputs differ have them at their own URLs', async t => {
  const links = defineLinks<{ id: number }>(links => {
    links.self(LinkTarget.route('row', ({ id }) => ({ id })))
    links.affordance('touch', row => LinkTarget.route(`touch-${row.id}`))
  })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links } } }, () => [{ id: 1 }, { id: 2 }])
    app.get('/rows/:id', { config: { hyper: { name: 'row' } } }, () => ({}))
    for (const id of [1, 2]) {
      const body = { type: 'object', properties: { [`field${id}`]: { type: 'string' } } }
      app.post(`/rows/${id}`, { schema: { body }, config: { hyper: { name: `touch-${id}` } } }, () => ({}))
    }
  })
  const { embedded, rowActions, embeddedActions } = (await call('open')).content
  t.strictSame(rowActions, { item: ['touch'] })
  t.strictSame(embedded.item.map(({ actions }: Json) => actions), [undefined, undefined])
  t.strictSame(embeddedActions, [{ action: 'touch' }])
})

t.test('the parameters of the links between pages are known by the names that the API takes', async t => {
  interface Page { readonly rows: readonly number[], readonly count: number }
  const numbered = defineLinks<Page & { page: number, size: number }>(links => {
    links.page({ page: 'page', pageSize: 'size', total: 'count', query: { page: 'p', pageSize: 'limit' } })
  })
  const byOffset = defineLinks<Page & { offset: number, size: number }>(links => {
    links.page({ offset: 'offset', limit: 'size', total: 'count' })
  })
  const byCursor = defineLinks<Page & { after: string }>(links => {
    links.page({ next: 'after', query: { next: 'after', prev: 'before' } })
  })
  const querystring = { type: 'object', properties: { q: { type: 'string' } } }
  const { call } = await serveTools(t, app => {
    const route = (url: string, links: object, page: object) => app.get(url, {
      schema: { querystring }, config: { hyper: { links } }
    } as never, () => ({ rows: [1], count: 20, ...page }))
    route('/numbered', numbered, { page: 2, size: 5 })
    route('/offset', byOffset, { offset: 5, size: 5 })
    route('/cursor', byCursor, { after: 'x' })
  }, { hyper: { hrefs: 'path' } })
  for (const [url, known, unknown] of [
    ['/numbered', ['q', 'p', 'limit'], 'page'], ['/offset', ['q', 'offset', 'limit'], 'page'],
    ['/cursor', ['q', 'after', 'before'], 'cursor']
  ] as const) {
    const { content: { links } } = await call('open', { url })
    const next = links.find(({ relation }: Json) => relation === 'next').url
    t.match(await call('open', { url: next }), { isError: false, content: { url: next } }, 'a link of a result')
    t.match(await call('open', { url: `${url}?${unknown}=2` }), {
      isError: true, content: { error: { unknown: [unknown], known } }
    })
  }
})

t.test('a failed open names what is possible, without inputs', async t => {
  const { call } = await listen(t)
  const [{ content: { links, actions } }, ...failed] = await Promise.all([
    call('open'), call('open', { url: '/nothing' }), call('open', { url: 'https://elsewhere.example/' }),
    call('open', { relation: 'nothing' })
  ])
  const names = actions.map(({ action, title }: Json) => ({ action, title }))
  t.not(names.length, 0)
  for (const { isError, content: { possible } } of failed) {
    t.ok(isError)
    t.strictSame(possible, { url: '/', links, actions: names })
  }
})

t.test('the entry point has a relation to one item of each collection, by its identifier', async t => {
  const { call } = await listen(t)
  const { links } = (await call('open')).content
  t.match(links.slice(-2), [
    { title: 'Read one order', variables: [{ name: 'id', required: true, schema: { type: 'integer' } }] },
    { relation: 'product', variables: [{ name: 'id' }] }
  ])
  const { content } = await call('open', { relation: 'order', variables: { id: 7 } })
  t.match(content, { url: '/orders/7', data: { id: 7 } })
  t.match(await call('act', { url: content.url, action: 'pay' }), { content: { data: { status: 'paid' } } })
  t.match(await call('open', { relation: 'order', variables: { id: '../products/1' } }), { isError: true })
  t.notMatch(JSON.stringify((await call('open', { url: '/orders' })).content.links), 'variables')
})

t.test('a collection without schemas has the relation, too: the class of its items decides', async t => {
  class Order { readonly id = 7 }
  const orderLinks = defineLinks(Order, links => {
    links.self(LinkTarget.route('order', ({ id }) => ({ id })))
  })
  const rootLinks = defineLinks<object>(links => { links.link('orders', LinkTarget.route('orders')) })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links: rootLinks } } }, () => ({}))
    app.get('/orders/', { config: { hyper: { name: 'orders', links: true } } }, () => [new Order()])
    app.get('/orders/:id(^\\d+$)', { config: { hyper: { name: 'order', links: true } } }, () => new Order())
  }, { hyper: { links: [orderLinks], hrefs: 'path' } })
  t.match(
    await call('open', { relation: 'order', variables: { id: 7 } }), { isError: false, content: { url: '/orders/7' } }
  )
})

t.test('a relation of the API stays as it is', async t => {
  const order = { $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } }
  const orderLinks = defineLinks<{ id: number }>(order, links => {
    links.self(LinkTarget.route('order', ({ id }) => ({ id })))
  })
  const rootLinks = defineLinks<object>(links => {
    links.link('orders', LinkTarget.routeTemplate('orders'))
    links.link('recent', LinkTarget.route('orders'))
    links.link('Order', LinkTarget.uri('/latest'))
  })
  const { call } = await serveTools(t, app => {
    app.get('/', { config: { hyper: { links: rootLinks } } }, () => ({}))
    app.get('/orders', {
      schema: { response: { 200: { type: 'array', items: order } } }, config: { hyper: { name: 'orders', links: true } }
    }, () => [])
    app.get('/orders/:id', {
      schema: { response: { 200: order } }, config: { hyper: { name: 'order', links: true } }
    }, () => ({ id: 1 }))
  }, { hyper: { links: [orderLinks], hrefs: 'path' } })
  t.strictSame((await call('open')).content.links.map(({ relation }: Json) => relation), ['orders', 'recent', 'Order'])
})

t.test('the summary of a result names its members and counts', async t => {
  const { app } = await buildApi(shop, 'default', app => {
    app.register(mcp, { prefix: '/mcp', text: 'summary' })
  })
  t.teardown(() => app.close())
  const { content: [{ text }] } = await callTool(app, 'open', { url: '/orders' })
  t.equal(text, 'The structured content has status, url, data, links (4), actions (0), embedded, embeddedActions (3).')
})
