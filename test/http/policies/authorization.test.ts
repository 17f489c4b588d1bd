import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget, type Policies } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project, type Value } from '../../support/projection.ts'

// Contract, part 7.

interface Order {
  readonly id: number
  readonly owner: string
}

const a = LinkTarget.uri('/a')
const order: Order = { id: 1, owner: 'ann' }

type Declare = (links: LinkBuilder<Order>) => unknown

const GATED: Readonly<Record<string, [declare: Declare, path: string[]]>> = {
  link: [links => links.link('gated', a).requireAuthorization('policy'), ['_links', 'gated']],
  'many links': [links => links.linkMany('gated', [a]).requireAuthorization('policy'), ['_links', 'gated']],
  action: [links => links.affordance('gated', a).requireAuthorization('policy'), ['_actions', 'gated']],
  child: [
    links => links.embed('gated', () => ({}), defineLinks<object>(() => {}, { schema: {} }))
      .requireAuthorization('policy'),
    ['_embedded', 'gated']
  ],
  'link with a selector': [
    links => links.link('gated', a).requireAuthorization('policy', order => order), ['_links', 'gated']
  ]
}

const config = (declare: Declare) => defineLinks<Order>('order', links => { declare(links) })
const policy = (result: () => unknown): Policies => ({ policy: result as () => boolean })

// What a policy returns, and whether that allows.
const RESULTS: Readonly<Record<string, [result: () => unknown, allows: boolean]>> = {
  true: [() => true, true],
  'true later': [async () => true, true],
  false: [() => false, false],
  'false later': [async () => false, false],
  undefined: [() => undefined, false],
  1: [() => 1, false],
  'a text': [() => 'true', false],
  'a text later': [async () => 'yes', false],
  'an object': [() => ({}), false],
  'a Boolean object': [() => Object(true) as unknown, false]
}

t.test('only true allows', async t => {
  for (const [result, [decide, allows]] of Object.entries(RESULTS)) {
    for (const [kind, [declare, path]] of Object.entries(GATED)) {
      const { read } = await project(t, { links: config(declare) }, order, { options: { policies: policy(decide) } })
      t.equal(await read(...path) !== undefined, allows, `${result}, ${kind}`)
    }
  }
})

interface Call {
  readonly user: unknown
  readonly resource: readonly unknown[]
}

/** A server that records the calls of its policy. */
async function recording (t: Parameters<typeof project>[0], declare: Declare, value: Value, later: boolean) {
  const calls: Call[] = []
  const note = (request: { headers: Record<string, unknown> }, ...resource: unknown[]) => {
    calls.push({ user: request.headers['x-user'], resource })
    return later ? Promise.resolve(true) : true
  }
  return {
    calls,
    ...await project(t, { links: config(declare) }, value, {
      options: { policies: { policy: note, default: note, other: note } }
    })
  }
}

const many = Array.from({ length: 1000 }, (_, index): Order => ({ id: index, owner: index % 2 === 0 ? 'ann' : 'bob' }))
const shared = { team: 'red' }

// What is declared, the value, and the calls of the policies in one request.
const QUESTIONS: Readonly<Record<string, [declare: Declare, value: Value, resources: unknown[][]]>> = {
  'once per request': [
    links => [
      links.link('x', a).requireAuthorization('policy'), links.affordance('y', a).requireAuthorization('policy')
    ],
    order, [[]]
  ],
  'once for 1,000 items': [links => links.link('x', a).requireAuthorization('policy'), many, [[]]],
  'once for each policy': [
    links => [links.link('x', a).requireAuthorization('policy'), links.link('y', a).requireAuthorization('other')],
    [order, order], [[], []]
  ],
  'the default policy': [links => links.link('x', a).requireAuthorization(), order, [[]]],
  'the default policy under its name': [
    links => [links.link('x', a).requireAuthorization(), links.link('y', a).requireAuthorization('default')], order,
    [[]]
  ],
  'once per value': [
    links => links.link('x', a).requireAuthorization('policy', ({ owner }) => owner), many, [['ann'], ['bob']]
  ],
  'once per resource': [links => [
    links.link('x', a).requireAuthorization('policy', order => order),
    links.link('y', a).requireAuthorization('policy', order => order)
  ], [order, order], [[order]]],
  'once for a shared object': [
    links => links.link('x', a).requireAuthorization('policy', () => shared), many, [[shared]]
  ],
  'each policy per value': [links => [
    links.link('x', a).requireAuthorization('policy', ({ id }) => id),
    links.link('y', a).requireAuthorization('other', ({ id }) => id)
  ], order, [[1], [1]]],
  'the caller is not a value': [
    links => [links.link('x', a)
      .requireAuthorization('policy'), links.link('y', a).requireAuthorization('policy', () => undefined)],
    order, [[], [undefined]]
  ],
  'equal objects are not the same': [
    links => links.link('x', a).requireAuthorization('policy', ({ id }) => ({ id })), [order, order],
    [[{ id: 1 }], [{ id: 1 }]]
  ],
  'not behind a condition that fails': [
    links => links.link('x', a).when(() => false).requireAuthorization('policy'), order, []
  ],
  'not before a condition that fails': [
    links => links.link('x', a).requireAuthorization('policy').when(() => false), order, [[]]
  ]
}

t.test('calls of a policy', async t => {
  for (const [name, [declare, value, resources]] of Object.entries(QUESTIONS)) {
    for (const later of [false, true]) {
      const { get, calls } = await recording(t, declare, value, later)
      await get('default', '/value', [['x-user', 'first']])
      await get('default', '/value', [['x-user', 'second']])
      const wanted = ['first', 'second'].flatMap(user => resources.map(resource => ({ user, resource })))
      t.strictSame(calls, wanted, `${name}, ${later ? 'later' : 'at once'}: called again in the next request`)
    }
  }
})

t.test('per value, the right ones are allowed', async t => {
  const links = config(links => links.link('edit', a).requireAuthorization('owner', ({ owner }) => owner))
  for (const owner of [
    (_: unknown, name: unknown) => name === 'ann', async (_: unknown, name: unknown) => name === 'ann'
  ]) {
    const { get } = await project(t, { links }, many, { options: { policies: { owner } } })
    const document = (await get()).document as unknown[]
    t.equal(document.length, 1000)
    t.strictSame(document.filter(item =>
      (member(item, '_links') !== undefined) !== (member(item, 'owner') === 'ann')), [])
  }
})

t.test('several policies must all allow', async t => {
  const links = config(links => [
    links.link('both', a).requireAuthorization('yes').requireAuthorization('alsoYes'),
    links.link('one', a).requireAuthorization('yes').requireAuthorization('no')
  ])
  const { read } = await project(
    t, { links }, order,
    { options: { policies: { yes: () => true, alsoYes: async () => true, no: async () => false } } }
  )
  t.strictSame(await read('_links'), { both: { href: '/a' } })
})

t.test('a policy that throws', async t => {
  const THROWS: Readonly<Record<string, () => unknown>> = {
    throws: () => { throw new Error('no database') },
    rejects: async () => { throw new Error('no database') }
  }
  for (const [name, broken] of Object.entries(THROWS)) {
    for (const [kind, [declare, path]] of Object.entries(GATED)) {
      const links = config(links => [declare(links), links.self(a)])
      const lax = await project(t, { links }, order, { options: { policies: policy(broken) } })
      for (let request = 0; request < 2; request++) {
        const { status, document } = await lax.get()
        t.equal(status, 200, `${name}, ${kind}: the response is sent`)
        t.equal(member(document, ...path), undefined, 'without what is guarded')
        t.strictSame(member(document, '_links', 'self'), { href: '/a' })
      }
      t.equal(
        lax.log.filter(line => line.level === 50 && line.msg.includes("'policy' failed")).length, 2, 'each is logged'
      )
      t.match(lax.log.find(line => line.level === 50), { policy: 'policy' }, 'with the name of the policy')
      t.match(lax.logged('HYPER011'), [
        /^the policy 'policy': it failed.*correct what it throws; for callers that are not allowed, return false/
      ])
      t.equal(lax.logged('HYPER011').length, 1, 'and warned of once')
      const strict = await project(t, { links }, order, { options: { mode: 'strict', policies: policy(broken) } })
      t.match(await strict.get(), { status: 500, document: { message: 'no database' } }, `${name}, ${kind}, strict`)
    }
  }
})

t.test('select may return a promise', async t => {
  const checked: unknown[] = []
  const free = (_request: unknown, order?: unknown) => {
    checked.push(order)
    return !(order as { locked: boolean }).locked
  }
  const links = config(links => links.link('edit', a)
    .requireAuthorization('free', async order => ({ locked: order.owner !== 'ann' })))
  const { read } = await project(t, { links }, [order, { id: 2, owner: 'bob' }], { options: { policies: { free } } })
  t.match(await read(), [{ id: 1, _links: { edit: { href: '/a' } } }, { id: 2, _links: undefined }])
  t.strictSame(checked, [{ locked: false }, { locked: true }], 'the policy gets the value, not the promise')
})

t.test('a selector that fails counts as a policy that throws', async t => {
  const SELECTORS: Readonly<Record<string, () => unknown>> = {
    throws: () => { throw new Error('no owner') },
    rejects: async () => { throw new Error('no owner') }
  }
  for (const [name, select] of Object.entries(SELECTORS)) {
    const links = config(links => [links.self(a), links.link('x', a).requireAuthorization('policy', select)])
    const lax = await project(t, { links }, order, { options: { policies: policy(() => true) } })
    t.same(await lax.read('_links'), { self: { href: '/a' } }, name)
    t.equal(
      lax.log.filter(line => line.level === 50 && line.msg.includes("select of the policy 'policy' failed")).length, 1,
      `${name}, logged`
    )
    t.match(lax.logged('HYPER011'), [/^select of the policy 'policy': it failed.*return the value for the policy/])
    const strict = await project(t, { links }, order, { options: { mode: 'strict', policies: policy(() => true) } })
    t.match(await strict.get(), { status: 500, document: { message: 'no owner' } }, `${name}, strict`)
  }
})

t.test('HYPER016: a policy that takes a resource and gets none', async t => {
  const owner = (_request: unknown, order?: unknown) => (order as Order).owner === 'ann'
  const links = config(links => [
    links.link('x', a).requireAuthorization('owner'),
    links.affordance('y', a).requireAuthorization('owner', order => order),
    links.link('z', a).requireAuthorization('staff')
  ])
  const server = await project(t, { links }, order, { options: { policies: { owner, staff: () => true } } })
  t.equal(server.logged('HYPER016').length, 1, 'at start')
  t.match(
    server.logged('HYPER016'),
    [/relation 'x': the policy 'owner' .* is evaluated without one\. Pass a selector: requireAuthorization\('owner', /]
  )
  t.match(await server.get(), { status: 200, document: { _links: { x: undefined, z: {} }, _actions: { y: {} } } })
  t.match(
    server.logged('HYPER011'),
    [/^the policy 'owner': it failed.*it takes a resource and was evaluated without one\. Pass a selector/],
    'and where it throws'
  )
})

t.test('a policy that takes a resource, gets one and throws', async t => {
  const owner = (_request: unknown, order: unknown) => { throw new Error(`no owner of ${typeof order}`) }
  const links = config(links => links.link('x', a).requireAuthorization('owner', order => order))
  const server = await project(t, { links }, order, { options: { policies: { owner } } })
  await server.get()
  t.match(server.logged('HYPER011'), [
    /^the policy 'owner': it failed.*correct what it throws; for callers that are not allowed, return false/
  ])
})

t.test('a predicate that returns a function is an error', async t => {
  const value = { id: 1, owner: 'ann', isOpen: () => false }
  const links = defineLinks<typeof value>(links => { links.link('x', a).when(order => order.isOpen) })
  const { get } = await project(t, { links }, value)
  t.match(await get(), {
    status: 500,
    document: {
      code: 'FST_ERR_HYPER_INVALID_OPTION',
      message: "links of GET /value, relation 'x', when: a function that the predicate returned is not valid. " +
        'Call it, and return its result.'
    }
  })
})
