import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

// Contract, part 3: links and their relations. JSON texts are compared, so that the order counts.

interface Order {
  readonly id: number
}

const a = LinkTarget.uri('/a')
const b = LinkTarget.uri('/b')
const A = { href: '/a' }
const B = { href: '/b' }

type Declare = (links: LinkBuilder<Order>) => unknown

// What is declared, and the `_links` that come of it; undefined where there is no such member.
const LINKS: Readonly<Record<string, [declare: Declare, links: object | undefined]>> = {
  'nothing declared': [() => {}, undefined],
  'nothing left': [links => links.link('next', a).when(() => false), undefined],
  'in the order of their declaration': [
    links => [links.link('z', a), links.self(a), links.link('b', a)], { z: A, self: A, b: A }
  ],
  'self by link': [links => links.link('self', a), { self: A }],
  'self in another case': [links => links.link('Self', a), { Self: A }],
  'one link is an object': [links => links.link('next', a), { next: A }],
  'a relation twice is an array': [links => [links.link('next', a), links.link('next', b)], { next: [A, B] }],
  'an array stands where its relation was first': [
    links => [links.link('next', a), links.self(a), links.link('next', b)], { next: [A, B], self: A }
  ],
  'an array even when one is left': [
    links => [links.link('next', a), links.link('next', b).when(() => false)], { next: [A] }
  ],
  'an array without any is absent': [
    links => [links.link('next', a).when(() => false), links.link('next', () => null)], undefined
  ],
  'relations compare without case': [links => [links.link('Next', a), links.link('NEXT', b)], { Next: [A, B] }],
  'many, none': [links => links.linkMany('item', []), { item: [] }],
  'many, one': [links => links.linkMany('item', [a]), { item: [A] }],
  'many, two': [links => links.linkMany('item', [a, b]), { item: [A, B] }],
  'many of a function': [links => links.linkMany('item', () => [b, a]), { item: [B, A] }],
  'many of a function, none': [links => links.linkMany('item', () => []), { item: [] }],
  'many of a function, null': [links => links.linkMany('item', () => null), undefined],
  'many of a function, undefined': [links => links.linkMany('item', () => undefined), undefined],
  'many of a function, null among them': [
    links => links.linkMany('item', () => [a, null, undefined, b]), { item: [A, B] }
  ],
  'many of a promise': [links => links.linkMany('item', async () => [a, b]), { item: [A, B] }],
  'many under a condition': [links => links.linkMany('item', [a]).when(() => false), undefined],
  'many beside one': [links => [links.link('item', a), links.linkMany('item', [b])], { item: [A, B] }],
  'many beside one that is gone': [links => [links.link('item', () => null), links.linkMany('item', [])], { item: [] }],
  'one beside many': [links => [links.linkMany('item', [b]), links.link('Item', a)], { item: [B, A] }],
  'a target that is null': [links => [links.link('next', () => null), links.self(a)], { self: A }],
  'a target that is undefined': [links => links.link('next', () => undefined), undefined],
  'a target that comes later': [links => [links.link('next', async () => a), links.self(b)], { next: A, self: B }],
  'a target that comes later as null': [links => links.link('next', async () => null), undefined],
  'a target of the resource': [
    links => links.link('next', ({ id }) => LinkTarget.uri(`/${id}`)), { next: { href: '/1' } }
  ],
  'several conditions': [
    links => [links.link('next', a).when(() => true)
      .when(({ id }) => id === 1), links.link('prev', a).when(() => true).when(() => 0)],
    { next: A }
  ],
  'a condition that comes later': [
    links => [links.link('next', a).when(async () => 'yes'), links.link('prev', a).when(async () => '')], { next: A }
  ],
  'any truthy value is a condition that holds': [
    links => [links.link('next', a).when(() => []), links.link('prev', a).when(() => NaN)], { next: A }
  ],
  'a hand-written template': [
    links => links.link('find', LinkTarget.template('/orders{?q}')), { find: { href: '/orders{?q}', templated: true } }
  ],
  'a template that a function gave': [
    links => links.link('find', () => LinkTarget.template('/{+path}')), { find: { href: '/{+path}', templated: true } }
  ],
  'a template among many': [
    links => links.linkMany('find', [a, LinkTarget.template('/{q}')]), { find: [A, { href: '/{q}', templated: true }] }
  ]
}

t.test('links of each kind are the same in every format', async t => {
  for (const [name, [declare, wanted]] of Object.entries(LINKS)) {
    const links = defineLinks<Order>(links => { declare(links) })
    const { get, log } = await project(t, { links }, { id: 1 })
    for (const format of ['default', 'vendor', 'hal', 'hal-forms']) {
      t.equal((await get(format)).text, JSON.stringify({ id: 1, _links: wanted }), `${name}, ${format}`)
    }
    t.strictSame(log.filter(line => line.code !== undefined), [], `${name} is nothing to warn of`)
  }
})

t.test('members come after those of the value, in a fixed order', async t => {
  const links = defineLinks<Order>(links => {
    links.affordance('go', a)
    links.embed('part', () => ({ id: 2 }))
    links.self(a)
  })
  const ORDER = {
    default: ['id', '_links', '_embedded', '_actions'],
    vendor: ['id', '_links', '_embedded', '_actions'],
    hal: ['id', '_links', '_embedded'],
    'hal-forms': ['id', '_links', '_embedded', '_templates'],
    'application/json;q=0, */*': ['id', '_links', '_embedded']
  }
  const { get } = await project(t, { links }, { id: 1 })
  for (const [format, names] of Object.entries(ORDER)) {
    t.strictSame(Object.keys((await get(format)).document as object), names, format)
  }
  const bare = await project(t, { links, format: 'none' }, { id: 1 })
  t.equal((await bare.get()).text, '{"id":1}')
})

t.test('a value of no members', async t => {
  const { get } = await project(t, { links: defineLinks(links => { links.self(a) }) }, {})
  t.equal((await get()).text, '{"_links":{"self":{"href":"/a"}}}')
})

t.test('a member of the value under one of our names', async t => {
  const links = defineLinks<object>('order', links => {
    links.self(a)
    links.embed('part', () => ({ id: 2 }))
    links.affordance('go', a)
  })
  const OWN = { _links: 'mine', _embedded: null, _actions: [1], _templates: { a: 1 } }
  const HIDES: Readonly<Record<string, [format: string, ours: string[]]>> = {
    _links: ['default', ['_embedded', '_actions']],
    _embedded: ['default', ['_links', '_actions']],
    _actions: ['default', ['_links', '_embedded']],
    _templates: ['hal-forms', ['_links', '_embedded']]
  }
  for (const [name, [format, ours]] of Object.entries(HIDES)) {
    const own = OWN[name as keyof typeof OWN]
    const { get, logged } = await project(t, { links }, { [name]: own, id: 1 })
    for (let request = 0; request < 2; request++) {
      const { document } = await get(format)
      t.strictSame(Object.keys(document as object), [name, 'id', ...ours], name)
      t.strictSame(member(document, name), own, 'it is left as it is')
    }
    t.match(logged('HYPER008'), [new RegExp(`order.*${name}.*Rename`)])
    t.equal(logged('HYPER008').length, 1, 'logged once')
  }
  const escaped = await project(t, { links }, (_, reply) => {
    reply.serializer(() => '{"\\u005flinks":1}')
    return {}
  })
  t.strictSame(Object.keys((await escaped.get()).document as object), [
    '_links', '_embedded', '_actions'
  ], 'an escaped name is the same name')
  const nested = await project(t, { links }, { inner: { _links: 1 }, text: '"_links":' })
  t.strictSame(Object.keys((await nested.get()).document as object), [
    'inner', 'text', '_links', '_embedded', '_actions'
  ], 'within a member it is no name of ours')
  t.strictSame(nested.logged('HYPER008'), [])
})

t.test('a member of the value that contains hypermedia is reported once', async t => {
  const STORED = { approve: { href: '/users/7/promote', method: 'POST' } }
  const article = defineLinks<{ id: number }>('article', links => { links.self(LinkTarget.uri('/1')) })
  const page = defineLinks<{ orders: object[] }>('page', links => { links.items('orders', article) })
  const ROWS: Record<string, [links: typeof article, value: object, reported: number]> = {
    'links below the top': [article, { id: 1, settings: { _links: STORED } }, 1],
    'actions in a list below the top': [article, { id: 1, notes: [{ _actions: STORED }] }, 1],
    'below a member with the name of ours': [article, { id: 1, _links: { a: { _links: STORED } } }, 2],
    'a member beside the resources of an envelope': [
      page as never, { orders: [{ id: 1 }], settings: { _templates: STORED } }, 1
    ],
    'a member of a resource in an envelope': [
      page as never, { orders: [{ id: 1, settings: { _embedded: STORED } }] }, 1
    ],
    'a resource in a member of an envelope': [article.at('article') as never, { article: { id: 1 } }, 0],
    'a string': [article, { id: 1, text: JSON.stringify({ _links: STORED }) }, 0],
    'no object': [article, { id: 1, settings: { _links: 'none' } }, 0]
  }
  for (const [row, [links, value, reported]] of Object.entries(ROWS)) {
    const { get, logged } = await project(t, { links }, value)
    await get()
    await get()
    t.equal(logged('HYPER008').length, reported, row)
  }
})

t.test('callbacks get the request, the reply and the server', async t => {
  const links = defineLinks<Order>(links => {
    links.self((order, { request, reply, server }) =>
      LinkTarget.uri(
        `/${order.id}/${request.headers['x-user']}/${reply.statusCode}/${server.getDecorator<string>('place')}`
      ))
      .when((_, { server }) => server.hasDecorator('place'))
      .title((_, { request }) => request.method)
    links.affordance('go', (_, { server }) => LinkTarget.uri(server.getDecorator('place')))
      .title(async (_, { request }) => request.url)
    links.embed('part', async (_, { server }) => ({ place: server.getDecorator('place') }))
  })
  const { get } = await project(t, { links }, { id: 1 }, {
    routes: app => {
      app.decorate('place', 'root')
      app.register(async scope => {
        scope.decorate('place', 'inner')
        scope.get('/inner', { config: { hyper: { links } } }, async (_, reply) => { reply.code(201); return { id: 2 } })
      }).after(() => {})
    }
  })
  const headers = [['x-user', 'ann']] as const
  const callbackMembers = (id: number, status: number, place: string, path: string) => ({
    id,
    _links: { self: { href: `/${id}/ann/${status}/${place}`, title: 'GET' } },
    _embedded: { part: { place } },
    _actions: { go: { href: place, method: 'POST', title: path } }
  })
  t.strictSame((await get('default', '/value', headers)).document, callbackMembers(1, 200, 'root', '/value'))
  t.strictSame(
    (await get('default', '/inner', headers)).document, callbackMembers(2, 201, 'inner', '/inner'),
    'the server is that of the route'
  )
})

// Each callback that fails by itself is in links/callback-faults.test.ts.
t.test('of several callbacks that fail, one fails the response', async t => {
  const broken = () => { throw new Error('broken') }
  const rejected = async () => { throw new Error('broken') }
  const DECLARE: Readonly<Record<string, Declare>> = {
    'two that reject': links => [links.link('next', rejected), links.link('prev', rejected)],
    'one that rejects and one that throws': links => [links.link('next', rejected), links.link('prev', broken)],
    'a condition of children': links => links.embed('part', () => null).when(broken)
  }
  for (const [name, declare] of Object.entries(DECLARE)) {
    const { get } = await project(t, declare, { id: 1 })
    t.match(await get(), { status: 500, document: { message: 'broken' } }, name)
  }
})

t.test('a relation twice, to routes, beside another', async t => {
  const links = defineLinks<{ id: number }>(links => {
    const to = (id: number) => LinkTarget.route('GetPart', () => ({ id }))
    links.self(to(1))
    links.link('item', to(2))
    links.link('item', to(3))
  })
  const routes = (app: FastifyInstance) => {
    app.get('/parts/:id', { config: { hyper: { name: 'GetPart' } } }, async () => ({}))
  }
  const { read } = await project(t, { links }, { id: 1 }, { routes })
  t.strictSame(await read('_links'), { self: { href: '/parts/1' }, item: [{ href: '/parts/2' }, { href: '/parts/3' }] })
})
