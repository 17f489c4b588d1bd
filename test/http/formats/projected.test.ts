import Fastify from 'fastify'
import t from 'tap'
import hyper, {
  defineLinks, type HypermediaFormatter, LinkConfig, LinkTarget, offsetPage, type ProjectedResource
} from '../../../lib/index.ts'

// What formatters know of a resource beside its links and actions.

class Order {
  readonly id = 1
  readonly lines = [{ sku: 'tea' }]
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.uri('/orders/1'))
  links.embedMany('line', order => order.lines)
})

const lists = defineLinks<{ old: Order[], recent: Order[] }>(links => {
  links.items('old')
  links.items('recent')
}, { name: 'Lists' })

const VALUES: Readonly<Record<string, () => unknown>> = {
  '/one': () => new Order(),
  '/array': () => [new Order()],
  '/page': () => offsetPage([new Order()], { page: 1, pageSize: 1, totalCount: 1 }),
  '/lists': () => ({ old: [new Order()], recent: [] }),
  '/own': () => ({ _embedded: {}, old: [new Order()], recent: [] }),
  '/member': () => ({ best: new Order() }),
  '/no-member': () => ({ best: null })
}

const CONFIGS: Readonly<Record<string, LinkConfig<never>>> = {
  '/lists': lists, '/own': lists, '/member': orderLinks.at('best'), '/no-member': orderLinks.at('best')
}

/** What a formatter gets for a URL, in the order of the calls. */
async function projected (url: string): Promise<ProjectedResource[]> {
  const seen: ProjectedResource[] = []
  const formatter: HypermediaFormatter = {
    mediaType: 'application/x',
    format (resource) {
      seen.push(resource)
      return `{"made":${seen.length}}`
    }
  }
  const app = Fastify()
  await app.register(hyper, { links: [orderLinks], formatters: [formatter], hrefs: 'path' })
  for (const [path, handler] of Object.entries(VALUES)) {
    app.get(path, { config: { hyper: { links: CONFIGS[path] ?? true } } }, handler)
  }
  const { statusCode } = await app.inject({ url, headers: { accept: 'application/x' } })
  t.equal(statusCode, 200)
  await app.close()
  return seen
}

type Row = [type: string | null, isWhole: boolean, items: string | null, embedded: object]

const LINE: Row = [null, false, null, {}]
const order = (isWhole: boolean, line: number): Row =>
  ['Order', isWhole, null, { line: [`{"made":${line}}`] }]

const ROWS: Readonly<Record<string, Row[]>> = {
  '/one': [LINE, order(true, 1)],
  '/array': [LINE, order(false, 1)],
  '/page': [LINE, order(false, 1), [null, true, 'item', { item: ['{"made":2}'] }]],
  '/lists': [LINE, order(false, 1), ['Lists', true, null, { old: ['{"made":2}'], recent: [] }]],
  '/member': [LINE, order(false, 1), [null, true, null, { best: '{"made":2}' }]],
  '/no-member': [[null, true, null, {}]],
  '/own': [LINE, order(false, 1), ['Lists', true, null, { old: ['{"made":2}'], recent: [] }]]
}

for (const [url, rows] of Object.entries(ROWS)) {
  t.test(`what a formatter gets for ${url}`, async t => {
    t.same((await projected(url)).map(({ type, isWhole, items, embedded }) =>
      [type, isWhole, items, Object.fromEntries(embedded)]), rows)
  })
}

t.test('a member that is a resource is not in the body, but null is', async t => {
  const bodyOf = async (url: string) => JSON.parse((await projected(url)).at(-1)!.body) as object
  t.same(await bodyOf('/lists'), {})
  t.same(await bodyOf('/own'), { _embedded: {} })
  t.same(await bodyOf('/member'), {})
  t.same(await bodyOf('/no-member'), { best: null })
})

t.test('self is the href of its link', async t => {
  t.same((await projected('/page')).map(({ self }) => self), [null, '/orders/1', '/page'])
})

t.test('a page has its total, as far as it is sent', async t => {
  const totalOf = async (value: object, properties: object, links: LinkConfig<never> | true = true) => {
    const totals: unknown[] = []
    const formatter: HypermediaFormatter = {
      mediaType: 'application/x',
      format ({ page }) {
        totals.push(page === null ? null : page.total)
        return '{}'
      }
    }
    const app = Fastify()
    await app.register(hyper, { formatters: [formatter], hrefs: 'path' })
    const response = { 200: { type: 'object', properties } }
    app.get('/', { schema: { response }, config: { hyper: { links } } }, () => value)
    await app.inject({ url: '/', headers: { accept: 'application/x' } })
    await app.close()
    return totals
  }
  const items = { type: 'array', items: { type: 'object', properties: {} } }
  const integer = { type: 'integer' }
  const page = offsetPage([], { page: 1, pageSize: 1, totalCount: 7 })
  t.same(await totalOf(page, { items, totalCount: integer }), [7])
  t.same(await totalOf(page, { items }), [null], 'omitted by the schema')
  const own = defineLinks<{ list: object[], meta: { all: number, at: number } }>(links => {
    links.items('list')
    links.page({ page: 'meta.at', total: 'meta.all' })
  })
  const meta = { type: 'object', properties: { all: integer, at: integer } }
  t.same(await totalOf({ list: [], meta: { all: 9, at: 1 } }, { list: items, meta }, own), [9])
  const other = defineLinks<object>(links => { links.self(LinkTarget.uri('/')) })
  t.same(await totalOf({ id: 1 }, { id: integer }, other), [null], 'no page')
})
