import { Readable } from 'node:stream'
import Fastify from 'fastify'
import t from 'tap'
import { checkHal, halFaults, parseMediaType, readDocument, sameMediaType } from './documents.ts'
import { parseLinks } from './link-values.ts'
import { checkResponse, header, headerLines, parseResponse, sendRaw } from './raw.ts'
import { memberNames, parseJson } from './strict-json.ts'

async function serve (): Promise<number> {
  const app = Fastify()
  t.teardown(() => app.close())
  app.get('/echo/*', request => ({ url: request.raw.url, headers: request.raw.rawHeaders }))
  app.get('/stream', (_, reply) => reply.send(Readable.from(['{"a":', '1}'])))
  app.get('/two', (_, reply) => reply.header('set-cookie', ['a=1', 'b=2']).send({}))
  app.get('/no-link', (_, reply) => reply.header('link', '/elsewhere').send({}))
  app.get('/no-date', (_, reply) => reply.header('deprecation', 'true').send({}))
  app.get('/nothing', (_, reply) => reply.code(204).send())
  app.get('/unchanged', (_, reply) => reply.code(304).send())
  app.post('/body', request => request.body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

t.test('raw requests and their responses', async t => {
  const port = await serve()
  const get = (path: string) => sendRaw(port, { method: 'GET', path })

  t.test('path and header bytes arrive as given', async t => {
    const response = await sendRaw(port, {
      method: 'GET', path: '/echo/a/../%2e', headers: [['Host', 'x"y'], ['X-One', 'a'], ['x-one', '\xe9']]
    })
    t.same(readDocument(response), {
      url: '/echo/a/../%2e', headers: ['Host', 'x"y', 'X-One', 'a', 'x-one', '\xe9', 'Connection', 'close']
    })
  })

  t.test('Host is added unless it is set to null', async t => {
    t.match(readDocument(await get('/echo/')), { headers: ['Host', `127.0.0.1:${port}`, 'Connection', 'close'] })
    const bare = await sendRaw(port, { method: 'GET', path: '/echo/', httpVersion: '1.0', exactHost: true })
    t.match(readDocument(bare), { headers: ['Connection', 'close'] })
  })

  t.test('bodies: chunked, several lines of one name, none', async t => {
    t.same(readDocument(await get('/stream')), { a: 1 })
    t.equal(header(await get('/stream'), 'Transfer-Encoding'), 'chunked')
    t.same(headerLines(await get('/two'), 'Set-Cookie'), ['a=1', 'b=2'])
    for (const path of ['/nothing', '/unchanged']) t.equal((await get(path)).body.length, 0, path)
    const head = await sendRaw(port, { method: 'HEAD', path: '/echo/' })
    t.equal(head.body.length, 0)
    t.not(header(head, 'content-length'), '0')
  })

  t.test('a response with a faulty header fails its request', async t => {
    for (const path of ['/no-link', '/no-date']) await t.rejects(get(path), path)
  })

  t.test('a body that is sent', async t => {
    const response = await sendRaw(port, {
      method: 'POST', path: '/body', headers: [['Content-Type', 'application/json']], body: '{"a":[1]}'
    })
    t.same([response.status, readDocument(response)], [200, { a: [1] }])
  })

  t.test('a head that Node rejects', async t => {
    const folded = await sendRaw(port, { method: 'GET', path: '/echo/', headers: [['Host', 'a\r\n b']] })
    t.equal(folded.status, 400)
    const large = await sendRaw(port, { method: 'GET', path: '/echo/', headers: [['X-Large', 'x'.repeat(20_000)]] })
    t.equal(large.status, 431)
  })
})

for (const [title, bytes, method = 'GET'] of [
  ['no head', 'HTTP/1.1 200 OK\r\n'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['an interim status', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['a folded header', 'HTTP/1.1 200 OK\r\nA: x\r\n y\r\n\r\n'],
  ['a bare line feed', 'HTTP/1.1 200 OK\r\nA: x\ny: z\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx'],
  ['a body that is too short', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nx'],
  ['a body that is too long', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxy'],
  ['a body after HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx', 'HEAD'],
  ['a body after 304', 'HTTP/1.1 304 Not Modified\r\n\r\nx'],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nx\r\n0\r\n\r\n'],
  ['no chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n'],
  ['bytes after the last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx'],
  ['another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx']
] as const) {
  t.throws(() => parseResponse(Buffer.from(bytes, 'latin1'), method), `rejected: ${title}`)
}

for (const [text, faulty] of [
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', false],
  ['{"a":"\\"a\\":","b:":"{"}', false],
  ['{"a":1,"a":1}', true],
  ['{"x":[{"a":1,"\\u0061":2}]}', true],
  ['{"a":{},"b":{},"a":0}', true],
  ['{"a":1,}', true],
  ['', true]
] as const) {
  const parsing = () => parseJson(text)
  faulty ? t.throws(parsing, `rejected: ${text}`) : t.doesNotThrow(parsing, `read: ${text}`)
}
t.same(memberNames('{"10":{"b":1,"a":2},"9":[]}'), [['b', 'a'], ['10', '9']], 'member names keep the order of the text')

for (const [text, media] of [
  ['Application/JSON', { type: 'application/json', parameters: [] }],
  ['a/b; v=2 ;Q="x\\"; y"', { type: 'a/b', parameters: [['v', '2'], ['q', 'x"; y']] }],
  ['a/b;;', null],
  ['a', null]
] as const) {
  t.same(parseMediaType(text), media, `media type ${text}`)
}

for (const [seen, wanted, same] of [
  ['a/b; v="2"; charset=utf-8', 'a/b; v=2', true],
  ['a/b; charset=utf-8', 'a/b; charset=latin1', false],
  ['a/b; v=2; w=1', 'a/b; w=1; v=2', false],
  ['a/b', 'a/c', false],
  ['a/b;;', 'a/b;;', true]
] as const) {
  t.equal(sameMediaType(seen, wanted), same, `${seen} against ${wanted}`)
}

t.same(parseLinks('</a>; rel="self", <http://b/>;rel=next; title="a, \\"b\\""'), [
  { target: '/a', params: { rel: 'self' } },
  { target: 'http://b/', params: { rel: 'next', title: 'a, "b"' } }
], 'Link by its parsed values')
for (const text of [
  '</a>; rel="self', '/a', '<a b>; rel=x', '</a>, ', '<{a}>; rel=x'
]) t.throws(() => parseLinks(text), `rejected: ${text}`)

t.same(halFaults({
  _links: { self: { href: '/' } }, _embedded: { item: [{ _links: { self: { href: '/1' } } }] }
}), [], 'valid HAL')
for (const faulty of [
  { _links: [] }, { _links: { self: {} } }, { _links: { self: '/' } }, { _links: { item: [{ href: '/' }, {}] } },
  { _embedded: { item: 1 } }, { _embedded: { item: [{}, 1] } }, []
]) {
  t.not(halFaults(faulty).length, 0, `faulty HAL: ${JSON.stringify(faulty)}`)
}

for (const [type, body, rejected, more = []] of [
  ['application/hal+json', '[]', true],
  ['Application/PRS.HAL-Forms+JSON; charset=utf-8', '{"_links":[]}', true],
  ['application/hal+json', '{', true],
  ['application/hal+json', '{}', false],
  ['application/hal+json', '', false],
  ['application/hal+json', '[]', false, [['Content-Encoding', 'gzip']]],
  ['application/json', '[]', false]
] as const) {
  const checking = () => checkHal({ headers: [['Content-Type', type], ...more], body: Buffer.from(body) })
  rejected
    ? t.throws(checking, `no HAL: ${type} ${body}`)
    : t.doesNotThrow(checking, `not rejected: ${type} ${body} ${more.join()}`)
}

for (const [rejected, ...headers] of [
  [false],
  [false, ['Deprecation', '@1735689600']],
  [false, ['deprecation', '@-1']],
  [true, ['Deprecation', 'true']],
  [true, ['Deprecation', '?1']],
  [true, ['Deprecation', '1735689600']],
  [true, ['Deprecation', '@1735689600.5']],
  [true, ['Deprecation', 'Wed, 01 Jan 2025 00:00:00 GMT']],
  [true, ['Deprecation', '']],
  [true, ['Deprecation', '@1'], ['deprecation', '@1']],
  [false, ['Link', '</a>; rel="self", <http://b/>; title*=UTF-8\'\'%C5%9B'], ['link', '</b>']],
  [true, ['Link', '</a>'], ['link', '/b']],
  [true, ['Link', '</a>; rel="self']],
  [true, ['Link', '</a>; title*=UTF-8\'\'%FF']],
  [true, ['Link', '']]
] as const) {
  const checking = () => checkResponse({ headers, body: Buffer.alloc(0) })
  const text = JSON.stringify(headers)
  rejected ? t.throws(checking, `rejected: ${text}`) : t.doesNotThrow(checking, `not rejected: ${text}`)
}
