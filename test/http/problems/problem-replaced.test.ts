import t from 'tap'
import hyper, { LinkTarget, problem } from '../../../lib/index.ts'
import { project, projection } from '../../support/projection.ts'

const path = LinkTarget.route

function failWhere (fails: boolean, payload: unknown): unknown {
  if (fails) throw new Error('too late')
  return payload
}

t.test('an error in onSend replaces a problem', async t => {
  const rows = { 'an opted-in route': { links: true }, 'a route with a name': { name: 'Value' } }
  for (const [name, route] of Object.entries(rows)) {
    const server = await projection(t, async app => {
      await app.register(hyper)
      app.setErrorHandler((error: Error, _request, reply) => { reply.code(503).send({ error: error.message }) })
      app.get('/value', {
        config: { hyper: route },
        onSend: async (_request, reply, payload) => failWhere(reply.statusCode === 409, payload)
      },
      async () => problem({ status: 409, detail: 'SECRET' }))
    })
    const { status, type, text } = await server.get()
    t.same({ status, type, text }, {
      status: 503, type: 'application/json; charset=utf-8', text: '{"error":"too late"}'
    }, name)
  }
})

t.test('an error in preSerialization replaces a problem', async t => {
  const server = await projection(t, async app => {
    await app.register(hyper)
    app.setErrorHandler((error: Error, _request, reply) => { reply.code(503).send({ error: error.message }) })
    app.get('/value', {
      config: { hyper: { name: 'Value' } },
      preSerialization: async (_request, reply, value) => failWhere(reply.statusCode === 409, value)
    },
    async () => problem({ status: 409, detail: 'SECRET' }))
  })
  const { status, type, text } = await server.get()
  t.same({ status, type, text }, { status: 503, type: 'application/json; charset=utf-8', text: '{"error":"too late"}' })
  t.same(JSON.parse(JSON.stringify(problem({ status: 404, detail: 'Gone' }))), {
    type: 'about:blank', title: 'Not Found', status: 404, detail: 'Gone'
  }, 'a problem in a log')
})

t.test('a problem that is sent is prepared once, and its members keep their order', async t => {
  let calls = 0
  const baseUrl = () => { calls++; return 'https://api.example.com' }
  const server = await project(t, { links: true }, (_request, reply) => {
    problem({ status: 409 }).extension('1', 2).link('help', path('Help')).send(reply)
  }, {
    options: { baseUrl, hrefs: 'absolute' },
    routes: app => app.get('/help', { config: { hyper: { name: 'Help' } } }, async () => '')
  })
  t.equal(
    (await server.get()).text,
    '{"type":"about:blank","title":"Conflict","status":409,"1":2,' +
      '"_links":{"help":{"href":"https://api.example.com/help"}}}'
  )
  t.equal(calls, 1)
})
