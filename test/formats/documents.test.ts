import Fastify, { type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, type HypermediaFormatter } from '../../lib/index.ts'

// Formatters that make the body of a whole response: media types that are not JSON.

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/1')) })

const DOCUMENTS: HypermediaFormatter = {
  mediaType: 'text/plain',
  version: '1',
  format: ({ body, links }) => JSON.stringify({ body: JSON.parse(body) as unknown, links: links.length }),
  document: (content, { request }) => `${request.url} ${content}`
}

async function read (
  url: string, formatter: HypermediaFormatter = DOCUMENTS, headers: Record<string, string> = {}
): Promise<LightMyRequestResponse> {
  const app = Fastify()
  await app.register(hyper, { formatters: [formatter], hrefs: 'path' })
  const hyperOptions = { links, etag: () => 'v1' }
  app.get('/resource', { config: { hyper: hyperOptions } }, () => ({ id: 1 }))
  app.get('/list', { config: { hyper: { links } } }, () => [{ id: 1 }, { id: 2 }])
  app.get('/plain', { config: { hyper: { links: true, etag: () => 'v1' } } }, () => ({ plain: true }))
  app.get('/error', { config: { hyper: { links: true } } }, (_request, reply) => reply.code(500).send({ failed: true }))
  app.get('/typed', { config: { hyper: { links } } }, (_request, reply) => {
    reply.type('application/vnd.example+json')
    return { id: 1 }
  })
  const response = await app.inject({ url, headers: { accept: 'text/plain', ...headers } })
  await app.close()
  return response
}

const BODIES: Readonly<Record<string, [url: string, body: string, type: RegExp]>> = {
  'a resource': ['/resource', '/resource {"body":{"id":1},"links":1}', /^text\/plain/],
  'a list': ['/list', '/list [{"body":{"id":1},"links":1},{"body":{"id":2},"links":1}]', /^text\/plain/],
  'a value without a configuration': ['/plain', '/plain {"plain":true}', /^text\/plain/],
  'an error of the app': ['/error', '{"failed":true}', /^application\/json/],
  'a media type that the handler set': ['/typed', '{"body":{"id":1},"links":1}', /^application\/vnd\.example\+json/]
}

for (const [row, [url, body, type]] of Object.entries(BODIES)) {
  t.test(`documents: ${row}`, async t => {
    const response = await read(url)
    t.equal(response.body, body)
    t.match(response.headers['content-type'], type)
  })
}

const FAULTS: Readonly<Record<string, [document: () => unknown, message: RegExp]>> = {
  'an empty string': [() => '', /the formatter of text\/plain.*an empty string/],
  'a promise': [async () => 'later', /the formatter of text\/plain.*synchronous/],
  'an error': [() => { throw new Error('broken') }, /broken/]
}

for (const [row, [document, message]] of Object.entries(FAULTS)) {
  t.test(`document returns or throws ${row}`, async t => {
    const response = await read('/resource', { ...DOCUMENTS, document: document as () => string })
    t.equal(response.statusCode, 500)
    t.match(response.json<{ message: string }>().message, message)
  })
}

t.test('version is a part of the entity tags', async t => {
  const { headers: { etag } } = await read('/resource')
  const validated = { 'if-none-match': String(etag) }
  t.equal((await read('/resource', DOCUMENTS, validated)).statusCode, 304)
  t.equal((await read('/resource', { ...DOCUMENTS, version: '2' }, validated)).statusCode, 200)
})

t.test('a document of a value without a configuration has an entity tag of its own', async t => {
  const tagOf = async (accept: string) => String((await read('/plain', DOCUMENTS, { accept })).headers.etag)
  const [json, text] = [await tagOf('application/json'), await tagOf('text/plain')]
  t.equal(json, '"v1"')
  t.match(text, /^"v1~[\w-]{14}"$/)
  for (const [accept, tag, status] of [
    ['text/plain', text, 304], ['text/plain', json, 200], ['application/json', json, 304], ['application/json', text, 200]
  ] as const) t.equal((await read('/plain', DOCUMENTS, { accept, 'if-none-match': tag })).statusCode, status, `${accept}, ${tag}`)
})
