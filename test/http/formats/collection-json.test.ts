import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { collectionJson } from '../../../formats/collection-json.ts'
import hyper, { defineLinks, LinkTarget, OffsetPage, offsetPage, pageQuery, problem } from '../../../lib/index.ts'

const CJ = 'application/vnd.collection+json'

const customerLinks = defineLinks<{ id: number }>(links => {
  links.self(LinkTarget.uri('/customers/3'))
}, { name: 'Customer', schema: { type: 'object', properties: { id: { type: 'integer' } } } })

const taskLinks = defineLinks<{ id: number }>(links => {
  links.self(LinkTarget.route('GetTask', task => ({ id: task.id })))
  links.link('search', LinkTarget.routeTemplate('ListTasks').name('s')).title('Find tasks')
  links.link('other', LinkTarget.template('/tasks/{id}'))
  links.link('help', LinkTarget.uri('/help').title('Help').name('h').type('text/html'))
  links.embed('customer', () => ({ id: 3 }), customerLinks)
  links.embedMany('note', () => [{ text: 'Fragile' }])
  links.affordance('change', LinkTarget.route('ChangeTask', task => ({ id: task.id })))
  links.affordance('remove', LinkTarget.route('RemoveTask', task => ({ id: task.id })))
  links.affordance('find', LinkTarget.route('ListTasks')).title('Find')
}, { name: 'Task' })

const pageLinks = defineLinks(OffsetPage<object>, links => {
  links.affordance('create', LinkTarget.route('CreateTask'))
})

const TASK = {
  id: 7,
  amount: 12345678901234567000,
  done: null,
  tags: ['new'],
  address: { street: 'Main' },
  deep: { a: { b: 1 } },
  rows: [[1]],
  secret: 'hidden'
}

const SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    amount: { type: 'integer' },
    done: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { street: { type: 'string' } } },
    deep: { type: 'object', additionalProperties: true },
    rows: { type: 'array', items: {} }
  }
}

const BODY = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', title: 'Title', default: 'New' },
    size: { type: 'string', enum: ['s', 'm'] },
    tags: { type: 'array', items: { type: 'string', enum: ['new', 'old'] } },
    address: { type: 'object', properties: { street: { type: 'string' } } }
  }
}

async function buildApp (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { links: [pageLinks], formatters: [collectionJson()], hrefs: 'path' })
  app.get('/tasks/:id', {
    schema: { response: { 200: SCHEMA } }, config: { hyper: { name: 'GetTask', links: taskLinks } }
  }, ({ params }) => (params as { id: string }).id === '0' ? problem({ status: 404, detail: 'No task.' }) : TASK)
  app.get('/tasks', {
    schema: { querystring: pageQuery({ done: { type: 'boolean' } }) },
    config: { hyper: { name: 'ListTasks', links: taskLinks } }
  }, () => offsetPage([{ id: 1 }, { id: 2 }], { page: 1, pageSize: 2, totalCount: 3 }))
  const input = { schema: { body: BODY } }
  app.post('/tasks', { ...input, config: { hyper: { name: 'CreateTask' } } }, ({ body }) => body)
  app.put('/tasks/:id', { ...input, config: { hyper: { name: 'ChangeTask' } } }, ({ body }) => body)
  app.delete('/tasks/:id', { config: { hyper: { name: 'RemoveTask' } } }, (_request, reply) => reply.code(204).send())
  return app
}

async function request (
  method: 'GET' | 'POST' | 'PUT', url: string, template?: unknown, accept = CJ
): Promise<LightMyRequestResponse> {
  const app = await buildApp()
  const sent = template === undefined ? {} : { payload: JSON.stringify(template) }
  const type = template === undefined ? {} : { 'content-type': CJ }
  const response = await app.inject({ method, url, ...sent, headers: { accept, ...type } })
  await app.close()
  return response
}

interface Document {
  collection: {
    version: string
    href?: string
    items: Array<{ href?: string, data: object[], links?: object[] }>
    links?: object[]
    queries?: object[]
    template?: { data: object[] }
    error?: object
  }
}

async function read (url: string): Promise<Document['collection']> {
  const response = await request('GET', url)
  t.match(response.headers['content-type'], CJ)
  return response.json<Document>().collection
}

t.test('a resource is the only item of its collection', async t => {
  const { version, href, items, links } = await read('/tasks/7')
  t.same([version, href, items.length, items[0]!.href], ['1.0', '/tasks/7', 1, '/tasks/7'])
  t.same(items[0]!.links, links)
})

t.test('data has the members of the response schema, scalars and lists and objects of them', async t => {
  const { body } = await request('GET', '/tasks/7')
  t.match(body, '{"name":"amount","value":12345678901234567000}')
  t.same((await read('/tasks/7')).items[0]!.data.filter(data => 'name' in data && data.name !== 'amount'), [
    { name: 'id', value: 7 },
    { name: 'done', value: null },
    { name: 'tags', array: ['new'] },
    { name: 'address', object: { street: 'Main' } }
  ])
})

t.test('each item of a page has its own members', async t => {
  const items = [
    { a: 1, b: 'x' }, { a: 2, b: 'y' }, { a: 3, b: '"' }, { b: 'z' }, { a: 4, b: 'x' }, { b: 'w' }, { b: 'v' },
    { b: 'u' }, { a: 5, b: [1] }, {}, {}, { a: 6, b: 'x' }, { b: 7, a: 8 }, { 'a.b': 1 }, { 'a.b': 2 }, { 'a.b': 3 },
    { axb: 4 }
  ]
  const app = Fastify()
  await app.register(hyper, { formatters: [collectionJson()], hrefs: 'path' })
  const links = defineLinks<object>(() => {}, { name: 'Item' })
  app.get('/', { config: { hyper: { links } } }, () =>
    offsetPage(items, { page: 1, pageSize: items.length, totalCount: items.length }))
  const { collection } = (await app.inject({ url: '/', headers: { accept: CJ } })).json<Document>()
  await app.close()
  type Data = { name: string, value?: unknown, array?: unknown }
  t.same(collection.items.map(({ data }) =>
    Object.fromEntries((data as Data[]).map(({ name, value, array }) => [name, value ?? array]))), items)
})

t.test('links have names and prompts, and an embedded resource is a link', async t => {
  t.same((await read('/tasks/7')).links, [
    { rel: 'help', href: '/help', name: 'h', prompt: 'Help' }, { rel: 'customer', href: '/customers/3' }
  ])
})

const QUERY = ['done', 'page', 'pageSize']

t.test('queries are searches and actions with GET', async t => {
  const { queries } = await read('/tasks/7')
  t.same(queries, [
    { rel: 'search', href: '/tasks', name: 's', prompt: 'Find tasks', data: QUERY.map(name => ({ name, value: '' })) },
    { rel: 'find', href: '/tasks', prompt: 'Find', data: (queries![1] as { data: object[] }).data }
  ])
  t.same((queries![1] as { data: Array<{ name: string }> }).data.map(({ name }) => name).sort(), [...QUERY].sort())
})

const template = (title: string, tags: readonly string[]) => ({
  data: [{ name: 'title', value: title, prompt: 'Title' }, { name: 'size', value: '' }, { name: 'tags', array: tags }]
})

t.test('the template of an item is the action with PUT, and begins with what the item has', async t => {
  t.same((await read('/tasks/7')).template, template('', ['new']))
})

t.test('the template of a page is the action with POST, and begins with defaults', async t => {
  const { href, items, ...page } = await read('/tasks?pageSize=2')
  t.same([href, items.map(({ href }) => href)], ['/tasks?pageSize=2', ['/tasks/1', '/tasks/2']])
  t.same(page.template, template('New', []))
})

t.test('an error is a problem document', async t => {
  const response = await request('GET', '/tasks/0')
  t.equal(response.statusCode, 404)
  t.match(response.headers['content-type'], CJ)
  t.same(response.json(), {
    collection: { version: '1.0', error: { title: 'Not Found', code: '404', message: 'No task.' } }
  })
})

const filled = (...data: unknown[]) => ({ template: { data } })

t.test('a template is a request body', async t => {
  const template = filled(
    { name: 'title', value: 'Tea', prompt: 'Title' }, { name: 'size', value: '' },
    { name: 'tags', array: ['new'] }, { name: 'address', object: { street: 'Main' } }
  )
  for (const [method, url] of [['POST', '/tasks'], ['PUT', '/tasks/7']] as const) {
    const response = await request(method, url, template, 'application/json')
    t.same(response.json(), { title: 'Tea', tags: ['new'], address: { street: 'Main' } })
  }
})

const WRONG: Readonly<Record<string, unknown>> = {
  'no template': { title: 'Tea' },
  null: null,
  'no data': { template: {} },
  'a property without a name': filled({ value: 1 }),
  'a property that is null': filled(null),
  'the name __proto__': filled({ name: '__proto__', value: {} }),
  'the name constructor': filled({ name: 'constructor', value: { x: 1 } })
}

for (const [row, template] of Object.entries(WRONG)) {
  t.test(`a body is rejected: ${row}`, async t => {
    const response = await request('POST', '/tasks', template)
    t.equal(response.statusCode, 400)
    t.match(response.json(), { collection: { error: { code: '400' } } })
  })
}

t.test('a body is validated', async t => {
  t.equal((await request('POST', '/tasks', filled({ name: 'size', value: 'xl' }))).statusCode, 400)
})
