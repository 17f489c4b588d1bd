import type { FastifyInstance } from 'fastify'
import { defineLinks, defineRoutes, LinkTarget } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { actionOf, pageAt, pagesApp, read, submit } from './pages.ts'

// The entity tags of pages: what forms send, and what a 304 has.

const Routes = defineRoutes({ PutNote: 'PUT /note' })

class Note {
  readonly id = 1
  title = 'Old'
}

async function notes (t: Test, tag: string, weakIfMatch = false): Promise<FastifyInstance> {
  const note = new Note()
  const noteLinks = defineLinks(Note, links => {
    links.self(LinkTarget.uri('/note'))
    links.affordance('edit', Routes.PutNote())
  })
  const app = await pagesApp(t, { hyper: { links: [noteLinks], routes: Routes, weakIfMatch } })
  const body = { type: 'object', properties: { title: { type: 'string' } } }
  const etag = () => tag
  app.get('/note', { config: { hyper: { links: true, etag } } }, () => note)
  app.get('/plain', { config: { hyper: { links: true, etag } } }, () => ({ plain: true }))
  app.get(
    '/stored', { config: { hyper: { links: true, etag } } },
    (_request, reply) => reply.header('cache-control', 'no-store').send(note)
  )
  app.get('/typed', { config: { hyper: { links: true, etag } } }, (_request, reply) =>
    reply.type('application/vnd.note+json').send(note))
  app.put<{ Body: Partial<Note> }>('/note', {
    schema: { body }, config: { hyper: { name: 'PutNote', resource: () => note, preconditions: { tag: etag } } }
  }, (request, reply) => {
    Object.assign(note, request.body)
    return reply.code(204).send()
  })
  return app
}

t.test('a form of a page with a weak entity tag is sent without it', async t => {
  for (const tag of ['W/"1"', '"1"']) {
    const app = await notes(t, tag)
    t.equal((await submit(app, actionOf(await pageAt(app, '/note')), 'title=New')).statusCode, 303, tag)
    t.match((await app.inject('/note')).json(), { title: 'New' })
  }
})

t.test('a form is sent with the weak form of a tag where the option weakIfMatch takes it', async t => {
  for (const [tag, sent, status] of [
    ['"1"', '"1"', 303], ['"1"', 'W/"1"', 303], ['"1"', 'W/"0"', 412], ['W/"1"', undefined, 303]
  ] as const) {
    const app = await notes(t, tag, true)
    const action = new URL(actionOf(await pageAt(app, '/note')), 'http://localhost')
    t.equal(action.searchParams.has('tag'), !tag.startsWith('W/'), 'a page has no weak tag')
    if (sent !== undefined) action.searchParams.set('tag', sent)
    const { statusCode, body } = await submit(app, action.pathname + action.search, 'title=New')
    t.equal(statusCode, status, `${tag}: ${sent}`)
    if (status === 412) t.match(body, /Someone changed this after you opened it/)
  }
})

t.test('a page after a conflict has the tag of the resource, whatever hooks make of it', async t => {
  const app = await notes(t, '"1"')
  app.addHook('onSend', async (_request, reply) => {
    const etag = reply.getHeader('etag')
    if (etag !== undefined) reply.header('etag', `W/${String(etag)}`)
  })
  const action = new URL(actionOf(await pageAt(app, '/note')), 'http://localhost')
  action.searchParams.set('tag', '"0"')
  const stale = await submit(app, action.pathname + action.search, 'title=New')
  t.equal(stale.statusCode, 412)
  const again = new URL(actionOf(stale.body), 'http://localhost')
  t.match(again.searchParams.get('tag'), /^"1/)
  t.equal((await submit(app, again.pathname + again.search, 'title=New')).statusCode, 303)
})

const HEADERS = ['cache-control', 'content-security-policy', 'etag', 'vary'] as const

t.test('a 304 has the headers of its page', async t => {
  const app = await notes(t, '"1"')
  for (const path of ['/note', '/plain', '/stored', '/typed']) {
    const page = await read(app, path)
    const unchanged = await read(app, path, { 'if-none-match': String(page.headers.etag) })
    t.equal(unchanged.statusCode, 304)
    for (const name of HEADERS) t.equal(unchanged.headers[name], page.headers[name], `${name} of ${path}`)
  }
})

t.test('a page has an entity tag of its own', async t => {
  const app = await notes(t, '"1"')
  t.equal((await app.inject('/note')).headers.etag, '"1"', 'the tag of JSON')
  t.not((await read(app, '/note')).headers.etag, '"1"')
  t.equal((await read(app, '/note', { 'if-none-match': '"1"' })).statusCode, 200)
})

t.test('a 304 of JSON has no headers of a page', async t => {
  const app = await notes(t, '"1"')
  const { statusCode, headers } = await app.inject({ url: '/note', headers: { 'if-none-match': '"1"' } })
  t.equal(statusCode, 304)
  t.equal(headers['cache-control'], undefined)
  t.equal(headers['content-security-policy'], undefined)
})

t.test('a 304 of a page that depends on a policy', async t => {
  const links = defineLinks(Note, links => { links.link('x', LinkTarget.uri('/x')).requireAuthorization('all') })
  const app = await pagesApp(t, { hyper: { links: [links], policies: { all: () => true } } })
  app.get('/note', { config: { hyper: { links: true, etag: () => '1' } } }, () => new Note())
  const page = await read(app, '/note')
  const unchanged = await read(app, '/note', { 'if-none-match': String(page.headers.etag) })
  t.equal(unchanged.statusCode, 304)
  t.equal(unchanged.headers['cache-control'], 'private, no-cache')
})
