import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

const bound = (declare: (links: LinkBuilder<never>) => void) =>
  ({ links: defineLinks(declare as (links: LinkBuilder<object>) => void) })

t.test('schemas keyed by media type, for each status and media type', async t => {
  const id = { type: 'object', properties: { id: { type: 'integer' } } }
  const schema = { response: { 200: { content: { 'application/json': { schema: id } } }, 201: id } }
  const rows: Record<string, [status: number, type: string, own: object]> = {
    'the media type': [200, 'application/json', { id: 1 }],
    'another media type': [200, 'application/vnd.acme+json', { id: 1 }],
    'another status, without media types': [201, 'application/json', { id: 1 }],
    'a status without a schema': [202, 'application/json', { id: 1, name: 'a' }]
  }
  for (const [name, [status, type, own]] of Object.entries(rows)) {
    const server = await project(t, bound(links => { links.self(LinkTarget.uri('/value')) }), (_request, reply) => {
      reply.code(status).type(type)
      return { id: 1, name: 'a' }
    }, { schema })
    t.same(await server.read(), { ...own, _links: { self: { href: '/value' } } }, name)
  }
})

t.test('HYPER002 is not logged for responses without a resource', async t => {
  const rows: Record<string, [status: number, value: object]> = {
    'not modified': [304, { a: 1 }],
    'no content': [204, { a: 1 }],
    'a map': [200, new Map()],
    'an error': [404, { a: 1 }]
  }
  for (const [name, [status, value]] of Object.entries(rows)) {
    const server = await project(t, { links: true }, (_request, reply) => {
      reply.code(status)
      return value
    }, { options: { links: [defineLinks(class Order {}, () => {})] } })
    await server.get()
    t.same(server.logged('HYPER002'), [], name)
  }
})

t.test('the Link header keeps a place for the deprecation', async t => {
  const link = `https://docs.example.com/${'d'.repeat(300)}`
  const many = Array.from({ length: 200 }, (_, index) =>
    LinkTarget.uri(`https://api.example.com/${index}/${'x'.repeat(60)}`))
  const server = await project(t, {
    ...bound(links => { links.linkMany('item', many) }), deprecation: { link }
  }, {}, { options: { emitLinkHeader: true } })
  const response = await server.send({ method: 'GET', path: '/value', headers: [] })
  const field = header(response, 'link')!
  t.ok(field.length <= 8192, String(field.length))
  t.match(field, new RegExp(`, <${link}>; rel="deprecation"$`))
})

t.test('the Link header is filled up to the place of the deprecation', async t => {
  let length = 1
  const server = await project(t, {
    ...bound(links => { links.link('item', () => LinkTarget.uri(`/${'x'.repeat(length)}`)) }),
    deprecation: { link: 'https://docs.example.com' }
  }, {}, { options: { emitLinkHeader: true } })
  const read = async () => header(await server.send({ method: 'GET', path: '/value', headers: [] }), 'link')!
  const others = (await read()).length - length
  for (const [total, hasItem] of [[8191, true], [8192, true], [8193, false], [8194, false]] as const) {
    length = total - others
    const field = await read()
    t.equal(field.includes('rel="item"'), hasItem, String(total))
    if (hasItem) t.equal(field.length, total)
  }
})

t.test('the option etag applies to successful responses', async t => {
  const tagged = { ...bound(links => { links.self(LinkTarget.uri('/value')) }), etag: () => 'v1' }
  for (const [status, tag] of [[200, '"v1"'], [299, '"v1"'], [300, null], [404, null]] as const) {
    const server = await project(t, tagged, (_request, reply) => {
      reply.code(status)
      return { id: 1 }
    })
    t.equal(header(await server.send({ method: 'GET', path: '/value', headers: [] }), 'etag'), tag, String(status))
  }
})
