import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { checkLooks } from '../../support/looks.ts'
import { buildOrderForm } from './order-form.ts'
import { closeBrowser, skip, visit } from './visit.ts'

// Forms with rows, groups, choices and files in Chromium. With a folder in HTML_SHOTS their looks are kept as images.

t.teardown(closeBrowser)

const folder = process.env['HTML_SHOTS']

async function visitForm (t: Test, javaScriptEnabled = false) {
  const { app, received } = await buildOrderForm()
  const visited = await visit(t, app, '/orders/7', { javaScriptEnabled, viewport: { width: 1440, height: 900 } })
  return { ...visited, received }
}

const unfold = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()

const ORDER = {
  customer: 'Ada',
  lines: [{ productId: 'TEA-1', quantity: 2, isGift: false }, { productId: 'TEA-2', quantity: 3, isGift: true }],
  address: { street: 'St James Square 12', city: 'London' },
  payment: { kind: 'bank', iban: 'GB33BUKB20201555555555' }
}

t.test('an order with lines without a script', { skip }, async t => {
  const { page, received, faults } = await visitForm(t)
  await unfold(page, 'Place an order')
  const form = page.getByRole('form', { name: 'Place an order' })
  await form.getByLabel('Customer').fill('Ada')
  const first = form.getByRole('group', { name: 'Line 1' })
  await first.getByLabel('Product').fill('TEA-1')
  await first.getByLabel('Quantity').fill('2')
  await form.getByRole('button', { name: 'Add another line' }).click()
  const second = form.getByRole('group', { name: 'Line 2' })
  t.equal(await first.getByLabel('Product').inputValue(), 'TEA-1', 'what was typed is kept')
  t.equal(await page.evaluate('document.activeElement.name'), 'lines[1].productId', 'the focus is in the new row')
  await second.getByLabel('Product').fill('TEA-2')
  await second.getByLabel('Quantity').fill('3')
  await second.getByLabel('Gift').check()
  await form.getByLabel('Street').fill('St James Square 12')
  await form.getByLabel('City').fill('London')
  t.notOk(await form.getByLabel('IBAN').isVisible(), 'the fields of a choice are hidden')
  await form.getByRole('radio', { name: 'Bank transfer' }).check()
  await form.getByLabel('IBAN').fill('GB33BUKB20201555555555')
  await form.getByLabel('IBAN').press('Enter')
  await page.locator('.notice').waitFor()
  t.same(received.at(-1)?.body, ORDER, 'the Enter key sends the form')
  t.same(faults, [])
})

t.test('an order by keyboard alone', { skip }, async t => {
  const { page, received } = await visitForm(t)
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await page.evaluate(
        'document.activeElement.name + " " + (document.activeElement.value || document.activeElement.textContent)'
      ).then(found => String(found).startsWith(name))) return
      await page.keyboard.press('Tab')
    }
    t.fail(`no ${name} in reach`)
  }
  await tabTo('undefined Place an order')
  await page.keyboard.press('Enter')
  await tabTo('customer')
  await page.keyboard.type('Ada')
  await tabTo('lines[0].productId')
  await page.keyboard.type('TEA-1')
  await tabTo('lines[0].quantity')
  await page.keyboard.type('2')
  await tabTo('{add} lines')
  await page.keyboard.press('Enter')
  await page.getByText('Line 2').waitFor()
  await page.keyboard.type('TEA-2')
  await tabTo('lines[1].quantity')
  await page.keyboard.type('3')
  await tabTo('lines[1].isGift')
  await page.keyboard.press('Space')
  await tabTo('address.street')
  await page.keyboard.type('St James Square 12')
  await tabTo('address.city')
  await page.keyboard.type('London')
  await tabTo('payment{} 0')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await tabTo('payment{1}.iban')
  await page.keyboard.type('GB33BUKB20201555555555')
  await page.keyboard.press('Enter')
  await page.locator('.notice').waitFor()
  t.same(received.at(-1)?.body, ORDER)
})

t.test('files without a script', { skip }, async t => {
  const { page, received } = await visitForm(t)
  await unfold(page, 'Attach files')
  const form = page.getByRole('form', { name: 'Attach files' })
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) })
  await form.getByLabel('Photo').setInputFiles(file('photo.png'))
  await form.getByLabel('Papers').setInputFiles([file('a.png'), file('b.png')])
  await form.getByRole('button', { name: 'Attach files' }).click()
  await page.locator('.notice').waitFor()
  const { photo, papers } = received.at(-1)?.body as { photo: Buffer, papers: Buffer[] }
  t.same([photo, ...papers].map(String), ['photo.png', 'a.png', 'b.png'])
})

const LOOKS: ReadonlyArray<readonly [name: string, act: (page: Page) => Promise<unknown>]> = [
  ['form', page => unfold(page, 'Place an order')],
  ['form-choice', async page => {
    await unfold(page, 'Place an order')
    await page.getByRole('form', { name: 'Place an order' }).getByRole('radio', { name: 'Bank transfer' }).check()
  }],
  ['form-files', page => unfold(page, 'Attach files')],
  ['form-rows', async page => {
    await unfold(page, 'Place an order')
    await page.getByRole('form', { name: 'Place an order' }).getByLabel('Product').fill('TEA-1')
    await page.getByRole('form', { name: 'Place an order' }).getByRole('button', { name: 'Add another line' }).click()
    await page.getByText('Line 2').waitFor()
  }],
  ['form-errors', async page => {
    await unfold(page, 'Place an order')
    await page.getByRole('form', { name: 'Place an order' }).getByLabel('Product').fill('tea')
    await page.getByRole('form', { name: 'Place an order' }).getByRole('radio', { name: 'Card' }).check()
    await page.getByRole('form', { name: 'Place an order' }).locator('form').evaluate(form => {
      (form as unknown as { noValidate: boolean }).noValidate = true
    })
    await page.locator('.buttons button').first().click()
    await page.getByRole('alert').waitFor()
  }]
]

for (const [name, act] of LOOKS) {
  t.test(name, { skip }, async t => {
    const { page } = await visitForm(t, true)
    await act(page)
    await checkLooks(t, page, name, { folder, fullPage: true })
  })
}
