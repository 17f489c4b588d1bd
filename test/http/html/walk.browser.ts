import t from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { buildHostile } from './hostile.ts'
import { buildShop } from './shop.ts'
import { closeBrowser, pathOf, skip, visit } from './visit.ts'

// Chromium without JavaScript. Run by `npm run test:apart -- browser`.

t.teardown(closeBrowser)

t.test('the reference API without JavaScript', { skip }, async t => {
  const app = await buildApp()
  const { page, faults } = await visit(t, app)
  await page.getByRole('link', { name: 'orders' }).last().click()
  t.equal(pathOf(page), '/orders')
  t.same(await page.getByRole('columnheader').allInnerTexts(), ['ID', 'Status', 'Actions'])
  await page.getByRole('link', { name: '42', exact: true }).click()
  t.equal(pathOf(page), '/orders/42')
  await page.getByRole('button', { name: 'Cancel' }).click()
  t.equal(pathOf(page), '/orders/42', 'back on the page of the order')
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /Cancelled/)
  t.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0)
  await page.getByRole('link', { name: 'JSON' }).click()
  t.match(await page.getByRole('region', { name: 'JSON' }).innerText(), /"status": "Cancelled"/)
  t.same(faults, [])
})

t.test('an API with PUT, PATCH and DELETE without JavaScript', { skip }, async t => {
  const { app, received } = await buildShop()
  const { page, faults } = await visit(t, app)
  await page.getByRole('link', { name: 'All orders' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  t.equal(pathOf(page), '/orders?page=2')
  t.same(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts(), [
    '« First', '‹ Previous', 'Next ›', 'Last »'
  ])
  const search = page.getByRole('search', { name: 'Find orders' })
  t.equal(await search.getByLabel('Page', { exact: false }).count(), 0, 'no fields of paging')
  await search.getByLabel('Customer').fill('Customer 4')
  await search.getByLabel('Status').selectOption('pending')
  await search.getByRole('button').click()
  t.equal(pathOf(page), '/orders?q=Customer%204&status=pending', 'empty fields are omitted')
  await page.getByRole('link', { name: '44', exact: true }).click()

  await page.locator('summary', { hasText: 'Edit the order' }).click()
  const edit = page.getByRole('form', { name: 'Edit the order' })
  t.equal(await edit.getByLabel('Customer').inputValue(), 'Customer 44', 'prefilled')
  await edit.getByLabel('Customer').fill('Ada')
  await edit.getByLabel('Gift').check()
  await edit.getByLabel('wrap').check()
  await edit.getByRole('button').click()
  t.same(received.find(({ method }) => method === 'PUT')!.body, {
    customer: 'Ada', quantity: app.orders.get(44)!.quantity, isGift: true, extras: ['wrap']
  })
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /Ada/)

  t.equal(await page.getByRole('status').innerText(), 'Done: Edit the order')
  await page.locator('summary', { hasText: 'Annotate' }).click()
  await page.getByRole('form', { name: 'Annotate' }).getByLabel('Note').fill('Soon')
  await page.getByRole('form', { name: 'Annotate' }).getByRole('button').click()
  t.same(received.find(({ method }) => method === 'PATCH')!.body, { note: 'Soon' })

  await page.context().addCookies([{ name: 'user', value: 'ada', url: page.url() }])
  await page.reload()
  await page.context().clearCookies()
  await page.getByRole('form', { name: 'Ship' }).getByRole('button').click()
  t.match(await page.getByRole('alert').innerText(), /do not have permission/, 'the guard of the target')
  await page.getByRole('link', { name: 'Back to Order 44' }).click()
  await page.getByRole('link', { name: 'Delete…' }).click()
  t.match(await page.getByRole('main').innerText(), /Are you sure/)
  await page.getByRole('form', { name: 'Delete' }).getByRole('button').click()
  t.equal(pathOf(page), '/orders', 'the page is gone')
  t.equal(await page.getByRole('status').innerText(), 'Done: Delete order 44')
  await page.reload()
  t.equal(await page.getByRole('status').count(), 0, 'once')
  t.notOk(app.orders.has(44))
  t.same(faults, [])
})

t.test('login, and an action in a row', { skip }, async t => {
  const { app } = await buildShop()
  const { page } = await visit(t, app)
  await page.getByRole('link', { name: 'Log in' }).click()
  const login = page.getByRole('form', { name: 'Log in' })
  await login.getByLabel('Name').fill('ada')
  await login.getByLabel('Password').fill('wrong')
  await login.getByRole('button').click()
  t.equal(await page.getByRole('form', { name: 'Log in' }).getByLabel('Name').inputValue(), 'ada', 'what was typed')
  await page.getByRole('form', { name: 'Log in' }).getByLabel('Password').fill('secret')
  await page.getByRole('form', { name: 'Log in' }).getByRole('button').click()
  t.equal(await page.getByRole('form', { name: 'Log out' }).count(), 1)
  await page.goto(new URL('/orders', page.url()).href)
  await page.getByLabel('More actions for 2', { exact: true }).click()
  await page.getByRole('button', { name: 'Ship 2', exact: true }).click()
  t.equal(pathOf(page), '/orders')
  t.equal(app.orders.get(2)!.status, 'shipped')
  await page.getByRole('link', { name: 'Edit the order… 3', exact: true }).click()
  const edit = page.getByRole('form', { name: 'Edit the order' })
  t.equal(await edit.getByLabel('Customer').inputValue(), 'Customer 3', 'a row links to the page of its form')
  await edit.getByLabel('Customer').fill('Ada')
  await edit.getByRole('button').click()
  t.equal(app.orders.get(3)!.customer, 'Ada', 'with the tag of the order')
  await page.goto(new URL('/orders', page.url()).href)
  await page.getByLabel('More actions for 2', { exact: true }).click()
  await page.getByRole('link', { name: 'Delete… 2', exact: true }).click()
  await page.getByRole('form', { name: 'Delete' }).getByRole('button').click()
  t.equal(pathOf(page), '/orders', 'back to the list')
  t.notOk(app.orders.has(2))
})

t.test('errors beside the fields, and what was typed', { skip }, async t => {
  const { app } = await buildShop()
  const { page } = await visit(t, app, '/orders')
  await page.locator('summary', { hasText: 'Place an order' }).click()
  const form = page.getByRole('form', { name: 'Place an order' })
  await form.getByLabel('Customer').fill('Nobody')
  await form.getByLabel('Quantity').fill('3')
  await form.getByLabel('card').check()
  await form.getByRole('button').click()
  const shown = page.getByRole('form', { name: 'Place an order', exact: true })
  t.equal(await shown.getByLabel('Customer').inputValue(), 'Nobody')
  t.equal(await shown.getByLabel('Customer').getAttribute('aria-invalid'), 'true')
  t.ok(await shown.getByLabel('card').isChecked())
  t.match(await shown.innerText(), /is not a customer/)
  await shown.getByLabel('Customer').fill('Grace')
  await shown.getByRole('button').click()
  t.equal(pathOf(page), '/orders/46')
})

t.test('a hostile API runs nothing, although JavaScript is on', { skip }, async t => {
  const { page, origin, faults } = await visit(t, await buildHostile(), '/', { javaScriptEnabled: true })
  for (const path of [
    '/', '/deep', '/list', '/problem', '/error', '/%3Cscript%3Ewindow.hacked=1%3C/script%3E', '/_html/json?path=/'
  ]) {
    await page.goto(origin + path)
    t.equal(await page.evaluate('window.hacked'), undefined, path)
    t.equal(await page.locator('script, img, iframe, main svg, style').count(), 0, 'no element of theirs')
    const hrefs = await page.locator('a').evaluateAll(links => links.map(link => String(link.getAttribute('href'))))
    t.same(hrefs.filter(href => !/^(?:\/(?!\/)|#|https?:\/\/)/.test(href)), [])
  }
  t.same(faults, [])
})
