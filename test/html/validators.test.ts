import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import hyper, { defineLinks, LinkTarget, type HyperOptions } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'

// The entity tags of pages: what forms send, and what a 304 has.

const PAGE = { accept: 'text/html' }

class Note {
  readonly id = 1
  title = 'Old'
}

async function notes (t: Test, tag: string, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = Fastify()
  t.teardown(() => app.close())
  const note = new Note()
  const noteLinks = defineLinks(Note, links => {
    links.self(LinkTarget.uri('/note'))
    links.affordance('edit', LinkTarget.route('PutNote'))
  })
  await app.register(hyper, { links: [noteLinks], ...options })
  await app.register(html)
  const body = { type: 'object', properties: { title: { type: 'string' } } }
  const etag = () => tag
  app.get('/note', { config: { hyper: { links: true, etag } } }, () => note)
  app.get('/plain', { config: { hyper: { links: true, etag } } }, () => ({ plain: true }))
  app.get('/stored', { config: { hyper: { links: true, etag } } }, (_request, reply) => reply.header('cache-control', 'no-store').send(note))
  app.get('/typed', { config: { hyper: { links: true, etag } } }, (_request, reply) => reply.type('application/vnd.note+json').send(note))
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
