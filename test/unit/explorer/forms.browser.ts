import Fastify from 'fastify'
import hyper, { defineLinks, defineRoutes } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'
import t, { type Test } from 'tap'
import { buildOrderForm } from '../../http/html/order-form.ts'
import { checkLooks } from '../../support/looks.ts'
import { closeBrowser, openForm, outcomeOf, skip, visit } from './browser.ts'

// Forms with rows, groups, choices and files in the explorer.

t.teardown(closeBrowser)

const folder = process.env['EXPLORER_SHOTS']

async function open (t: Test) {
  const { app, received } = await buildOrderForm({ hyper: { defaultFormat: 'hal-forms' } })
  const { page, faults } = await visit(t, app, '#/orders/7', { viewport: { width: 1440, height: 900 } })
  const form = await openForm(page, 'Place an order')
  await form.getByRole('group', { name: 'Line 1' }).waitFor()
  return { page, form, received, faults }
}

t.test('an order with lines', { skip }, async t => {
  const { page, form, received, faults } = await open(t)
  await form.getByLabel('Customer').fill('Ada')
  const first = form.getByRole('group', { name: 'Line 1' })
  await first.getByLabel('Product').fill('TEA-1')
  await first.getByLabel('Quantity').fill('2')
  await form.getByRole('button', { name: 'Add another line' }).click()
  const second = form.getByRole('group', { name: 'Line 2' })
  await second.waitFor()
  t.equal(await page.evaluate('document.activeElement.name'), 'lines[1].productId', 'the focus is in the new row')
  t.equal(await first.getByLabel('Product').inputValue(), 'TEA-1')
  await second.getByLabel('Product').fill('TEA-2')
  await second.getByLabel('Quantity').fill('3')
  await form.getByLabel('Street').fill('St James Square 12')
  await form.getByLabel('City').fill('London')
  await form.getByRole('radio', { name: 'Bank transfer' }).check()
  await form.getByLabel('IBAN').fill('GB33BUKB20201555555555')
  await form.getByRole('button', { name: 'Place an order' }).click()
  await outcomeOf(page).waitFor()
  t.match(received.at(-1)?.body, {
    customer: 'Ada',
    lines: [{ productId: 'TEA-1', quantity: 2 }, { productId: 'TEA-2', quantity: 3 }],
    address: { street: 'St James Square 12', city: 'London' },
    payment: { kind: 'bank', iban: 'GB33BUKB20201555555555' }
  })
  t.same(faults, [])
})

t.test('errors are beside their fields', { skip }, async t => {
  const { form } = await open(t)
  await form.getByLabel('Customer').fill('Ada')
  await form.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity').fill('99')
  await form.getByRole('button', { name: 'Place an order' }).click()
  await form.getByRole('button', { name: 'Send anyway' }).click()
  await form.getByText('Quantity must be at most 20.').waitFor()
  await form.getByText('Payment is required: choose one.').waitFor()
})

t.test('a choice that is required is checked before the form is sent', { skip }, async t => {
  const { page, form, received } = await open(t)
  const unchosen = () => form.locator('[type=radio]:invalid').count()
  t.equal(await unchosen(), 3, 'each of them')
  await form.getByRole('button', { name: 'Place an order' }).click()
  await form.getByText("Not sent: the marked fields fail the form's own check.").waitFor()
  await form.getByRole('radio', { name: 'Bank transfer' }).check()
  t.equal(await unchosen(), 0)
  t.equal(received.length, 0)
  const edit = await openForm(page, 'Edit the order')
  t.equal(await edit.locator('[type=radio]:invalid').count(), 0, 'one is chosen')
})

t.test('files, and a sample', { skip }, async t => {
  const { page, form, received } = await open(t)
  const upload = await openForm(page, 'Attach files')
  await upload.getByLabel('Photo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('a') })
  await upload.getByRole('button', { name: 'Attach files' }).click()
  await outcomeOf(page).waitFor()
  t.equal(String((received.at(-1)?.body as { photo: Buffer }).photo), 'a')
  await openForm(page, 'Place an order')
  await form.getByText('Edit as JSON').click()
  await form.getByRole('button', { name: 'Insert a sample' }).click()
  const sample = JSON.parse(await form.getByLabel('Body').inputValue())
  t.match(sample, { lines: [{ quantity: 1 }], payment: { kind: 'card' } })
})

t.test('a form begins with the values of the resource', { skip }, async t => {
  const { page } = await open(t)
  const edit = await openForm(page, 'Edit the order')
  const line = edit.getByRole('group', { name: 'Line 1' })
  await page.locator('[value="St James Square 12"]').first().waitFor()
  t.equal(await line.getByLabel('Product').inputValue(), 'TEA-12')
  t.equal(await edit.getByLabel('IBAN').inputValue(), 'GB33BUKB20201555555555')
  await edit.getByRole('button', { name: 'Remove Tag 1' }).click()
  t.equal(await edit.getByRole('textbox', { name: 'Tag 1' }).inputValue(), 'fragile')
  await edit.getByRole('button', { name: 'Add another line' }).click()
  t.equal(await line.getByLabel('Product').inputValue(), 'TEA-12')
  t.equal(await edit.getByRole('group', { name: 'Line 2' }).getByLabel('Product').inputValue(), '')
})

class Account { readonly name = 'Ada' }

const Routes = defineRoutes({ CloseAccount: 'POST /close', CheckAccount: 'POST /check' })

t.test('an action that cannot be undone asks in words', { skip }, async t => {
  const app = Fastify()
  await app.register(hyper, {
    routes: Routes,
    links: [defineLinks(Account, links => {
      links.affordance('close', Routes.CloseAccount()).danger()
      links.affordance('check', Routes.CheckAccount())
    })]
  })
  await app.register(hyperExplorer, { prefix: '/explorer' })
  app.get('/', { config: { hyper: { links: true } } }, () => new Account())
  app.post('/close', { config: { hyper: { name: 'CloseAccount' } } }, () => ({}))
  app.post('/check', { config: { hyper: { name: 'CheckAccount' } } }, () => ({}))
  const { page, faults } = await visit(t, app)
  for (const [name, asks] of [['close', 1], ['check', 0]] as const) {
    const form = await openForm(page, name)
    t.equal(await form.getByText('Are you sure? This may not be possible to undo.').count(), asks, name)
    t.equal(await form.locator('.delete').count(), asks, 'its button is red')
  }
  t.same(faults, [])
})

t.test('looks', { skip }, async t => {
  const { page, form } = await open(t)
  await form.getByRole('radio', { name: 'Bank transfer' }).check()
  await checkLooks(t, page, 'explorer-form', { folder, fullPage: true })
})
