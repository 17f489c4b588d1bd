import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget } from 'fastify-hyper'
import { hyperExplorer, type HyperExplorerOptions } from 'fastify-hyper/explorer'
import type { Page } from 'playwright-core'
import t from 'tap'
import { closeBrowser, settled, skip, visit } from './browser.ts'

// The labels of search fields in an app that requires a token. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

const Routes = defineRoutes({ GetRoot: 'GET /api/', ListOrders: 'GET /api/orders' })

const rootLinks = defineLinks<object>(links => {
  links.self(Routes.GetRoot())
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
})

const QUERY = { type: 'object', properties: { q: { type: 'string', title: 'Customer' } } }

interface Private {
  readonly app: FastifyInstance
  /** The value of `Authorization` in each request for search fields. */
  readonly received: Array<string | undefined>
}

const TOKEN = 'Bearer 1234'

interface Guarded {
  /** Whether the API requires the token. */
  readonly api: boolean
  /** Whether a request for search fields is allowed. */
  readonly fields: (authorization: string | undefined) => boolean
}

/** An API below /api with a hook for all paths, except the page and its files. */
async function buildPrivate (guarded: Guarded, options: HyperExplorerOptions): Promise<Private> {
  const app = Fastify()
  const received: Private['received'] = []
  const isAllowed = (url: string, authorization: string | undefined) => {
    if (!url.includes('/explorer')) return !guarded.api || authorization === TOKEN
    if (!url.includes('/search-fields')) return true
    received.push(authorization)
    return guarded.fields(authorization)
  }
  app.addHook('onRequest', async ({ url, headers: { authorization } }, reply) => {
    if (!isAllowed(url, authorization)) return reply.code(401).send({ title: 'A token is required' })
  })
  await app.register(hyper, { routes: Routes })
  app.get('/api/', { config: { hyper: { name: 'GetRoot', links: rootLinks } } }, () => ({ name: 'Private' }))
  app.get('/api/orders', { schema: { querystring: QUERY }, config: { hyper: { name: 'ListOrders' } } }, () => [])
  await app.register(hyperExplorer, options)
  return { app, received }
}

async function enterToken (page: Page): Promise<void> {
  await page.locator('.menu summary', { hasText: 'Token' }).click()
  await page.getByLabel('Bearer token').fill('1234')
  await page.keyboard.press('Enter')
}

const WITHIN = { prefix: '/api/explorer', entryPoint: '/api/' }

const OUTSIDE = { prefix: '/explorer', entryPoint: '/api/' }

t.test('the request for the fields of a search has the headers of the session', { skip }, async t => {
  const { app, received } = await buildPrivate({ api: true, fields: authorization => authorization === TOKEN }, WITHIN)
  const { page, faults } = await visit(t, app, WITHIN.prefix)
  await page.getByRole('main').getByText('A token is required').first().waitFor()
  await enterToken(page)
  await page.getByRole('form', { name: 'Variables of search' }).getByLabel('Customer').waitFor()
  t.same(received, [TOKEN])
  t.equal(faults.length, 1, 'only the first request had no token')
})

t.test('a new token brings the labels, and the fields keep their values', { skip }, async t => {
  const { app, received } = await buildPrivate({ api: false, fields: authorization => authorization === TOKEN }, WITHIN)
  const { page } = await visit(t, app, WITHIN.prefix)
  const search = page.getByRole('form', { name: 'Variables of search' })
  await search.getByLabel('q', { exact: true }).fill('tea')
  await enterToken(page)
  await search.getByLabel('Customer').waitFor()
  t.equal(await search.getByLabel('Customer').inputValue(), 'tea')
  t.same(received, [undefined, TOKEN])
})

t.test('fields without labels work, if the request fails or the explorer is elsewhere', { skip }, async t => {
  for (const [options, sent] of [[WITHIN, TOKEN], [OUTSIDE, undefined]] as const) {
    const { app, received } = await buildPrivate({ api: true, fields: () => false }, options)
    const { page, faults } = await visit(t, app, options.prefix)
    await enterToken(page)
    const search = page.getByRole('form', { name: 'Variables of search' })
    await search.getByLabel('q', { exact: true }).fill('tea')
    await settled(page)
    t.match(await search.innerText(), /expands to\s+\/api\/orders\?q=tea/)
    t.same(received, [sent], options.prefix)
    t.equal(await page.getByRole('alert').count(), 0)
    t.same(faults.filter(fault => !fault.includes('401')), [])
  }
})
