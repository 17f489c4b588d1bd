import t from 'tap'
import hyper, { evaluatePreconditions } from '../../../lib/index.ts'
import { header } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'

t.test('ETags are Dates', async t => {
  const order = { id: 1, updated: new Date('2030-01-02T03:04:05.678Z') }
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    app.get('/', { config: { hyper: { etag: (value: typeof order) => value.updated } } }, async () => order)
    app.get('/never', { config: { hyper: { etag: () => new Date(NaN) } } }, async () => order)
    app.put('/', async request => evaluatePreconditions(request, order.updated) ?? {})
  })
  const tag = `"${order.updated.getTime()}"`
  t.equal(header(await send({ method: 'GET', path: '/' }), 'etag'), tag)
  t.equal((await send({ method: 'GET', path: '/', headers: [['If-None-Match', tag]] })).status, 304)
  t.equal((await send({ method: 'PUT', path: '/', headers: [['If-Match', tag]] })).status, 200)
  t.equal((await send({ method: 'PUT', path: '/', headers: [['If-Match', '"1"']] })).status, 412)
  t.equal(header(await send({ method: 'GET', path: '/never' }), 'etag'), null, 'an invalid date is no tag')
})
