import Fastify, { type FastifyReply, type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HypermediaFormatter, LinkTarget } from '../../../lib/index.ts'

// Formatters that make the body of a whole response: media types that are not JSON.

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/1')) })

class Linked {
  readonly id = 1
}

const linkedLinks = defineLinks(Linked, links => { links.self(LinkTarget.uri('/1')) })

const DOCUMENTS: HypermediaFormatter = {
  mediaType: 'text/plain',
  version: '1',
  format: ({ body, links }) => JSON.stringify({ body: JSON.parse(body) as unknown, links: links.length }),
  document: (content, { request }, isFormatted) => `${request.url} ${isFormatted} ${content}`
}

async function read (
  url: string, formatter: HypermediaFormatter = DOCUMENTS, headers: Record<string, string> = {}
): Promise<LightMyRequestResponse> {
  const app = Fastify()
  await app.register(hyper, { formatters: [formatter], links: [linkedLinks], hrefs: 'path' })
  const hyperOptions = { links, etag: () => 'v1' }
  app.get('/resource', { config: { hyper: hyperOptions } }, () => ({ id: 1 }))
  app.get('/list', { config: { hyper: { links } } }, () => [{ id: 1 }, { id: 2 }])
  app.get('/mixed', { config: { hyper: { links: true } } }, () => [new Linked(), { id: 2 }, 3])
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
  'a resource': ['/resource', '/resource true {"body":{"id":1},"links":1}', /^text\/plain/],
  'a list': ['/list', '/list true [{"body":{"id":1},"links":1},{"body":{"id":2},"links":1}]', /^text\/plain/],
  'a list with other values': [
    '/mixed', '/mixed true [{"body":{"id":1},"links":1},{"body":{"id":2},"links":0},3]', /^text\/plain/
  ],
  'a value without a configuration': ['/plain', '/plain false {"plain":true}', /^text\/plain/],
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
  'a promise of an empty string': [async () => '', /the formatter of text\/plain.*an empty string/],
  'a promise that is rejected': [async () => { throw new Error('broken') }, /broken/],
  'an error': [() => { throw new Error('broken') }, /broken/]
}

for (const [row, [document, message]] of Object.entries(FAULTS)) {
  t.test(`document returns or throws ${row}`, async t => {
    const response = await read('/resource', { ...DOCUMENTS, document: document as () => string })
    t.equal(response.statusCode, 500)
    t.match(response.json<{ message: string }>().message, message)
  })
}

t.test('document returns a promise of the body', async t => {
  const response = await read('/resource', { ...DOCUMENTS, document: async () => 'later' })
  t.strictSame([response.statusCode, response.body], [200, 'later'])
})

t.test('setHeaders sets headers of documents and of their 304, and no others', async t => {
  const formatter = { ...DOCUMENTS, setHeaders: (reply: FastifyReply) => { reply.header('x-document', 'yes') } }
  const { headers } = await read('/resource', formatter)
  t.equal(headers['x-document'], 'yes')
  const unchanged = await read('/resource', formatter, { 'if-none-match': String(headers.etag) })
  t.strictSame([unchanged.statusCode, unchanged.headers['x-document']], [304, 'yes'])
  t.notOk((await read('/resource', formatter, { accept: 'application/json' })).headers['x-document'])
})

const OPTIONAL = ['data', 'document', 'setHeaders', 'problem', 'check', 'readBody', 'read', 'documentation'] as const

for (const name of OPTIONAL) {
  t.test(`the app fails to start with a formatter whose ${name} is a number`, async t => {
    const app = Fastify()
    const formatter = { ...DOCUMENTS, [name]: 5 } as unknown as HypermediaFormatter
    await t.rejects(async () => app.register(hyper, { formatters: [formatter] }), {
      code: 'FST_ERR_HYPER_INVALID_FORMATTER', message: new RegExp(name)
    })
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
    ['text/plain', text, 304], ['text/plain', json, 200], ['application/json', json, 304],
    ['application/json', text, 200]
  ] as const) {
    t.equal((await read('/plain', DOCUMENTS, { accept, 'if-none-match': tag })).statusCode, status, `${accept}, ${tag}`)
  }
})
