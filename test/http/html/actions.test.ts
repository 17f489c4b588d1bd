import type { FastifyInstance } from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget, problem } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { actionOf, pageAt, pagesApp, read, submit, unescaped } from './pages.ts'

// How pages offer actions, and what they show after them.

class Order { readonly id = 1 }

const Routes = defineRoutes({
  GetOrder: 'GET /api/:id',
  EditOrder: 'PUT /api/:id',
  ShipOrder: 'POST /api/:id/ship',
  DropOrder: 'DELETE /api/:id',
  RefundOrder: 'POST /api/:id/refund'
})

const id = ({ id }: Order) => ({ id })

const links = defineLinks(Order, links => {
  links.self(Routes.GetOrder(id))
  links.link('collection', LinkTarget.uri('/things'))
  links.affordance('drop', Routes.DropOrder(id))
  links.affordance('edit', Routes.EditOrder(id))
  links.affordance('ship', Routes.ShipOrder(id)).danger()
  links.affordance('refund', Routes.RefundOrder(id)).title('Refund the order').danger()
})

async function build (t: Test): Promise<FastifyInstance> {
  const app = await pagesApp(t, { hyper: { links: [links], routes: Routes }, html: { title: 'Shop' } })
  let isGone = false
  const config = (name: string) => ({ config: { hyper: { name, links: true } } } as const)
  app.get('/', { config: { hyper: { links: true } } }, () => ({}))
  app.get('/things', { config: { hyper: { links: true } } }, () => [new Order(), new Order()])
  app.get('/api/:id', config('GetOrder'), (_request, reply) => isGone ? reply.code(404).send() : new Order())
  const body = { type: 'object', properties: { note: { type: 'string' } } }
  app.put('/api/:id', { schema: { body }, ...config('EditOrder') }, () => new Order())
  app.post('/api/:id/ship', config('ShipOrder'), () => new Order())
  app.post('/api/:id/refund', config('RefundOrder'), () => problem({ status: 422, detail: 'It is not paid.' }))
  app.delete('/api/:id', config('DropOrder'), (_request, reply) => {
    isGone = true
    return reply.code(204).send()
  })
  return app
}

const send = (app: FastifyInstance, page: string) => submit(app, actionOf(page))

const confirmation = async (app: FastifyInstance, name: string, from = '/api/1') => {
  const link = new RegExp(`<a class="button danger" href="([^"]*name=${name}[^"]*)"`)
  return pageAt(app, unescaped(link.exec(await pageAt(app, from))![1]!))
}

t.test('actions of a resource', async t => {
  const body = await pageAt(await build(t), '/api/1')
  const [bar] = /<div class="bar">.*?<div class="column/.exec(body)!
  t.match(bar, /^<div class="bar"><details class="fold"><summary class="button go">Edit<\/summary>/, 'the first one')
  t.match(bar, /name="note"[^]*class="button danger"[^>]*>Drop…<[^]*class="button danger"[^>]*>Ship…</, 'dangers last')
  t.equal(bar.match(/<form method="post"/g)!.length, 1, 'nothing dangerous is one click away')
})

t.test('what cannot be undone is confirmed', async t => {
  const app = await build(t)
  for (const [name, from] of [['drop', '/api/1'], ['ship', '/api/1'], ['ship', '/things']] as const) {
    const page = await confirmation(app, name, from)
    t.match(page, /Are you sure\?[^]*<button type="submit" class="go delete">/, `${name} of ${from}`)
    t.match(page, new RegExp(`href="${from}">Back to`))
  }
})

t.test('a page that asks names what it is about', async t => {
  const app = await build(t)
  for (const [name, label] of [['ship', 'Ship order 1'], ['refund', 'Refund the order']] as const) {
    const page = await confirmation(app, name)
    t.match(page, new RegExp(`<h1 dir="auto">${label}</h1>`))
    t.match(page, new RegExp(`<button type="submit" class="go delete">${label}</button>`))
    if (name === 'refund') continue
    const sent = await send(app, page)
    const cookie = String(sent.headers['set-cookie']).split(';', 1)[0]!
    t.match(await pageAt(app, '/api/1', { cookie }), `Done: ${label}`)
  }
})

t.test('an action that failed still cannot be undone', async t => {
  const app = await build(t)
  const { statusCode, body } = await send(app, await confirmation(app, 'refund'))
  t.equal(statusCode, 422)
  t.match(body, '<title>Error: Refund the order · Shop</title>')
  t.match(body, '<button type="submit" class="go delete">Refund the order</button>')
})

t.test('a form that edits is saved', async t => {
  const body = await pageAt(await build(t), '/api/1')
  t.match(body, '<button type="submit" class="go">Save</button>')
})

t.test('after an action its notice is shown once', async t => {
  const app = await build(t)
  const sent = await send(app, await confirmation(app, 'ship'))
  t.equal(sent.headers.location, '/api/1')
  const [notice] = sent.cookies as { name: string, value: string, path: string, httpOnly: boolean, sameSite: string }[]
  t.match(notice, { name: 'fastify-hyper-notice', value: 'notice|/|Done: Ship' })
  t.match(notice, { path: '/', httpOnly: true, sameSite: 'Lax' })
  const cookie = 'fastify-hyper-notice=notice|%2F|%3Cb%3EShip'
  const { headers: { etag } } = await read(app, '/api/1')
  const shown = await read(app, '/api/1', { cookie, 'if-none-match': String(etag ?? '*') })
  t.equal(shown.statusCode, 200, 'a stored page would not show it')
  t.match(shown.body, '<p class="notice" role="status">&lt;b>Ship</p>')
  t.match(shown.headers, { 'cache-control': 'private, no-store', 'set-cookie': /notice=; Path=\/; Max-Age=0/ })
  t.notMatch(await pageAt(app, '/api/1'), 'class="notice"')
  t.notMatch(await pageAt(app, '/api/1', { cookie: 'fastify-hyper-notice=notice|%2F|%' }), 'class="notice"', 'no text')
})

t.test('a long title is cut in the notice, and no character of it', async t => {
  const app = await build(t)
  for (const letter of ['x', '完', '😀']) {
    const title = encodeURIComponent(letter.repeat(300))
    const page = (await confirmation(app, 'ship')).replace(/(action="[^"]*&amp;title=)[^"&]*/, `$1x${title}`)
    const { headers } = await send(app, page)
    const cookie = String(headers['set-cookie']).split(';', 1)[0]!
    t.match(await pageAt(app, '/api/1', { cookie }), new RegExp(`role="status">Done: x${letter}+</p>`, 'u'), letter)
  }
})

t.test('a path adds no attribute to the cookie of a notice', async t => {
  const app = newApp(t)
  await app.register(async scope => {
    await scope.register(hyper)
    await scope.register(html)
    const links = defineLinks<object>(links => { links.affordance('ship', LinkTarget.uri('/ship')) })
    scope.get('/', { config: { hyper: { links } } }, () => ({}))
    scope.post('/ship', { config: { hyper: { resource: false } } }, (_request, reply) => reply.code(204).send())
  }, { prefix: '/:tenant' })
  const tenant = '/acme;Domain=example'
  const query = `page=${tenant}/&name=ship&method=POST&target=${tenant}/ship`
  const sent = await submit(app, `${tenant}/_html/form?${query.replaceAll(';', '%3B')}`)
  t.equal(sent.statusCode, 303)
  t.match(sent.headers['set-cookie'], /^fastify-hyper-notice=notice\|[^|;]+\|Done%3A%20Ship; Path=\/acme%3BDomain=example\/; Max-Age=60;/)
})

t.test('after an action that removes the resource its collection is shown', async t => {
  const app = await build(t)
  t.equal((await send(app, await confirmation(app, 'drop'))).headers.location, '/things')
})

t.test('an action that is no longer possible is gone, with its reason', async t => {
  const Tasks = defineRoutes({ GetTask: 'GET /task', FinishTask: 'POST /task/finish' })
  class Task { isDone = false }
  const links = defineLinks(Task, links => {
    links.self(Tasks.GetTask())
    links.affordance('finish', Tasks.FinishTask()).when(task => !task.isDone, 'The task is done <already>.')
  })
  const task = new Task()
  const app = await pagesApp(t, { hyper: { links: [links], routes: Tasks } })
  app.get('/task', { config: { hyper: { name: 'GetTask', links: true } } }, () => task)
  app.post('/task/finish', { config: { hyper: { name: 'FinishTask', resource: () => task } } }, () => task)
  const body = await pageAt(app, '/task')
  task.isDone = true
  const conflict = await send(app, body)
  t.equal(conflict.statusCode, 409)
  t.match(conflict.body, /<h1 dir="auto">Finish<\/h1>[^]*The task is done &lt;already>\./)
  t.notMatch(conflict.body, '<form method="post"')
  t.match(conflict.body, 'href="/task">Back to')
})
