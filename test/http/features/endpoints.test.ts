import Fastify from 'fastify'
import t from 'tap'
import { endpointRoute, isEndpoint, isForwarded, loopProblem, MARK_HEADER } from '../../../lib/features/forward.ts'

// The endpoints of pages, tools and the explorer, and the requests that they send.
// test/http/html/nested.test.ts has those over HTTP.

t.test('an endpoint is found by the route of a path', async t => {
  const app = Fastify()
  app.get('/own/:name', endpointRoute(app), () => '')
  app.get('/api', () => '')
  await app.ready()
  for (const [path, is] of Object.entries({ '/own/a': true, '/%6Fwn/a': true, '/api': false, '/missing': false })) {
    t.equal(isEndpoint(app, 'GET', path), is, path)
  }
  t.equal(isEndpoint(app, 'POST', '/own/a'), false)
  await app.close()
})

t.test('only requests with the mark are those of an endpoint', async t => {
  const [name, mark] = Object.entries(MARK_HEADER)[0]!
  const rows = { '': false, [mark.slice(1)]: false, [`${mark.slice(1)}A`]: false, [mark]: true }
  for (const [value, is] of Object.entries(rows)) t.equal(isForwarded({ headers: { [name]: value } }), is, value)
  t.equal(isForwarded({ headers: {} }), false)
})

t.test('a loop is a problem with status 508', async t => {
  t.equal(loopProblem().status, 508)
})
