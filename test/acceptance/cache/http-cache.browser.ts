import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { closeBrowser, newContext, skip } from '../../support/chromium.ts'
import { ACCEPT } from '../../support/projection.ts'
import { listen } from '../../support/servers.ts'
import { ALICES, createApi, PATHS } from './callers.app.ts'

// One URL in Chromium, whose cache is on: formats and users change, and each response is the right one.

t.teardown(closeBrowser)

const [JSON_TYPE, HAL, HAL_FORMS] = ['application/json', ACCEPT['hal']!, ACCEPT['hal-forms']!]

interface Seen {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Opens a page of the API's origin. `sent` holds the status of each response that came over the network. */
async function visit (t: Test): Promise<{ page: Page, origin: string, sent: number[] }> {
  const app = createApi()
  const sent: number[] = []
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/gated')) sent.push(reply.statusCode)
  })
  const { origin } = await listen(app)
  const page = await (await newContext(t)).newPage()
  t.teardown(() => app.close())
  await page.goto(`${origin}/`)
  return { page, origin, sent }
}

function read (page: Page, url: string, headers: Readonly<Record<string, string>>): Promise<Seen> {
  return page.evaluate(`fetch(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} }).then(async response => ({
    status: response.status, type: response.headers.get('content-type').split(';')[0], text: await response.text()
  }))`)
}

t.test('formats of one URL', { skip }, async t => {
  const { page, sent } = await visit(t)
  for (const type of [JSON_TYPE, JSON_TYPE, HAL, HAL, JSON_TYPE, HAL_FORMS, JSON_TYPE]) {
    const seen = await read(page, '/gated/leaflet', { accept: type })
    t.same([seen.status, seen.type], [200, type])
    t.match(seen.text, '"_links"')
  }
  t.ok(sent.includes(304), 'the cache of the browser is on')
})

/** Reads as several users in turn, in every format. */
async function switchUsers (
  t: Test, page: Page, path: string, identify: (user: string) => Promise<Record<string, string>>
): Promise<void> {
  for (const type of [JSON_TYPE, HAL, HAL_FORMS]) {
    for (const user of ['alice', 'alice', 'bob', 'bob', 'alice', 'bob']) {
      const seen = await read(page, `/gated/${path}`, { accept: type, ...await identify(user) })
      t.equal(seen.status, 200)
      t.equal(ALICES.test(seen.text), user === 'alice', `${user}, ${path} as ${type}`)
      t.match(seen.text, `users/${user}`)
    }
  }
}

t.test('users with bearer tokens', { skip }, async t => {
  const { page, sent } = await visit(t)
  for (const path of PATHS) await switchUsers(t, page, path, async user => ({ authorization: `Bearer ${user}` }))
  t.ok(sent.includes(304), 'the cache of the browser is on')
})

t.test('users with cookies', { skip }, async t => {
  const { page, sent } = await visit(t)
  const signIn = async (user: string) => {
    await page.evaluate(`fetch('/sign-in/${user}', { cache: 'no-store' }).then(() => null)`)
    return {}
  }
  for (const path of PATHS) await switchUsers(t, page, path, signIn)
  t.ok(sent.includes(304), 'the cache of the browser is on')
})
