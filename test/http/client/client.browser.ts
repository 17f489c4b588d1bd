import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { closeBrowser, openPage, skip } from '../../support/chromium.ts'
import { type Received, type RecordingServer, type Sent, serveDocuments } from './recording-server.ts'

// The client in Chromium: on a page of the API's origin, and on one of another origin.

t.teardown(closeBrowser)

const bundle = async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { createClient } from 'fastify-hyper/client'; globalThis.createClient = createClient",
      resolveDir: process.cwd()
    },
    bundle: true,
    format: 'iife',
    write: false
  })
  return outputFiles[0]!.text
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-api-key, content-type, if-match, if-none-match',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-expose-headers': 'etag, location'
}

/** An API, a server that collects what it gets, and pages at both origins. */
async function servers (t: Test): Promise<{ api: RecordingServer, thief: RecordingServer }> {
  const script = await bundle()
  const page: Sent = {
    headers: { 'content-type': 'text/html' },
    text: `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`
  }
  const cors = (sent: Sent): Sent => ({ ...sent, headers: { ...CORS, ...sent.headers } })
  const thief = await serveDocuments(t, () => ({ 'GET /page': page, '*': cors({ json: { stolen: true } }) }))
  const redirect = (status: number, location: string) => cors({ status, headers: { location } })
  const api = await serveDocuments(t, () => ({
    'GET /page': page,
    'GET /': cors({
      headers: { etag: '"1"' },
      json: {
        name: 'API',
        _links: {
          inside: { href: '/inside' },
          outside: { href: '/outside' },
          direct: { href: `${thief.origin}/link` },
          orders: { href: '/orders' }
        },
        _templates: {
          note: { method: 'POST', target: '/notes', properties: [{ name: 'text', required: true }] },
          leave: { method: 'POST', target: '/leave' }
        }
      }
    }),
    'GET /orders': cors({
      json: { _links: { next: { href: '/orders?page=2' } }, _embedded: { item: [{ id: 1 }, { id: 2 }] } }
    }),
    'GET /orders?page=2': cors({ json: { _embedded: { item: [{ id: 3 }] } } }),
    'GET /inside': redirect(302, '/end'),
    'GET /end': cors({ json: { end: true } }),
    'GET /outside': redirect(302, `${thief.origin}/link`),
    'POST /leave': redirect(307, `${thief.origin}/link`),
    'POST /notes': cors({ status: 201, headers: { location: '/end' } }),
    '*': cors({ status: 204 })
  }))
  return { api, thief }
}

/** Runs a script on a page; it gets the entry point as `root`. Returns its result, or the name of the error. */
function run (page: Page, origin: string, script: string): Promise<unknown> {
  return page.evaluate(`(async () => {
    const client = createClient('${origin}/', { headers: { authorization: 'Bearer secret', 'x-api-key': 'secret' } })
    try {
      const root = await client.start()
      return await (async () => { ${script} })()
    } catch (error) {
      return error.name
    }
  })()`)
}

const ITEMS =
  'const ids = []; for await (const item of (await root.follow("orders")).items()) ids.push(item.data.id); return ids'
const secretsIn = (received: readonly Received[]) =>
  received.filter(({ headers }) => JSON.stringify(headers).includes('secret'))
const requestsOf = ({ received }: RecordingServer) => received.map(({ line }) => line)
  .filter(line => !/^OPTIONS|\/page$/.test(line))

t.test('on a page of the API', { skip }, async t => {
  const { api, thief } = await servers(t)
  const { page } = await openPage(t, `${api.origin}/page`)
  t.same(await run(page, api.origin, ITEMS), [1, 2, 3])
  t.equal(await run(page, api.origin, 'return (await root.refresh()) === root'), true, 'a 304')
  t.same(
    await run(page, api.origin, 'return (await root.follow("inside")).data'), { end: true },
    'a redirect within the origin'
  )
  t.same(await run(page, api.origin, 'return (await root.act("note", { text: "x" })).data'), { end: true })
  t.equal(await run(page, api.origin, 'await root.act("note", {})'), 'InvalidInput')
  t.same(requestsOf(api), [
    'GET /', 'GET /orders', 'GET /orders?page=2', 'GET /', 'GET /', 'GET /', 'GET /inside', 'GET /end', 'GET /',
    'POST /notes', 'GET /end', 'GET /'
  ])
  t.equal(await run(page, api.origin, 'await root.follow("direct")'), 'NotAllowed')
  t.equal(await run(page, api.origin, 'await root.follow("outside")'), 'TypeError', 'the browser does not follow it')
  t.equal(await run(page, api.origin, 'await root.act("leave")'), 'TypeError')
  t.same(thief.received, [])
})

t.test('on a page of another origin', { skip }, async t => {
  const { api, thief } = await servers(t)
  const { page } = await openPage(t, `${thief.origin}/page`)
  t.same(await run(page, api.origin, ITEMS), [1, 2, 3])
  t.equal(await run(page, api.origin, 'return (await root.refresh()) === root'), true, 'a 304')
  t.same(await run(page, api.origin, 'return (await root.act("note", { text: "x" })).data'), { end: true })
  t.ok(secretsIn(api.received).length > 5)
  for (const script of [
    'await root.follow("inside")', 'await root.follow("outside")', 'await root.follow("direct")',
    'await root.act("leave")'
  ]) {
    t.equal(await run(page, api.origin, script), 'NotAllowed', script)
  }
  t.same(requestsOf(thief), [])
})
