import Fastify from 'fastify'
import t from 'tap'
import { handled } from '../../../lib/async/promises.ts'
import hyper, { cursorPage, defineLinks, offsetPage } from '../../../lib/index.ts'
import { tryEach } from '../../support/callback-rows.ts'
import { unhandledRejections } from '../../support/rejections.ts'

// A callback returns a value that contains promises, wherever an app gives the package a function. None of them rejects
// unhandled, which would end the process, and the response is well formed.

const unhandled = unhandledRejections(t)

/** What callbacks return in place of a value. */
const VALUES: Readonly<Record<string, (rejected: () => Promise<never>) => unknown>> = {
  'a rejected promise': rejected => rejected(),
  'an array of two': rejected => [rejected(), rejected()],
  'an array in an array': rejected => [[rejected()], [rejected()]],
  'an object': rejected => ({ a: rejected(), b: rejected() }),
  'an object in an object': rejected => ({ a: { b: rejected() }, c: [rejected()] }),
  'an array of objects': rejected => [{ a: rejected() }, { a: rejected() }],
  'a promise of an array': async rejected => [rejected(), rejected()],
  'a promise of an object': async rejected => ({ a: rejected() }),
  'a promise in an object of what has another': rejected => ({ a: Promise.resolve({ b: rejected() }) }),
  'a map': rejected => new Map([['a', rejected()], ['b', rejected()]]),
  'a set in an object': rejected => ({ a: new Set([rejected()]) }),
  'a generator that throws': function * (rejected) { yield rejected(); throw new Error('thrown') },
  'a thenable': rejected => {
    const promise = rejected()
    return { promise, then: (...args: never[]) => promise.then(...args) }
  },
  'an object with a getter that throws': rejected => ({ get a () { throw new Error('thrown') }, b: rejected() }),
  'an object whose then throws': () => ({ get then () { throw new Error('thrown') } }),
  'a proxy that throws': rejected => [
    new Proxy({}, { ownKeys () { throw new Error('thrown') }, get () { throw new Error('thrown') } }), rejected()
  ],
  'a promise later': () => new Promise((_resolve, reject) => { setImmediate(reject, new Error('later')) })
}

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode} mode: every value in every place`, async t => {
    const deeds = Object.entries(VALUES).map(([name, value]): [string, () => unknown] =>
      [name, () => value(() => Promise.reject(new Error(name)))])
    for await (const { place, ...seen } of tryEach(mode, Object.fromEntries(deeds))) {
      const reasons = unhandled.splice(0).map(String)
      t.same({ ...seen, reasons }, { uncalled: [], broken: [], reasons: [] }, place)
    }
  })
}

// Members of items are data, as in a list that a handler returns with Fastify alone.
t.test('promises in place of items of a page', async t => {
  const rejected = () => Promise.reject(new Error('an item'))
  const app = Fastify()
  await app.register(hyper)
  for (const [index, items] of [rejected, () => [rejected()], () => ({ a: { b: rejected() } })].entries()) {
    app.get(`/${index}`, () => offsetPage(items() as never, { totalCount: 1, page: 1, pageSize: 1 }))
    app.get(`/cursor/${index}`, () => cursorPage(items() as never))
  }
  for (const path of ['', '/cursor'].flatMap(path => [`${path}/0`, `${path}/1`, `${path}/2`])) await app.inject(path)
  t.same(unhandled.splice(0), [])
  await app.close()
})

t.test('a query in a value that is used is not sent', async t => {
  let sent = 0
  class Query extends Promise<never> {
    static override get [Symbol.species] () { return Promise }
    override then (): never { sent++; throw new Error('sent') }
  }
  const value = () => ({ a: new Query(() => {}), b: { then: () => { sent++ } } })
  const app = Fastify()
  await app.register(hyper)
  const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })
  const links = defineLinks<object>(links => { links.embed('x', value, child).when(value) })
  app.get('/', { config: { hyper: { links } } }, () => ({}))
  t.equal((await app.inject('/')).statusCode, 200)
  t.equal(sent, 0)
  await app.close()
})

t.test('a promise that cannot be handled', async t => {
  class Strange extends Promise<never> {
    constructor () {
      super(() => {})
      throw new Error('no constructor')
    }
  }
  const strange: unknown = Object.setPrototypeOf(new Promise(() => {}), Strange.prototype)
  t.equal(handled(strange), strange)
})
