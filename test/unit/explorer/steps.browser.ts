import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { hyperExplorer } from 'fastify-hyper/explorer'
import t from 'tap'
import { arrived, closeBrowser, enterPath, heading, openForm, outcomeOf, settled, skip, visit } from './browser.ts'

// Responses that come after the next step, or have no end. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

const links = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, { href: `/${name}` }]))
const form = (target: string) => ({ method: 'POST', target })

/** An API whose POST and GET of /slow respond when `release` is called. */
function buildSlow (): { app: FastifyInstance, release: (status: number, body?: object) => void } {
  const gate = new EventEmitter()
  const app = Fastify({ forceCloseConnections: true })
  app.get('/', () => ({
    _links: links(['other', 'slow', 'events']),
    _templates: { slow: form('/slow'), watch: form('/events'), rejected: form('/rejected') }
  }))
  app.get('/other', () => ({ name: 'other', _links: links(['']) }))
  app.post('/rejected', (_request, reply) => reply.code(409).send({ title: 'Rejected' }))
  app.route({
    method: ['GET', 'POST'],
    url: '/slow',
    handler: async (_request, reply) => {
      const [status, body] = await once(gate, 'release') as [number, object | undefined]
      return reply.code(status).send(body)
    }
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/events',
    handler: (_request, reply) => {
      const events = new PassThrough()
      events.write('data: first\n\n')
      return reply.type('text/event-stream').send(events)
    }
  })
  app.register(hyperExplorer, { prefix: '/explorer' })
  return { app, release: (status, body) => { gate.emit('release', status, body) } }
}

t.test('the outcome of an action that completes after the next step opens nothing', { skip }, async t => {
  const rows: ReadonlyArray<readonly [status: number, body: object | undefined, shown: RegExp]> = [
    [201, { name: 'late' }, /POST\s+\/slow\s+201 Created/], [204, undefined, /POST\s+\/slow\s+204 No Content/],
    [409, { title: 'Too late' }, /POST\s+\/slow\s+409 Conflict/]
  ]
  for (const [status, body, shown] of rows) {
    const { app, release } = buildSlow()
    const { page, origin } = await visit(t, app)
    const outcome = outcomeOf(page)
    const sent = page.waitForRequest(request => request.method() === 'POST')
    await (await openForm(page, 'slow')).getByRole('button').click()
    await sent
    await page.getByRole('main').getByRole('link', { name: '/other' }).click()
    await arrived(page, '/other')
    const steps = await page.evaluate<number>('history.length')
    release(status, body)
    await outcome.waitFor()
    t.match(await outcome.innerText(), shown)
    t.equal(await heading(page), '/other')
    t.equal(page.url(), `${origin}/explorer#/other`)
    t.equal(await page.evaluate('history.length'), steps, 'no step is added')
    await page.getByRole('main').getByRole('link', { name: '/', exact: true }).click()
    await arrived(page, '/')
    t.equal(await outcome.count(), 0, 'until the next step')
  }
})

t.test('an action that completes while the next step is loading', { skip }, async t => {
  const { app, release } = buildSlow()
  const { page } = await visit(t, app)
  await (await openForm(page, 'slow')).getByRole('button').click()
  const sent = page.waitForRequest(request => request.method() === 'GET' && request.url().endsWith('/slow'))
  await page.getByRole('main').getByRole('link', { name: '/slow' }).click()
  await sent
  release(200, { name: 'both' })
  await arrived(page, '/slow')
  await outcomeOf(page).getByText('200').waitFor()
})

t.test('an action that the server rejects does not stop the next step', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  const rejected = await openForm(page, 'rejected')
  await rejected.getByRole('button').click()
  await rejected.getByRole('alert').getByText('Rejected').waitFor()
  await page.getByRole('main').getByRole('link', { name: '/other' }).click()
  await arrived(page, '/other')
})

t.test('a server that sends nothing', { skip }, async t => {
  const { app, release } = buildSlow()
  const { page } = await visit(t, app)
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate<number>('Date.now()') + 1000)
  const waiting = page.getByText('Waiting for /slow')
  const openSlow = async () => {
    const sent = page.waitForRequest(request => request.method() === 'GET' && request.url().endsWith('/slow'))
    await enterPath(page, '/slow')
    await sent
  }

  await openSlow()
  await page.clock.runFor(1000)
  t.equal(await waiting.count(), 0, 'no message at first')
  await page.clock.runFor(3000)
  await waiting.waitFor()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('You cancelled the request.').waitFor()
  await settled(page)
  t.equal(await waiting.count(), 0)

  await openSlow()
  await page.clock.runFor(61_000)
  await page.getByRole('alert').getByText('sent no response within 60 seconds').waitFor()

  await openSlow()
  release(200, { name: 'late' })
  await page.getByRole('main').getByText('late').waitFor()
})

t.test('an action without a response can be cancelled', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  const slow = await openForm(page, 'slow')
  const sent = page.waitForRequest(request => request.method() === 'POST')
  await slow.getByRole('button').click()
  await sent
  await slow.getByRole('button', { name: 'Cancel' }).click()
  await slow.getByRole('alert').getByText('The server may have processed it.').waitFor()
  t.equal(await slow.getByRole('button', { name: 'slow' }).isEnabled(), true)
})

t.test('a response without an end is cancelled, and what was received is shown', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  await page.getByRole('main').getByRole('link', { name: '/events' }).click()
  await arrived(page, '/events')
  t.match(await page.getByRole('main').innerText(), /200 OK[^]*did not end[^]*data: first/)
  await page.goBack()
  await arrived(page, '/')
  await (await openForm(page, 'watch')).getByRole('button').click()
  await arrived(page, 'POST /events')
})
