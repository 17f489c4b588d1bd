// Requests to the API through a proxy: PORT SCHEME PREFIX [cache]. Writes its checks as smoke.js does.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { hrefsIn } from './follow-links.js'

const [port, scheme, prefix, cache] = process.argv.slice(2)
const HOST = 'api.example.com'
const BASE = `${scheme}://${HOST}${prefix}`
const CLERK = { authorization: 'Bearer clerk' }
const FORMATS = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']

async function send (path, { method = 'GET', headers = {}, body = '' } = {}) {
  const { request } = scheme === 'https' ? https : http
  // The certificate of this run is signed by nobody.
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path: prefix + path,
    headers: { host: HOST, ...headers },
    rejectUnauthorized: false,
    agent: false
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const text = (await response.setEncoding('utf8').toArray()).join('')
  return { status: response.statusCode, headers: response.headers, text, json: () => JSON.parse(text) }
}

const checks = {
  async 'every link, in each format, is a URL of the proxy' () {
    for (const accept of FORMATS) {
      const seen = new Set(['/'])
      for (const path of seen) {
        const response = await send(path, { headers: { accept } })
        assert.deepEqual([response.status, response.headers['content-type'].split(';')[0]], [200, accept], path)
        for (const href of hrefsIn(response.json())) {
          assert.ok(href.startsWith(`${BASE}/`), href)
          seen.add(href.slice(BASE.length))
        }
      }
      assert.ok(seen.size >= 6)
    }
  },
  async 'a client chooses neither origin nor prefix' () {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-forwarded-prefix': '/evil',
      forwarded: 'host=evil.example'
    }
    assert.equal((await send('/orders/2', { headers })).json()._links.self.href, `${BASE}/orders/2`)
  },
  async 'validators arrive, and are honoured' () {
    for (const accept of FORMATS) {
      const { headers: { etag, vary } } = await send('/orders/2', { headers: { accept } })
      assert.match(vary, /accept/i)
      const again = await send('/orders/2', { headers: { accept, 'if-none-match': etag } })
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag])
      assert.equal((await send('/orders/2', { headers: { accept, 'if-none-match': '"other"' } })).status, 200)
    }
    const change = ifMatch => send('/orders/3', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'content-length': 12, 'if-match': ifMatch },
      body: '{"note":"a"}'
    })
    const { headers: { etag } } = await send('/orders/3')
    assert.deepEqual(
      [(await change('"other"')).status, (await change(etag)).status, (await change(etag)).status], [412, 200, 412]
    )
  },
  async 'no user receives the representation of another' () {
    for (const accept of FORMATS.slice(0, 2)) {
      for (const headers of [{}, CLERK, {}, CLERK, {}]) {
        const response = await send('/orders/1', { headers: { accept: FORMATS[0], ...headers, 'x-format': accept } })
        assert.equal('cancel' in (response.json()._actions ?? {}), headers === CLERK)
        assert.equal(response.headers['cache-control'], 'private')
        assert.notEqual(response.headers['x-cache'], 'HIT')
      }
    }
  },
  async 'a page and its form' () {
    const { headers, text } = await send('/orders/2', { headers: { accept: 'text/html' } })
    assert.match(headers['content-type'], /^text\/html/)
    const action = /<form[^>]*action="([^"]*)"/.exec(text)[1]
    assert.ok(new URL(action, `${BASE}/orders/2`).pathname.startsWith(`${prefix}/`), action)
  },
  ...cache === 'cache' && {
    async 'public responses are stored, one for each format' () {
      const states = []
      for (const accept of [...FORMATS, ...FORMATS]) {
        const { headers } = await send('/?stored=yes', { headers: { accept } })
        assert.equal(headers['content-type'].split(';')[0], accept)
        states.push(headers['x-cache'])
      }
      assert.deepEqual(states, ['MISS', 'MISS', 'MISS', 'HIT', 'HIT', 'HIT'])
    }
  }
}

const results = {}
for (const [name, check] of Object.entries(checks)) {
  results[name] = await check().then(() => null, error => String(error.stack))
}
console.log(JSON.stringify(results))
