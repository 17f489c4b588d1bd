import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import t from 'tap'
import { checkLooks } from '../../support/looks.ts'
import { buildHostile } from './hostile.ts'
import { buildOrderForm } from './order-form.ts'
import { buildShop } from './shop.ts'
import { buildStaffShop } from './staff-shop.ts'
import { closeBrowser, skip, visit } from './visit.ts'

// How the pages look. With a folder in HTML_SHOTS they are kept as images.
// Needs Chromium: `npm run test:apart -- looks`.

t.teardown(closeBrowser)

const folder = process.env['HTML_SHOTS']

type Place =
  readonly [name: string, app: () => Promise<FastifyInstance>, path: string, act?: (page: Page) => Promise<unknown>]

const shop = async () => (await buildShop()).app
const staffShop = () => buildStaffShop()
const orderForm = async () => (await buildOrderForm()).app
const THEME = { accent: '#0f766e', font: 'Georgia, serif', footer: 'Tea shop' } as const

async function signIn (page: Page, password = 'tea'): Promise<void> {
  await page.goto(new URL(`/_html/sign-in?page=${new URL(page.url()).pathname}`, page.url()).href)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

// Somebody else saves the order while the form is open.
async function editTwice (page: Page): Promise<void> {
  const [url, other] = [page.url(), await page.context().newPage()]
  for (const tab of [page, other]) {
    await tab.goto(url)
    await tab.getByRole('link', { name: 'Edit the order… 3', exact: true }).click()
  }
  for (const tab of [other, page]) {
    await tab.getByLabel('Customer').fill('Ada')
    await tab.getByRole('form', { name: 'Edit the order' }).getByRole('button').click()
  }
  await page.getByText('Someone changed this').waitFor()
}

const PLACES: readonly Place[] = [
  ['root', shop, '/'],
  ['list', shop, '/orders?page=2&status=pending'],
  ['row', shop, '/orders', page => page.getByText('Edit the order…').first().click()],
  ['row-delete', shop, '/orders', async page => {
    await page.getByText('More').first().click()
    await page.getByText('Delete…').first().click()
  }],
  ['resource', shop, '/orders/3'],
  ['unfolded', shop, '/orders/3', page => page.locator('summary', { hasText: 'Edit the order' }).click()],
  ['login', shop, '/session'],
  ['form-error', shop, '/orders', async page => {
    await page.locator('summary', { hasText: 'Place an order' }).click()
    const form = page.getByRole('form', { name: 'Place an order' })
    await form.getByLabel('Customer').fill('Nobody')
    await form.getByLabel('Quantity').fill('7')
    await form.getByLabel('wrap').check()
    await form.getByRole('button').click()
    await page.locator('.fault', { hasText: 'is not a customer' }).waitFor()
  }],
  ['invalid-search', shop, '/orders?page=x&q=tea'],
  ['problem', shop, '/orders/999'],
  ['forbidden', shop, '/orders/3', async page => {
    await page.getByRole('link', { name: 'Delete…' }).click()
    await page.getByRole('form', { name: 'Delete' }).getByRole('button').click()
    await page.goto(new URL('/orders/3', page.url()).href)
  }],
  ['missing', shop, '/no/such/page'],
  ['json', shop, '/orders/3', page => page.getByRole('link', { name: 'JSON' }).click()],
  ['no-result', shop, '/orders?q=nobody'],
  ['stale', shop, '/orders', editTwice],
  ['themed', () => buildStaffShop({ theme: THEME }), '/orders'],
  ['sign-in', staffShop, '/_html/sign-in'],
  ['sign-in-error', staffShop, '/', page => signIn(page, 'coffee')],
  ['signed-in', staffShop, '/orders', page => signIn(page)],
  ['users-only', staffShop, '/takings'],
  ['confirmation', staffShop, '/orders', async page => {
    await signIn(page)
    await page.getByRole('link', { name: 'Cancel the order… 3' }).click()
  }],
  ['lists-in-forms', orderForm, '/orders/7', page => page.locator('summary', { hasText: 'Edit the order' }).click()],
  ['deep', buildHostile, '/deep'],
  ['hostile', buildHostile, '/'],
  ['hostile-list', buildHostile, '/list']
]

for (const [name, build, path, act] of PLACES) {
  t.test(name, { skip }, async t => {
    // Axe is a script: the policy of the page allows none, and the browser runs those of the test.
    const wide = { javaScriptEnabled: true, viewport: { width: 1600, height: 900 } }
    const { page } = await visit(t, await build(), path, wide)
    await act?.(page)
    await checkLooks(t, page, name, { folder, fullPage: name !== 'hostile-list' })
  })
}
