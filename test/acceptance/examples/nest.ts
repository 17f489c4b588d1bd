import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Exchanged, send } from '../../http/nest/send.ts'
import { member, memberOfEach, members } from '../../support/documents.ts'
import { run } from '../scaffold/command.ts'

// The example in NestJS: the packed package two folders above it, as in this repository, and its own commands.

/** Starts a copy of the example by its commands. */
async function startExample (t: Test): Promise<{ origin: string, folder: string }> {
  const root = t.testdir()
  const packed = await run(['npm', 'pack', '--silent', '--pack-destination', root], process.cwd())
  t.equal(packed.status, 0, packed.stderr)
  await run(['tar', '-xzf', packed.stdout.trim(), '--strip-components=1'], root)
  const folder = join(root, 'examples/nest')
  cpSync('examples/nest', folder, { recursive: true, filter: path => !/(?:node_modules|dist)$/.test(path) })
  const installed = await run(['npm', 'ci', '--no-audit', '--no-fund'], folder)
  t.equal(installed.status, 0, installed.stderr)
  // A process group, since npm does not end what it started. Without the loaders that the test runner
  // gives to every child.
  const env = { ...process.env, PORT: '0' }
  const child = spawn('env', ['-u', 'NODE_OPTIONS', 'npm', 'start'], {
    cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true
  })
  t.teardown(() => { process.kill(-child.pid!) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => { output += chunk.toString() })
  }
  for (;;) {
    const [, origin] = /The API is at (http:\S+),/.exec(output) ?? []
    if (origin !== undefined) return { origin, folder }
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => { throw new Error(output) })])
  }
}

const as = (name: string) => ({ authorization: `Bearer ${name}-token` })

t.test('the API', async t => {
  const { origin, folder } = await startExample(t)
  const get = (path: string, headers = {}) => send(origin + path, 'GET', undefined, headers)
  const post = (path: string, body: object | undefined, headers = {}) => send(origin + path, 'POST', body, headers)
  const actions = ({ body }: Exchanged) => Object.keys(members(member(body, '_actions')))

  t.test('an order has links, and no hidden members', async t => {
    const { body } = await get('/orders/1')
    t.same(body, {
      id: 1,
      item: 'Tea',
      quantity: 2,
      status: 'pending',
      version: 1,
      _links: { self: { href: `${origin}/orders/1` }, collection: { href: `${origin}/orders` } }
    })
  })

  t.test('actions depend on the state and on the caller', async t => {
    t.same(actions(await get('/orders/1', as('ada'))), ['pay', 'cancel'])
    t.same(actions(await get('/orders/1', as('bob'))), [])
    t.same(actions(await get('/orders/2', as('staff'))), ['ship'])
    t.same(actions(await get('/orders/3', as('ada'))), [])
  })

  t.test('the list has pages', async t => {
    const { body } = await get('/orders')
    t.same(memberOfEach(member(body, 'items'), 'id'), [1, 2])
    t.same([member(body, 'totalCount'), member(body, '_links', 'next', 'href')], [3, `${origin}/orders?page=2`])
    t.equal(member((await get('/orders?status=cancelled')).body, 'items', '0', 'id'), 3)
  })

  t.test('forms have the fields of the documented classes', async t => {
    const { body } = await get('/', { ...as('ada'), accept: 'application/prs.hal-forms+json' })
    t.same(member(body, '_templates', 'create', 'properties'), [
      { name: 'item', required: true, type: 'text', minLength: 1, maxLength: 40 },
      { name: 'quantity', required: true, type: 'number', min: 1, max: 100, step: 1 }
    ])
    t.same(memberOfEach(member(body, '_templates', 'search', 'properties'), 'name'), ['status', 'page'])
  })

  t.test('a new order', async t => {
    t.equal((await post('/orders', { item: 'Milk', quantity: 1 })).status, 403)
    const { status, headers, body } = await post('/orders', { item: 'Milk', quantity: 1 }, as('ada'))
    t.same([status, headers.get('location'), member(body, 'id')], [201, `${origin}/orders/4`, 4])
    t.match(await post('/orders', { item: 'Milk', quantity: 100 }, as('ada')), {
      status: 409, body: { title: 'Out of stock' }
    })
  })

  t.test('errors are problem documents', async t => {
    const invalid = await post('/orders', { item: '', quantity: 500 }, as('ada'))
    t.same([invalid.status, invalid.type], [400, 'application/problem+json'])
    t.same(memberOfEach(member(invalid.body, 'errors'), 'name'), ['item', 'quantity'])
    for (const path of ['/orders/99', '/nowhere']) {
      t.match(await get(path), { status: 404, type: 'application/problem+json' })
    }
  })

  t.test('the state machine', async t => {
    t.equal((await post('/orders/1/ship', undefined, as('staff'))).status, 409)
    t.same(actions(await post('/orders/1/pay', undefined, as('ada'))), ['cancel'])
    t.equal((await post('/orders/1/ship', undefined, as('ada'))).status, 403)
    t.equal((await post('/orders/1/cancel', { reason: 'Too late' }, as('bob'))).status, 404)
    t.equal((await post('/orders/1/cancel', { reason: 'Too late' }, { ...as('ada'), 'if-match': '"1"' })).status, 412)
    t.match((await post('/orders/1/cancel', { reason: 'Too late' }, { ...as('ada'), 'if-match': '"2"' })).body, {
      status: 'cancelled', reason: 'Too late'
    })
  })

  t.test('its own tests, of its controller and a crawl as each user', async t => {
    const { status, stdout } = await run(['env', '-u', 'NODE_OPTIONS', 'npm', 'test'], folder)
    t.equal(status, 0, stdout)
  })

  t.test('hyper-api check takes its module', async t => {
    const { status, stdout } = await run(['env', '-u', 'NODE_OPTIONS', 'npm', 'run', '--silent', 'check'], folder)
    t.same([status, stdout], [0, 'Nothing found in src/app.module.ts: 8 routes, 7 of them opted in.\n'])
  })

  t.test('pages and documentation for people', async t => {
    const page = await fetch(`${origin}/orders/2`, { headers: { accept: 'text/html', ...as('staff') } })
    t.match(await page.text(), /Coffee/)
    t.equal((await fetch(`${origin}/docs`)).status, 200)
    t.ok(Object.keys(members(member((await get('/docs-json')).body, 'paths'))).includes('/orders/{id}/cancel'))
  })
})
