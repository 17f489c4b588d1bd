import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, evaluatePreconditions, type HypermediaFormatter, type HyperOptions,
  type HyperRouteOptions, type LinkBuilder,
  LinkTarget, offsetPage, problem
} from '../../../lib/index.ts'
import { unhandledRejections } from '../../support/rejections.ts'

// A callback returns a value that contains promises, where it may not, or where they are not read. None of them rejects
// unhandled, which would end the process.

const unhandled = unhandledRejections(t)

const rejected = () => Promise.reject(new Error('not handled'))

/** What callbacks return in place of a value. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  'a rejected promise': () => rejected(),
  'an array of two': () => [rejected(), rejected()],
  'an array in an array': () => [[rejected()], [rejected()]],
  'an object': () => ({ a: rejected(), b: rejected() }),
  'an object in an object': () => ({ a: { b: rejected() }, c: [rejected()] }),
  'an array of objects': () => [{ a: rejected() }, { a: rejected() }],
  'a promise of an array': async () => [rejected(), rejected()],
  'a promise of an object': async () => ({ a: rejected() })
}

interface App {
  readonly options?: HyperOptions
  readonly route?: HyperRouteOptions
  readonly declare?: (links: LinkBuilder<Order>) => unknown
  readonly handler?: (request: unknown) => unknown
}

interface Order {
  readonly id: number
}

type Return = () => never

const edit = LinkTarget.uri('/edit')
const input = { type: 'object', properties: { note: { type: 'string' } } }
const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })
const resource = () => ({ id: 1 })

const formatter = (members: object): HypermediaFormatter =>
  ({ mediaType: 'application/x', format: () => '{}', ...members })
const page = { totalCount: 1, page: 1, pageSize: 1 }

const CALLBACKS: Readonly<Record<string, (result: Return) => App>> = {
  'a policy of a caller': result => ({ options: { policies: { p: () => result() } }, route: { policy: 'p' } }),
  'a policy of a resource': result => ({
    options: { policies: { p: (_request, _order) => result() } }, route: { policy: 'p', resource }
  }),
  'a policy of many resources': result => ({
    options: { policies: { p: { many: () => result() } } }, route: { policy: 'p', resource }
  }),
  'one result of a policy of many resources': result => ({
    options: { policies: { p: { many: () => [result()] } } }, route: { policy: 'p', resource }
  }),
  'a policy of a link': result => ({
    options: { policies: { p: () => result() } }, declare: links => links.link('x', edit).requireAuthorization('p')
  }),
  'a tag of a guard': result => ({ route: { resource, preconditions: { tag: result } } }),
  etag: result => ({ route: { etag: result } }),
  baseUrl: result => ({ options: { hrefs: 'absolute', baseUrl: result } }),
  transformHref: result => ({
    options: { transformHref: result }, declare: links => links.link('x', LinkTarget.route('Value'))
  }),
  'a link': result => ({ declare: links => links.link('x', result) }),
  'many links': result => ({ declare: links => links.linkMany('x', result) }),
  'a link of many resources': result => ({ declare: links => links.link('x', { many: result }) }),
  'one link of many resources': result => ({ declare: links => links.link('x', { many: () => [result()] }) }),
  'an action': result => ({ declare: links => links.affordance('x', result) }),
  'an action of many resources': result => ({
    declare: links => links.affordance('x', { many: () => [result()] } as never)
  }),
  'values of a route': result => ({ declare: links => links.link('x', LinkTarget.route('Value', result)) }),
  'one value of a route': result => ({
    declare: links => links.link('x', LinkTarget.route('Value', () => ({ id: result() })))
  }),
  'the query of a route': result => ({
    declare: links => links.link('x', LinkTarget.route('Value', {}, { query: result }))
  }),
  'a URL': result => ({ declare: links => links.link('x', () => LinkTarget.uri(result())) }),
  title: result => ({ declare: links => links.affordance('x', edit).title(result) }),
  'the title of a link': result => ({ declare: links => links.link('x', edit, { title: result as never }) }),
  prefill: result => ({ declare: links => links.affordance('x', edit).accepts(input).prefill(result) }),
  'a prefilled value': result => ({
    declare: links => links.affordance('x', edit).accepts(input).prefill(() => ({ note: result() }))
  }),
  'a misspelt prefilled value': result => ({
    declare: links => links.affordance('x', edit).accepts(input).prefill(() => ({ nota: result() }) as never)
  }),
  prompt: result => ({
    declare: links => links.affordance('x', edit).accepts(input).fields({ note: { prompt: result } })
  }),
  placeholder: result => ({
    declare: links => links.affordance('x', edit).accepts(input).fields({ note: { placeholder: result } })
  }),
  'the number of a page': result => ({ declare: links => links.page({ page: result, pageSize: 1, total: 9 }) }),
  'the total of a page': result => ({ declare: links => links.page({ page: 1, pageSize: 1, total: result }) }),
  'a cursor': result => ({ declare: links => links.page({ next: result }) }),
  'a formatter': result => ({
    options: { formatters: [formatter({ format: result })] }, route: { format: 'application/x' }
  }),
  'the document of a formatter': result => ({
    options: { formatters: [formatter({ document: result })] }, route: { format: 'application/x' }
  }),
  // Arguments of what handlers call.
  'the tag of evaluatePreconditions': result => ({
    handler: request => evaluatePreconditions(request as never, result()) ?? {}
  }),
  'the size of a page': result => ({ handler: () => offsetPage([], { ...page, pageSize: result() }) }),
  'the cursor of a page': result => ({ handler: () => cursorPage([], { next: result() }) }),
  'the status of a problem': result => ({ handler: () => problem({ status: result() }) }),
  'the detail of a problem': result => ({ handler: () => problem({ status: 400, detail: result() }) }),
  'an extension of a problem': result => ({ handler: () => problem({ status: 400 }).extension('x', result()) }),
  'the target of a problem': result => ({ handler: () => problem({ status: 400 }).link('x', result()) })
}

// An object is not refused: a policy gets it, a condition holds, it is a resource, or an item.
const USED: Readonly<Record<string, (result: Return) => App>> = {
  select: result => ({
    options: { policies: { p: () => true } }, declare: links => links.link('x', edit).requireAuthorization('p', result)
  }),
  'select, and a policy of many values': result => ({
    options: { policies: { p: { many: (_request, values) => values.map(() => true) } } },
    declare: links => links.link('x', edit).requireAuthorization('p', result)
  }),
  resource: result => ({ route: { resource: result } }),
  when: result => ({ declare: links => links.link('x', edit).when(result) }),
  'many embedded resources': result => ({ declare: links => links.embedMany('x', result, child) }),
  'embedded resources of many': result => ({
    declare: links => links.embedMany('x', { many: () => [result()] }, child)
  }),
  'the items of a page': result => ({ handler: () => offsetPage(result(), page) }),
  'when of an action': result => ({ declare: links => links.affordance('x', edit).when(result) })
}

async function appOf (
  { options, route, declare, handler = resource }: App, mode: 'lax' | 'strict'
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { mode, hrefs: 'path', ...options })
  const links = defineLinks<Order>('order', links => declare?.(links) as undefined)
  const config = {
    hyper: { name: 'Value', links: declare === undefined ? links : { configure: declare as never }, ...route }
  }
  app.route({ method: ['GET', 'PUT'], url: '/value', config, handler })
  return app
}

const requests: readonly InjectOptions[] = [
  { url: '/value', headers: { accept: 'application/prs.hal-forms+json' } },
  { method: 'PUT', url: '/value', headers: { 'if-match': '"1"' }, payload: {} }
]

t.test('a link configuration', async t => {
  for (const value of Object.keys(VALUES)) {
    const app = await appOf({ declare: VALUES[value]! }, 'lax')
    await app.inject('/value').catch(() => null)
    await app.close()
    await new Promise(resolve => setImmediate(resolve))
    t.same(unhandled.splice(0), [], value)
  }
})

for (const mode of ['lax', 'strict'] as const) {
  for (const [callbacks, values] of [
    [CALLBACKS, Object.keys(VALUES)],
    [USED, Object.keys(VALUES).filter(value => !value.includes('object'))]
  ] as const) {
    for (const [callback, declare] of Object.entries(callbacks)) {
      t.test(`${mode}: ${callback}`, async t => {
        let value = values[0]!
        let calls = 0
        const app = await appOf(declare(() => { calls++; return VALUES[value]!() as never }), mode)
        for (value of values) {
          calls = 0
          await Promise.all(requests.map(async request => app.inject(request).catch(() => null)))
          // Rejections are reported after the microtasks.
          await new Promise(resolve => setImmediate(resolve))
          t.ok(calls > 0, `${value}: it is called`)
          t.same(unhandled.splice(0), [], value)
        }
        await app.close()
      })
    }
  }
}
