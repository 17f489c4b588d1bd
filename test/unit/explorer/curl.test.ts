import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import t from 'tap'
import { curlOf } from '../../../explorer/page/http/curl.ts'
import type { SentRequest } from '../../../explorer/page/http/exchange.ts'
import { listen } from '../../support/servers.ts'

const requestOf = (fields: Partial<SentRequest>): SentRequest =>
  ({ method: 'GET', path: '/', headers: [], body: null, withheld: [], followsRedirects: true, ...fields })

const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'no curl on the PATH'

t.test('a command names the method, the URL, the headers and the body', async t => {
  t.equal(curlOf(
    requestOf({ path: '/orders?q=a&b={}', headers: [['Accept', 'application/json'], ['X-Empty', '']] }),
    'http://localhost', false
  ),
  "curl --globoff 'http://localhost/orders?q=a&b={}' \\\n  --location \\\n  -H 'Accept: " +
    "application/json' \\\n  -H 'X-Empty;'")
  t.equal(
    curlOf(requestOf({ method: 'DELETE', followsRedirects: false }), 'http://localhost', false),
    'curl http://localhost/ \\\n  -X DELETE'
  )
  t.equal(
    curlOf(requestOf({ method: 'HEAD', followsRedirects: false }), 'http://localhost', false),
    'curl http://localhost/ \\\n  --head'
  )
})

t.test('secrets are masked unless the user shows them', async t => {
  const rows: ReadonlyArray<readonly [header: readonly [string, string], masked: string]> = [
    [['Authorization', 'Bearer s3cret'], '\'Authorization: Bearer \'"$TOKEN"'],
    [['Authorization', 's3cret'], '\'Authorization: \'"$TOKEN"'],
    [['X-Api-Key', 's3cret'], '\'X-Api-Key: \'"$X_API_KEY"']
  ]
  for (const [header, masked] of rows) {
    const request = requestOf({ headers: [header] })
    t.match(curlOf(request, 'http://localhost', false), masked)
    t.notMatch(curlOf(request, 'http://localhost', false), 's3cret')
    t.match(curlOf(request, 'http://localhost', true), 's3cret')
  }
})

t.test('curl sends the request of the page', { skip }, async t => {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/*', ({ method, url, headers, body }) =>
    ({ method, url, tenant: headers['x-tenant'], empty: headers['x-empty'], token: headers.authorization, body }))
  const { origin } = await listen(app)
  t.teardown(() => app.close())
  const form = new FormData()
  form.append('file', '@/etc/passwd')
  const hostile = 'it\'s "quoted" $HOME `id` \\ ; exit 1 #\n!'
  const rows: ReadonlyArray<readonly [request: Partial<SentRequest>, received: object]> = [
    [{ path: '/a/[1]?q={b}&c=%20' }, { method: 'GET', url: '/a/[1]?q={b}&c=%20' }],
    [
      {
        method: 'PUT',
        headers: [['Content-Type', 'application/json'], ['X-Tenant', 'a\'b"$HOME']],
        body: JSON.stringify({ hostile })
      },
      { method: 'PUT', tenant: 'a\'b"$HOME', body: JSON.stringify({ hostile }) }
    ],
    [
      { method: 'POST', headers: [['Content-Type', 'text/plain'], ['X-Empty', '']], body: hostile },
      { method: 'POST', empty: '', body: hostile }
    ],
    [{ method: 'POST', body: form }, { method: 'POST', body: /name="file"[^]*@\/etc\/passwd/ }],
    [{ headers: [['Authorization', 'Bearer 1234']] }, { token: 'Bearer from-the-shell' }]
  ]
  const run = promisify(execFile)
  for (const [fields, received] of rows) {
    const command = curlOf(requestOf(fields), origin, false)
    const { stdout } = await run('sh', ['-c', `${command} --silent`], {
      env: { ...process.env, TOKEN: 'from-the-shell' }
    })
    t.match(JSON.parse(stdout), received, command)
  }
})
