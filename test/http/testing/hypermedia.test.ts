import { AssertionError } from 'node:assert'
import { expectTypeOf } from 'expect-type'
import Fastify from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, LinkTarget, offsetPage, problem, type ProblemDocument as SentProblem
} from '../../../lib/index.ts'
import { type Hypermedia, hypermedia, type ProblemDocument } from '../../../testing/index.ts'

const HAL = 'application/hal+json'
const HAL_FORMS = 'application/prs.hal-forms+json'

class Order { readonly id = 42 }
class Line { readonly id = 1 }

const lineLinks = defineLinks(Line, links => { links.self(LinkTarget.uri('/lines/1')) })
const orderLinks = defineLinks(Order, links => {
  links.curie('acme', 'https://acme.example/rels/{rel}')
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })), { title: 'Order' })
  links.link('acme:search', LinkTarget.template('/orders{?q}'))
  links.linkMany('alternate', [LinkTarget.uri('/de', { hreflang: 'de' }), LinkTarget.uri('/fr')])
  links.linkMany('none', [])
  links.link('owner', LinkTarget.uri('https://people.example/0b9fd2a4-6a4e-4a5e-9d9e-b1f6a4a6c001?tab=7'))
  links.embedMany('lines', () => [new Line(), new Line()], lineLinks)
  links.embed('first', () => new Line(), lineLinks)
  links.affordance('change', LinkTarget.route('ChangeOrder', order => ({ id: order.id }))).title('Change')
})

const app = Fastify({ logger: { level: 'silent' } })
await app.register(hyper, { links: [orderLinks, lineLinks] })
const body = { type: 'object', required: ['quantity'], properties: { quantity: { type: 'integer', minimum: 1 } } }
const config = { hyper: { links: true } }
app.get('/orders/:id', { config: { hyper: { links: true, name: 'GetOrder' } } }, () => new Order())
app.patch('/orders/:id', { schema: { body }, config: { hyper: { name: 'ChangeOrder' } } }, () => '')
app.get('/list', { config }, () => [new Order(), new Order()])
app.get('/page', { config }, () => offsetPage([new Order()], { page: 1, pageSize: 1, totalCount: 2, rel: 'orders' }))
app.get('/lines', { config }, () => cursorPage([new Line()], { next: 'x' }))
app.get('/envelope', () => ({ total: 1, tasks: [{ id: 1 }], name: 'x' }))
app.get('/problem', () => problem({ status: 409, detail: 'late' }).extension('limit', 5)
  .link('help', LinkTarget.uri('/help')))
app.get('/text', () => 'text')
t.teardown(() => app.close())

const read = async (url: string, accept = 'application/json') =>
  hypermedia(await app.inject({ url, headers: { accept } }))

for (const accept of ['application/json', HAL, HAL_FORMS]) {
  t.test(`links and embedded resources, ${accept}`, async t => {
    const order = await read('/orders/42', accept)
    t.same(order.data, { id: 42 })
    t.same(order.link('self'), { href: 'http://localhost:80/orders/42', title: 'Order' })
    t.same(order.link('acme:search'), { href: '/orders{?q}', templated: true })
    t.same(order.links('alternate').map(({ href, hreflang }) => [href, hreflang]), [['/de', 'de'], ['/fr', undefined]])
    t.same(order.links('none'), [])
    t.same(order.embedded('lines').map(line => line.link('self').href), ['/lines/1', '/lines/1'])
    t.same(order.embedded('first').map(({ data }) => data), [{ id: 1 }], 'one is an array, too')
    t.same([
      order.has('self'), order.has('lines'), order.has('none'), order.has('gone'), order.has('curies')
    ], [true, true, false, false, false])
  })

  t.test(`lists and pages, ${accept}`, async t => {
    t.same((await read('/page', accept)).items().map(item => item.link('self').href), ['http://localhost:80/orders/42'])
    t.same((await read('/lines', accept)).items().map(({ data }) => data), [{ id: 1 }])
    t.same((await read('/list', accept)).items().map(({ data }) => data), [{ id: 42 }, { id: 42 }])
  })
}

t.test('an envelope with one list', async t => {
  t.same((await read('/envelope')).items().map(({ data }) => data), [{ id: 1 }])
})

t.test('the links of a bare array are those of its Link header', async t => {
  const response = {
    statusCode: 200,
    headers: { link: '</list?after=1>; rel="next"; title="More", </list>; rel=first' },
    body: '[{ "id": 1 }]'
  }
  const list = hypermedia(response)
  t.same(list.link('next'), { href: '/list?after=1', title: 'More' })
  t.ok(list.has('first'))
  t.throws(() => list.link('prev'), { message: "There is no link 'prev'. The links are 'next', 'first'." })
  t.same(list.snapshot(), { links: { first: '/list', next: '/list?after=1' }, actions: {} })
  t.notOk(hypermedia([]).has('next'), 'a parsed body has no header')
})

t.test('relations compare without case (RFC 8288, section 3.3)', async t => {
  const read = hypermedia({
    _links: { 'https://a.example/Rels/Owner': { href: '/people/1' } },
    _embedded: { Lines: [{ id: 1 }], LINES: { id: 2 } }
  })
  t.equal(read.link('https://a.example/rels/owner').href, '/people/1')
  t.ok(read.has('HTTPS://a.example/rels/owner') && read.has('lines'))
  t.same(read.embedded('lines').map(({ data }) => data), [{ id: 1 }, { id: 2 }])
})

t.test('actions', async t => {
  const change = {
    name: 'change',
    href: 'http://localhost:80/orders/42',
    method: 'PATCH',
    title: 'Change',
    contentType: 'application/json'
  }
  for (const accept of ['application/json', HAL_FORMS]) {
    const order = await read('/orders/42', accept)
    t.same(order.action('change'), change, accept)
    t.same([order.can('change'), order.can('cancel')], [true, false])
  }
  t.equal((await read('/orders/42', HAL)).can('change'), false)
})

t.test('forms', async t => {
  const form = (await read('/orders/42', HAL_FORMS)).form('change')
  t.same(form.fields.map(({ name }) => name), ['quantity'])
  t.match(form.field('quantity'), { type: 'number', min: 1 })
  t.throws(() => form.field('speed'), {
    name: 'AssertionError', message: "There is no field 'speed' in the form 'change'. The fields are 'quantity'."
  })
})

t.test('problem documents', async t => {
  const response = await read('/problem')
  t.same(response.problem(), { type: 'about:blank', title: 'Conflict', status: 409, detail: 'late', limit: 5 })
  t.equal(response.link('help').href, '/help')
  // A test reads the problem of any server.
  expectTypeOf<SentProblem>().toExtend<ProblemDocument>()
  expectTypeOf<ProblemDocument>().not.toExtend<SentProblem>()
})

t.test('snapshot: without origins and identifiers, sorted', async t => {
  const expected = {
    links: {
      'acme:search': '/orders{?q}',
      alternate: ['/de', '/fr'],
      owner: '/:id?tab=7',
      self: '/orders/:id'
    },
    actions: { change: 'PATCH /orders/:id' }
  }
  t.strictSame((await read('/orders/42')).snapshot(), expected)
  t.strictSame((await read('/orders/42', HAL_FORMS)).snapshot(), expected, 'in each format')
  t.same(Object.keys((await read('/orders/42')).snapshot().links), Object.keys(expected.links))
})

const MISSING: Readonly<Record<string, [url: string, read: (response: Hypermedia) => unknown, message: RegExp]>> = {
  'a link': [
    '/orders/42', order => order.link('up'),
    /^There is no link 'up'\. The links are 'self', 'acme:search', 'alternate', 'none', 'owner'\.$/
  ],
  links: ['/envelope', order => order.links('up'), /^There is no link 'up'\. The links are none\.$/],
  'an empty array of links': ['/orders/42', order => order.link('none'), /^The relation 'none' has no links/],
  'an action': [
    '/orders/42', order => order.action('cancel'), /^There is no action 'cancel'\. The actions are 'change'\.$/
  ],
  'a form': ['/orders/42', order => order.form('cancel'), /^There is no action 'cancel'\. The actions are 'change'\.$/],
  'a form in another format': [
    '/orders/42', order => order.form('change'), /^The action 'change' has no form: only HAL-FORMS has forms\./
  ],
  'an embedded resource': [
    '/orders/42', order => order.embedded('items'),
    /^There is no embedded 'items'\. The embedded resources are 'lines', 'first'\.$/
  ],
  items: ['/problem', order => order.items(), /^The representation is no list: it has 'type', 'title', /],
  'a problem': [
    '/envelope', order => order.problem(),
    /^The representation is no problem document \(RFC 9457\): it has 'total', 'tasks', 'name'\.$/
  ]
}

for (const [name, [url, use, message]] of Object.entries(MISSING)) {
  t.test(`missing: ${name}`, async t => {
    const response = await read(url)
    t.throws(() => use(response), AssertionError)
    t.throws(() => use(response), { message })
  })
}

t.test('an assertion fails where it is called', async t => {
  const response = await read('/orders/42')
  try {
    response.action('cancel')
  } catch (error) {
    t.match((error as Error).stack!.split('\n')[1], /hypermedia\.test/)
    t.match(error, { operator: 'fail' }, 'jest compares the values of other assertions')
  }
})

t.test('hypermedia() accepts bodies and responses', async t => {
  const parsed = (await app.inject('/orders/42')).json<object>()
  t.equal(hypermedia(parsed).link('self').href, 'http://localhost:80/orders/42', 'a parsed body')
  t.equal(hypermedia([parsed]).items().length, 1)
  const text = await app.inject('/text')
  t.throws(() => hypermedia(text), {
    name: 'AssertionError', message: 'The response 200 has no JSON: its content type is text/plain; charset=utf-8.'
  })
  t.throws(
    () => hypermedia(new Response('{}')),
    { message: /^hypermedia\(\) takes a response of app\.inject or a parsed body, not an instance of Response\./ }
  )
  t.throws(() => hypermedia(app.inject('/') as object), { name: 'AssertionError' })
})
