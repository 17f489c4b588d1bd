import { pathToFileURL } from 'node:url'
import t from 'tap'
import { hydra, type HydraOptions } from '../../../formats/hydra.ts'
import { jsonApi } from '../../../formats/json-api.ts'
import type { HyperOptions } from '../../../lib/index.ts'
import { load, ordersApp, serveOrders } from './orders.ts'

// Programs for JSON:API and Hydra that others wrote.

const JSON_API = 'application/vnd.api+json'
const HYDRA = 'application/ld+json'

function formats (options?: HydraOptions): HyperOptions {
  const type = (name: string) => `${name.toLowerCase()}s`
  return { formatters: [jsonApi({ type }), hydra(options)], validationProblems: true }
}

const URLS = ['/', '/orders', '/orders?pageSize=1&page=2', '/all', '/orders/1', '/orders/9', '/orders?page=x']

t.test('the JSON schema of JSON:API, in process', async t => {
  const { Validator } = load('jsonapi-validator') as { Validator: new () => { validate (document: unknown): void } }
  const app = await ordersApp(t, formats())
  for (const url of URLS) {
    const { body, headers } = await app.inject({ url, headers: { accept: JSON_API } })
    t.equal(headers['content-type'], JSON_API, url)
    t.doesNotThrow(() => new Validator().validate(JSON.parse(body)), url)
  }
})

t.test('jsonapi-serializer', async t => {
  const { Deserializer } = load('jsonapi-serializer') as {
    Deserializer: new () => { deserialize (document: unknown): Promise<unknown> }
  }
  const app = await ordersApp(t, formats())
  const { body } = await app.inject({ url: '/all', headers: { accept: JSON_API } })
  t.match(await new Deserializer().deserialize(JSON.parse(body)), [
    { id: '1', status: 'Pending', customer: { id: '7', name: 'Ann' } },
    { id: '2', status: 'Shipped', customer: { id: '7', name: 'Ann' } }
  ])
})

interface Kitsu {
  get (path: string, options?: object): Promise<{ data: unknown, links?: { next?: string }, meta?: object }>
  create (type: string, attributes: object): Promise<{ data: unknown }>
  update (type: string, attributes: object): Promise<{ data: unknown }>
}

t.test('kitsu, over HTTP', async t => {
  // Its CommonJS build does not load, because its package.json has "type": "module".
  const file = load.resolve('kitsu').replace(/\.js$/, '.mjs')
  const { default: Client } = await import(pathToFileURL(file).href) as { default: new (options: object) => Kitsu }
  const origin = await serveOrders(t, formats())
  const kitsu = new Client({ baseURL: origin, camelCaseTypes: false, pluralize: false })
  const page = await kitsu.get('orders', { params: { pageSize: 1 } })
  t.match(page, {
    data: [{ id: '1', type: 'orders', status: 'Pending', customer: { data: { id: '7', name: 'Ann' } } }],
    links: { next: `${origin}/orders?pageSize=1&page=2` },
    meta: { totalCount: 2 }
  })
  t.match(await kitsu.get('orders/2'), { data: { id: '2', status: 'Shipped' } })
  t.match(await kitsu.create('orders', { status: 'Pending' }), { data: { id: '3', status: 'Pending' } })
  t.match(await kitsu.update('orders', { id: '3', status: 'Shipped' }), { data: { id: '3', status: 'Shipped' } })
  await t.rejects(kitsu.create('orders', { status: '' }), {
    errors: [{ status: '400', source: { pointer: '/data/attributes/status' } }]
  })
  await t.rejects(kitsu.get('orders/9'), { errors: [{ status: '404', detail: 'No order.' }] })
})

interface JsonLd {
  expand (document: unknown, options: object): Promise<Array<Record<string, unknown>>>
  toRDF (document: unknown, options: object): Promise<string>
}

const CORE = 'http://www.w3.org/ns/hydra/core#'
const base = 'http://shop.example'

t.test('jsonld.js expands every document, in process', async t => {
  const jsonld = load('jsonld') as JsonLd
  const app = await ordersApp(t, formats())
  for (const url of URLS) {
    const { body } = await app.inject({ url, headers: { accept: HYDRA, host: 'shop.example' } })
    const [node, ...others] = await jsonld.expand(JSON.parse(body), { base: base + url, safe: true })
    t.same(others, [], url)
    t.ok(node!['@type'], url)
  }
})

t.test('jsonld.js reads operations and collections as statements', async t => {
  const jsonld = load('jsonld') as JsonLd
  const app = await ordersApp(t, formats())
  const read = async (url: string) => {
    const { body } = await app.inject({ url, headers: { accept: HYDRA, host: 'shop.example' } })
    return jsonld.toRDF(JSON.parse(body), { base: base + url, format: 'application/n-quads' })
  }
  const page = await read('/orders?pageSize=1&page=2')
  for (const statement of [
    `<${base}/orders> <${CORE}member> <${base}/orders/2>`,
    `<${base}/orders> <${CORE}view> <${base}/orders?pageSize=1&page=2>`,
    `<${base}/orders?pageSize=1&page=2> <${CORE}previous> <${base}/orders?pageSize=1&page=1>`,
    `<${base}/orders> <${CORE}totalItems> "2"^^`
  ]) t.ok(page.includes(statement), statement)
  const order = await read('/orders/1')
  for (const statement of [
    `<${base}/orders/1> <${base}/vocab#customer> <${base}/customers/7>`,
    `<${CORE}method> "PATCH"`,
    `<${CORE}property> <${base}/vocab#status>`
  ]) t.ok(order.includes(statement), statement)
})

t.test('jsonld.js reads the ApiDocumentation', async t => {
  const jsonld = load('jsonld') as JsonLd
  const app = await ordersApp(t, formats({ documentation: '/docs' }))
  const { body, headers } = await app.inject('/docs')
  t.match(headers['content-type'], HYDRA)
  const [document] = await jsonld.expand(JSON.parse(body), { base: `${base}/docs`, safe: true })
  t.same(document!['@type'], [`${CORE}ApiDocumentation`])
  const statements = await jsonld.toRDF(JSON.parse(body), { base: `${base}/docs`, format: 'application/n-quads' })
  for (const statement of [
    `<${base}/docs> <${CORE}entrypoint> <${base}/>`,
    `<${base}/docs> <${CORE}supportedClass> <${base}/docs#Order>`,
    `<${base}/docs#Order> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${CORE}Class>`,
    `<${base}/docs#customer> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${CORE}Link>`,
    `<${CORE}method> "PATCH"`
  ]) t.ok(statements.includes(statement), statement)
  const vocabulary = new Set(statements.match(/(?<=<http:\/\/www\.w3\.org\/ns\/hydra\/core#)\w+/g))
  t.same([...vocabulary].filter(term => !VOCABULARY.includes(term)), [], 'terms of the vocabulary')
})

// Of http://www.w3.org/ns/hydra/core, those that an ApiDocumentation has.
const VOCABULARY = [
  'ApiDocumentation', 'Class', 'Collection', 'Link', 'Operation', 'SupportedProperty', 'entrypoint', 'expects',
  'method', 'property', 'required', 'supportedClass', 'supportedOperation', 'supportedProperty', 'title', 'writable'
]

interface HydraResource {
  readonly id: { readonly value: string }
  readonly totalItems?: number
  readonly member?: readonly HydraResource[]
  readonly view?: readonly HydraResource[]
  readonly previous?: HydraResource
}

interface HydraClass {
  readonly id: { readonly value: string }
  readonly title: string
  readonly supportedOperation: ReadonlyArray<{ readonly method: string }>
  readonly supportedProperty: ReadonlyArray<{ readonly title: string, readonly required: boolean }>
}

interface Documentation {
  readonly root: { readonly supportedClass: readonly HydraClass[] }
}

interface Environment {
  readonly formats: { import (formats: unknown): void }
  readonly hydra: {
    loadResource (url: string): Promise<{ representation: { root: HydraResource } }>
    readonly apiDocumentations: readonly Documentation[]
  }
}

function hydraEnvironment (): Environment {
  const defaultOf = <V>(name: string) => (load(name) as { default: V }).default
  const [create, formats] = [defaultOf<() => object>('alcaeus'), defaultOf<object>('@rdfjs/formats')]
  const Environment = defaultOf<new (factory: object, options: object) => Environment>('@zazuko/env/Environment.js')
  const environment = new Environment(create(), { parent: defaultOf<object>('@zazuko/env') })
  environment.formats.import(formats)
  return environment
}

t.test('alcaeus reads the ApiDocumentation that the Link header has, over HTTP', async t => {
  const environment = hydraEnvironment()
  const origin = await serveOrders(t, formats({ documentation: '/docs' }))
  await environment.hydra.loadResource(`${origin}/orders/1`)
  const [documentation] = environment.hydra.apiDocumentations
  const order = documentation!.root.supportedClass.find(({ title }) => title === 'Order')
  t.equal(order?.id.value, `${origin}/docs#Order`)
  t.same(order?.supportedOperation.map(({ method }) => method), ['PATCH'])
  t.ok(order?.supportedProperty.some(({ title }) => title === 'customer'))
})

t.test('alcaeus, over HTTP', async t => {
  const environment = hydraEnvironment()
  const origin = await serveOrders(t, formats())
  const { representation: { root } } = await environment.hydra.loadResource(`${origin}/orders?pageSize=1&page=2`)
  t.equal(root.id.value, `${origin}/orders`, 'the collection of the page')
  t.equal(root.view?.[0]?.previous?.id.value, `${origin}/orders?pageSize=1&page=1`)
  const all = (await environment.hydra.loadResource(`${origin}/all`)).representation.root
  t.equal(all.totalItems, 2)
  t.same(all.member?.map(({ id }) => id.value).sort(), [`${origin}/orders/1`, `${origin}/orders/2`])
})
