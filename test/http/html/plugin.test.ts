import { gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyReply } from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget, problem } from 'fastify-hyper'
import { html, type HtmlOptions } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { buildHostile, SCRIPT } from './hostile.ts'
import { actionOf, pageAt, pagesApp, read, submit, unescaped } from './pages.ts'
import { buildShop, type ShopOptions } from './shop.ts'

// What pages show, what their forms send, and where a browser goes then.

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const shop = async (t: Test, options: ShopOptions = {}) => {
  const built = await buildShop(options)
  t.teardown(() => built.app.close())
  return built
}

/** The URL of the page of a form, as a row of a table links to it. */
function linkOf (page: string, name: string, row = 0): string {
  const found = [...page.matchAll(/<a class="button(?: danger)?" href="([^"]*)"/g)].map(([, href]) => unescaped(href!))
  return found.filter(href => new URL(href, 'http://localhost').searchParams.get('name') === name)[row]!
}

t.test('who gets a page, and who gets JSON', async t => {
  const { app } = await shop(t)
  const rows: ReadonlyArray<readonly [accept: string | undefined, type: string]> = [
    [BROWSER, 'text/html; charset=utf-8'],
    ['text/html', 'text/html; charset=utf-8'],
    ['text/html, */*', 'text/html; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    [undefined, 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
    ['application/json, text/html', 'application/json; charset=utf-8'],
    ['application/hal+json, text/html;q=0.9', 'application/hal+json; charset=utf-8']
  ]
  for (const [accept, type] of rows) {
    for (const url of ['/', '/orders', '/orders/1', '/all']) {
      const expected = url === '/all' && type.includes('hal') ? 'application/json; charset=utf-8' : type
      const response = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
      t.equal(response.headers['content-type'], expected, `${url} for ${accept}`)
      t.match(response.headers.vary, /accept/i)
    }
  }
  for (const [accept, type] of [[BROWSER, /^text\/html/], ['*/*', /json/], ['application/json', /json/]] as const) {
    for (const url of ['/missing', '/orders/999', '/orders?page=x']) {
      const response = await app.inject({ url, headers: { accept } })
      t.match(response.headers['content-type'], type, `${url} for ${accept}`)
      t.match(response.headers.vary, /accept/i)
      t.match(response.statusCode, /400|404/)
    }
  }
})

t.test('the headers of a page', async t => {
  const { app } = await shop(t)
  for (const url of ['/orders/1', '/missing', '/_html/json?path=/orders/1']) {
    const { headers } = await read(app, url)
    t.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'",
      url
    )
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.match(headers['cache-control'], /private/)
  }
  const { body } = await read(app, '/orders/1')
  t.notMatch(body, /<script|\son\w+=|\sstyle=/i, 'no script and no inline style')
  for (const [, file] of body.matchAll(/<link rel="[^"]*" href="([^"]*)"/g)) {
    t.equal(
      (await app.inject(file!)).statusCode, 200, String(file)
    )
  }
})

t.test('a form is sent with its method, media type, tag and the credentials of the caller', async t => {
  const { app, received } = await shop(t)
  const page = await read(app, '/orders/3')
  const sent = await submit(app, actionOf(page.body, 'edit'), {
    customer: 'Ada', quantity: '5', isGift: 'true', note: ''
  }, { cookie: 'user=ada', authorization: 'Basic x', 'x-forwarded-user': 'ada' })
  t.equal(sent.statusCode, 303)
  t.equal(sent.headers.location, '/orders/3', 'the resource in the response')
  const put = received.find(({ method }) => method === 'PUT')!
  t.same(put.body, { customer: 'Ada', quantity: 5, isGift: true }, 'types of the schema; empty controls are not sent')
  t.match(put.headers, {
    'content-type': 'application/json',
    'if-match': page.headers.etag,
    cookie: 'user=ada',
    authorization: 'Basic x',
    'x-forwarded-user': 'ada'
  })
  t.match(await pageAt(app, '/orders/3'), /Ada/)
})

t.test('where a browser goes after a form', async t => {
  const { app } = await shop(t)
  const list = await pageAt(app, '/orders?page=2')
  const created = await submit(app, actionOf(list, 'create'), { customer: 'Grace', quantity: '2' })
  t.same([created.statusCode, created.headers.location], [303, '/orders/46'], 'the Location of the response')
  const order = await pageAt(app, '/orders/46')
  const annotated = await submit(app, actionOf(order, 'annotate'), { note: 'soon' })
  t.same(
    [annotated.statusCode, annotated.headers.location], [303, '/orders/46'],
    'the page, where the response has no resource'
  )
  const removed = await submit(app, actionOf(await pageAt(app, linkOf(order, 'remove')), 'remove'))
  t.same([removed.statusCode, removed.headers.location], [303, '/orders'], 'the collection, where the page is gone')
  const inList = await submit(
    app, actionOf(await pageAt(app, linkOf(await pageAt(app, '/orders'), 'remove')), 'remove')
  )
  t.same([inList.statusCode, inList.headers.location], [303, '/orders'], 'the list')
})

t.test('a form that fails is shown with the problem, what was typed, and the errors beside the fields', async t => {
  const { app } = await shop(t)
  const list = await pageAt(app, '/orders')
  const rejected = await submit(app, actionOf(list, 'create'), {
    customer: 'Nobody', quantity: '7', note: '"><script>'
  })
  t.equal(rejected.statusCode, 422)
  t.match(rejected.headers['content-type'], /^text\/html/)
  t.match(rejected.body, /The order cannot be placed/)
  t.match(rejected.body, /<div class="field invalid">[^]*?value="Nobody"[^]*?is not a customer/)
  t.match(rejected.body, /value="7"/)
  t.match(rejected.body, /value="&quot;>&lt;script>"/)
  t.match(rejected.body, /What you can do/, 'the actions of the problem')
  const again = await submit(app, actionOf(rejected.body, 'create'), { customer: 'Somebody', quantity: '7' })
  t.equal(again.statusCode, 303, 'the form can be sent again')

  const invalid = await submit(app, actionOf(list, 'create'), { customer: 'Xavier', quantity: '1000' })
  t.equal(invalid.statusCode, 400)
  t.match(invalid.body, /value="1000"[^]*?Quantity must be at most 100\./)
})

t.test('a resource that changed in the meantime', async t => {
  const { app } = await shop(t)
  const page = await pageAt(app, '/orders/3')
  await submit(app, actionOf(page, 'edit'), { customer: 'Ada', quantity: '5' })
  const stale = await submit(app, actionOf(page, 'edit'), { customer: 'Grace', quantity: '6' })
  t.equal(stale.statusCode, 412)
  t.match(stale.body, /value="Grace"/)
  t.equal(app.orders.get(3)!.customer, 'Ada')
  t.match(stale.body, /Someone changed this after you opened it[^]*Now: Ada[^]*Now: 5/, 'the new values at the fields')
  t.match(stale.body, /aria-label="Current values"[^]*<dt>Customer<\/dt><dd dir="auto"><span class="text">Ada</)
  t.notMatch(stale.body, /Now: No|Precondition Failed<\/p>/, 'only what differs')
  const again = await submit(app, actionOf(stale.body, 'edit'), { customer: 'Grace', quantity: '6' })
  t.equal(again.statusCode, 303, 'with the new tag')
  t.equal(app.orders.get(3)!.customer, 'Grace')
  await submit(app, actionOf(await pageAt(app, linkOf(page, 'remove')), 'remove'))
  const gone = await submit(app, actionOf(page, 'edit'), { customer: 'Grace', quantity: '6' })
  t.equal(gone.statusCode, 404, 'the form is shown by the schema of its route')
  t.match(gone.body, /value="Grace"/)
})

t.test('the state of a resource', async t => {
  const { app } = await shop(t)
  t.equal(
    actionOf(await pageAt(app, '/orders/3'), 'ship'), undefined,
    'an action that the caller may not send is no form'
  )
  const page = await pageAt(app, '/orders/3', { cookie: 'user=ada' })
  const ship = () => submit(app, actionOf(page, 'ship'), {}, { cookie: 'user=ada' })
  t.equal((await submit(app, actionOf(page, 'ship'))).statusCode, 403, 'the guard of the target applies')
  t.equal((await ship()).statusCode, 303)
  const conflict = await ship()
  t.equal(conflict.statusCode, 409)
  t.match(conflict.body, /What you can do[^]*Edit the order/, 'what is possible now, with its fields')
  t.match(conflict.body, /offered by the problem[^]*name="customer"/)
})

const OWN = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }

t.test('forms of other sites are rejected', async t => {
  const { app, received } = await shop(t)
  const action = actionOf(await pageAt(app, linkOf(await pageAt(app, '/orders/3'), 'remove')), 'remove')
  received.length = 0
  const rows: ReadonlyArray<readonly [headers: Record<string, string>, status: number]> = [
    [{}, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'http://evil.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:81' }, 403],
    [{ origin: 'https://localhost' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://evil.example.com' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }, 403]
  ]
  for (const [headers, status] of rows) {
    const response = await app.inject({ method: 'POST', url: action, headers: { host: 'localhost', ...headers } })
    t.equal(response.statusCode, status, JSON.stringify(headers))
    t.match(response.headers['content-type'], /problem\+json/)
  }
  t.same(received, [], 'no route was called')
  t.ok(app.orders.has(3))
  for (const headers of [
    { origin: OWN.origin }, { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://localhost' }
  ]) {
    t.equal(
      (await app.inject({ method: 'POST', url: action, headers: { host: 'localhost', ...headers } })).statusCode < 500,
      true
    )
  }
  t.notOk(app.orders.has(3))
})

t.test('the endpoint sends forms of the API only', async t => {
  const { app, received } = await shop(t)
  app.orders.clear()
  received.length = 0
  const url = (query: Record<string, string>) => `/_html/form?${String(new URLSearchParams({
    page: '/', name: 'x', method: 'POST', target: '/orders', type: 'application/json', ...query
  }))}`
  const rows: ReadonlyArray<readonly [query: Record<string, string>, status: number]> = [
    [{ target: 'https://evil.example.com/' }, 400],
    [{ target: '//evil.example.com/' }, 400],
    [{ target: '/\\evil.example.com/' }, 400],
    [{ page: 'javascript:alert(1)' }, 400],
    [{ method: 'x y' }, 400],
    [{ target: '/missing' }, 403],
    [{ method: 'PATCH' }, 403],
    [{ type: 'text/plain' }, 403],
    [{ type: 'application/xml' }, 403],
    [{ target: '/orders/1/files' }, 403]
  ]
  for (const [query, status] of rows) t.equal((await submit(app, url(query))).statusCode, status, JSON.stringify(query))
  t.same(received, [])
})

t.test('a form of a route without a name is sent if the page shows it', async t => {
  class Thing { readonly id = 1 }
  let isOffered = true
  const links = defineLinks(Thing, links => {
    links.affordance('poke', LinkTarget.uri('/poke')).post().when(() => isOffered)
  })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  app.get('/', { config: { hyper: { links: true } } }, () => new Thing())
  app.post('/poke', (_request, reply) => reply.code(204).send())
  const action = actionOf(await pageAt(app, '/'), 'poke')
  t.equal((await submit(app, action)).statusCode, 303)
  isOffered = false
  t.equal((await submit(app, action)).statusCode, 403)
})

t.test('nested fields of a form are those of its own method', async t => {
  class Order { readonly id = 1 }
  const body = {
    type: 'object',
    required: ['address'],
    properties: { address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } }
  }
  const received: unknown[] = []
  const links = defineLinks(Order, links => { links.affordance('add', LinkTarget.route('CreateOrder')) })
  const app = await pagesApp(t, { hyper: { links: [links] } })
  app.get('/', { config: { hyper: { links: true } } }, () => new Order())
  app.post('/orders', {
    schema: { body }, config: { hyper: { name: 'CreateOrder', formInput: true } }
  }, (request, reply) => {
    received.push(request.body)
    return reply.code(204).send()
  })
  app.put('/orders', { schema: { body }, config: { hyper: { name: 'PutOrders' } } }, (_request, reply) =>
    reply.code(204).send())
  const { statusCode } = await submit(app, actionOf(await pageAt(app, '/'), 'add'), { 'address.city': '' })
  t.same([statusCode, received], [303, [{ address: { city: '' } }]])
})

t.test('login is the app\'s own', async t => {
  const { app } = await shop(t)
  t.match(
    await pageAt(app, '/'), /<nav class="tools"[^]*?<a class="button" href="[^"]*\/session">Log in<\/a>/,
    'a link to it is at the top'
  )
  const page = await pageAt(app, '/session')
  t.match(page, /type="password"/)
  const wrong = await submit(app, actionOf(page, 'login'), { name: 'ada', password: 'guess' })
  t.equal(wrong.statusCode, 401)
  t.match(wrong.body, /value="ada"/)
  t.notMatch(wrong.body, /guess/, 'a password is never sent back')
  const right = await submit(app, actionOf(page, 'login'), { name: 'ada', password: 'secret' })
  t.equal(right.statusCode, 303)
  t.match(right.headers['set-cookie'], /^user=ada/)
  t.match(await pageAt(app, '/session', { cookie: 'user=ada' }), /Log out/)
})

t.test('a search shows the current choice and opens the page of its results', async t => {
  const { app } = await shop(t)
  const page = await pageAt(app, '/orders?status=pending&q=tea')
  t.match(page, /<option value="pending" selected>|<option selected value="pending">/)
  const template = unescaped(/name="_template" value="([^"]*)"/.exec(page)![1]!)
  const go = (query: Record<string, string>) => app.inject(`/_html/open?${String(new URLSearchParams(query))}`)
  const found = await go({ _template: template, q: 'a b', status: '', page: '' })
  t.same([found.statusCode, found.headers.location], [303, '/orders?q=a%20b'], 'empty fields are omitted')
  for (const bad of [
    'https://evil.example.com/{x}', '//evil.example.com/{x}', '{+x}', '/{', ''
  ]) t.equal((await go({ _template: bad, x: '//evil.example.com' })).statusCode, 400, bad)
  const long = await go({ _template: `/orders{?${Array.from({ length: 50 }, () => 'x').join()}}`, x: 'x'.repeat(1000) })
  t.equal(long.statusCode, 400, 'a template that repeats a variable')
  t.equal((await go({ _target: '/orders', q: 'x' })).headers.location, '/orders?q=x')
  const several = await app.inject('/_html/open?_template=%2Forders%7B%3Ftag*,q%7D&tag=a&tag=b%20c&q=x')
  t.equal(several.headers.location, '/orders?tag=a&tag=b%20c&q=x', 'a field with several values')
})

t.test('a list is a table with the columns of the item schema, and its actions in the row', async t => {
  const { app } = await shop(t)
  for (const url of ['/orders', '/all']) {
    const { body } = await read(app, url, { cookie: 'user=ada' })
    const head = [.../<thead>(.*?)<\/thead>/.exec(body)![1]!.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, name]) => name)
    if (url === '/orders') {
      t.same(head, ['Number', 'Customer', 'Status', 'Quantity', 'Is gift', 'Extras', 'Note', 'Actions'])
    }
    t.match(body, /<tr><td dir="auto" data-label="Order"><a href="[^"]*\/orders\/2">2<\/a><\/td>[^]*?aria-label="Ship 2"/)
  }
  t.match(await pageAt(app, '/orders?page=2'), /« First[^]*Previous[^]*Next[^]*Last »/)
})

t.test('the labels of a page are those of the schema that serializes it', async t => {
  const app = await pagesApp(t)
  const titled = (title: string) => ({ schema: { type: 'object', properties: { id: { type: 'integer', title } } } })
  const response = {
    200: { content: { 'application/vnd.old+json': titled('Old'), 'application/json': titled('Number') } }
  }
  app.get('/', { schema: { response }, config: { hyper: { links: true } } }, () => ({ id: 1 }))
  const { body } = await read(app, '/')
  t.match(body, />Number</)
  t.notMatch(body, />Old</)
})

t.test('a form of a row has a page of its own, with the current values and the tag of the resource', async t => {
  const { app, received } = await shop(t)
  const list = await pageAt(app, '/orders?page=2')
  t.notMatch(list, /<td[^]*<input[^>]*name="quantity"[^]*<\/table>/, 'the table contains no fields')
  t.match(list, /aria-label="Attach a file… 11"/, 'an upload has a page')
  const page = await read(app, linkOf(list, 'edit', 2))
  t.equal(page.statusCode, 200)
  t.match(page.headers['cache-control'], /private/)
  t.match(page.body, /name="customer"[^>]*value="Customer 13"|value="Customer 13"[^>]*name="customer"/)
  t.match(page.body, /<dt>Number<\/dt><dd dir="auto">13</, 'the resource is beside it')
  t.match(page.body, /href="\/orders\?page=2">Back to/)
  const sent = await submit(app, actionOf(page.body, 'edit'), { customer: 'Ada', quantity: '5' })
  t.same([sent.statusCode, sent.headers.location], [303, '/orders/13'])
  t.match(received.find(({ method }) => method === 'PUT')!.headers, { 'if-match': /^"1/ })
  const stale = await submit(app, actionOf(page.body, 'edit'), { customer: 'Grace', quantity: '6' })
  t.equal(stale.statusCode, 412, 'the tag of the representation that the form was made of')
  t.match(stale.body, /value="Grace"/)
  const annotated =
    await submit(app, actionOf(await pageAt(app, linkOf(list, 'annotate', 2)), 'annotate'), { note: 'soon' })
  t.same([annotated.statusCode, annotated.headers.location], [303, '/orders?page=2'], 'back to the list')
})

t.test('the page of a form that is not possible', async t => {
  const { app } = await shop(t)
  const list = await pageAt(app, '/orders')
  app.orders.delete(2)
  const gone = await read(app, linkOf(list, 'remove', 1))
  t.equal(gone.statusCode, 404)
  t.match(gone.headers['content-type'], /^text\/html/)
  t.match(gone.body, /This action is not possible now/)
  t.match(gone.body, /href="\/orders"/, 'a link to the page it was on')
  const given = { page: '/orders', name: 'edit', method: 'PUT', target: '/orders/1' }
  const url = (query: Record<string, string>) => `/_html/form?${String(new URLSearchParams({ ...given, ...query }))}`
  t.equal((await read(app, url({}))).statusCode, 200, 'a form of the page itself')
  t.equal(
    (await read(app, url({ self: '/orders/9' }))).statusCode, 200,
    'the page decides where the resource has no such form'
  )
  for (const query of [
    { self: '//evil.example.com/' }, { self: 'https://evil.example.com/' }, { page: '//evil.example.com/' }
  ]) t.equal((await read(app, url(query))).statusCode, 400, JSON.stringify(query))
  t.equal((await read(app, url({ name: 'other' }))).statusCode, 404)
})

t.test('a row links to the page of an action that requires the tag of the resource', async t => {
  const Tasks = defineRoutes({
    GetTask: 'GET /tasks/:id', FinishTask: 'POST /tasks/:id/finish', TouchTask: 'POST /tasks/:id/touch'
  })
  class Task { readonly id = 1 }
  const id = (task: Task) => ({ id: task.id })
  const links = defineLinks(Task, links => {
    links.self(Tasks.GetTask(id))
    links.affordance('finish', Tasks.FinishTask(id))
    links.affordance('touch', Tasks.TouchTask(id))
  })
  const app = await pagesApp(t, { hyper: { routes: Tasks, links: [links] } })
  const preconditions = { requireIfMatch: true, tag: () => 'a' }
  app.get('/', { config: { hyper: { links: true } } }, () => [new Task()])
  app.get('/tasks/:id', { config: { hyper: { name: 'GetTask', links: true, etag: () => 'a' } } }, () => new Task())
  app.post(
    '/tasks/:id/finish', { config: { hyper: { name: 'FinishTask', resource: () => new Task(), preconditions } } },
    (_request, reply) => reply.code(204).send()
  )
  app.post(
    '/tasks/:id/touch', { config: { hyper: { name: 'TouchTask' } } }, (_request, reply) => reply.code(204).send()
  )
  const list = await pageAt(app, '/')
  t.equal((await submit(app, actionOf(list, 'touch'))).statusCode, 303, 'a button')
  t.equal(actionOf(list, 'finish'), undefined)
  t.equal(
    (await submit(app, actionOf(await pageAt(app, linkOf(list, 'finish')), 'finish'))).statusCode, 303,
    'a page, which has the tag'
  )
})

t.test('media types of forms', async t => {
  const Tasks = defineRoutes({ save: 'POST /save', purge: 'DELETE /', import: 'POST /import' })
  class Task { readonly id = 1 }
  const links = defineLinks(Task, links => {
    links.affordance('save', Tasks.save())
    links.affordance('purge', Tasks.purge())
    links.affordance('import', Tasks.import())
  })
  const app = await pagesApp(t, { hyper: { routes: Tasks, links: [links] } })
  app.get('/', { config: { hyper: { links: true } } }, () => new Task())
  const consuming = (name: string, type: string, body: object = { type: 'object' }) =>
    ({ schema: { consumes: [type], body }, config: { hyper: { name } } })
  const handler = (_request: unknown, reply: FastifyReply) => reply.code(204).send()
  app.post('/save', consuming('save', 'Application/JSON; charset=utf-8'), handler)
  app.delete('/', consuming('purge', 'application/xml', {}), handler)
  app.post('/import', consuming('import', 'application/xml'), handler)
  const page = await pageAt(app, '/')
  t.equal((await submit(app, actionOf(page, 'save'))).statusCode, 303, 'compared without case and parameters')
  const purge = await pageAt(app, linkOf(page, 'purge'))
  t.equal((await submit(app, actionOf(purge, 'purge'))).statusCode, 303, 'DELETE has no body')
  t.match(page, /It is sent as application\/xml, which pages do not send/)
})

t.test('the JSON of a page', async t => {
  const { app } = await shop(t)
  const json = await read(app, '/_html/json?path=/orders/1&accept=application/hal%2Bjson')
  t.equal(json.statusCode, 200)
  t.match(json.body, /_links/)
  t.match(json.body, /application\/hal\+json/)
  t.equal((await read(app, '/_html/json?path=https://evil.example.com/')).statusCode, 400)
})

t.test('a hostile API runs nothing and fills no page', async t => {
  const app = await buildHostile()
  t.teardown(() => app.close())
  for (const url of [
    '/', '/deep', '/list', '/number', '/problem', '/error', '/missing/<script>', '/_html/json?path=/',
    '/_html/json?path=/deep'
  ]) {
    const { body, headers } = await read(app, url)
    t.match(headers['content-type'], /^text\/html/, url)
    t.notMatch(body, /<script|<img|<svg(?! class="logo")|href="(?:javascript|data)|style=/i, url)
    t.ok(body.length < 600_000, `${url}: ${body.length} characters`)
  }
  const { body } = await read(app, '/')
  t.notMatch(body, /<option value="value 400"><\/option><\/select>/)
  t.ok(body.split('<option').length < 700, 'no select of 20,000 options')
  t.match(body, /<datalist/, 'five hundred choices are suggestions')
  t.match(body, /One of more than 1,000 values/)
  t.match((await submit(app, actionOf(body, 'scripted'), { choice: SCRIPT })).statusCode, 400)
})

t.test('options set the title, the prefix and whether there are pages', async t => {
  const { app } = await shop(t, { html: { title: 'My <API>' } })
  t.match(await pageAt(app, '/'), '<title>My &lt;API></title>')
  const off = await shop(t, { html: { enabled: false } })
  t.match((await read(off.app, '/')).headers['content-type'], /json/)
  t.match((await read(off.app, '/missing')).headers['content-type'], /json/)
  const under = await shop(t, { html: { prefix: '/api' } })
  t.equal((await under.app.inject('/api/_html/style.css')).statusCode, 200)
})

t.test('wrong options stop the start', async t => {
  const rows: ReadonlyArray<readonly [options: unknown, code: string]> = [
    [{ them: 'dark' }, 'FST_ERR_HYPER_UNKNOWN_KEY'],
    [{ enabled: 1 }, 'FST_ERR_HYPER_INVALID_OPTION'],
    [{ title: '' }, 'FST_ERR_HYPER_INVALID_OPTION']
  ]
  for (const [options, code] of rows) {
    await t.rejects(
      async () => { await Fastify().register(hyper).register(html, options as HtmlOptions) }, { code },
      JSON.stringify(options)
    )
  }
  await t.rejects(async () => { await Fastify().register(html) }, { code: 'FST_ERR_HYPER_NOT_REGISTERED' })
  await t.rejects(
    async () => { await Fastify().register(hyper, { negotiateFormat: false }).register(html) },
    { code: 'FST_ERR_HYPER_INVALID_OPTION' }
  )
})

t.test('responses that are no pages stay', async t => {
  const app = await pagesApp(t)
  app.get('/plain', { config: { hyper: { links: true } } }, (_request, reply) =>
    reply.type('application/vnd.acme+json').send({ a: 1 }))
  app.get('/text', (_request, reply) => reply.code(400).type('text/plain').send('{"no":"json"}'))
  app.get('/out', () => ({ a: 1 }))
  app.get('/own', (_request, reply) => reply.code(404).type('text/html').send('<p>mine'))
  app.get('/problem', () => problem({ status: 403, detail: 'No.' }))
  t.match((await read(app, '/plain')).headers['content-type'], 'application/vnd.acme+json')
  t.equal(await pageAt(app, '/text'), '{"no":"json"}')
  t.same((await read(app, '/out')).json(), { a: 1 }, 'a route that is not opted in')
  t.equal(await pageAt(app, '/own'), '<p>mine')
  t.match(await pageAt(app, '/problem'), /<p>No\.<\/p>/, 'its errors are pages')
})

t.test('@fastify/compress is registered before or after it', async t => {
  for (const isFirst of [true, false]) {
    const app = newApp(t)
    if (isFirst) await app.register(compress, { threshold: 0 })
    await app.register(hyper)
    await app.register(html)
    if (!isFirst) await app.register(compress, { threshold: 0 })
    app.get('/', { config: { hyper: { links: defineLinks(() => {}) } } }, () => ({ id: 1 }))
    app.get('/error', (_request, reply) => reply.code(409).send({ message: 'too late' }))
    for (const url of ['/', '/error']) {
      const { headers, rawPayload } = await app.inject({
        url, headers: { accept: 'text/html', 'accept-encoding': 'gzip' }
      })
      t.same(
        [headers['content-type'], headers['content-encoding']], ['text/html; charset=utf-8', 'gzip'],
        `${url}, ${isFirst}`
      )
      t.match(gunzipSync(rawPayload).toString(), /^<!DOCTYPE html>/i)
    }
  }
})
