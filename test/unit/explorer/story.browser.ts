import t from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { arrived, closeBrowser, heading, openForm, outcomeOf, settled, skip, visit } from './browser.ts'

// What a newcomer does with the reference API. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

t.test('from the entry point to an order that is cancelled and one that is placed', { skip }, async t => {
  const { page, origin, faults } = await visit(t, await buildApp())
  t.equal(await heading(page), '/', 'the explorer starts at the entry point')
  t.equal(await page.evaluate('document.activeElement.tagName'), 'BODY', 'which takes no focus')

  await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: '/orders', exact: true }).click()
  await page.getByRole('link', { name: '/orders/42', exact: true }).click()
  await arrived(page, '/orders/42')
  t.equal(page.url(), `${origin}/explorer#/orders/42`, 'the address can be shared')
  t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'the focus is on what is new')
  t.equal(await page.title(), '/orders/42 · API explorer')

  const cancel = await openForm(page, 'cancel')
  await cancel.getByRole('button').click()
  await outcomeOf(page).getByText('204 No Content').waitFor()
  await cancel.waitFor({ state: 'detached' })
  t.match(
    await page.getByRole('region', { name: 'Properties' }).innerText(), /status\s+Cancelled/,
    'the order is shown as it is now, without the action'
  )

  await page.goBack()
  await arrived(page, '/orders')
  await page.goBack()
  await arrived(page, '/')
  t.equal(page.url(), `${origin}/explorer`)

  const create = await openForm(page, 'Place an order')
  await create.getByLabel('Quantity').fill('3')
  await create.getByLabel('Delivery').selectOption('Express')
  await create.getByRole('button').click()
  await arrived(page, 'POST /orders')
  t.match(await page.locator('aside .request').innerText(), /"quantity": 3,\s+"speed": "Express"/)
  await page.getByRole('link', { name: 'Open /orders/100' }).click()
  await arrived(page, '/orders/100')
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /status\s+Pending/)

  await page.goBack()
  await arrived(page, '/')
  t.equal(await page.getByRole('link', { name: '/orders/100' }).count(), 1, 'the list, on the way back, is read again')
  t.same(faults, [])
})

t.test('an order that was just placed is cancelled where it stands', { skip }, async t => {
  const { page, origin, faults } = await visit(t, await buildApp())
  await (await openForm(page, 'Place an order')).getByRole('button').click()
  await (await openForm(page, 'cancel')).getByRole('button').click()
  await arrived(page, '/orders/100')
  t.equal(page.url(), `${origin}/explorer#/orders/100`)
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /status\s+Cancelled/)
  t.same(faults, [])
})

t.test('without a mouse', { skip }, async t => {
  const { page, faults } = await visit(t, await buildApp(), '#/orders/42')
  const focused = () => page.evaluate<string>(
    'document.activeElement.innerText || document.activeElement.getAttribute("aria-label") || ' +
      'document.activeElement.tagName'
  )
  const reached: string[] = []
  for (let steps = 0; steps < 25 && reached.at(-1)?.startsWith('cancel') !== true; steps++) {
    await page.keyboard.press('Tab')
    reached.push(await focused())
  }
  t.match(
    reached.join(' | '),
    /Explorer \| Path \| Go \| HAL-FORMS[^]*History\s+1 \| Start \| \/orders \| \/orders\/42 \| \/orders \| cancel\s+POST\s+\/orders\/42\/cancel$/,
    'from the toolbar through the links to the actions'
  )
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.locator('h1[title="/orders"]', { hasText: 'Orders' }).waitFor()
  await settled(page)
  t.equal(await focused(), 'Orders')
  t.match(await page.getByRole('status').innerText(), /^GET \/orders: 200 OK$/, 'for screen readers')
  t.same(faults, [])
})
