import { expectTypeOf } from 'expect-type'
import type { HTTPMethods } from 'fastify'
import t from 'tap'
import { defineLinks, defineRoutes, LinkTarget } from '../../../lib/index.ts'
import { parameterNames, patternVariants, readRequired } from '../../../lib/url/pattern.ts'
import type { PathValues } from '../../../types/path-values.ts'
import type { PathValue } from '../../../types/targets.ts'

interface Order {
  id: number
  status: string
  placed: Date
}

// The parameters of a path: the type and the parser of patterns, which follows the router, must agree.
const parameters = {
  '/': {},
  '/orders': {},
  '/orders/:id': { id: 'needed' },
  '/orders/:id/lines/:line': { id: 'needed', line: 'needed' },
  '/:x-:y': { x: 'needed', y: 'needed' },
  '/:name.:ext': { name: 'needed', ext: 'needed' },
  '/:id?': { id: 'optional' },
  '/:a/:b?': { a: 'needed', b: 'optional' },
  '/:id(^\\d+$)': { id: 'needed' },
  '/:id(^(?:a\\)|b)+:c$)/:d': { id: 'needed', d: 'needed' },
  '/:id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)/lines': { id: 'needed' },
  '/at/:hour(^\\d+)h:minute(^\\d+)m': { hour: 'needed', minute: 'needed' },
  '*': { '*': 'needed' },
  '/files/*': { '*': 'needed' },
  '/u/:user/*': { user: 'needed', '*': 'needed' },
  '/:id(.*)': { id: 'needed' },
  '/name::verb': {},
  '/:id(^\\d+$)::undelete': { id: 'needed' },
  // The router ends no name at a colon.
  '/n/:id::undelete': { 'id::undelete': 'needed' },
  '/u/:a:b': { 'a:b': 'needed' }
} as const

type Parameters = typeof parameters
type Named<Needs, Need> = { -readonly [N in keyof Needs as Needs[N] extends Need ? N : never]: PathValue }
type ValuesOf<Needs> = Named<Needs, 'needed'> & { [N in keyof Named<Needs, 'optional'>]?: PathValue | null | undefined }
type Flat<O> = { [K in keyof O]: O[K] }

expectTypeOf<{ -readonly [Path in keyof Parameters]: PathValues<Path> }>()
  .toEqualTypeOf<{ -readonly [Path in keyof Parameters]: Flat<ValuesOf<Parameters[Path]>> }>()
expectTypeOf<PathValues<string>>().toEqualTypeOf<Record<string, PathValue>>()

for (const [path, needs] of Object.entries<Record<string, string>>(parameters)) {
  const { full, short } = patternVariants(path)
  const names = parameterNames(readRequired(full))
  t.same(names, Object.keys(needs), `${path} has the parameters of its type`)
  const optional = names.slice(parameterNames(readRequired(short ?? full)).length)
  t.same(
    optional, Object.keys(needs).filter(name => needs[name] === 'optional'), `${path} has the optional ones of its type`
  )
}

const Routes = defineRoutes({
  Root: 'GET /',
  One: 'GET /orders/:id',
  Line: 'get /orders/:id/lines/:line',
  Maybe: 'GET /maybe/:id?',
  Files: 'GET /files/*',
  Any: 'GET *',
  Verb: 'POST /name::verb'
})

// @ts-expect-error - no method
t.throws(() => defineRoutes({ One: '/orders' }), { code: 'FST_ERR_HYPER_INVALID_OPTION' })

t.test('an entry has the options that its route is registered with', async t => {
  const { name, method, url } = Routes.Line
  t.same({ name, method, url }, { name: 'Line', method: 'GET', url: '/orders/:id/lines/:line' })
  expectTypeOf({ name, method, url }).toEqualTypeOf<{ name: string, method: string, url: string }>()
  expectTypeOf(method).toExtend<HTTPMethods>()
  // @ts-expect-error - read only
  t.throws(() => { Routes.Line.url = '/' }, TypeError)
})

t.test('targets of a catalog take the values of their path', async t => {
  const targets = [
    Routes.Root(),
    Routes.Root({}),
    Routes.Root(undefined, { query: { page: 1 }, title: 'Start' }),
    Routes.One({ id: 1 }),
    Routes.One({ id: 1n }),
    Routes.One({ id: true }, { query: { deep: [1, 'a'] } }),
    Routes.Line({ id: 'a', line: 2 }),
    Routes.Maybe(),
    Routes.Maybe({}),
    Routes.Maybe({ id: null }),
    Routes.Maybe({ id: undefined }),
    Routes.Files({ '*': 'a/b' }),
    Routes.Any({ '*': '' }),
    Routes.Verb()
  ]
  for (const target of targets) t.equal(target.kind, 'route')
  expectTypeOf(targets).toExtend<LinkTarget[]>()
})

// At run time all of these are targets; the link is unresolved where a value is missing,
// and more values are its query string.
t.test('the compiler rejects', async t => {
  const targets = [
    // @ts-expect-error - a missing object
    Routes.One(),
    // @ts-expect-error - a missing value
    Routes.One({}),
    // @ts-expect-error - one of two missing
    Routes.Line({ id: 1 }),
    // @ts-expect-error - no rest of the path
    Routes.Files(),
    // @ts-expect-error - another name
    Routes.One({ ident: 1 }),
    // @ts-expect-error - a surplus value
    Routes.One({ id: 1, more: 2 }),
    // @ts-expect-error - a surplus value where none is needed
    Routes.Root({ more: 2 }),
    // @ts-expect-error - a surplus value beside an optional one
    Routes.Maybe({ id: 1, more: 2 }),
    // @ts-expect-error - not a parameter
    Routes.Verb({ verb: 'x' }),
    // @ts-expect-error - null for a needed value
    Routes.One({ id: null }),
    // @ts-expect-error - a date
    Routes.One({ id: new Date(0) }),
    // @ts-expect-error - an array
    Routes.One({ id: [1] }),
    // @ts-expect-error - an option that is none
    Routes.One({ id: 1 }, { qeury: {} }),
    // @ts-expect-error - a route that was renamed
    Routes.Gone()
  ]
  for (const target of targets) t.equal(target.kind, 'route')
})

t.test('targets of a catalog take functions of the resource', async t => {
  const config = defineLinks<Order>('Order', links => {
    links.self(Routes.One(order => ({ id: order.id })))
    links.self(Routes.One(({ id }) => ({ id }), { query: ({ status }) => ({ status }), title: 'It' }))
    links.self(order => Routes.One({ id: order.id }))
    links.link('start', Routes.Root(() => ({})))
    links.linkMany('several', [Routes.One(order => ({ id: order.id })), LinkTarget.uri('/')])
    links.linkMany('several', order => [Routes.One({ id: order.id }), null])
    links.affordance('do', Routes.Line(order => ({ id: order.id, line: 1 })))
    Routes.One((order: Order) => ({ id: order.id })).title('It')

    // @ts-expect-error - not a property of the resource
    links.self(Routes.One(order => ({ id: order.ident })))
    // @ts-expect-error - a missing value
    links.self(Routes.One(() => ({})))
    // @ts-expect-error - a surplus value
    links.self(Routes.One(order => ({ id: order.id, more: 1 })))
    // @ts-expect-error - the whole resource has surplus values
    links.self(Routes.One(order => order))
    // @ts-expect-error - a value that no path can hold
    links.self(Routes.One(order => ({ id: order.placed })))
    // @ts-expect-error - values of a promise
    links.self(Routes.One(async order => ({ id: order.id })))
    // @ts-expect-error - a surplus value where none is needed
    links.self(Routes.Root(() => ({ more: 1 })))
    // @ts-expect-error - a surplus value in a callback that makes the target
    links.self(order => Routes.One({ id: order.id, more: 1 }))
    // @ts-expect-error - not a property of the resource, in the query string
    links.self(Routes.One(({ id }) => ({ id }), { query: order => ({ state: order.state }) }))
    // @ts-expect-error - a target for another type
    links.self(Routes.One((customer: { number: string }) => ({ id: customer.number })))
    // @ts-expect-error - an entry that was not called
    links.self(Routes.One)
  })
  t.equal(config.type, 'Order')
})
