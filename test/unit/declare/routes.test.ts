import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import t from 'tap'
import { targetParts } from '../../../lib/declare/target.ts'
import { defineLinks, defineRoutes, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

const Routes = defineRoutes({
  GetOrder: 'GET /orders/:id',
  ListOrders: 'GET /orders',
  'Order: cancel': 'post /orders/:id/cancel',
  Files: 'GET *'
})

// A catalog that was written anew without them; the code still names them.
const Stale = Routes as typeof Routes & { readonly Gone: typeof Routes.ListOrders }

const ENTRIES = {
  GetOrder: { name: 'GetOrder', method: 'GET', url: '/orders/:id' },
  ListOrders: { name: 'ListOrders', method: 'GET', url: '/orders' },
  'Order: cancel': { name: 'Order: cancel', method: 'POST', url: '/orders/:id/cancel' },
  Files: { name: 'Files', method: 'GET', url: '*' }
} as const

t.test('entries', async t => {
  t.strictSame(Object.keys(Routes), Object.keys(ENTRIES))
  for (const [key, { name, method, url }] of Object.entries(ENTRIES)) {
    const route = Routes[key as keyof typeof ENTRIES]
    t.strictSame({ name: route.name, method: route.method, url: route.url }, { name, method, url }, key)
    t.ok(Object.isFrozen(route))
  }
})

t.test('targets', async t => {
  const values = { id: 7 }
  const query = { page: 2 }
  t.match(targetParts(Routes.GetOrder(values, { query, title: 'Order' })), {
    kind: 'route', reference: 'GetOrder', values, query, attributes: { title: 'Order' }, missing: false
  })
  t.match(targetParts(Routes.ListOrders()), {
    kind: 'route', reference: 'ListOrders', values: undefined, query: undefined, attributes: undefined, missing: false
  })
})

t.test('a name that the catalog lost', async t => {
  t.doesNotThrow(() => Stale.Gone(), 'making the target is no error')
  t.match(targetParts(Stale.Gone()), { kind: 'route', reference: 'Gone', missing: true })
  t.match(targetParts(Stale.Gone().title('Order')), { reference: 'Gone', missing: true }, 'with an attribute too')
  t.notOk('Gone' in Routes)
})

t.test('properties that the language, loaders and test runners read from any object', async t => {
  for (const key of [
    'then', 'toJSON', 'constructor', 'inspect', 'asymmetricMatch', '$$typeof', 'nodeType', 'tagName', '__esModule',
    '__proto__', '@@toPrimitive', '@@__IMMUTABLE_MAP__@@'
  ]) {
    t.equal(Reflect.get(Routes, key), undefined, key)
  }
  for (const key of [Symbol.iterator, Symbol.toPrimitive, inspect.custom]) {
    t.equal(Reflect.get(Routes, key), undefined, String(key))
  }
  t.equal(await Routes, Routes, 'it can be awaited')
  t.equal(JSON.stringify(Routes), '{}')
  t.equal(`${Routes}`, '[object RouteCatalog]')
  t.equal(Object.prototype.toString.call(Routes), '[object RouteCatalog]')
  t.equal(Routes.valueOf(), Routes)
  t.match(inspect(Routes), 'GetOrder')
  t.type(Reflect.get(Routes, 'thenGone'), 'function', 'a name that only begins so is a name')
})

t.test('a CommonJS module that is a catalog', async t => {
  const folder = t.testdir({
    'routes.cjs': 'module.exports = globalThis.catalogOfTest',
    'importer.cjs': 'const interop = loaded => ' +
    'loaded && loaded.__esModule ? loaded : { default: loaded }; exports.found = ' +
    'interop(require("./routes.cjs")).default'
  })
  Object.assign(globalThis, { catalogOfTest: Routes })
  t.teardown(() => { Reflect.deleteProperty(globalThis, 'catalogOfTest') })
  t.equal(
    (createRequire(import.meta.url)(join(folder, 'importer.cjs')) as { found: unknown }).found, Routes,
    'as compilers import it'
  )
  const imported = await import(pathToFileURL(join(folder, 'routes.cjs')).href) as { default: unknown }
  t.equal(imported.default, Routes, 'as Node.js imports it')
})

t.test('entries named like what every object has', async t => {
  const catalog = defineRoutes(JSON.parse('{"constructor":"GET /c","__proto__":"GET /p"}') as Record<string, 'GET /c'>)
  t.strictSame(Object.keys(catalog), ['constructor', '__proto__'])
  t.strictSame(
    ['constructor', '__proto__'].map(key => (Reflect.get(catalog, key) as { url: string }).url), ['/c', '/p']
  )
})

t.test('entries as targets, and an unused name that is lost', async t => {
  const links = defineLinks<{ id: number }>(links => {
    links.self(Routes.GetOrder(({ id }) => ({ id })))
    links.link('collection', Routes.ListOrders({}, { query: { page: 2 } }))
    links.affordance('cancel', () => Routes['Order: cancel']({ id: 1 }))
    if (Date.now() === 0) links.link('gone', Stale.Gone())
  })
  const { read, log } = await project(t, { links }, { id: 1 }, {
    options: { routes: Routes, mode: 'strict' },
    routes: app => {
      const handler = async () => ({})
      app.get(Routes.GetOrder.url, handler)
      app.get('/orders', handler)
      app.route({ method: 'POST', url: Routes['Order: cancel'].url, handler })
    }
  })
  t.strictSame(await read('_links'), { self: { href: '/orders/1' }, collection: { href: '/orders?page=2' } })
  t.strictSame(await read('_actions'), { cancel: { href: '/orders/1/cancel', method: 'POST' } })
  t.strictSame(log.filter(line => line.code !== undefined), [])
})

t.test('targets do not change', async t => {
  const plain = LinkTarget.route('GetOrder', { id: 1 })
  const titled = plain.title('Order').hreflang('en')
  t.not(titled, plain)
  t.equal(targetParts(plain).attributes, undefined)
  t.strictSame(targetParts(titled).attributes, { title: 'Order', hreflang: 'en' })
  t.match(targetParts(titled), { kind: 'route', reference: 'GetOrder', values: { id: 1 } })
  t.strictSame(targetParts(titled.title('Another')).attributes, { title: 'Another', hreflang: 'en' })
  t.strictSame(targetParts(titled).attributes, { title: 'Order', hreflang: 'en' })
})
