import type { FastifyInstance, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, type HyperOptions, type LinkBuilder, LinkTarget, problem, type ServiceCatalog
} from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'
import { serve } from '../../support/servers.ts'
import { billing } from './billing.ts'

interface Order { id: number, invoice: number }

const OPTIONS: HyperOptions = { services: { billing: { catalog: billing, baseUrl: 'https://billing.example/v1/' } } }

function shop (configure: (links: LinkBuilder<Order>) => void, options: HyperOptions = OPTIONS) {
  const links = defineLinks<Order>(configure)
  return async (app: FastifyInstance) => {
    await app.register(hyper, { hrefs: 'path', ...options })
    const named = (name: string) => ({ config: { hyper: { name, links } } })
    app.get('/orders/:id', named('GetOrder'), async () => ({ id: 7, invoice: 3 }))
    app.get('/location', async request => ({
      with: app.hyper.href(LinkTarget.service('billing', 'GetInvoice', { id: 1 }), request),
      unknown: app.hyper.href(LinkTarget.service('billing', 'GetInvoices'))
    }))
    app.post('/orders', named('CreateOrder'), async () => {
      throw problem({ status: 409 }).link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 3 }))
        .action('pay', LinkTarget.service('billing', 'PayInvoice', { id: 3 }))
    })
  }
}

const everything = shop(links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('invoice', LinkTarget.service('billing', 'GetInvoice', order => ({ id: order.invoice })))
  links.link('chosen', order => LinkTarget.service('billing', 'GetInvoice', { id: order.invoice }))
  links.link('fixed', LinkTarget.service('billing', 'ListInvoices', { order: 1 }, { query: { page: 2 }, title: 'All' }))
  links.link('old', LinkTarget.service('billing', 'OldInvoice', { id: 1 }))
  links.link('search', LinkTarget.serviceTemplate('billing', 'ListInvoices', order => ({ order: order.id })))
  links.linkMany('many', [LinkTarget.service('billing', 'GetInvoice', { id: 1 })])
  links.affordance('pay', LinkTarget.service('billing', 'PayInvoice', order => ({ id: order.invoice })))
    .when(() => true)
    .fields({ card: { options: { route: LinkTarget.service('billing', 'ListInvoices') } } })
  links.affordance('void', order => LinkTarget.service('billing', 'VoidInvoice', { id: order.invoice }))
})

t.test('links and actions of another service begin with its base URL', async t => {
  const { get } = await projection(t, everything)
  const base = 'https://billing.example/v1'
  t.same((await get('default', '/orders/7')).document, {
    id: 7,
    invoice: 3,
    _links: {
      self: { href: '/orders/7' },
      invoice: { href: `${base}/invoices/3` },
      chosen: { href: `${base}/invoices/3` },
      fixed: { href: `${base}/invoices?order=1&page=2`, title: 'All' },
      old: { href: `${base}/old/1`, deprecation: 'https://billing.example/old' },
      search: { href: `${base}/invoices?order=7{&page}`, templated: true },
      many: [{ href: `${base}/invoices/1` }]
    },
    _actions: {
      pay: { href: `${base}/invoices/3/pay`, method: 'POST', title: 'Pay', contentType: 'application/json' },
      void: { href: `${base}/invoices/3`, method: 'DELETE' }
    }
  })
  t.match((await get('hal-forms', '/orders/7')).document, {
    _templates: {
      pay: {
        target: `${base}/invoices/3/pay`,
        properties: [
          { name: 'card', required: true, minLength: 4, options: { link: { href: `${base}/invoices` } } },
          { name: 'amount', min: 1 }
        ]
      }
    }
  })
})

t.test('problems and app.hyper.href have the URLs of services', async t => {
  const { get, send } = await projection(t, everything)
  t.match(JSON.parse(String((await send({ method: 'POST', path: '/orders' })).body)), {
    status: 409,
    _links: { invoice: { href: 'https://billing.example/v1/invoices/3' } },
    _actions: { pay: { href: 'https://billing.example/v1/invoices/3/pay', method: 'POST' } }
  })
  t.same((await get('default', '/location')).document,
    { with: 'https://billing.example/v1/invoices/1', unknown: null })
})

t.test('neither hrefs nor transformHref applies to other services', async t => {
  const transformHref = (href: string) => `/secret${href}`
  const { get } = await projection(t, shop(links => {
    links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
    links.link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 3 }))
  }, { ...OPTIONS, transformHref }))
  t.match((await get('default', '/orders/7')).document, {
    _links: { self: { href: '/secret/orders/7' }, invoice: { href: 'https://billing.example/v1/invoices/3' } }
  })
})

t.test('a base URL per request', async t => {
  const results: Record<string, unknown> = {
    eu: 'https://eu.example',
    us: 'https://us.example/',
    path: '/billing',
    credentials: 'https://u:p@x.example',
    query: 'https://x.example?a',
    promise: Promise.resolve('https://x.example'),
    nothing: undefined
  }
  const baseUrl = (request: FastifyRequest) => results[String(request.headers['x-case'])] as string
  const { get } = await projection(t, shop(links => {
    links.link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 3 }))
    links.affordance('pay', LinkTarget.service('billing', 'PayInvoice', { id: 3 })).when(() => true)
      .fields({ card: { options: { route: LinkTarget.service('billing', 'ListInvoices') } } })
  }, { services: { billing: { catalog: billing, baseUrl } } }))
  for (const region of ['eu', 'us', 'eu']) {
    const { document } = await get('hal-forms', '/orders/7', [['X-Case', region]])
    t.match(document, {
      _links: { invoice: { href: `https://${region}.example/invoices/3` } },
      _templates: { pay: { properties: [{ options: { link: { href: `https://${region}.example/invoices` } } }] } }
    }, region)
  }
  for (const wrong of ['path', 'credentials', 'query', 'promise', 'nothing']) {
    const { status, document } = await get('default', '/orders/7', [['X-Case', wrong]])
    t.match({ status, document }, { status: 500, document: { code: 'FST_ERR_HYPER_INVALID_OPTION' } }, wrong)
    t.match(document, { message: /services\.billing\.baseUrl: .* Return an absolute http or https URL/ }, wrong)
    t.notMatch(JSON.stringify(document), 'u:p', 'no value in the message')
  }
})

t.test('a function for a base URL that throws', async t => {
  const thrown: ReadonlyArray<[title: string, thrown: unknown, code: string, message: RegExp]> = [
    ['an error', Object.assign(new Error('No region.'), { code: 'NO_REGION' }), 'NO_REGION', /^No region\.$/],
    ['a string', 'No region.', 'FST_ERR_HYPER_CALLBACK_FAILED', /services\.billing\.baseUrl: .*a string/]
  ]
  for (const [title, error, code, message] of thrown) {
    const baseUrl = () => { throw error }
    const { get } = await projection(t, shop(links => {
      links.link('invoice', LinkTarget.service('billing', 'GetInvoice', { id: 3 }))
    }, { services: { billing: { catalog: billing, baseUrl } } }))
    t.match(await get('default', '/orders/7'), { status: 500, document: { code, message } }, title)
  }
})

t.test('a base URL per request needs the request', async t => {
  let app: FastifyInstance | undefined
  const baseUrl = () => 'https://billing.example'
  const { get } = await projection(t, async scope => {
    app = scope
    await shop(() => {}, { services: { billing: { catalog: billing, baseUrl } } })(scope)
  })
  t.match((await get('default', '/location')).document, { with: 'https://billing.example/invoices/1' })
  t.throws(() => app!.hyper.href(LinkTarget.service('billing', 'GetInvoice', { id: 1 })), {
    code: 'FST_ERR_HYPER_INVALID_OPTION',
    message: /baseUrl: a function without a request .* Give the request: app\.hyper\.href\(target, request\)/
  })
})

const START_FAULTS: ReadonlyArray<[title: string, declare: (links: LinkBuilder<Order>) => unknown, message: RegExp]> = [
  ['service', links => links.link('a', LinkTarget.service('biling', 'GetInvoice', { id: 1 })),
    /no route is named 'biling:GetInvoice'. The option services has no 'biling'. Did you mean 'billing'\? Add it/],
  ['route', links => links.link('a', LinkTarget.service('billing', 'GetInvoce', { id: 1 })),
    /named 'billing:GetInvoce'. Did you mean 'billing:GetInvoice'\? The catalog of the service 'billing' does not/],
  ['template', links => links.link('a', LinkTarget.serviceTemplate('billing', 'Get')), /no route is named 'billing:Get'/],
  ['value', links => links.link('a', LinkTarget.service('billing', 'GetInvoice', { nr: 1 })),
    /they have no value for 'id'/],
  ['action', links => links.affordance('a', LinkTarget.service('billing', 'Pay', { id: 1 })), /named 'billing:Pay'/],
  ['method', links => links.link('a', LinkTarget.service('billing', 'PayInvoice', { id: 1 })), /route without GET/]
]

t.test('what a declaration has wrong is found at start', async t => {
  for (const [title, declare, message] of START_FAULTS) {
    const { log } = await serve(t, shop(declare))
    t.match(log.filter(({ level }) => level === 40).map(({ msg }) => msg), [message], title)
    await t.rejects(serve(t, shop(declare, { ...OPTIONS, mode: 'strict' })), { message }, `${title}, strict`)
  }
})

t.test('values that are a promise are reported with the declaration that awaits them', async t => {
  const { get, log } = await projection(t, shop(links => {
    links.link('a', LinkTarget.service('billing', 'GetInvoice', (async () => ({ id: 1 })) as never))
  }))
  t.match(await get('default', '/orders/7'), { status: 200 })
  t.match(log.filter(({ level }) => level === 40), [{
    code: 'HYPER005', msg: /Make the target a function that may: async order => LinkTarget\.service\('billing', 'GetInvoice', …\)/
  }])
})

const at = (service: unknown): HyperOptions => ({ services: { billing: service } }) as never
const catalogOf = (changes: object): ServiceCatalog => ({ ...billing, ...changes })
const baseUrl = 'https://billing.example'

const WRONG_OPTIONS: ReadonlyArray<[options: HyperOptions, code: string, message: RegExp]> = [
  [at(null), 'INVALID_OPTION', /services\.billing: null is not valid\. Give \{ catalog, baseUrl \}/],
  [at({ catalog: billing, baseUrl, url: 1 }), 'UNKNOWN_KEY', /services\.billing: 'url'/],
  [at({ baseUrl }), 'INVALID_OPTION', /services\.billing\.catalog: undefined is not valid\. .* hyper-api catalog/],
  [at({ catalog: catalogOf({ version: 2 }), baseUrl }), 'INVALID_OPTION',
    /services\.billing\.catalog, version: 2 is not valid\. This fastify-hyper reads version 1: update it, or install/],
  [at({ catalog: catalogOf({ version: '1' }), baseUrl }), 'INVALID_OPTION', /catalog, version: '1' is not valid/],
  [at({ catalog: catalogOf({ routes: null }), baseUrl }), 'INVALID_OPTION', /catalog, routes: null/],
  [at({ catalog: catalogOf({ routes: { Get: { path: '/' } } }), baseUrl }), 'INVALID_OPTION', /routes, Get: an object/],
  [at({ catalog: catalogOf({ routes: { Get: null } }), baseUrl }), 'INVALID_OPTION', /routes, Get: null is not valid/],
  ...([
    ['/:id((a+)+b)', /'\/:id\(\(a\+\)\+b\)' is not valid\. Fastify rejects it \(The regex .* is not safe!\)\./],
    ['/a/:a-:b(^(\\d+)*$)/c', /is not safe!.* Change the path in the service, and write its catalog again\./],
    ['/:id(a', /Invalid regexp expression/], ['/:id([)', /Unterminated character class/], ['/*/a', /Wildcard must be/]
  ] as const).map(([path, reason]): typeof WRONG_OPTIONS[number] => [
    at({ catalog: catalogOf({ routes: { ...billing.routes, Get: { methods: ['GET'], path } } }), baseUrl }),
    'INVALID_OPTION', new RegExp(/services\.billing\.catalog, routes, Get, path: .*/.source + reason.source)
  ]),
  [at({ catalog: billing }), 'INVALID_OPTION', /baseUrl: undefined is not valid\. Give an absolute http or https URL/],
  ...['/billing', 'ftp://a.example', 'https://a.example?b', 'https://a.example#b', 'https://u:p@a.example', ''].map(
    (baseUrl): typeof WRONG_OPTIONS[number] =>
      [at({ catalog: billing, baseUrl }), 'INVALID_OPTION', /services\.billing\.baseUrl: an? (?:empty )?string is not valid/]
  ),
  [{ services: { 'a:b': { catalog: billing, baseUrl } } }, 'INVALID_NAME', /services\.a:b: 'a:b' is not a valid name/],
  [{ services: { a: { catalog: billing, baseUrl }, A: { catalog: billing, baseUrl } } }, 'DUPLICATE_NAME',
    /services\.A: 'A' is declared twice\. Give each service a name of its own/]
]

t.test('options that are not valid', async t => {
  for (const [options, code, message] of WRONG_OPTIONS) {
    await t.rejects(serve(t, shop(() => {}, options)), { code: `FST_ERR_HYPER_${code}`, message }, String(message))
  }
})

t.test('a route of the app cannot have the name of a route of a service', async (t: Test) => {
  const declare = async (app: FastifyInstance) => {
    await app.register(hyper, OPTIONS)
    app.get('/', { config: { hyper: { name: 'billing:GetInvoice' } } }, () => ({}))
  }
  await t.rejects(serve(t, declare), {
    code: 'FST_ERR_HYPER_DUPLICATE_ROUTE', message: /already used by route GET \/invoices\/:id of the service 'billing'/
  })
})
