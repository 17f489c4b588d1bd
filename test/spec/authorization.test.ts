import t from 'tap'
import { defineLinks, LinkTarget, type LinkBuilder, type Policies } from '../../lib/index.ts'
import { member } from '../support/documents.ts'
import { project, type Value } from '../support/projection.ts'

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
  child: [links => links.embed('gated', () => ({}), defineLinks<object>(() => {}, { schema: {} })).requireAuthorization('policy'), ['_embedded', 'gated']],
  'link with a selector': [links => links.link('gated', a).requireAuthorization('policy', order => order), ['_links', 'gated']]
}

const config = (declare: Declare) => defineLinks<Order>('order', links => { declare(links) })
const policy = (answer: () => unknown): Policies => ({ policy: answer as () => boolean })

// What a policy answers, and whether that admits.
const ANSWERS: Readonly<Record<string, [answer: () => unknown, admits: boolean]>> = {
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

t.test('only true admits', async t => {
  for (const [answer, [decide, admits]] of Object.entries(ANSWERS)) {
    for (const [kind, [declare, path]] of Object.entries(GATED)) {
      const { read } = await project(t, { links: config(declare) }, order, { options: { policies: policy(decide) } })
      t.equal(await read(...path) !== undefined, admits, `${answer}, ${kind}`)
    }
  }
})

interface Asked {
  readonly user: unknown
  readonly resource: readonly unknown[]
}

/** A server that keeps what its policy was asked. */
async function asking (t: Parameters<typeof project>[0], declare: Declare, value: Value, later: boolean) {
  const asked: Asked[] = []
  const note = (request: { headers: Record<string, unknown> }, ...resource: unknown[]) => {
    asked.push({ user: request.headers['x-user'], resource })
    return later ? Promise.resolve(true) : true
  }
  return { asked, ...await project(t, { links: config(declare) }, value, { options: { policies: { policy: note, default: note, other: note } } }) }
}

const many = Array.from({ length: 1000 }, (_, index): Order => ({ id: index, owner: index % 2 === 0 ? 'ann' : 'bob' }))
const shared = { team: 'red' }

// What is declared, the value, and what the policies are asked in one request.
const QUESTIONS: Readonly<Record<string, [declare: Declare, value: Value, resources: unknown[][]]>> = {
  'once per request': [links => [links.link('x', a).requireAuthorization('policy'), links.affordance('y', a).requireAuthorization('policy')], order, [[]]],
  'once for 1,000 items': [links => links.link('x', a).requireAuthorization('policy'), many, [[]]],
  'once for each policy': [links => [links.link('x', a).requireAuthorization('policy'), links.link('y', a).requireAuthorization('other')], [order, order], [[], []]],
  'the default policy': [links => links.link('x', a).requireAuthorization(), order, [[]]],
  'the default policy under its name': [links => [links.link('x', a).requireAuthorization(), links.link('y', a).requireAuthorization('default')], order, [[]]],
  'once per value': [links => links.link('x', a).requireAuthorization('policy', ({ owner }) => owner), many, [['ann'], ['bob']]],
  'once per resource': [links => [links.link('x', a).requireAuthorization('policy', order => order), links.link('y', a).requireAuthorization('policy', order => order)], [order, order], [[order]]],
  'once for a shared object': [links => links.link('x', a).requireAuthorization('policy', () => shared), many, [[shared]]],
  'each policy per value': [links => [links.link('x', a).requireAuthorization('policy', ({ id }) => id), links.link('y', a).requireAuthorization('other', ({ id }) => id)], order, [[1], [1]]],
  'the caller is not a value': [links => [links.link('x', a).requireAuthorization('policy'), links.link('y', a).requireAuthorization('policy', () => undefined)], order, [[], [undefined]]],
  'equal objects are not the same': [links => links.link('x', a).requireAuthorization('policy', ({ id }) => ({ id })), [order, order], [[{ id: 1 }], [{ id: 1 }]]],
  'not behind a condition that fails': [links => links.link('x', a).when(() => false).requireAuthorization('policy'), order, []],
  'not before a condition that fails': [links => links.link('x', a).requireAuthorization('policy').when(() => false), order, [[]]]
}

t.test('what is asked', async t => {
  for (const [name, [declare, value, resources]] of Object.entries(QUESTIONS)) {
    for (const later of [false, true]) {
      const { ask, asked } = await asking(t, declare, value, later)
      await ask('default', '/value', [['x-user', 'first']])
      await ask('default', '/value', [['x-user', 'second']])
      const wanted = ['first', 'second'].flatMap(user => resources.map(resource => ({ user, resource })))
      t.strictSame(asked, wanted, `${name}, ${later ? 'later' : 'at once'}: asked again in the next request`)
    }
  }
})

t.test('per value, the right ones are admitted', async t => {
  const links = config(links => links.link('edit', a).requireAuthorization('owner', ({ owner }) => owner))
  for (const owner of [(_: unknown, name: unknown) => name === 'ann', async (_: unknown, name: unknown) => name === 'ann']) {
    const { ask } = await project(t, { links }, many, { options: { policies: { owner } } })
    const document = (await ask()).document as unknown[]
    t.equal(document.length, 1000)
    t.strictSame(document.filter(item => (member(item, '_links') !== undefined) !== (member(item, 'owner') === 'ann')), [])
  }
})

t.test('several policies must all admit', async t => {
  const links = config(links => [
    links.link('both', a).requireAuthorization('yes').requireAuthorization('alsoYes'),
    links.link('one', a).requireAuthorization('yes').requireAuthorization('no')
  ])
  const { read } = await project(t, { links }, order, { options: { policies: { yes: () => true, alsoYes: async () => true, no: async () => false } } })
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
        const { status, document } = await lax.ask()
        t.equal(status, 200, `${name}, ${kind}: the answer is given`)
        t.equal(member(document, ...path), undefined, 'without what is guarded')
        t.strictSame(member(document, '_links', 'self'), { href: '/a' })
      }
      t.equal(lax.log.filter(line => line.level === 50 && line.msg.includes("'policy' threw")).length, 2, 'each is logged')
      t.match(lax.said('HYPER011'), [/policy 'policy' threw.*make it return false/])
      t.equal(lax.said('HYPER011').length, 1, 'and warned of once')
      const strict = await project(t, { links }, order, { options: { mode: 'strict', policies: policy(broken) } })
      t.match(await strict.ask(), { status: 500, document: { message: 'no database' } }, `${name}, ${kind}, strict`)
    }
  }
})

t.test('a selector that throws fails the answer', async t => {
  const links = config(links => links.link('x', a).requireAuthorization('policy', () => { throw new Error('no owner') }))
  const { ask } = await project(t, { links }, order, { options: { policies: policy(() => true) } })
  t.match(await ask(), { status: 500, document: { message: 'no owner' } })
})
