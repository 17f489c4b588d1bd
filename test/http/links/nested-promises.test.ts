import t, { type Test } from 'tap'
import { defineLinks, type HyperOptions, type LinkBuilder, LinkTarget, problem } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { WARN } from '../../support/servers.ts'

// A promise inside what a callback returns is awaited, or reported; its rejection never ends the process.

const unhandled = unhandledRejections(t)

interface Order {
  readonly id: number
}

type Make = () => never
type Links = LinkBuilder<Order>
type Declare = (links: Links, promise: Make) => unknown

const input = {
  type: 'object', properties: { note: { type: 'string' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } }
}
const edit = LinkTarget.uri('/edit')
const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })

const broken = new Error('broken')
const rejected = () => Promise.reject(broken) as never

/** Reported, and omitted in lax mode; an error in strict mode. */
const REPORTED: Readonly<Record<string, Declare>> = {
  'a value': (links, promise) => links.link('x', LinkTarget.route('GetOrder', () => ({ id: promise() }))),
  'one of two values': (links, promise) =>
    links.link('x', LinkTarget.route('GetOrder', () => ({ id: promise(), other: promise() }))),
  'a value of the query string': (links, promise) =>
    links.link('x', LinkTarget.route('GetOrder', () => ({ id: 1, q: [promise(), promise()] }))),
  'a value of query': (links, promise) =>
    links.link('x', LinkTarget.route('GetOrder', { id: 1 }, { query: () => ({ q: promise(), r: promise() }) })),
  'a value of a template': (links, promise) =>
    links.link('x', LinkTarget.routeTemplate('GetOrder', () => ({ id: promise() }))),
  'a value of an action': (links, promise) =>
    links.affordance('x', LinkTarget.route('GetOrder', () => ({ id: promise() }))),
  'a value of the choices of a field': (links, promise) => links.affordance('x', edit).accepts(input)
    .fields({ note: { options: { route: LinkTarget.route('GetOrder', () => ({ id: promise() })) } } }),
  'a URL': (links, promise) => links.link('x', () => LinkTarget.uri(promise())),
  'a template': (links, promise) => links.link('x', () => LinkTarget.template(promise())),
  'the name of a route': (links, promise) => links.link('x', () => LinkTarget.route(promise() as string)),
  'the URL of an action': (links, promise) => links.affordance('x', () => LinkTarget.uri(promise())),
  'an array for one link': (links, promise) => links.link('x', () => [promise(), promise()] as never),
  'an array for one action': (links, promise) => links.affordance('x', () => [promise()] as never),
  'the number of a page': (links, promise) => links.page({ page: () => promise(), pageSize: 1, total: 9 }),
  'the total of a page': (links, promise) => links.page({ page: 1, pageSize: 1, total: () => promise() }),
  'a cursor': (links, promise) => links.page({ next: () => promise() })
}

/** Awaited. */
const AWAITED: Readonly<Record<string, Declare>> = {
  'a prefilled value': (links, promise) => links.affordance('x', edit).accepts(input)
    .prefill(() => ({ note: promise() })),
  'one of many prefilled values': (links, promise) =>
    links.affordance('x', edit).accepts(input).prefill(() => ({ tags: ['a', promise()] })),
  'one of many links': (links, promise) => links.linkMany('x', () => [edit, promise()]),
  'one of many embedded resources': (links, promise) => links.embedMany('x', () => [{}, promise()], child),
  'one result of a batch': (links, promise) => links.link('x', { many: () => [promise()] })
}

const serve = (test: Test, declare: Declare, promise: Make, options: HyperOptions = {}) =>
  project<Order>(test, links => declare(links, promise), { id: 1 }, {
    options, routes: app => app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
  })

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode}: a promise where a value is needed is reported`, async t => {
    for (const [name, declare] of Object.entries(REPORTED)) {
      for (const promise of [rejected, () => Promise.resolve('1') as never]) {
        const { get, log } = await serve(t, declare, promise, { mode })
        // The second is reported no more, and made anew.
        for (let times = 0; times < 2; times++) {
          const { status, document } = await get('hal-forms')
          t.equal(status, mode === 'lax' ? 200 : 500, name)
          if (mode === 'strict') t.match(document, { code: 'FST_ERR_HYPER_LINK_UNRESOLVED' }, name)
        }
        if (mode === 'lax') t.match(log.find(({ level }) => level === WARN)?.code, /^HYPER00[15]$/, name)
      }
    }
  })

  t.test(`${mode}: a promise that can be awaited fails the response when it rejects`, async t => {
    for (const [name, declare] of Object.entries(AWAITED)) {
      const { get } = await serve(t, declare, rejected, { mode })
      t.match((await get('hal-forms')).document, { statusCode: 500, message: 'broken' }, name)
    }
  })
}

t.test('prefilled values may be promises', async t => {
  const { get } = await serve(t, (links, promise) => links.affordance('x', edit).accepts(input)
    .prefill(() => ({ note: promise(), tags: [promise(), 'b'] })), () => Promise.resolve('a') as never)
  t.match((await get('hal-forms')).document, {
    _templates: {
      x: { properties: [{ name: 'note', value: 'a' }, { name: 'tags', options: { selectedValues: ['a', 'b'] } }] }
    }
  })
})

t.test('an extension of a problem is no promise', async t => {
  t.throws(() => problem({ status: 400 }).extension('order', rejected()), {
    code: 'FST_ERR_HYPER_INVALID_PROBLEM', message: /a promise/
  })
})

t.test('start-up rejects a promise in a declaration', async t => {
  for (const configure of [
    (links: Links) => links.link('x', edit, { title: rejected() }),
    (links: Links) => links.link('x', LinkTarget.uri(rejected())),
    () => ({ then: (_resolve: unknown, reject: (reason: unknown) => void) => { reject(broken) } })
  ]) {
    await t.rejects(project(t, { links: { configure: configure as never } }, {}), { code: /^FST_ERR_HYPER_INVALID_/ })
  }
})

const soon = async () => {
  await new Promise(resolve => setTimeout(resolve, 1))
  throw broken
}

// What callbacks and policies of many resources return, beside a batch that takes longer.
const OF_MANY: Readonly<Record<string, (links: LinkBuilder<Order>) => unknown>> = {
  'too few results, which are promises': links => links.link('x', { many: () => [rejected(), rejected()] as never }),
  'too few results, which are arrays of promises': links =>
    links.linkMany('x', { many: () => [[rejected()], [rejected()]] as never }),
  'links in arrays': links => links.linkMany('x', { many: orders => orders.map(() => [soon() as never]) }),
  'links in promised arrays': links =>
    links.linkMany('x', { many: orders => orders.map(async () => [soon() as never]) as never }),
  'embedded resources in arrays': links =>
    links.embedMany('x', { many: orders => orders.map(() => [soon() as never]) }, child),
  'a policy in several calls': links => links.link('x', edit).requireAuthorization('picky', order => order)
}

for (const [name, declare] of Object.entries(OF_MANY)) {
  t.test(`of many resources: ${name}`, async t => {
    let calls = 0
    const picky = { max: 1, many: () => { if (calls++ === 0) return soon() as never; throw broken } }
    const { get } = await project<Order>(t, links => {
      declare(links)
      links.link('slow', {
        many: async orders => {
          await new Promise(resolve => setTimeout(resolve, 20))
          return orders.map(() => LinkTarget.uri('/slow'))
        }
      })
    }, [{ id: 1 }, { id: 2 }, { id: 3 }], { options: { mode: 'strict', policies: { picky } } })
    t.equal((await get()).status, 500)
  })
}

t.test('no rejection was unhandled', async t => {
  await new Promise(resolve => setTimeout(resolve, 50))
  t.strictSame(unhandled, [])
})
