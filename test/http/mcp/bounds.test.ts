import t from 'tap'
import { isWritten, parseRepresentation } from '../../../hypermedia/content.ts'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import type { ApiModel } from '../../../lib/model/model.ts'
import { catalogueOf, search } from '../../../mcp/catalogue.ts'
import { type Document, embeddedIn } from '../../../mcp/document.ts'
import { agentAt, serveTools } from './agent.ts'
import { buildShop } from './shop.ts'

// What the arguments of a tool and the representations that it reads may cost, counted:
// no argument multiplies what the app declares.

const TYPES = 30

function description (): ApiModel {
  const types = Array.from({ length: TYPES }, (_, index) => ({
    name: `Order${index}`,
    kind: 'resource' as const,
    data: null,
    item: null,
    routes: [`GET /orders${index}/:id`],
    relations: [{
      relation: 'Collection', target: null, always: true, many: false, templated: false, deprecated: false
    }],
    embedded: [],
    nested: [],
    actions: []
  }))
  return { types } as unknown as ApiModel
}

/** Counts the calls of a method of strings, and the characters that it was called on, while `work` runs. */
async function counted (
  method: 'toLowerCase' | 'startsWith', work: () => unknown
): Promise<{ calls: number, characters: number }> {
  const { prototype } = String
  const { [method]: original } = prototype
  const count = { calls: 0, characters: 0 }
  Object.defineProperty(prototype, method, {
    configurable: true,
    writable: true,
    value: function (this: string, ...parameters: unknown[]) {
      count.calls++
      count.characters += this.length
      return Reflect.apply(original, this, parameters) as unknown
    }
  })
  try {
    await work()
  } finally {
    Object.defineProperty(prototype, method, { configurable: true, writable: true, value: original })
  }
  return count
}

t.test('find reads the names of the API once, when it is described, and each word of a query once', async t => {
  const catalogue = catalogueOf(description())
  const query = 'ORDER collection '.repeat(10)
  t.ok(search(catalogue, query).types.length > 0)
  const { calls: reads } = await counted('toLowerCase', () => search(catalogue, query))
  t.equal(reads, 1)
  const { calls } = await counted('startsWith', () => search(catalogue, query))
  t.ok(calls <= 2 * 5 * TYPES, `${calls} comparisons: of two words with the five of each type and its relation`)
})

t.test('arguments that are longer than their schema allows are rejected before anything is read', async t => {
  const { app, received } = await buildShop()
  const { call } = await agentAt(t, app)
  const url = (length: number) => `/orders?q=${'x'.repeat(length - '/orders?q='.length)}`
  for (const [tool, input, ok] of [
    ['find', { query: 'x'.repeat(200) }, true],
    ['find', { query: 'x'.repeat(201) }, false],
    ['open', { url: url(8192) }, true],
    ['open', { url: url(8193) }, false],
    ['open', { url: '/', relation: 'x'.repeat(2049) }, false],
    ['act', { url: url(8193), action: 'order' }, false],
    ['act', { url: '/', action: 'x'.repeat(2049) }, false]
  ] as const) {
    received.length = 0
    const isError = await call(tool, input).then(({ isError }) => isError, () => true)
    t.equal(isError, !ok, `${tool} ${JSON.stringify(input).slice(0, 40)}`)
    t.equal(received.length > 0, ok && tool !== 'find')
  }
})

t.test('values of a template that make a URL too long are rejected before they are written', async t => {
  const { app, received } = await buildShop()
  const { call } = await agentAt(t, app)
  const open = async (variables: object) => call('open', { url: '/', relation: 'search', variables })
  t.equal((await open({ q: 'x'.repeat(8000) })).isError, false)
  for (const variables of [{ q: 'x'.repeat(8193) }, { q: 'ä'.repeat(3000) }]) {
    received.length = 0
    const { isError, content } = await open(variables)
    t.equal(isError, true)
    t.match(content.error?.title, /8192 characters/)
    t.equal(content.possible?.url, '/')
    t.same(received.map(({ url }) => url.slice(0, 20)), ['/'], 'only the resource with the link is read')
  }
})

class Row { readonly id: number; constructor (id: number) { this.id = id } }
class Rows { readonly items: readonly Row[]; constructor (items: readonly Row[]) { this.items = items } }

t.test('a long list: neither the URL nor the schema of an action is read for each row', async t => {
  const rowLinks = defineLinks(Row, links => {
    links.self(LinkTarget.route('row', ({ id }) => ({ id })))
    links.affordance('touch', row => LinkTarget.route('touch', { id: row.id }))
  })
  const rowsLinks = defineLinks(Rows, links => { links.embedMany('item', ({ items }) => items, rowLinks) })
  let reads = 0
  const body: object = {
    type: 'object',
    get description () { reads++; return 'Nothing is required' },
    properties: { deep: { type: 'object' } }
  }
  const rows = Array.from({ length: 300 }, (_, index) => new Row(index))
  const linked = { config: { hyper: { links: true } } } as const
  const { call } = await serveTools(t, app => {
    app.get<{ Querystring: { n: string } }>('/rows', linked, ({ query: { n } }) => new Rows(rows.slice(0, Number(n))))
    app.get('/rows/:id', { config: { hyper: { name: 'row', links: true } } }, () => new Row(1))
    app.post('/rows/:id', { schema: { body }, config: { hyper: { name: 'touch' } } }, () => ({}))
  }, { hyper: { links: [rowLinks, rowsLinks], hrefs: 'path' } })
  const { URL } = globalThis
  t.teardown(() => { globalThis.URL = URL })
  let bases = 0
  globalThis.URL = class extends URL {
    constructor (url: string | URL, base?: string | URL) {
      super(url, base)
      if (`${String(url)}${String(base ?? '')}`.includes('marker')) bases++
    }

    static override canParse (url: string, base?: string) {
      if (`${url}${base ?? ''}`.includes('marker')) bases++
      return URL.canParse(url, base)
    }
  }
  const costs = async (n: number): Promise<readonly [urls: number, schemas: number]> => {
    bases = reads = 0
    const { content } = await call('open', { url: `/rows?n=${n}&marker` })
    t.equal(content.embedded.item.length, n)
    t.not(content.embeddedActions[0].inputSchema.properties.deep, undefined)
    return [bases, reads]
  }
  await costs(1)
  const few = await costs(3)
  t.strictSame(await costs(300), few)
})

// A call of JavaScript has some hundred thousand arguments at most.
t.test('representations that embed very many resources are read', async t => {
  const count = 300_000
  const rows = Array.from({ length: count }, () => '{"_links":{}}')
  const content = parseRepresentation(`{"_links":{},"_embedded":{"item":[${rows.join()}]}}`)
  t.equal(isWritten(content), true)
  const leaf: Document = { path: null, data: {}, links: [], actions: [], embedded: [], paging: [] }
  const row: Document = { ...leaf, embedded: [['part', Array.from({ length: count }, () => leaf)]] }
  t.equal(embeddedIn({ ...leaf, embedded: [['item', [row]]] }).length, count + 1)
})
