import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { buildApp } from '../../../examples/orders/app.ts'
import { buildStaffShop } from './staff-shop.ts'
import { closeBrowser, pathOf, skip, visit } from './visit.ts'

// What a person needs to cancel a pending order: the keyboard alone, or three clicks. Without JavaScript.

t.teardown(closeBrowser)

const MOST_TABS = 60

// What has the focus, by its name, and whether people see that.
const FOCUSED = `(() => {
  const { activeElement: element } = document
  const name = element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  return { name, isSeen: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' }
})()`

async function tabTo (t: Test, page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < MOST_TABS; count++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<{ name: string, isSeen: boolean }>(FOCUSED)
    if (!name.test(focused.name)) {
      passed.push(focused.name)
      continue
    }
    t.ok(focused.isSeen, `the focus is seen: ${focused.name}`)
    return
  }
  t.fail(`no Tab leads to ${name.source}: ${passed.join(', ')}`)
}

async function enter (page: Page): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
}

t.test('by keyboard alone: signs in, finds and cancels a pending order, and signs out', { skip }, async t => {
  const { page } = await visit(t, await buildStaffShop())
  await tabTo(t, page, /^Skip to the content/)
  await tabTo(t, page, /^Sign in$/)
  await enter(page)
  await tabTo(t, page, /^Name/)
  await page.keyboard.type('ada')
  await tabTo(t, page, /^Password/)
  await page.keyboard.type('coffee')
  await enter(page)
  t.match(await page.getByRole('alert').innerText(), /The name or the password is wrong/)
  await tabTo(t, page, /^Password/)
  await page.keyboard.type('tea')
  await enter(page)
  t.equal(pathOf(page), '/', 'back on the page')
  t.match(await page.getByRole('navigation', { name: 'Page' }).innerText(), /Signed in as ada/)
  await tabTo(t, page, /^Pending orders/)
  await enter(page)
  t.equal(pathOf(page), '/orders?status=pending')
  await tabTo(t, page, /^Cancel the order… 3/)
  await enter(page)
  t.match(await page.getByRole('main').innerText(), /Are you sure/)
  await tabTo(t, page, /^Cancel the order$/)
  await enter(page)
  t.match(await page.getByRole('status').innerText(), /Cancel/)
  await page.goto(new URL('/orders/3', page.url()).href)
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /Cancelled/)
  await tabTo(t, page, /^Sign out$/)
  await enter(page)
  t.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 1)
})

t.test('in three clicks', { skip }, async t => {
  const { page } = await visit(t, await buildStaffShop())
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill('tea')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('link', { name: 'Pending orders' }).click()
  await page.getByRole('link', { name: 'Cancel the order… 6' }).click()
  await page.getByRole('button', { name: 'Cancel the order' }).click()

  await page.goto(new URL('/orders/6', page.url()).href)
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /Cancelled/)
})

t.test('what npm start serves, in three clicks', { skip }, async t => {
  const { page } = await visit(t, await buildApp())
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByRole('link', { name: 'Cancel… 42' }).click()
  await page.getByRole('button', { name: 'Cancel order 42' }).click()

  await page.goto(new URL('/orders/42', page.url()).href)
  t.match(await page.getByRole('region', { name: 'Properties' }).innerText(), /Cancelled/)
})

t.test('a page that only users may see', { skip }, async t => {
  const { page } = await visit(t, await buildStaffShop())
  await page.goto(new URL('/takings', page.url()).href)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill('tea')
  await page.getByRole('button', { name: 'Sign in' }).click()
  t.equal(pathOf(page), '/takings')
  t.match(await page.getByRole('main').innerText(), /1,234.5/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goBack()
  t.notMatch(await page.getByRole('main').innerText(), /1,234.5/, 'nothing is stored')
})
