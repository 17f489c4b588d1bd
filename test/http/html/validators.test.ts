import type { FastifyInstance, InjectOptions } from 'fastify'
import hyper, { defineLinks, defineRoutes, type HyperOptions, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'

// The entity tags of pages: what forms send, and what a 304 has.

const Routes = defineRoutes({ PutNote: 'PUT /note' })

const PAGE = { accept: 'text/html' }

class Note {
  readonly id = 1
  title = 'Old'
}

async function notes (t: Test, tag: string, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = newApp(t)
  const note = new Note()
  const noteLinks = defineLinks(Note, links => {
    links.self(LinkTarget.uri('/note'))
    links.affordance('edit', Routes.PutNote())
  })
  await app.register(hyper, { links: [noteLinks], routes: Routes, ...options })
  await app.register(html)
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
    const [, action] = /action="([^"]*)"/.exec((await app.inject({ url: '/note', headers: PAGE })).body)!
    const form: InjectOptions = {
      method: 'POST',
      url: action!.replaceAll('&amp;', '&'),
      headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: 'title=New'
    }
    t.equal((await app.inject(form)).statusCode, 303, tag)
    t.match((await app.inject('/note')).json(), { title: 'New' })
  }
})

const HEADERS = ['cache-control', 'content-security-policy', 'etag', 'vary'] as const

t.test('a 304 has the headers of its page', async t => {
  const app = await notes(t, '"1"')
  for (const path of ['/note', '/plain', '/stored', '/typed']) {
    const read = async (headers: Record<string, string>) => {
      const response = await app.inject({ url: path, headers: { ...PAGE, ...headers } })
      return { status: response.statusCode, headers: HEADERS.map(name => response.headers[name]) }
    }
    const page = await read({})
    t.same(await read({ 'if-none-match': String(page.headers[2]) }), { status: 304, headers: page.headers }, path)
  }
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
  const app = newApp(t)
  await app.register(hyper, { links: [links], policies: { all: () => true } })
  await app.register(html)
  app.get('/note', { config: { hyper: { links: true, etag: () => '1' } } }, () => new Note())
  const page = await app.inject({ url: '/note', headers: PAGE })
  const unchanged = await app.inject({ url: '/note', headers: { ...PAGE, 'if-none-match': String(page.headers.etag) } })
  t.equal(unchanged.statusCode, 304)
  t.equal(unchanged.headers['cache-control'], 'private, no-cache')
})
