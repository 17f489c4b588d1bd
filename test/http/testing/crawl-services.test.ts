import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget, type ServiceCatalog } from '../../../lib/index.ts'
import { crawl, type CrawlOptions } from '../../../testing/index.ts'

const ORDERS = 'http://orders.test'
const BILLING = 'https://billing.test'

const body = { type: 'object', properties: { card: { type: 'string', minLength: 4 } }, required: ['card'] }
const CATALOG: ServiceCatalog = {
  version: 1,
  routes: {
    GetInvoice: { methods: ['GET'], path: '/invoices/:id' },
    ListInvoices: { methods: ['GET'], path: '/invoices', querystring: { properties: { order: { type: 'integer' } } } },
    PayInvoice: { methods: ['POST'], path: '/invoices/:id/pay', body },
    VoidInvoice: { methods: ['POST'], path: '/invoices/:id/void' }
  }
}

/** What a test changes in the sound services. */
interface Changes {
  readonly order?: (links: LinkBuilder<object>) => void
  readonly invoice?: (links: LinkBuilder<Invoice>) => void
  readonly card?: object
  readonly pay?: (reply: FastifyReply) => void
  readonly read?: (reply: FastifyReply, caller: string) => object | undefined
}

interface Invoice { id: number, paid: boolean }

function build ({ order, invoice, card = body, pay, read }: Changes = {}) {
  const orderLinks = defineLinks<object>(links => {
    links.self(LinkTarget.route('GetOrder'))
    links.link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 1 }))
    links.link('invoices', LinkTarget.serviceTemplate('billing', 'ListInvoices'))
    order?.(links)
  }, { name: 'Order' })
  const invoiceLinks = defineLinks<Invoice>(links => {
    links.self(LinkTarget.route('GetInvoice', invoice => ({ id: invoice.id })))
    links.link('order', LinkTarget.uri(`${ORDERS}/orders/7`))
    links.affordance('pay', LinkTarget.route('PayInvoice', invoice => ({ id: invoice.id })))
      .when(invoice => !invoice.paid)
    invoice?.(links)
  }, { name: 'Invoice' })
  const orders = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(hyper, { services: { billing: { catalog: CATALOG, baseUrl: BILLING } } })
    const named = (name: string) => ({ config: { hyper: { name, links: orderLinks } } })
    app.get('/', { config: { hyper: { name: 'Root', links: rootLinks } } }, () => ({}))
    app.get('/orders/7', named('GetOrder'), () => ({ id: 7 }))
    return app
  }
  const billing = async (): Promise<FastifyInstance> => {
    const invoice = { id: 1, paid: false }
    const app = Fastify()
    await app.register(hyper, { policies: { staff: request => request.headers['x-user'] === 'staff' } })
    const named = (name: string) => ({ config: { hyper: { name, links: invoiceLinks } } })
    app.get('/invoices/:id', named('GetInvoice'), (request, reply) =>
      read?.(reply, String(request.headers['x-user'])) ?? { ...invoice })
    app.get('/invoices', { config: { hyper: { name: 'ListInvoices' } } }, () => ({ count: 1 }))
    app.post('/invoices/:id/pay', {
      schema: { body: card }, config: { hyper: { name: 'PayInvoice', links: invoiceLinks } }
    }, (_request, reply) => {
      pay?.(reply)
      if (reply.sent) return reply
      invoice.paid = true
      return invoice
    })
    app.post('/invoices/:id/void', {
      config: { hyper: { name: 'VoidInvoice', policy: 'staff', links: invoiceLinks } }
    }, () => invoice)
    return app
  }
  return { apps: { [ORDERS]: orders, [BILLING]: billing } }
}

const rootLinks = defineLinks<object>(links => { links.link('order', LinkTarget.route('GetOrder')) }, { name: 'Root' })

t.test('links and actions between services are followed', async t => {
  const report = await crawl(build(), { actions: 'each' })
  t.same([report.findings, report.untried, report.external, report.complete], [[], [], 0, true])
  const map = report.map()
  t.match(map, /GET http:\/\/orders\.test\/orders\/7/)
  t.match(map, /GET https:\/\/billing\.test\/invoices\/:id<br>pay/)
  t.match(map, /==>\|"pay"\|/, 'the action of the other service is performed')
})

t.test('one app of the two: links to the other are counted', async t => {
  const { apps } = build()
  t.match(await crawl({ apps: { [ORDERS]: apps[ORDERS]! } }), { findings: [], external: 2 })
  t.match(await crawl(apps[ORDERS]!), { findings: [], external: 2 })
})

t.test('apps that are ready stay open', async t => {
  const { apps } = build()
  const billing = await apps[BILLING]!()
  t.teardown(() => billing.close())
  t.match(await crawl({ apps: { [ORDERS]: apps[ORDERS]!, [BILLING]: billing } }), { findings: [], external: 0 })
  t.equal((await billing.inject('/invoices')).statusCode, 200)
})

t.test('each caller has headers of its own for each app', async t => {
  const seen: string[] = []
  const headers = async (app: FastifyInstance) => {
    seen.push(app.hasRoute({ method: 'GET', url: '/' }) ? 'orders' : 'billing')
    return { 'x-user': 'staff' }
  }
  t.match(await crawl(build(), { as: [{ name: 'staff', headers }] }), { findings: [] })
  t.same(seen, ['orders', 'billing'])
})

const AS = [{ name: 'customer' }, { name: 'staff', headers: { 'x-user': 'staff' } }]
const service = LinkTarget.service

const FAULTS: ReadonlyArray<[code: string, place: string, changes: Changes, options?: CrawlOptions]> = [
  ['CRAWL001', 'GET http://orders.test/orders/7, link \'invoice\'',
    { read: reply => reply.code(500).send({}) }],
  ['CRAWL002', "GET http://orders.test/orders/7, action 'void'",
    { order: links => links.affordance('void', service('billing', 'VoidInvoice', { id: 1 })).when(() => true) }],
  ['CRAWL003', "GET http://orders.test/orders/7, action 'pay'", {
    card: { ...body, properties: { card: { type: 'string', minLength: 9 } } },
    order: links => links.affordance('pay', service('billing', 'PayInvoice', { id: 1 })).when(() => true)
  }],
  ['CRAWL004', 'POST https://billing.test/invoices/:id/void, the links of Invoice, action \'void\'', {
    invoice: links => links.affordance('void', LinkTarget.route('VoidInvoice', { id: 1 })).when(() => false)
  }, { as: AS }],
  ['CRAWL005', "GET http://orders.test/orders/7, link 'gone'",
    { order: links => links.link('gone', LinkTarget.uri(`${BILLING}/gone`)) }],
  ['CRAWL006', 'GET https://billing.test/invoices/:id', {
    read: reply => reply.type('application/hal+json').send({ id: 1, paid: true, _embedded: 1 })
  }, { formats: ['none'] }],
  ['CRAWL007', 'GET https://billing.test/invoices/:id', {
    read: reply => {
      const isKnown = reply.request.headers['if-none-match'] === '"1"'
      return isKnown ? reply.code(304).send() : reply.header('etag', '"1"').send({ id: 1, at: Math.random() })
    }
  }],
  ['CRAWL008', 'GET https://billing.test/invoices/:id',
    { read: (_reply, caller) => ({ id: 1, paid: false, caller }) }, { as: AS, actions: 'none' }]
]

t.test('the checks find what is wrong across services', async t => {
  for (const [code, place, changes, options] of FAULTS) {
    const { findings } = await crawl(build(changes), { actions: 'each', ...options })
    const found = findings.find(finding => finding.code === code && finding.place === place)
    t.ok(found, `${code}: ${findings.map(({ code, place }) => `${code} ${place}`).join('; ')}`)
  }
})

t.test('apps that are not valid', async t => {
  const { apps: { [ORDERS]: orders } } = build()
  const rows: ReadonlyArray<[apps: Record<string, unknown>, message: RegExp]> = [
    [{}, /crawl, apps: an object is not valid\. Give at least one app/],
    [{ orders }, /crawl, apps: 'orders' is not valid\. Name each app by its origin/],
    [{ 'http://orders.test/v1': orders }, /Name each app by its origin/],
    [{ 'ftp://orders.test': orders }, /Name each app by its origin/],
    [{ 'http://orders.test': orders, 'http://orders.test:80/': orders }, /declared twice\. Give each app an origin/],
    [{ 'http://orders.test': null }, /crawl, apps, http:\/\/orders\.test: null is not valid\. Give an app, or a function/]
  ]
  for (const [apps, message] of rows) await t.rejects(crawl({ apps } as never), { message }, String(message))
  await t.rejects(crawl({ apps: { [ORDERS]: await orders!() } }, { actions: 'each' }), { message: /Give a function/ })
})
