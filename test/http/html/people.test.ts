import type { FastifyInstance } from 'fastify'
import { cursorPage, defineLinks, LinkTarget, offsetPage, problem } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { actionOf, pageAt, pagesApp, submit, unescaped } from './pages.ts'

// What people read on pages: lists, headlines and values.

const ORDER = {
  title: 'Order',
  type: 'object',
  properties: {
    id: { type: 'integer', title: 'Number' },
    status: { type: 'string', enum: ['pending', 'in_transit'] },
    placed: { type: 'string', format: 'date-time' },
    total: { type: 'number' },
    currency: { type: 'string' },
    gift: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    mail: { type: 'string', format: 'email' },
    site: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', additionalProperties: true },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { sku: { type: 'string', title: 'Article' }, count: { type: 'integer' } } }
    }
  }
}

const ADA = {
  id: 42,
  status: 'in_transit',
  placed: '2026-03-01T09:30:00Z',
  total: 1234.5,
  currency: 'EUR',
  gift: true,
  note: null,
  mail: 'ada@example.com',
  site: 'https://example.com/<b>',
  tags: ['a', 'b', 'c', 'd'],
  address: { street: '12 St James Square', city: 'London' },
  lines: [{ sku: 'T-1', count: 2 }, { sku: 'T-2', count: 1 }]
}

async function build (t: Test, declare: (app: FastifyInstance) => void, links: never[] = []): Promise<FastifyInstance> {
  const app = await pagesApp(t, { hyper: { links }, html: { title: 'Shop' } })
  declare(app)
  return app
}

const config = { hyper: { links: true } } as const

/** The text of the first element with a start tag, without markup. */
const textOf = (page: string, tag: string, from = 0): string => {
  const start = page.indexOf(tag, from)
  const name = /^<(\w+)/.exec(tag)![1]!
  return page.slice(page.indexOf('>', start) + 1, page.indexOf(`</${name}>`, start)).replaceAll(/<[^>]*>/g, '')
}

const links = defineLinks<{ total: number, orders: object[] }>(links => { links.items('orders') })

t.test('a list is a list with one page, and without a result', async t => {
  const pages: Readonly<Record<string, () => unknown>> = {
    '/page': () => offsetPage([ADA], { page: 1, pageSize: 20, totalCount: 1 }),
    '/many': () => offsetPage([ADA], { page: 1, pageSize: 1, totalCount: 1057 }),
    '/none': () => offsetPage([], { page: 1, pageSize: 20, totalCount: 0 }),
    '/cursors': () => cursorPage([ADA], { next: 'x' }),
    '/array': () => [ADA, ADA],
    '/empty': () => []
  }
  const app = await build(t, app => {
    for (const [url, handler] of Object.entries(pages)) app.get(url, { config }, handler as never)
    app.get('/orders', { config: { hyper: { links: links as never } } }, () => ({ total: 12, orders: [ADA] }))
    const page = { type: 'object', properties: { items: { type: 'array', items: ORDER } }, additionalProperties: true }
    app.get('/titled', { config, schema: { response: { 200: page } } }, pages['/page'] as never)
  })
  for (const [url, total, heading] of [
    ['/page', '1 item', 'Page'],
    ['/many', '1,057 many', 'Many'],
    ['/none', 'No none here', 'None'],
    ['/cursors', '1 item on this page', 'Cursors'],
    ['/array', '2 array', 'Array'],
    ['/empty', 'No empty here', 'Empty'],
    ['/orders', '12 orders', 'Orders'],
    ['/titled', '1 order', 'Titled']
  ] as const) {
    const page = await pageAt(app, url)
    t.equal(textOf(page, total.startsWith('No ') ? '<div class="card empty"><p' : '<p class="total"'), total, url)
    t.equal(textOf(page, '<h1'), heading)
    t.notMatch(page, /Page size|Total count|aria-label="Links"/, 'nothing about paging')
  }
})

t.test('an object with a list among other members is no list', async t => {
  const of = defineLinks<{ id: number, customer: string, lines: object[] }>(links => { links.items('lines') })
  const app = await build(t, app => {
    app.get('/orders/42', { config: { hyper: { links: of as never } } }, () => ({ customer: 'Ada', ...ADA }))
  })
  const page = await pageAt(app, '/orders/42')
  t.notMatch(page, /class="total"/)
  t.match(page, /aria-label="Properties"[^]*Ada[^]*Lines/)
})

class Order { readonly id = 42 }
class Named { readonly id = 7; readonly name = 'Ada <Lovelace>' }
class Bare { readonly value = 1 }

t.test('headlines, titles and breadcrumbs', async t => {
  const of = defineLinks(Order, links => {
    links.link('collection', LinkTarget.uri('/orders')).title('Every order')
    links.link('invoice', LinkTarget.uri('/orders/42/invoice'))
    links.link('pay-by', LinkTarget.uri('/pay')).title('Pay')
  })
  const others = [defineLinks(Named, () => {}), defineLinks(Bare, () => {})]
  const app = await build(t, app => {
    app.get('/', { config }, () => new Bare())
    app.get('/orders', { config, schema: { summary: 'List the orders.' } }, () => [])
    app.get('/orders/:id', { config }, () => new Order())
    app.get('/orders/:id/invoice', { config, schema: { summary: 'Read the invoice' } }, () => new Bare())
    app.get('/invoices', { config, schema: { summary: 'List and search invoices' } }, () => [])
    app.get('/people/7', { config }, () => new Named())
    app.get('/plain/:id', { config, schema: { response: { 200: ORDER } } }, () => ADA)
  }, [of, ...others] as never[])
  for (const [url, heading, crumbs] of [
    ['/', 'Shop', []],
    ['/orders', 'Orders', ['Shop']],
    ['/orders/42', 'Order 42', ['Shop', 'Every order']],
    ['/orders/42/invoice', 'Bare', ['Shop', 'Orders', '42']],
    ['/invoices', 'Invoices', ['Shop']],
    ['/people/7', 'Ada &lt;Lovelace>', ['Shop']],
    ['/plain/42', 'Order 42', ['Shop']]
  ] as const) {
    const page = await pageAt(app, url)
    t.equal(textOf(page, '<h1'), heading, url)
    t.equal(textOf(page, '<title'), url === '/' ? 'Shop' : `${heading} · Shop`)
    const [, list = ''] = /aria-label="Breadcrumbs"><ol>(.*?)<\/ol>/.exec(page) ?? []
    t.same(Array.from(list.matchAll(/<a [^>]*>(.*?)<\/a>/g), ([, label]) => label), crumbs)
    t.match(page, `<p class="path">${url}</p>`, 'the path is small')
  }
  t.match(await pageAt(app, '/people/7'), '<p class="eyebrow">Named</p>', 'the type of what has a name')
  const order = await pageAt(app, '/orders/42')
  t.match(order, />Invoice<[^]*>Pay</, 'links by title, or by their relation')
})

t.test('the way to a page names a resource as its headline does, where the page has it', async t => {
  class Person { readonly name = 'Ada' }
  class Photo {
    readonly size = 12
    readonly person = new Person()
  }
  const personLinks = defineLinks(Person, links => {
    links.self(LinkTarget.uri('/people/7'))
    links.affordance('remove', LinkTarget.route('CancelOrder', { id: 7 })).title('Delete')
  })
  const photoLinks = defineLinks(Photo, links => { links.embed('person', ({ person }) => person) })
  const app = await build(t, app => {
    app.get('/people', { config }, () => [])
    app.get('/people/:id', { config }, () => new Person())
    app.get('/people/:id/photo', { config }, () => new Photo())
    app.delete('/people/:id', { config: { hyper: { name: 'CancelOrder' } } }, () =>
      problem({ status: 409, title: 'Not now' }))
  }, [personLinks, photoLinks] as never[])
  const crumbs = (page: string) => {
    const [, list = ''] = /aria-label="Breadcrumbs"><ol>(.*?)<\/ol>/.exec(page) ?? []
    return Array.from(list.matchAll(/<a [^>]*>(.*?)<\/a>/g), ([, label]) => label)
  }
  t.same(crumbs(await pageAt(app, '/people/7/photo')), ['Shop', 'People', 'Ada'], 'embedded')
  const [, form = ''] = /<a class="button danger" href="(.*?)"/.exec(await pageAt(app, '/people/7')) ?? []
  const asks = await pageAt(app, unescaped(form))
  t.same(crumbs(asks), ['Shop', 'People', 'Ada'], 'the resource of a form')
  t.equal(textOf(asks, '<h1'), 'Delete Ada')
  t.match(asks, '>Back to Ada</a>')
  const { body: failed } = await submit(app, actionOf(asks))
  t.same(crumbs(failed), ['Shop', 'People', 'Ada'], 'also after it failed')
})

t.test('an entry point is a menu', async t => {
  class Root { readonly name = 'Shop' }
  const root = defineLinks(Root, links => {
    links.link('orders', LinkTarget.uri('/orders'))
    links.link('help', LinkTarget.uri('https://help.example.com/')).title('Get help')
  })
  const app = await build(t, app => {
    app.get('/', { config }, () => new Root())
    app.get('/orders', { config, schema: { summary: 'Every order, newest first' } }, () => [])
  }, [root] as never[])
  const page = await pageAt(app, '/')
  t.match(page, /<ul class="menu"><li class="card"><a href="\/orders">Orders<\/a><p class="muted">Every order, newest/)
  t.match(page, /<a href="https:\/\/help.example.com\/" target="_blank" rel="noopener noreferrer">Get help/)
  t.notMatch(page, /aria-label="(?:Links|Properties)"/, 'nothing twice')
})

t.test('values of a resource', async t => {
  const app = await build(t, app => {
    app.get('/orders/42', { config, schema: { response: { 200: ORDER } } }, () => ADA)
    app.get('/untyped', { config }, () => ({
      day: '2026-12-24', at: '2026-12-24T18:05:00+01:00', id: 123456, n: 123456
    }))
  })
  const page = await pageAt(app, '/orders/42')
  const valueOf = (page: string, title: string) => {
    const [, value] = new RegExp(`<dt>${title}</dt><dd dir="auto">(.*?)</dd></div>`).exec(page) ?? []
    return value
  }
  for (const [title, value] of [
    ['Number', '42'],
    ['Status', '<span class="value open" title="in_transit">In transit</span>'],
    ['Placed', '<time datetime="2026-03-01T09:30:00Z" title="2026-03-01T09:30:00Z">1 Mar 2026, 09:30 UTC</time>'],
    ['Total', '€1,234.50'],
    ['Gift', 'Yes'],
    ['Note', '<span class="nothing">—</span>'],
    ['Mail', '<a href="mailto:ada@example.com">ada@example.com</a>'],
    ['Site',
      '<a href="https://example.com/%3Cb%3E" rel="noopener noreferrer" target="_blank">example.com/&lt;b></a>'],
    ['Tags', '<ul class="inline"><li dir="auto"><span class="text">a</span></li>'],
    ['City', '<span class="text">London</span>']
  ] as const) t.match(valueOf(page, title), value, title)
  t.match(page, /<h2>Lines <span class="count">2<\/span>[^]*<th [^>]*>Article<[^]*T-1/, 'a small table')
  const untyped = await pageAt(app, '/untyped')
  for (const [title, value] of [
    ['Day', '>24 Dec 2026</time>'], ['At', '>24 Dec 2026, 18:05 UTC+01:00</time>'], ['ID', '123456'], ['N', '123,456']
  ] as const) t.match(valueOf(untyped, title), value, title)
})

t.test('values in cells', async t => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, index < 5 ? null : index]))
  const app = await build(t, app => {
    app.get('/orders', { config, schema: { response: { 200: { type: 'array', items: ORDER } } } }, () => [ADA])
    app.get('/wide', { config }, () => [{ id: 1, ...wide }])
    const few = { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } } }
    app.get('/few', { config, schema: { response: { 200: { type: 'array', items: few } } } }, () => [{ id: 1 }])
    app.get('/people', { config }, () => [{ id: 1, name: 'Ada', home: { name: 'Home', id: 1 } }])
  })
  const orders = await pageAt(app, '/orders')
  for (const cell of [
    /data-label="Address">12 St James Square, London</, /data-label="Lines">2 items</, /data-label="Tags">4 items</,
    /class="number extra" data-label="Total">€1,234.50</, /class="value open"/
  ]) t.match(orders.replace('class="number" data-label="Total"', 'class="number extra" data-label="Total"'), cell)
  const page = await pageAt(app, '/wide')
  t.match(page, 'Show all 101 columns')
  const heads = [...page.matchAll(/<th scope="col"(?: class="([^"]*)")?>/g)].map(([, classes = '']) => classes)
  t.equal(heads.length, 101)
  t.equal(heads.filter(classes => !classes.includes('extra')).length, 8)
  t.match(page, /<th scope="col">ID<\/th><th scope="col" class="number">M5</, 'columns with values come first')
  t.notMatch(await pageAt(app, '/few'), 'Note', 'what no item has is no column')
  const people = await pageAt(app, '/people')
  t.match(people, /<tr><th scope="col">Name<\/th><th scope="col">ID/, 'the name is the first column')
  t.match(people, /data-label="Home">Home</)
})

t.test('the prices of a column have the digits that their schema or currency gives them', async t => {
  const items = { type: 'object', properties: { id: { type: 'integer' }, price: { type: 'number' } } }
  const app = await build(t, app => {
    app.get('/untyped', { config }, () => [12.5, 1, 1234.567].map((price, id) => ({ id, price })))
    app.get('/typed', { config, schema: { response: { 200: { type: 'array', items } } } }, () =>
      [12.5, 1].map((price, id) => ({ id, price })))
    app.get('/euros', { config }, () => [12.5, 1].map((price, id) => ({ id, price, currency: 'EUR' })))
  })
  for (const [url, prices] of [
    ['/untyped', ['12.5', '1', '1,234.567']], ['/typed', ['12.50', '1.00']], ['/euros', ['€12.50', '€1.00']]
  ] as const) {
    const cells = (await pageAt(app, url)).matchAll(/data-label="Price">(.*?)<\/td>/g)
    t.same(Array.from(cells, ([, price]) => price), prices, url)
  }
})

t.test('names as labels', async t => {
  const app = await build(t, app => {
    app.get('/', { config }, () => ({ id: 1, skuCode: 'a', photoUrls: 'b', isValid: true, IDs: 2 }))
  })
  const page = await pageAt(app, '/')
  t.same(Array.from(page.matchAll(/<dt>(.*?)<\/dt>/g), ([, label]) => label), [
    'ID', 'SKU code', 'Photo URLs', 'Is valid', 'IDs'
  ])
})

t.test('the headline of a card on a phone', async t => {
  const app = await build(t, app => {
    app.get('/orders', { config, schema: { response: { 200: { type: 'array', items: ORDER } } } }, () => [ADA])
    app.get('/keys', { config }, () => [{ id: 1 }])
    app.get('/names', { config }, () => [{ name: 'Ada', id: 1 }])
  })
  for (const [url, label] of [['/orders', 'Order'], ['/keys', 'ID'], ['/names', '']] as const) {
    t.match(await pageAt(app, url), `<tbody><tr><td dir="auto" data-label="${label}">`, url)
  }
})

t.test('numbers are on the right where all values of a column are numbers', async t => {
  const app = await build(t, app => {
    app.get('/', { config }, () => [{ n: 1, m: 1 }, { n: 2, m: 'two' }, { n: null }])
  })
  t.match(await pageAt(app, '/'), '<th scope="col" class="number">N</th><th scope="col">M</th>')
})

t.test('the links of a row', async t => {
  class Customer { readonly name = 'Ada' }
  class Order {
    readonly id = 1
    readonly customer = new Customer()
  }
  const orderLinks = defineLinks(Order, links => {
    links.link('customer', LinkTarget.uri('/customers/1'))
    links.embed('customer', ({ customer }) => customer)
    links.embedMany('notes', () => [])
  })
  const customerLinks = defineLinks(Customer, links => { links.self(LinkTarget.uri('/customers/1')) })
  const app = await build(t, app => {
    app.get('/', { config }, () => [new Order()])
    app.get('/1', { config }, () => new Order())
  }, [orderLinks, customerLinks] as never[])
  const [tools] = /<td class="row-tools">.*?<\/td>/.exec(await pageAt(app, '/'))!
  t.equal(tools.replaceAll(/<[^>]*>/g, ''), 'Customer', 'once, and nothing about what is not there')
  t.match(await pageAt(app, '/1'), '<a href="/customers/1">Open</a>', 'what is embedded can be opened')
})

t.test('what has no data', async t => {
  const app = await build(t, app => {
    app.get('/object', { config }, () => ({}))
    app.get('/null', { config, serializerCompiler: () => JSON.stringify }, () => null)
  })
  for (const url of ['/object', '/null']) t.match(await pageAt(app, url), '<p class="card empty">No data</p>', url)
})

t.test('errors', async t => {
  const error = { title: 'No tea', status: 404, detail: 'It is sold out.' }
  const app = await build(t, app => {
    app.get('/', { config }, () => ({ id: 1 }))
    app.get('/own', { config }, () => problem(error))
    for (const status of [401, 403, 404, 409, 418, 500]) app.get(`/${status}`, { config }, () => problem({ status }))
  })
  for (const [url, title] of [
    ['/401', 'You are not signed in'], ['/403', 'You do not have permission'], ['/404', 'Page not found'],
    ['/409', 'This is not possible now'], ['/418', "I'm a Teapot"], ['/500', 'Something went wrong'],
    ['/own', 'No tea'], ['/nothing', 'Page not found']
  ] as const) {
    const page = await pageAt(app, url)
    t.equal(textOf(page, '<h1'), title, url)
    t.match(page, `<title>${title} · Shop</title>`)
  }
  t.match(await pageAt(app, '/own'), '<p>It is sold out.</p>')
  const nothing = await pageAt(app, '/nothing')
  t.match(nothing, /There is nothing at this address/)
  t.notMatch(nothing, /Route GET/)
})
