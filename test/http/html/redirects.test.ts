import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as sendRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import hyper from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { newApp } from '../../support/servers.ts'
import { SAME_SITE, submit } from './pages.ts'

// Forms whose requests an app redirects: as many apps do to HTTPS.

interface Received { readonly protocol: string }

async function declare (
  app: FastifyInstance, received: Received[], onPost?: (request: FastifyRequest, reply: FastifyReply) => unknown
): Promise<void> {
  await app.register(hyper)
  await app.register(html)
  app.get('/', () => ({}))
  app.post('/orders', { config: { hyper: { name: 'CreateOrder' } } }, (request, reply) => {
    received.push({ protocol: request.protocol })
    return onPost === undefined ? reply.code(204).send() : onPost(request, reply)
  })
}

const FORM = '/_html/form?page=/&name=create&method=POST&target=/orders&type=application/json'

async function createCertificate (t: Test): Promise<{ key: Buffer, cert: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'hyper-tls-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = [
    '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout',
    key, '-out', cert
  ]
  execFileSync('openssl', ['req', '-x509', ...options], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

t.test('a form on a TLS server has the scheme of its caller', async t => {
  const { key, cert } = await createCertificate(t)
  const app = Fastify({ https: { key, cert } }) as unknown as FastifyInstance
  t.teardown(() => app.close())
  const received: Received[] = []
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol !== 'https') return reply.redirect(`https://${request.host}${request.url}`, 301)
  })
  await declare(app, received)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const sent = sendRequest({
    port,
    path: FORM,
    method: 'POST',
    headers: SAME_SITE,
    ca: cert,
    servername: 'localhost',
    checkServerIdentity: () => undefined
  }).end()
  const [response] = await once(sent, 'response') as [IncomingMessage]
  response.resume()
  t.equal(response.statusCode, 303)
  t.same(received, [{ protocol: 'https' }], 'the handler has run')
})

t.test('a redirect that repeats the request of a form is a failure', async t => {
  const rows: ReadonlyArray<readonly [status: number, to: string, expected: number]> = [
    [301, 'https://localhost/orders', 502],
    [302, 'https://localhost/orders', 502],
    [307, 'https://localhost/orders', 502],
    [308, '/orders/', 502],
    [302, '/orders', 303],
    [302, 'http://localhost/orders', 303],
    [301, '/orders/1', 303],
    [303, 'https://localhost/orders', 303],
    [302, 'https://login.example/', 303]
  ]
  for (const [status, to, expected] of rows) {
    const app = newApp(t)
    await declare(app, [], (_request, reply) => reply.redirect(to, status))
    const response = await submit(app, FORM, '', { host: 'localhost' })
    t.equal(response.statusCode, expected, `${status} ${to}`)
    if (expected === 502) t.match(response.body, /was not sent again/)
  }
})
