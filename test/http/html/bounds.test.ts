import { defineLinks, LinkTarget } from 'fastify-hyper'
import t from 'tap'
import { NO_FACTS } from '../../../html/facts.ts'
import type { FieldFault, PageModel, Views } from '../../../html/model.ts'
import { readField } from '../../../hypermedia/form.ts'
import { treeOfFields } from '../../../hypermedia/tree.ts'
import { treeSubmission } from '../../../hypermedia/tree-submission.ts'
import { actionOf, pageAt, pagesApp, read, submit } from './pages.ts'

// What the inputs of a page may cost, counted: what is typed, and what is wrong with it,
// is not compared with each field.

const FIELDS = 40

class Order {
  readonly id: number

  constructor (id: number) {
    this.id = id
  }
}

function fieldsOf (count: number) {
  return Array.from({ length: count }, (_, index) => readField({ name: `f${index}`, type: 'text' })[0]!)
}

/** Returns objects that count how often their names are read. */
function counted<T extends { readonly name: string }> (items: readonly T[]) {
  let reads = 0
  const get = (name: string) => () => {
    reads++
    return name
  }
  const spied = items.map(item => Object.defineProperty({ ...item }, 'name', { enumerable: true, get: get(item.name) }))
  return { items: spied, reads: () => reads }
}

t.test('the values of a form are looked up by name', async t => {
  const costs = (values: number): number => {
    const { items: fields, reads } = counted(fieldsOf(FIELDS))
    const entered = new Map(Array.from({ length: values }, (_, index) => [`x${index}`, ['1']]))
    for (const contentType of ['application/json', 'application/x-www-form-urlencoded']) {
      treeSubmission({ method: 'POST', contentType }, treeOfFields(fields), { entered }, '/')
    }
    return reads()
  }
  t.equal(costs(2000), costs(1))
})

t.test('the errors of a form are looked up by field', async t => {
  const { renderPage } = await import(new URL('./views.js', import.meta.resolve('fastify-hyper/html')).href) as Views
  const costs = (fields: number): number => {
    const faults: FieldFault[] = Array.from({ length: 500 }, (_, index) => ({ name: `f${index}`, message: 'is wrong' }))
    const { items: errors, reads } = counted(faults)
    const form = {
      name: 'order', title: undefined, method: 'POST', target: '/', contentType: undefined, fields: fieldsOf(fields)
    }
    const page = renderPage({
      title: 'API',
      theme: { mode: 'auto', accent: null, logo: null, font: null, footer: null },
      path: '/',
      status: 400,
      reason: 'Bad Request',
      value: { errors: [] },
      base: 'http://localhost/',
      prefix: '',
      mount: '/_html',
      version: '1',
      entryPoint: '/',
      tag: null,
      curies: {},
      facts: NO_FACTS,
      typeNamed: name => ({ name, label: name, facts: NO_FACTS }),
      ancestors: [],
      notice: null,
      noun: '',
      type: null,
      labelAt: () => '',
      summaryOf: () => undefined,
      attempt: { form, tree: treeOfFields(fieldsOf(fields)), entered: new Map(), errors },
      treeOf: () => treeOfFields([]),
      fileLimit: 0,
      account: null,
      components: { types: new Map(), members: new Map() },
      self: undefined,
      resource: null,
      requiresTag: () => false,
      searchFields: () => []
    } satisfies PageModel)
    t.equal(page.split('is wrong').length - 1, fields * 2, 'beside its field, and in the summary')
    return reads()
  }
  t.equal(costs(FIELDS), costs(1))
})

t.test('the forms of a table do not repeat a long URL of its page', async t => {
  const links = defineLinks(Order, links => {
    links.self(LinkTarget.route('GetOrderById', ({ id }) => ({ id })))
    for (const name of ['cancel', 'ship']) {
      links.affordance(name, LinkTarget.route('CancelOrder', ({ id }) => ({ id, name })))
    }
    links.affordance('rename', LinkTarget.route('CreateOrder', ({ id }) => ({ id })))
  })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  app.get(
    '/orders', { config: { hyper: { links: true } } }, () => Array.from({ length: 200 }, (_, id) => new Order(id))
  )
  app.get<{ Params: { id: number } }>('/orders/:id', {
    config: { hyper: { name: 'GetOrderById', links: true } }
  }, request => new Order(request.params.id))
  app.post(
    '/orders/:id/:name', { config: { hyper: { name: 'CancelOrder' } } }, (_request, reply) => reply.code(204).send()
  )
  app.put('/orders/:id', { schema: { body }, config: { hyper: { name: 'CreateOrder' } } }, (_request, reply) =>
    reply.code(204).send())
  const readList = (length: number) => pageAt(app, `/orders?q=${'a'.repeat(length)}`)
  const times = (page: string, length: number) => page.split('a'.repeat(length)).length - 1
  const [repeated, once] = [times(await readList(2000), 2000), times(await readList(3000), 3000)]
  t.equal(repeated, 200 * 3 + once, 'up to 2048 characters are repeated')
  const page = await readList(10_000)
  t.ok(page.length < 400_000, `the page has ${page.length} characters`)
  t.equal((await submit(app, actionOf(page, 'cancel'))).headers.location, '/orders/0')
})

t.test('an invalid search: the values of a repeated parameter are not copied for each of them', async t => {
  const app = await pagesApp(t, { hyper: { validationProblems: true } })
  const properties = { q: { type: 'integer' }, r: { type: 'array', items: { type: 'string' } } }
  const querystring = { type: 'object', required: ['q'], properties }
  app.get('/search', { schema: { querystring }, config: { hyper: { name: 'Search', links: true } } }, () => ({}))
  await app.ready()
  const { prototype } = Array
  const iterate = prototype[Symbol.iterator]
  t.teardown(() => { prototype[Symbol.iterator] = iterate })
  let iterated = 0
  const costs = async (count: number): Promise<number> => {
    iterated = 0
    prototype[Symbol.iterator] = function () {
      iterated += this.length
      return iterate.call(this)
    }
    const { statusCode, body } = await read(app, `/search?q=no${'&r=1'.repeat(count)}`)
    prototype[Symbol.iterator] = iterate
    t.equal(statusCode, 400)
    t.match(body, 'class="fault"')
    return iterated
  }
  await costs(1)
  const [few, many] = [await costs(100), await costs(1000)]
  t.ok(many - few < 900 * 20, `${many - few} more elements for 900 more values`)
})
