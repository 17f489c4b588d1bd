import type { FastifyInstance } from 'fastify'
import t from 'tap'

// tap does not preload tsx, which @fastify/autoload looks for.
process.env['FASTIFY_AUTOLOAD_TYPESCRIPT'] = '1'

type Build = (options: { settings: object }) => Promise<FastifyInstance>
const source: string = '../../../scaffold/templates/project/src/app.ts'

t.test('whoever signs in on its pages is offered actions there, and nowhere else', async t => {
  const { buildApp } = await import(source) as { buildApp: Build }
  const app = await buildApp({ settings: { NODE_ENV: 'development', DATABASE_URL: 'memory:' } })
  t.teardown(() => app.close())
  const { headers } = await app.inject({
    method: 'POST',
    url: '/_html/form?page=/orders&name=sign-in&method=POST&target=/login&type=application/json',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'name=clerk&password=clerk'
  })
  const cookie = [headers['set-cookie'] ?? []].flat().map(line => line.split(';')[0]).join('; ')
  const page = await app.inject({ url: '/orders/1', headers: { accept: 'text/html', cookie } })
  t.match(page.body, 'name=cancel')
  t.notMatch((await app.inject({ url: '/orders/1', headers: { cookie } })).json(), { _actions: {} })
})
