import { hyperExplorer } from 'fastify-hyper/explorer'
import Fastify, { type FastifyInstance } from 'fastify'
import { once, EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Page } from 'playwright-core'
import t from 'tap'
import { closeBrowser, heading, settled, skip, visit } from './browser.ts'

// Answers that come after the next step, or have no end. Run by `npm run test:browser`, since it needs Chromium.

t.teardown(closeBrowser)

const links = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, { href: `/${name}` }]))
const form = (target: string) => ({ method: 'POST', target })

/** An API whose POST and GET of /slow are answered when `release` says so. */
function buildSlow (): { app: FastifyInstance, release: (status: number, body?: object) => void } {
  const gate = new EventEmitter()
  const app = Fastify({ forceCloseConnections: true })
  app.get('/', () => ({ _links: links(['other', 'slow', 'events']), _templates: { slow: form('/slow'), watch: form('/events'), refused: form('/refused') } }))
  app.get('/other', () => ({ name: 'other', _links: links(['']) }))
  app.post('/refused', (_request, reply) => reply.code(409).send({ title: 'Refused' }))
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

async function isAt (page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: path, exact: true }).waitFor()
  await settled(page)
}

t.test('an action that is answered after the next step is told there, and moves nothing', { skip }, async t => {
  const rows: ReadonlyArray<readonly [status: number, body: object | undefined, told: RegExp]> = [
    [201, { name: 'late' }, /POST\s+\/slow\s+201 Created/], [204, undefined, /POST\s+\/slow\s+204 No Content/], [409, { title: 'Too late' }, /POST\s+\/slow\s+409 Conflict/]
  ]
  for (const [status, body, told] of rows) {
    const { app, release } = buildSlow()
    const { page, origin } = await visit(t, app)
    const outcome = page.getByRole('region', { name: 'Last action' })
    const asked = page.waitForRequest(request => request.method() === 'POST')
    await page.getByRole('form', { name: 'slow' }).getByRole('button').click()
    await asked
    await page.getByRole('main').getByRole('link', { name: '/other' }).click()
    await isAt(page, '/other')
    const steps = await page.evaluate<number>('history.length')
    release(status, body)
    await outcome.waitFor()
    t.match(await outcome.innerText(), told)
    t.equal(await heading(page), '/other')
    t.equal(page.url(), `${origin}/explorer#/other`)
    t.equal(await page.evaluate('history.length'), steps, 'no step is added')
    await page.getByRole('main').getByRole('link', { name: '/', exact: true }).click()
    await isAt(page, '/')
    t.equal(await outcome.count(), 0, 'until the next step')
  }
})

t.test('an action that is answered while the next step is loading', { skip }, async t => {
  const { app, release } = buildSlow()
  const { page } = await visit(t, app)
  await page.getByRole('form', { name: 'slow' }).getByRole('button').click()
  const asked = page.waitForRequest(request => request.method() === 'GET' && request.url().endsWith('/slow'))
  await page.getByRole('main').getByRole('link', { name: '/slow' }).click()
  await asked
  release(200, { name: 'both' })
  await isAt(page, '/slow')
  await page.getByRole('region', { name: 'Last action' }).getByText('200').waitFor()
})

t.test('an action that is refused leaves what is loading alone', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  const refused = page.getByRole('form', { name: 'refused' })
  await refused.getByRole('button').click()
  await refused.getByRole('alert').getByText('Refused').waitFor()
  await page.getByRole('main').getByRole('link', { name: '/other' }).click()
  await isAt(page, '/other')
})

t.test('a server that sends nothing', { skip }, async t => {
  const { app, release } = buildSlow()
  const { page } = await visit(t, app)
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate<number>('Date.now()') + 1000)
  const waiting = page.getByText('Waiting for /slow')
  const ask = async () => {
    const asked = page.waitForRequest(request => request.method() === 'GET' && request.url().endsWith('/slow'))
    await page.getByLabel('Path', { exact: true }).fill('/slow')
    await page.keyboard.press('Enter')
    await asked
  }

  await ask()
  await page.clock.runFor(1000)
  t.equal(await waiting.count(), 0, 'is waited for without a word at first')
  await page.clock.runFor(3000)
  await waiting.waitFor()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('You cancelled the request.').waitFor()
  await settled(page)
  t.equal(await waiting.count(), 0)

  await ask()
  await page.clock.runFor(61_000)
  await page.getByRole('alert').getByText('sent no response within 60 seconds').waitFor()

  await ask()
  release(200, { name: 'late' })
  await page.getByRole('main').getByText('late').waitFor()
})

t.test('an action that is not answered can be cancelled', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  const slow = page.getByRole('form', { name: 'slow' })
  const asked = page.waitForRequest(request => request.method() === 'POST')
  await slow.getByRole('button').click()
  await asked
  await slow.getByRole('button', { name: 'Cancel' }).click()
  await slow.getByRole('alert').getByText('The server may have processed it.').waitFor()
  t.equal(await slow.getByRole('button', { name: 'slow' }).isEnabled(), true)
})

t.test('an answer without an end is given up, and what came of it is shown', { skip }, async t => {
  const { app } = buildSlow()
  const { page } = await visit(t, app)
  await page.getByRole('main').getByRole('link', { name: '/events' }).click()
  await isAt(page, '/events')
  t.match(await page.getByRole('main').innerText(), /200 OK[^]*did not end[^]*data: first/)
  await page.goBack()
  await isAt(page, '/')
  await page.getByRole('form', { name: 'watch' }).getByRole('button').click()
  await isAt(page, 'POST /events')
})
