import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  type BatchPolicy, defineLinks, type HyperOptions, type LinkBuilder,
  type LinkConfig, type LinkContext, LinkTarget, offsetPage, type Policies,
  resourceOf
} from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// Policies and callbacks of many resources: one call for all that are known together.

interface Item {
  readonly id: number
  readonly owner?: string
  readonly items?: readonly Item[]
}

const item = (id: number): Item => ({ id })
const many = (count: number, first = 0) => Array.from({ length: count }, (_, index) => item(first + index))
const to = LinkTarget.uri('/to')

interface Linked {
  readonly id: number
  readonly _links: Record<string, { href: string } | undefined>
  readonly _actions?: Record<string, unknown>
  readonly _embedded: Record<string, readonly Linked[]>
}

/** A server of a value, with one configuration. */
const serve = (t: Test, links: LinkConfig<never>, value: unknown, options: HyperOptions = {}) =>
  project(t, { links }, () => value, { options })

/** The elements of a response. */
async function elementsOf (...parameters: Parameters<typeof serve>): Promise<readonly Linked[]> {
  return (await (await serve(...parameters)).get()).document as Linked[]
}

/** A policy that allows even ids, and the ids of each of its calls. */
function counted (pause: () => unknown = () => {}): { calls: number[][], policy: BatchPolicy<Item> } {
  const calls: number[][] = []
  const allow = (resources: readonly Item[]) => resources.map(({ id }) => id % 2 === 0)
  return {
    calls,
    policy: {
      many (_request, resources) {
        calls.push(resources.map(({ id }) => id))
        const waited = pause()
        return waited instanceof Promise ? waited.then(() => allow(resources)) : allow(resources)
      }
    }
  }
}

const PAUSES: Readonly<Record<string, () => unknown>> = { 'at once': () => {}, later: async () => delay(1) }
const ids = (resources: readonly Item[]) => resources.map(({ id }) => id)

t.test('a page of 50 with three policies: three calls with 50 resources in order', async t => {
  for (const [when, pause] of Object.entries(PAUSES)) {
    const [a, b, c] = [counted(pause), counted(pause), counted(pause)]
    const links = defineLinks<Item>(links => {
      links.self(to).requireAuthorization('a')
      links.link('both', to).requireAuthorization('a').requireAuthorization('b')
      links.affordance('x', to).requireAuthorization('c', item => item)
      links.affordance('y', to).requireAuthorization('c')
    })
    const items = many(50)
    const policies = { a: a.policy, b: b.policy, c: c.policy }
    for (const value of [items, offsetPage(items, { page: 1, pageSize: 50, totalCount: 100 })]) {
      const { document } = await (await serve(t, links, value, { policies })).get()
      const list = (Array.isArray(document) ? document : member(document, 'items')) as Linked[]
      t.strictSame([a.calls, b.calls, c.calls], [[ids(items)], [ids(items)], [ids(items)]], when)
      t.ok(
        list.every(({ id, _links }) => id % 2 === 0 ? _links.self && _links['both'] : _links === undefined),
        `${when}: even ids have links`
      )
      t.ok(
        list.every(({ id, _actions }) => (id % 2 === 0) === (_actions?.['x'] !== undefined)),
        `${when}: even ids have actions`
      )
      for (const { calls } of [a, b, c]) calls.length = 0
    }
  }
})

t.test('one policy of many resources beside another for each of them, of an embedded resource', async t => {
  const { calls, policy } = counted(() => {})
  const links = defineLinks<Item>(links => {
    links.self(to)
    links.embed('child', () => ({}), defineLinks<object>('child', () => {}, { schema: {} }))
      .requireAuthorization('all').requireAuthorization('each', item => item)
  })
  const items = many(5)
  await elementsOf(t, links, items, { policies: { all: policy, each: () => true } })
  t.strictSame(calls, [ids(items)])
})

t.test('embedded resources of one depth: one call across all parents', async t => {
  for (const [when, pause] of Object.entries(PAUSES)) {
    const { calls, policy } = counted(pause)
    const grandchildLinks = defineLinks<Item>(
      links => { links.self(to).requireAuthorization('policy') }, { schema: {} }
    )
    const childLinks = defineLinks<Item>(links => {
      links.self(to).requireAuthorization('policy')
      links.embed('item', ({ id }) => item(id + 10_000), grandchildLinks)
    }, { schema: {} })
    const links = defineLinks<Item>(links => {
      links.self(to).requireAuthorization('policy')
      links.embedMany('item', async ({ id }) => many(2, id * 2 + 1000), childLinks)
    })
    const list = await elementsOf(t, links, many(500), { policies: { policy } })
    t.strictSame(calls, [ids(many(500)), ids(many(1000, 1000)), ids(many(1000, 11_000))], when)
    const children = list.flatMap(({ _embedded }) => _embedded['item']!)
    t.equal(children.length, 1000)
    t.ok([...children, ...children.flatMap(({ _embedded }) => _embedded['item']!)].every(({ id, _links }) =>
      (id % 2 === 0) === (_links !== undefined)))
  }
})

t.test('conditions before a policy of many resources', async t => {
  const { calls, policy } = counted()
  const evaluated: number[] = []
  const links = defineLinks<Item>(links => {
    links.link('first', to).when(({ id }) => { evaluated.push(id); return id < 4 }).requireAuthorization('policy')
    links.link('last', to).requireAuthorization('policy').when(async ({ id }) => id > 1)
    links.link('caller', to).requireAuthorization('policy').requireAuthorization('nobody')
  })
  const list = await elementsOf(t, links, many(6), { policies: { policy, nobody: () => false }, concurrency: 2 })
  t.strictSame(calls, [[0, 1, 2, 3, 4, 5]], 'one call for what any member needs, in the order of the list')
  t.strictSame(evaluated, [0, 1, 2, 3, 4, 5], 'a condition is evaluated once')
  t.strictSame(list.map(({ _links }) => Object.keys(_links ?? {})), [
    ['first'], [], ['first', 'last'], [], ['last'], []
  ])
})

t.test('values that a policy of many resources gets', async t => {
  const calls: unknown[][] = []
  const policy: BatchPolicy = {
    many: (_request, values) => { calls.push([...values]); return values.map(value => value === 'ann') }
  }
  const links = defineLinks<Item>(links => {
    links.self(to).requireAuthorization('policy', async ({ owner }) => owner)
  })
  const items = ['ann', 'bob', 'ann'].map((owner, id) => ({ id, owner }))
  const list = await elementsOf(t, links, items, { policies: { policy } })
  t.strictSame(calls, [['ann', 'bob']], 'distinct values')
  t.strictSame(list.map(({ _links }) => _links !== undefined), [true, false, true])
})

t.test('max splits a call', async t => {
  for (const [when, pause] of Object.entries(PAUSES)) {
    const { calls, policy } = counted(pause)
    const links = defineLinks<Item>(links => { links.self(to).requireAuthorization('policy') })
    const list = await elementsOf(t, links, many(5), { policies: { policy: { ...policy, max: 2 } } })
    t.strictSame(calls, [[0, 1], [2, 3], [4]], when)
    t.strictSame(list.map(({ _links }) => _links !== undefined), [true, false, true, false, true], when)
  }
})

t.test('the policies of targets', async t => {
  const DECLARE: Readonly<Record<string, (links: LinkBuilder<Item>) => unknown>> = {
    fixed: links => [
      links.self(LinkTarget.route('Get', ({ id }: Item) => ({ id }))),
      links.affordance('x', LinkTarget.route('Post', ({ id }: Item) => ({ id })))
    ],
    callbacks: links => [
      links.self(({ id }) => LinkTarget.route('Get', { id })),
      links.affordance('x', async ({ id }) => LinkTarget.route('Post', { id }))
    ],
    'callbacks of many': links => [
      links.self({ many: items => items.map(({ id }) => LinkTarget.route('Get', { id })) }),
      links.affordance('x', { many: async items => items.map(({ id }) => LinkTarget.route('Post', { id })) })
    ]
  }
  for (const [name, declare] of Object.entries(DECLARE)) {
    const { calls, policy } = counted()
    const app = newApp(t)
    const links = defineLinks<Item>(links => { declare(links) })
    await app.register(hyper, { policies: { policy }, hrefs: 'path' })
    const resource = (request: FastifyRequest) => item(Number((request.params as { id: string }).id))
    app.get(
      '/:id', { config: { hyper: { name: 'Get', policy: 'policy', resource } } }, request => resourceOf<Item>(request)
    )
    app.post('/:id', { config: { hyper: { name: 'Post', policy: 'policy', resource } } }, () => ({}))
    app.get('/', { config: { hyper: { links } } }, () => many(6))
    await app.ready()
    const list = (await app.inject('/')).json<Linked[]>()
    t.strictSame(calls, [[0, 1, 2, 3, 4, 5]], name)
    t.strictSame(
      list.map(({ _links, _actions }) => [_links !== undefined, _actions !== undefined]),
      [0, 1, 2, 3, 4, 5].map(id => [id % 2 === 0, id % 2 === 0]), name
    )
    calls.length = 0
    t.equal(
      (await app.inject({ method: 'POST', url: '/1' })).statusCode, 403, `${name}: a guard evaluates one resource`
    )
    t.equal((await app.inject({ method: 'POST', url: '/2' })).statusCode, 200)
    t.strictSame(calls, [[1], [2]])
  }
})

t.test('the policy of a fixed target with several versions', async t => {
  const { calls, policy } = counted()
  const app = newApp(t)
  const links = defineLinks<Item>(links => { links.self(LinkTarget.route('Get', ({ id }: Item) => ({ id }))) })
  await app.register(hyper, { policies: { policy }, hrefs: 'path' })
  for (const version of ['1.0.0', '2.0.0']) {
    app.get('/:id', {
      constraints: { version }, config: { hyper: { name: 'Get', policy: 'policy', resource: () => item(0) } }
    }, () => ({}))
    app.get('/', { constraints: { version }, config: { hyper: { links } } }, () => many(6))
  }
  const list = (await app.inject({ url: '/', headers: { 'accept-version': '2.0.0' } })).json<Linked[]>()
  t.strictSame(calls, [[0, 1, 2, 3, 4, 5]])
  t.strictSame(list.map(({ _links }) => _links !== undefined), [true, false, true, false, true, false])
})

t.test('callbacks of many resources', async t => {
  const calls: Record<string, number[][]> = {
    link: [], self: [], linkMany: [], embed: [], embedMany: [], action: [], next: []
  }
  const note = <V>(name: string, result: (item: Item) => V) => ({
    many: async (items: readonly Item[], context: LinkContext) => {
      t.ok(context.request.url, 'gets the context')
      calls[name]!.push(ids(items))
      return items.map(result)
    }
  })
  const childLinks = defineLinks<Item>(
    links => { links.link('next', note('next', ({ id }) => LinkTarget.uri(`/next/${id}`))) }, { schema: {} }
  )
  const links = defineLinks<Item>(links => {
    links.self(note('self', ({ id }) => LinkTarget.uri(`/${id}`)))
    links.link('link', note('link', ({ id }) => id === 1 ? null : LinkTarget.uri(`/link/${id}`)))
      .when(({ id }) => id !== 2)
    links.linkMany('linkMany', note('linkMany', ({ id }) => [LinkTarget.uri(`/many/${id}`), null]))
    links.embed('embed', note('embed', ({ id }) => item(id + 10)), childLinks)
    links.embedMany('embedMany', note('embedMany', ({ id }) => id === 0 ? null : many(id, id * 100)), childLinks)
    links.affordance('action', note('action', ({ id }) => LinkTarget.uri(`/do/${id}`))).when(({ id }) => id > 0)
  })
  const list = await elementsOf(t, links, many(3), { concurrency: 1 })
  t.strictSame(calls, {
    link: [[0, 1]],
    self: [[0, 1, 2]],
    linkMany: [[0, 1, 2]],
    embed: [[0, 1, 2]],
    embedMany: [[0, 1, 2]],
    action: [[1, 2]],
    next: [[10, 11, 100, 12, 200, 201]]
  })
  t.strictSame(list.map(({ _links }) => _links['link']?.href), ['/link/0', undefined, undefined])
  t.strictSame(list.map(({ _links }) => _links['linkMany']), list.map(({ id }) => [{ href: `/many/${id}` }]))
  t.strictSame(list.map(({ _embedded }) => [
    _embedded['embed'], _embedded['embedMany']!.map(({ _links }) => _links['next']!.href)
  ]), [
    [{ id: 10, _links: { next: { href: '/next/10' } } }, []],
    [{ id: 11, _links: { next: { href: '/next/11' } } }, ['/next/100']],
    [{ id: 12, _links: { next: { href: '/next/12' } } }, ['/next/200', '/next/201']]
  ])
  t.strictSame(list.map(({ _actions }) => _actions !== undefined), [false, true, true])
})

t.test('one resource in a list twice', async t => {
  const { calls, policy } = counted()
  const twice = item(2)
  const links = defineLinks<Item>(links => {
    links.self({ many: items => items.map(({ id }) => LinkTarget.uri(`/${id}`)) }).requireAuthorization('policy')
    links.embed('self', item => item, defineLinks<Item>(
      links => { links.self(to).requireAuthorization('policy') }, { schema: {} }
    ))
  })
  const list = await elementsOf(t, links, [twice, twice], { policies: { policy } })
  t.strictSame(calls, [[2]])
  t.strictSame(
    list.map(({ _links, _embedded }) => [_links.self, _embedded]),
    [1, 2].map(() => [{ href: '/2' }, { self: { id: 2, _links: { self: { href: '/to' } } } }])
  )
})

t.test('a list of 500 with the same objects again', async t => {
  for (const [when, pause] of Object.entries(PAUSES)) {
    const { calls, policy } = counted(pause)
    const childLinks = defineLinks<Item>(links => { links.self(to).requireAuthorization('policy') }, { schema: {} })
    const links = defineLinks<Item>(links => {
      links.self(to).requireAuthorization('policy')
      links.embed('shared', ({ id }) => children[id % 7]!, childLinks)
    })
    const distinct = many(100)
    const children = many(7, 1000)
    const list = Array.from({ length: 500 }, (_, index) => distinct[index * 3 % 100]!)
    const body = await elementsOf(t, links, list, { policies: { policy } })
    const order = [...new Set(ids(list))]
    t.strictSame(
      calls, [order, [...new Set(order.map(id => 1000 + id % 7))]],
      `${when}: distinct resources, in the order of the list`
    )
    t.strictSame(ids(body), ids(list))
    t.ok(
      body.every(({ id, _links }) => (id % 2 === 0) === (_links !== undefined)), `${when}: each element has its links`
    )
    t.ok(body.every(({ _embedded: { shared } }) => shared !== undefined), `${when}: and its embedded resource`)
  }
})

interface Envelope {
  readonly id: number
  readonly tasks?: readonly (Item | Envelope)[]
  readonly notes?: readonly Item[]
}

t.test('envelopes: one call for the elements of all their lists', async t => {
  const JSON_TYPES = ['application/json', 'application/hal+json']
  for (const accept of JSON_TYPES) {
    for (const [when, pause] of Object.entries(PAUSES)) {
      const { calls, policy } = counted(pause)
      const itemLinks = defineLinks<Item>(links => { links.self(to).requireAuthorization('policy') }, { schema: {} })
      const innerLinks = defineLinks<Envelope>(
        links => { links.items('tasks', itemLinks as LinkConfig<unknown>) }, { schema: {} }
      )
      const both = (links: LinkBuilder<Envelope>) => {
        links.items('tasks', itemLinks as LinkConfig<unknown>)
        links.items('notes', itemLinks)
      }
      const envelope = (id: number, count: number): Envelope => ({ id, tasks: many(count, id * 100) })
      const ROWS: ReadonlyArray<readonly [
        name: string, declare: (links: LinkBuilder<Envelope>) => void, value: unknown, calls: number[][]
      ]> = [
        ['two lists', both, { id: 0, tasks: many(50), notes: many(50, 100) }, [[
          ...ids(many(50)), ...ids(many(50, 100))
        ]]],
        ['two lists and the envelope', links => { both(links); links.self(to).requireAuthorization('policy') },
          { id: 7, tasks: many(5), notes: many(5, 100) }, [[...ids(many(5)), ...ids(many(5, 100)), 7]]],
        ['a list of envelopes', links => { links.items('tasks', itemLinks as LinkConfig<unknown>) },
          [envelope(1, 3), envelope(2, 3)], [[100, 101, 102, 200, 201, 202]]],
        ['envelopes in an envelope', links => { links.items('tasks', innerLinks as LinkConfig<unknown>) },
          { id: 0, tasks: [envelope(1, 2), envelope(2, 2)] }, [[100, 101, 200, 201]]],
        ['an embedded envelope in each element', links => {
          links.embed('inner', ({ id }) => envelope(id + 3, 2), innerLinks)
        },
        [item(0), item(1), item(2)], [[300, 301, 400, 401, 500, 501]]]
      ]
      for (const [name, declare, value, expected] of ROWS) {
        const { get } = await project<Envelope>(t, declare, () => value, { options: { policies: { policy } } })
        const { text } = await get(accept)
        t.strictSame(calls.splice(0), expected, `${name}, ${accept}, ${when}`)
        const allowed = expected.flat().filter(id => id % 2 === 0).length
        t.equal(
          text.split('"self"').length - 1, allowed,
          `${name}, ${accept}, ${when}: the links of those that are allowed`
        )
      }
    }
  }
})

t.test('envelopes that contain each other', async t => {
  const { calls, policy } = counted()
  const links = defineLinks<Envelope>(links => {
    links.self(to).requireAuthorization('policy')
    links.items('tasks', innerLinks)
  })
  const innerLinks: LinkConfig<unknown> = defineLinks<unknown>(links => {
    links.self(to).requireAuthorization('policy')
    links.items('tasks' as never, innerLinks)
  })
  const [one, two] = [{ id: 2, tasks: [] as Envelope[] }, { id: 4, tasks: [] as Envelope[] }]
  one.tasks.push(two)
  two.tasks.push(one)
  const app = await hyperApp(t, { hrefs: 'path', policies: { policy } })
  const leaf = { type: 'object', properties: { id: { type: 'integer' } } }
  const schema = {
    response: {
      200: {
        type: 'array', items: { ...leaf, properties: { ...leaf.properties, tasks: { type: 'array', items: leaf } } }
      }
    }
  }
  app.get('/', { schema, config: { hyper: { links } } }, () => [one])
  const { statusCode } = await app.inject('/')
  t.equal(statusCode, 200)
  t.strictSame(calls, [[2, 4]])
})

const FAULTS: Readonly<Record<string, (resources: readonly unknown[]) => unknown>> = {
  throws: () => { throw new Error('broken') },
  rejects: async () => { throw new Error('broken') },
  'rejects later': async () => { await delay(1); throw new Error('broken') },
  'another length': resources => resources.slice(1).map(() => true),
  'more results': resources => [...resources, 1].map(() => true),
  'not an array': () => true,
  'not an array, later': async () => ({ length: 3 }),
  nothing: () => undefined,
  'an array with a rejection': resources => resources.map(async () => { throw new Error('broken') })
}

t.test('a policy of many resources that fails', async t => {
  for (const [fault, fail] of Object.entries(FAULTS)) {
    const policies: Policies = { policy: { many: (_request, resources) => fail(resources) as boolean[] } }
    const links = defineLinks<Item>(links => {
      links.link('open', to)
      links.link('x', to).requireAuthorization('policy')
      links.affordance('y', to).requireAuthorization('policy')
    })
    const lax = await serve(t, links, many(3), { policies })
    const { status, document, header } = await lax.get()
    t.equal(status, 200, fault)
    t.ok(
      (document as Linked[]).every(({ _links, _actions }) =>
        Object.keys(_links).join() === 'open' && _actions === undefined),
      `${fault}: hides all`
    )
    t.equal(header('cache-control'), 'private', fault)
    t.equal(lax.log.filter(({ level }) => level === 50).length, 1, `${fault}: logged once`)
    t.match(
      lax.log.filter(({ code }) => code === 'HYPER011'), [{ msg: /^the policy 'policy': it failed/ }],
      `${fault}: reported once`
    )
    const strict = await serve(t, links, many(3), { policies, mode: 'strict' })
    t.equal((await strict.get()).status, 500, `${fault}, strict`)
  }
})

t.test('a guard with a policy of many resources that fails', async t => {
  for (const [fault, fail] of Object.entries(FAULTS)) {
    const policies: Policies = { policy: { many: (_request, resources) => fail(resources) as boolean[] } }
    for (const [mode, status] of [['lax', 403], ['strict', 500]] as const) {
      const app = await hyperApp(t, { policies, mode })
      app.get('/', { config: { hyper: { policy: 'policy', resource: () => item(1) } } }, () => ({}))
      app.get('/caller', { config: { hyper: { policy: 'policy' } } }, () => ({}))
      for (const url of ['/', '/caller']) {
        t.equal((await app.inject(url)).statusCode, status, `${fault}, ${mode}, ${url}`)
      }
    }
  }
})

t.test('a policy of many resources without a resource', async t => {
  const given: unknown[] = []
  const policies: Policies = {
    policy: { many: async (_request, resources) => { given.push(...resources); return [true] } }
  }
  const app = await hyperApp(t, { policies })
  app.get('/', { config: { hyper: { name: 'Caller', policy: 'policy' } } }, () => ({}))
  app.get(
    '/list',
    { config: { hyper: { links: defineLinks<Item>(links => { links.link('x', LinkTarget.route('Caller')) }) } } },
    () => many(2)
  )
  t.equal((await app.inject('/')).statusCode, 200)
  t.ok((await app.inject('/list')).json<Linked[]>().every(({ _links }) => _links['x'] !== undefined))
  t.strictSame(given, [undefined, undefined], 'one call for each request')
})

t.test('a callback of many resources that fails', async t => {
  const wrong = Object.entries(FAULTS).filter(([fault]) => !/throws|rejects|rejection/.test(fault))
  const DECLARE: Readonly<Record<string, (links: LinkBuilder<Item>, many: () => never) => unknown>> = {
    "relation 'x'": (links, many) => links.link('x', { many }),
    "relation 'xs'": (links, many) => links.linkMany('xs', { many }),
    "embedded 'one'": (links, many) => links.embed('one', { many }),
    "embedded 'many'": (links, many) => links.embedMany('many', { many }),
    "action 'a'": (links, many) => links.affordance('a', { many })
  }
  for (const [place, declare] of Object.entries(DECLARE)) {
    for (const [fault, fail] of wrong) {
      const { get } = await project<Item>(t, links => declare(links, fail as () => never), many(3))
      const { status, document } = await get()
      t.equal(status, 500, `${place}, ${fault}`)
      t.match(
        member(document, 'message'),
        new RegExp(`${place}, many: .* is not valid. Return an array with one result for each of the 3 resources`),
        `${place}, ${fault}`
      )
    }
    for (const fault of ['throws', 'rejects', 'rejects later', 'an array with a rejection']) {
      const { get } = await project<Item>(t, links => declare(links, FAULTS[fault] as unknown as () => never), many(3))
      t.match(await get(), { status: 500, document: { message: 'broken' } }, `${place}, ${fault}`)
    }
    // eslint-disable-next-line no-throw-literal
    const throwNothing = () => { throw undefined }
    const { read } = await project<Item>(t, links => declare(links, throwNothing as () => never), many(3))
    t.match(await read('message'), place, `${place}: throws nothing`)
  }
})

t.test('the client leaves', async t => {
  for (const kind of ['policy', 'callback', 'condition'] as const) {
    const seen: { signal?: AbortSignal, policies: number } = { policies: 0 }
    let isCalled: () => void = () => {}
    const called = new Promise<void>(resolve => { isCalled = resolve })
    let settle: () => void = () => {}
    const slow = new Promise<void>(resolve => { settle = resolve })
    const links = defineLinks<Item>(links => {
      if (kind === 'callback') {
        links.link('x', {
          many: async (items, { signal }) => {
            seen.signal = signal
            isCalled()
            await slow
            return items.map(() => to)
          }
        })
      }
      const link = links.link('y', to)
      if (kind === 'condition') link.when(async () => { isCalled(); await slow; return true })
      link.requireAuthorization('policy')
    })
    const policy: BatchPolicy = {
      many: async (_request, resources) => {
        seen.policies++
        if (kind === 'policy') isCalled()
        if (kind !== 'condition') await slow
        return resources.map(() => true)
      }
    }
    const { app, log, origin } = await serve(t, links, many(100), { policies: { policy } })
    const controller = new AbortController()
    const closed = new Promise<void>(resolve => {
      app.server.once('connection', socket => socket.once('close', () => resolve()))
    })
    const response = fetch(`${origin}/value`, { signal: controller.signal })
    await called
    controller.abort()
    await t.rejects(response, { name: 'AbortError' })
    await closed
    await delay(5)
    if (kind === 'callback') t.equal(seen.signal?.aborted, true, 'the signal aborts')
    settle()
    await delay(5)
    t.equal(seen.policies, kind === 'condition' ? 0 : 1, `${kind}: nothing is started after the client has left`)
    t.same(log.filter(({ level }) => level === 50), [], `${kind}: no error`)
    await app.close()
  }
})

t.test('a policy that never settles', async t => {
  const never = new Promise<boolean[]>(() => {})
  const links = defineLinks<Item>(links => { links.self(to).requireAuthorization('policy') })
  const { app, origin } = await serve(t, links, many(3), { policies: { policy: { many: () => never } } })
  const response = fetch(`${origin}/value`, { signal: AbortSignal.timeout(50) })
  await t.rejects(response, { name: 'TimeoutError' })
  await t.resolves(app.close(), 'the app closes')
})

t.test('options and declarations', async t => {
  const start = (policies: unknown) => Fastify().register(hyper, { policies: policies as Policies })
  const ROWS: ReadonlyArray<readonly [name: string, policy: unknown, code: string]> = [
    ['no function', { many: true }, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['no many', {}, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['null', null, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['max of no number', { many: () => [], max: '1' }, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['max of zero', { many: () => [], max: 0 }, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['another key', { many: () => [], maximum: 1 }, 'FST_ERR_HYPER_UNKNOWN_KEY']
  ]
  for (const [
    name, policy, code
  ] of ROWS) await t.rejects(async () => { await start({ policy }) }, { code, message: /policies\.policy/ }, name)
  await t.resolves(async () => { await start({ policy: { many: () => [], max: undefined } }) })
  for (const [name, callback, code] of [
    ['no function', { many: 1 }, 'FST_ERR_HYPER_INVALID_OPTION'],
    ['another key', { many: () => [], max: 1 }, 'FST_ERR_HYPER_UNKNOWN_KEY']
  ] as const) {
    const links = defineLinks<Item>(links => { links.link('x', callback as never) })
    const app = Fastify()
    await app.register(hyper)
    app.get('/', { config: { hyper: { links } } }, () => ({}))
    await t.rejects(async () => { await app.ready() }, { code, message: /relation 'x'/ }, name)
  }
})
