// An app that listens for HTTP/2 without TLS, and a client of HTTP/2. Writes its checks as smoke.js does.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { buildApp } from './app.js'
import { hrefsIn } from './follow-links.js'

const app = await buildApp({ http2: true })
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${app.server.address().port}`
const session = connect(origin)
await once(session, 'connect')

async function send (path, headers = {}, body = '') {
  const stream = session.request({ ':path': path, ...headers }, { endStream: body === '' })
  stream.setEncoding('utf8')
  if (body !== '') stream.end(body)
  const [received] = await once(stream, 'response')
  const text = (await stream.toArray()).join('')
  return { status: received[':status'], headers: received, text, json: () => JSON.parse(text) }
}

const checks = {
  async 'every link, in each format' () {
    for (const accept of ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']) {
      const seen = new Set(['/'])
      for (const path of seen) {
        const response = await send(path, { accept })
        assert.equal(response.status, 200, path)
        assert.equal(response.headers['content-type'].split(';')[0], accept)
        for (const href of hrefsIn(response.json())) {
          assert.ok(href.startsWith(origin), `${href}: the origin is that of :authority`)
          seen.add(href.slice(origin.length))
        }
      }
      assert.ok(seen.size >= 6)
    }
  },
  async 'conditional requests' () {
    const { headers: { etag } } = await send('/orders/2')
    const [again, changed] = [
      await send('/orders/2', { 'if-none-match': etag }), await send('/orders/2', { 'if-none-match': '"other"' })
    ]
    assert.deepEqual([again.status, again.text, changed.status], [304, '', 200])
  },
  async 'guards and problems' () {
    const cancel = headers => send('/orders/1/cancel', { ':method': 'POST', ...headers })
    const denied = await cancel({})
    assert.deepEqual([denied.status, denied.headers['content-type']], [403, 'application/problem+json'])
    assert.equal((await cancel({ authorization: 'Bearer clerk' })).status, 204)
  },
  async 'a page, OPTIONS and a body' () {
    assert.match((await send('/orders/2', { accept: 'text/html' })).text, /<form/)
    assert.equal((await send('/orders/2', { ':method': 'OPTIONS' })).headers.allow, 'GET, HEAD, PATCH, OPTIONS')
    const changed = await send(
      '/orders/2', { ':method': 'PATCH', 'content-type': 'application/json' }, '{"note":"by http2"}'
    )
    assert.equal(changed.json().note, 'by http2')
  }
}

const results = {}
for (const [name, check] of Object.entries(checks)) {
  results[name] = await check().then(() => null, error => String(error.stack))
}
session.close()
await app.close()
console.log(JSON.stringify(results))
