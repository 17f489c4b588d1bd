import type { FastifyInstance } from 'fastify'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { FORM, readHtmlForms } from '../../support/html-forms.ts'
import { buildOrderForm, Order, ORDER_BODY, type OrderAppOptions } from './order-form.ts'
import { actionOf, pageAt, pagesApp, SAME_SITE } from './pages.ts'

// Forms with lists, groups, choices and files, sent as a browser without a script sends them.

async function build (t: Test, options: OrderAppOptions = {}) {
  const built = await buildOrderForm(options)
  t.teardown(() => built.app.close())
  return built
}

const open = (app: FastifyInstance) => pageAt(app, '/orders/7')

/** Sends what was typed to the action of a form of a page. */
async function send (
  app: FastifyInstance, page: string, name: string, typed: URLSearchParams | FormData, headers = {}
) {
  const encoded = new Response(typed)
  return app.inject({
    method: 'POST',
    url: actionOf(page, name),
    headers: { ...SAME_SITE, 'content-type': encoded.headers.get('content-type')!, ...headers },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
}

const ORDER: Record<string, string> = {
  customer: 'Ada',
  'lines[0]': '',
  'lines[0].productId': 'TEA-1',
  'lines[0].quantity': '2',
  'lines[0].isGift': 'true',
  'lines[1]': '',
  'lines[1].productId': 'TEA-2',
  'lines[1].quantity': '3',
  'address.street': 'St James Square 12',
  'address.city': 'London',
  'tags[0]': 'urgent',
  'payment{}': '1',
  'payment{0}.number': '',
  'payment{1}.iban': 'GB33BUKB20201555555555',
  extras: '{"colour":"blue"}'
}

const typed = (changes: Record<string, string | null> = {}) =>
  new URLSearchParams(Object.entries({ ...ORDER, ...changes })
    .filter((pair): pair is [string, string] => pair[1] !== null))

t.test('an order with lines', async t => {
  const { app, received } = await build(t)
  const response = await send(app, await open(app), 'place', typed())
  t.equal(response.statusCode, 303)
  t.equal(response.headers.location, '/orders/7')
  t.same(received.at(-1)?.body, {
    customer: 'Ada',
    lines: [
      { productId: 'TEA-1', quantity: 2, isGift: true }, { productId: 'TEA-2', quantity: 3, isGift: false }
    ],
    address: { street: 'St James Square 12', city: 'London' },
    tags: ['urgent'],
    payment: { kind: 'bank', iban: 'GB33BUKB20201555555555' },
    extras: { colour: 'blue' }
  })
})

t.test('the page of the form', async t => {
  const { app } = await build(t)
  const page = await open(app)
  for (const [expected, meaning] of [
    [/<legend>Lines<span class="required"> required<\/span><span class="hint"> 1 to 10<\/span><\/legend>/, 'a list'],
    [/<legend>Line 1<\/legend>/, 'a row'],
    [/<legend>Delivery address<span class="required"> required/, 'a group'],
    [/<input type="radio"[^>]*name="payment\{\}"[^>]*value="1"[^>]*\/?><label[^>]*>Bank transfer<\/label>/, 'a choice'],
    [/<button[^>]*name="\{add\}"[^>]*value="lines"[^>]*formnovalidate[^>]*>Add another line<\/button>/, 'a button'],
    [/Extras <span class="hint">as JSON<\/span>/, 'JSON'],
    [/Two letters: GB/, 'a description'],
    [/such as TEA-12/, 'an example in place of a pattern'],
    [/ 2 characters<\/span>/, 'an exact length'],
    [/<form[^>]*enctype="multipart\/form-data"/, 'an upload'],
    [/one file, at most 1\.0 MB in all/, 'the limits of files'],
    [/<input type="file"[^>]*name="papers"[^>]*multiple/, 'several files']
  ] as const) t.match(page, expected, meaning)
})

t.test('a form begins with the values of the resource', async t => {
  const { app, received } = await build(t)
  const page = await open(app)
  const form = page.slice(page.indexOf('id="form-edit"'), page.indexOf('id="form-attach"'))
  const sent = new URLSearchParams()
  for (const [tag, type] of form.matchAll(/<input[^>]*?(?:type="(\w+)")[^>]*>/g)) {
    if (/radio|checkbox/.test(type!) && !tag.includes(' checked')) continue
    sent.append(/ name="([^"]*)"/.exec(tag)![1]!, / value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  sent.append('extras', '{"colour":"blue"}')
  t.match(form, /<textarea[^>]*name="extras"[^>]*>\{\s*&quot;colour&quot;: &quot;blue&quot;\s*\}<\/textarea>/)
  t.notMatch(form, /secret/, 'what the form does not have')
  t.equal((await send(app, page, 'edit', sent)).statusCode, 303)
  const { customer, address, tags, payment, extras } = new Order()
  const lines = [{ productId: 'TEA-12', quantity: 2, isGift: true }]
  t.same(received.at(-1)?.body, { customer, lines, address, tags, payment, extras })
})

t.test('the values of lists are for pages only', async t => {
  const { app } = await build(t)
  const { body } = await app.inject({ url: '/orders/7', headers: { accept: 'application/prs.hal-forms+json' } })
  t.notMatch(JSON.parse(body)._templates.edit, { values: /./ })
})

t.test('a row is added and removed by a request', async t => {
  const { app, received } = await build(t)
  const page = await open(app)
  const added = await send(app, page, 'place', typed({ '{add}': 'lines' }))
  t.equal(added.statusCode, 200)
  t.same(received, [], 'nothing is sent to the app')
  for (const name of ['lines[0].productId', 'lines[2].productId']) t.ok(added.body.includes(`name="${name}"`), name)
  t.match(added.body, /name="lines\[1\]\.productId"[^>]*value="TEA-2"/, 'typed values are kept')
  t.match(added.body, /value="1"[^>]*checked[^>]*\/?><label[^>]*>Bank transfer/, 'a choice is kept')
  t.match(added.body, /<input[^>]*name="lines\[2\]\.productId"[^>]*autofocus|<input[^>]*autofocus[^>]*name="lines\[2\]\.productId"/)
  const removed = await send(app, added.body, 'place', typed({ '{remove}': 'lines[0]' }))
  t.notOk(removed.body.includes('name="lines[0].productId"'))
  t.ok(removed.body.includes('name="lines[1].productId"'))
  const sent = await send(app, removed.body, 'place', typed({
    'lines[0]': null, 'lines[0].productId': null, 'lines[0].quantity': null, 'lines[0].isGift': null
  }))
  t.equal(sent.statusCode, 303)
  t.match(received.at(-1)?.body, { lines: [{ productId: 'TEA-2', quantity: 3 }] })
})

t.test('rows have the rules of forms', async t => {
  const { app } = await build(t)
  const response = await send(app, await open(app), 'place', typed({ '{add}': 'lines' }), {
    'sec-fetch-site': 'cross-site'
  })
  t.equal(response.statusCode, 403)
})

t.test('all errors at once, in words, with a summary that links to them', async t => {
  const { app, received } = await build(t)
  const { statusCode, body } = await send(app, await open(app), 'place', typed({
    customer: '',
    'lines[0].quantity': '0',
    'lines[1].productId': 'tea',
    'lines[1].quantity': '1.5',
    'address.city': 'L',
    'tags[0]': 'x',
    'payment{1}.iban': 'GB'
  }))
  t.equal(statusCode, 400)
  t.same(received, [])
  const links = [...body.matchAll(/<li><a href="#([^"]*)">([^<]*)<\/a><\/li>/g)].map(([, , text]) => text)
  t.same(links, [
    'Customer is required.',
    'Line 1: Quantity must be at least 1.',
    'Line 2: Product must have the form of TEA-12.',
    'Line 2: Quantity must be a whole number.',
    'City must have at least 2 characters.',
    'Tag 1 must have at least 2 characters.',
    'IBAN must have at least 15 characters.'
  ])
  for (const [, id] of body.matchAll(/<li><a href="#([^"]*)">/g)) t.ok(body.includes(`id="${id}"`), `#${id}`)
  t.equal(body.split('class="fault"').length - 1, links.length, 'each beside its field')
  t.notMatch(body, /body\/|must NOT|pattern &quot;/, 'no words of a validator')
})

t.test('JSON that is invalid is not sent', async t => {
  const { app, received } = await build(t)
  const { statusCode, body } = await send(app, await open(app), 'place', typed({ extras: '{"colour"' }))
  t.equal(statusCode, 400)
  t.same(received, [])
  t.match(body, /Extras must be valid JSON/)
  t.match(body, /<textarea[^>]*>\{&quot;colour&quot;<\/textarea>/)
})

t.test('a required field without a choice is reported', async t => {
  const { app } = await build(t)
  const { body } = await send(app, await open(app), 'place', typed({ 'payment{}': null }))
  t.match(body, /Payment is required: choose one\./)
})

t.test('files are sent as they were chosen', async t => {
  const { app, received } = await build(t)
  const page = await open(app)
  const form = new FormData()
  form.append('note', 'two\r\nlines')
  form.append('photo', new File(['png'], 'photo.png', { type: 'image/png' }))
  form.append('papers', new File(['a'], 'a.txt'))
  form.append('papers', new File(['b'], 'b.txt'))
  t.equal((await send(app, page, 'attach', form)).statusCode, 303)
  const { note, photo, papers } = received.at(-1)?.body as { note: string, photo: Buffer, papers: Buffer[] }
  // FormData writes CRLF, as browsers do.
  t.same([note, String(photo), papers.map(String)], ['two\r\nlines', 'png', ['a', 'b']])

  const none = new FormData()
  none.append('note', 'kept')
  none.append('photo', new File([], ''))
  const failed = await send(app, page, 'attach', none)
  t.match(failed.body, /Photo is required: choose a file\./)
  t.match(failed.body, /value="kept"/)
  t.match(failed.body, /cannot keep files/)

  const scan = new FormData()
  scan.append('content', new File(['scan'], 'scan.pdf'))
  t.equal((await send(app, page, 'scan', scan)).statusCode, 303, 'as base64')
  t.same(received.at(-1)?.body, { content: Buffer.from('scan').toString('base64') })
})

t.test('what no page sends', async t => {
  const { app, received } = await build(t)
  const page = await open(app)
  const rows: [meaning: string, changes: Record<string, string | null>, status: number][] = [
    ['names of prototypes', { '__proto__.polluted': '1', 'constructor.prototype.polluted': '1' }, 303],
    ['a high index', { 'lines[999999999].productId': 'TEA-9', 'lines[999999999].quantity': '1' }, 303],
    ['an index that is no row', { 'lines[99999999999].productId': 'TEA-9' }, 303],
    ['deep names', { [`lines${'[0]'.repeat(5000)}`]: 'x' }, 303],
    ['an unknown alternative', { 'payment{}': '9' }, 400]
  ]
  for (const [meaning, changes, status] of rows) {
    t.equal((await send(app, page, 'place', typed(changes))).statusCode, status, meaning)
  }
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
  t.ok(received.length > 0)
  const many = new URLSearchParams(Array.from({ length: 10_001 }, (_, index) => [`x${index}`, '1'] as [string, string]))
  t.equal((await send(app, page, 'place', many)).statusCode, 400, 'too many fields')
  const broken = await send(app, page, 'attach', new URLSearchParams(), {
    'content-type': 'multipart/form-data; boundary=x'
  })
  t.equal(broken.statusCode, 400, 'no multipart')
})

t.test('a form that is sent without JSON keeps the rows of a list together', async t => {
  class Root { readonly id = 1 }
  const links = defineLinks(Root, links => { links.affordance('order', LinkTarget.route('CreateOrder')) })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  readHtmlForms(app)
  const received: unknown[] = []
  app.get('/', { config: { hyper: { links: true } } }, () => new Root())
  const { lines } = ORDER_BODY.properties
  const schema = { type: 'object', required: ['lines'], properties: { lines } }
  app.post('/orders', {
    schema: { body: { content: { [FORM]: { schema } } } },
    config: { hyper: { name: 'CreateOrder', formInput: true } }
  }, (request, reply) => {
    received.push(request.body)
    return reply.code(204).send()
  })
  const body = new URLSearchParams({
    'lines[3].productId': 'TEA-2', 'lines[3].quantity': '2', 'lines[0].productId': 'TEA-1', 'lines[0].quantity': '1'
  })
  t.equal((await send(app, await pageAt(app, '/'), 'order', body)).statusCode, 303)
  t.same(received, [{
    lines: [
      { productId: 'TEA-1', quantity: 1, isGift: false }, { productId: 'TEA-2', quantity: 2, isGift: false }
    ]
  }])
})
