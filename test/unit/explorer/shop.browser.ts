import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import {
  actionOf, arrived, closeBrowser, enterPath, openForm, outcomeOf, settled, skip, type Visit, visit
} from './browser.ts'
import { buildTeaShop, TOKEN } from './shop.ts'

// Of the browser, whose types the tests do without.
declare function getComputedStyle (element: unknown): { readonly outlineStyle: string }

// Lists, searches, tokens, JSON, cURL, history and breadcrumbs. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

const shop = async (t: Test, hash: string): Promise<Visit> =>
  visit(t, await buildTeaShop(), hash, { permissions: ['clipboard-read', 'clipboard-write'] })

const cells = async (row: Locator) => (await row.getByRole('cell').allInnerTexts()).map(content => content.trim())

const request = (page: Page) => page.locator('aside .request')

t.test('a page is a table with all columns, its actions in each row, and a pager', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders')
  const table = page.getByRole('region', { name: 'Table: item' })
  t.same((await table.getByRole('columnheader').allInnerTexts()).slice(1), [
    'Link', 'id', 'customer', 'tea', 'quantity', 'status', 'isGift', 'total', 'placed', 'version', 'Actions'
  ])
  const row = table.getByRole('row').nth(3)
  t.same((await cells(row)).slice(1, 11), [
    '/orders/3', '3', 'Barbara Liskov', 'Sencha', '1', 'pending', 'false', '4.5', '2026-04-13', '1'
  ])
  t.same(await row.getByRole('button')
    .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label'))), [
    'Details of 3', 'Edit the order: 3', 'Cancel: 3'
  ])
  const pager = page.getByRole('navigation', { name: 'Pages' })
  t.same(await pager.getByRole('link').allInnerTexts(), ['« First', 'Next ›', 'Last »'])
  await pager.getByRole('link', { name: 'Last' }).click()
  await arrived(page, '/orders?page=6')
  t.same(await pager.getByRole('link').allInnerTexts(), ['« First', '‹ Previous', 'Last »'])
  await pager.getByRole('link', { name: 'Previous' }).click()
  await arrived(page, '/orders?page=5')
  await page.goBack()
  await arrived(page, '/orders?page=6')
  await page.goForward()
  await arrived(page, '/orders?page=5')
  await table.getByRole('link', { name: '/orders/33' }).click()
  await arrived(page, '/orders/33')
  t.same(faults, [])
})

t.test('a row opens to the whole item, and the badge of an action to its form', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders')
  const details = page.getByRole('button', { name: 'Details of 3', exact: true })
  await details.click()
  t.equal(await details.getAttribute('aria-expanded'), 'true')
  t.match(await page.locator('tr.details').innerText(), /Barbara Liskov[^]*collection[^]*Edit the order/)
  await details.click()
  t.equal(await page.locator('tr.details').count(), 0)

  const badge = page.getByRole('button', { name: 'Cancel: 3', exact: true })
  const button = page.locator('tr.details .go:focus')
  await badge.click()
  await button.waitFor()
  await page.locator('tr.details summary').filter({ hasText: 'Cancel' }).click()
  await badge.click()
  await button.waitFor()
  await page.keyboard.press('Enter')
  await outcomeOf(page).getByText('200 OK').waitFor()
  t.match(await page.getByRole('main').innerText(), /status\s+cancelled/)

  await page.goto(page.url().replace(/#.*/, '#/orders'))
  await arrived(page, '/orders')
  await page.getByLabel('Format').selectOption({ label: 'JSON' })
  await page.getByText('Accept: application/json').waitFor()
  await page.getByRole('button', { name: 'Edit the order: 1', exact: true }).click()
  await page.locator('[name=customer]:focus').waitFor()
  t.same(faults, [])
})

t.test('an action is a line, which opens to its form without a mouse', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders/3')
  const actions = page.getByRole('region', { name: 'Actions' })
  t.same((await actions.locator('summary').allInnerTexts()).map(line => line.replaceAll(/\s+/g, ' ').trim()), [
    'Edit the order PUT /orders/3 edit', 'Cancel POST /orders/3/cancel cancel'
  ])
  t.equal(await actions.getByRole('button').count(), 0, 'nothing is sent with one click')
  await actionOf(page, 'Cancel').focus()
  await page.keyboard.press('Enter')
  const cancel = page.getByRole('form', { name: 'Cancel' })
  await cancel.getByRole('button', { name: 'Cancel' }).waitFor()
  await actionOf(page, 'Edit the order').click()
  await page.getByRole('form', { name: 'Edit the order' }).getByLabel('Customer').fill('typed')
  for (let count = 0; count < 2; count++) await actionOf(page, 'Edit the order').click()
  t.equal(await page.getByLabel('Customer').inputValue(), 'typed', 'a form that is folded keeps its values')
  t.equal(await cancel.isVisible(), true, 'a form that is opened closes no other')
  t.same(faults, [])
})

t.test('bare arrays, envelopes and embedded lists are tables too', { skip }, async t => {
  const rows: ReadonlyArray<readonly [path: string, name: string]> = [
    ['/bare', 'Items'], ['/enveloped', 'data'], ['/', 'latest']
  ]
  const { page, faults } = await shop(t, '')
  for (const format of ['HAL-FORMS', 'JSON']) {
    await page.getByLabel('Format').selectOption({ label: format })
    for (const [path, name] of rows) {
      await enterPath(page, path)
      await arrived(page, path)
      const shown = page.getByRole('region', { name: new RegExp(`^Table: (?:${name}|item)$`) })
      t.equal(await shown.getByRole('row').count(), 4, `${path} as ${format}`)
      t.equal(await shown.getByRole('button', { name: 'Edit the order: 1' }).count(), 1, 'with its actions')
      t.equal(await shown.getByRole('link', { name: '/orders/1' }).count(), 1, 'and its link')
      if (path === '/enveloped') {
        t.ok((await cells(shown.getByRole('row').nth(1))).includes('1 Main Street, Utrecht'), 'an object in a cell')
      }
    }
  }
  await enterPath(page, '/bare')
  await arrived(page, '/bare')
  t.same(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts(), [
    'Next ›', 'Last »'
  ], 'the pages of the Link header')
  t.same(faults, [])
})

t.test('a search has the labels, types and choices of the route, and the current values', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders')
  const search = page.getByRole('form', { name: 'Variables of search' })
  await search.getByLabel('Status').locator('option', { hasText: 'shipped' }).waitFor({ state: 'attached' })
  t.equal(await search.getByLabel('Total from').getAttribute('type'), 'number')
  t.same(await search.getByLabel('Status').locator('option').allInnerTexts(), [
    'Any', 'pending', 'shipped', 'cancelled'
  ])
  await search.getByLabel('Customer').fill('Ada')
  await search.getByLabel('Status').selectOption('shipped')
  await search.getByLabel('Total from').fill('9')
  await search.getByRole('button', { name: 'Follow' }).click()
  await arrived(page, '/orders?q=Ada&status=shipped&minTotal=9')
  t.equal(await search.getByLabel('Customer').inputValue(), 'Ada', 'the current values')
  await search.getByLabel('Status').locator('option', { hasText: 'shipped' }).waitFor({ state: 'attached' })
  t.equal(await search.getByLabel('Status').inputValue(), 'shipped')
  t.equal(await search.getByLabel('Total from').inputValue(), '9')
  await search.getByLabel('Total from').fill('')
  await search.getByRole('button', { name: 'Follow' }).click()
  await arrived(page, '/orders?q=Ada&status=shipped')
  t.same(faults, [])
})

t.test('a token is masked, applies at once and is kept for the tab', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders/3')
  const edit = await openForm(page, 'Edit the order')
  const ship = actionOf(page, 'Ship')
  await edit.getByLabel('Customer').fill('typed')
  t.equal(await ship.count(), 0)
  await page.locator('.menu summary', { hasText: 'Token' }).click()
  const box = page.getByLabel('Bearer token')
  t.equal(await box.getAttribute('type'), 'password')
  await box.fill(TOKEN)
  await page.keyboard.press('Enter')
  await ship.waitFor()
  t.equal(await edit.getByLabel('Customer').inputValue(), 'typed', 'forms keep what is typed')
  t.notMatch(await page.locator('body').innerText(), TOKEN)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  t.equal(await box.getAttribute('type'), 'text')
  await page.keyboard.press('Escape')
  t.equal(await box.isVisible(), false, 'Escape closes the panel')

  await page.reload()
  await settled(page)
  t.equal(await ship.count(), 1, 'kept')
  t.notMatch(page.url(), TOKEN)
  t.equal(await page.evaluate('localStorage.length'), 0)
  await page.locator('.menu summary', { hasText: 'Token' }).click()
  await page.getByRole('button', { name: 'Forget' }).click()
  await ship.waitFor({ state: 'detached' })

  await page.evaluate(`navigator.clipboard.writeText('${TOKEN}')`)
  await page.getByLabel('Bearer token').focus()
  await page.keyboard.press('Control+V')
  await ship.waitFor()
  t.same(faults, [])
})

t.test('a command for curl has the headers that are sent, and the token on demand', { skip }, async t => {
  const { page, origin } = await shop(t, '#/orders/3')
  const copied = async () => {
    await request(page).getByRole('button', { name: /cURL|Copied/ }).click()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  await page.locator('.menu summary', { hasText: 'Token' }).click()
  await page.getByLabel('Bearer token').fill(TOKEN)
  await page.keyboard.press('Enter')
  await actionOf(page, 'Ship').waitFor()
  await page.keyboard.press('Escape')
  const masked = await copied()
  t.equal(
    masked,
    `curl ${origin}/orders/3 \\\n  --location \\\n  -H 'Accept: application/prs.hal-forms+json' \\\n` +
      "  -H 'Authorization: Bearer '\"$TOKEN\""
  )
  await request(page).getByLabel('with secrets').check()
  const whole = await copied()
  t.match(whole, `Authorization: Bearer ${TOKEN}`)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${whole} --silent`])
  t.match(stdout, /"title":"Ship"/, 'curl gets the same response as the page')
})

t.test('JSON is folded, and its URLs are links', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders')
  const json = page.locator('aside').getByRole('group', { name: 'JSON' })
  t.match(await json.innerText(), /"page": 1,\s+"pageSize": 8,[^]*"_links": {\s+5 members/)
  t.notMatch(await json.innerText(), /customer/, 'nested values are folded')
  await json.getByText('"_links"').click()
  await json.getByRole('link', { name: /page=2$/ }).first().click()
  await arrived(page, '/orders?page=2')
  await page.locator('aside').getByRole('button', { name: 'Unfold' }).click()
  t.match(await json.innerText(), /"customer": "Frances Allen"/)
  await page.locator('aside').getByRole('button', { name: 'Fold', exact: true }).click()
  t.notMatch(await json.innerText(), /customer/)
  t.same(faults, [])
})

t.test('a form can be edited as JSON, filled with a sample, and sent although its check fails', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders')
  const form = await openForm(page, 'Place an order')
  const submit = form.getByRole('button', { name: 'Place an order' })
  await submit.click()
  t.match(await form.getByRole('status').innerText(), /fail the form's own check/)
  for (const [label, outline] of [['Tea', 'solid'], ['Gift', 'none']] as const) {
    const field = form.getByLabel(label)
    t.equal(await field.evaluate(field => getComputedStyle(field).outlineStyle), outline, label)
  }
  await form.getByLabel('Customer').fill('Grace')
  await form.getByLabel('Quantity').fill('99')
  await form.getByRole('button', { name: 'Send anyway' }).click()
  await form.getByRole('alert').getByText('400').first().waitFor()
  t.match(await form.getByRole('alert').innerText(), /quantity|tea/, 'the server decides')

  await form.getByLabel('Edit as JSON').check()
  const body = form.getByLabel('Body')
  t.same(JSON.parse(await body.inputValue()), { customer: 'Grace', tea: '', quantity: 99 }, 'what the form would send')
  await body.fill('{"customer":')
  await submit.click()
  t.equal(await form.locator('textarea:invalid').count(), 1)
  await form.getByRole('button', { name: 'Send anyway' }).click()
  await form.getByRole('alert').getByText(/not valid JSON|JSON/).first().waitFor()
  await form.getByRole('button', { name: 'Insert a sample' }).click()
  t.same(JSON.parse(await body.inputValue()), { customer: 'string', tea: 'Assam', quantity: 1, isGift: true })
  await body.fill('{ "customer": "Ada", "tea": "Assam", "quantity": 2, "isGift": false }')
  await submit.click()
  await page.locator('h1[title="POST /orders"]').waitFor()
  t.match(await page.getByRole('main').innerText(), /customer\s+Ada[^]*isGift\s+false/)
  t.same(faults.filter(fault => !fault.includes('400')), [])
})

t.test('in the JSON format, an action has its form, with the values of the resource', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders/3')
  await page.getByLabel('Format').selectOption({ label: 'JSON' })
  await page.getByText('Accept: application/json').waitFor()
  const edit = await openForm(page, 'Edit the order')
  t.equal(await edit.getByLabel('Quantity').inputValue(), '1')
  await edit.getByLabel('Customer').fill('Grace Liskov')
  await edit.getByRole('button', { name: 'Edit the order' }).click()
  await outcomeOf(page).getByText('200 OK').waitFor()
  t.match(await page.getByRole('main').innerText(), /Grace Liskov/)
  t.same(faults, [])
})

t.test('the headline is what a page calls it, and has the URL as its title', { skip }, async t => {
  const { page } = await shop(t, '#/orders/3')
  for (const [path, headline] of [['/orders/3', 'Order 3'], ['/', 'Tea shop'], ['/bare', 'Bare']] as const) {
    await page.goto(`${new URL(page.url()).origin}/explorer#${path}`)
    await page.locator(`h1[title="${path}"]`, { hasText: headline }).waitFor()
  }
  t.equal(await page.locator('h1').count(), 1)
})

t.test('after a 409 the reload removes the form of an action that is gone', { skip }, async t => {
  const { page, faults } = await shop(t, '#/orders/3')
  const cancel = await openForm(page, 'Cancel')
  await page.evaluate("fetch('/orders/3/cancel', { method: 'POST' })")
  await cancel.getByRole('button', { name: 'Cancel' }).click()
  await cancel.getByRole('alert').getByText('409').first().waitFor()
  await cancel.getByRole('button', { name: 'Reload the resource' }).click()
  await cancel.waitFor({ state: 'detached' })
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /status\s+cancelled/)
  t.same(faults.filter(fault => !fault.includes('409')), [])
})

t.test('the history of requests, and breadcrumbs', { skip }, async t => {
  const { page, faults } = await shop(t, '')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  t.equal(await crumbs.count(), 0, 'none at the entry point')
  await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: '/orders', exact: true }).click()
  await arrived(page, '/orders')
  await page.getByRole('link', { name: '/orders/3', exact: true }).click()
  await arrived(page, '/orders/3')
  t.same(await crumbs.getByRole('listitem').allInnerTexts(), ['Start', 'Orders'], 'as its headline')
  await (await openForm(page, 'Cancel')).getByRole('button', { name: 'Cancel' }).click()
  await outcomeOf(page).getByText('200 OK').waitFor()

  await page.locator('.menu summary', { hasText: 'History' }).click()
  const entries = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  t.match((await entries.allInnerTexts()).slice(0, 2), [
    /POST\s+\/orders\/3\/cancel\s+200 OK/, /GET\s+\/orders\/3\s+200 OK/
  ])
  const read = entries.filter({ hasText: /GET\s+\/orders\/3/ }).first()
  await read.locator('summary').first().click()
  await read.getByText(/content-type: application\/prs\.hal-forms\+json/).first().waitFor()
  await read.getByRole('link', { name: 'Open /orders/3' }).click()
  await arrived(page, '/orders/3')
  await page.getByRole('heading', { level: 1 }).click()
  t.equal(await entries.first().isVisible(), false, 'a click elsewhere closes it')
  await crumbs.getByRole('link', { name: 'Start' }).click()
  await arrived(page, '/')

  const shared = await shop(t, '#/orders/7')
  t.same(await shared.page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem').allInnerTexts(), [
    'Start', '/orders'
  ], 'the parent of a shared address, which was not read')
  t.same(faults, [])
})
