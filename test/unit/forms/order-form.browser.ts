import Fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { closeBrowser, skip } from '../../support/chromium.ts'
import { buildBookings, first } from '../../support/every-kind.ts'
import { everyKind } from '../../support/form-entries.ts'
import { enter, fillIn, visitForm } from '../../support/form-in-browser.ts'
import { readHtmlForms } from '../../support/html-forms.ts'

// A page that is made of a form's template is filled in and sent, by a script or by the browser itself, and the
// expected input arrives. Needs Chromium: `npm run test:apart -- browser`.

t.teardown(closeBrowser)

/**
 * The orders API as far as its form goes, for browsers without scripts; an order is shown as the handler was given it.
 */
async function ordersWithoutScripts (): Promise<FastifyInstance> {
  const app = Fastify()
  const orders: unknown[] = []
  const schema = {
    type: 'object',
    properties: {
      quantity: { type: 'integer', minimum: 1, maximum: 100, default: 1, title: 'Quantity' },
      speed: { type: 'string', enum: ['Standard', 'Express', 'Overnight'], title: 'Delivery' }
    }
  }
  const body = { content: { 'application/x-www-form-urlencoded': { schema } } }
  const links = defineLinks(links => { links.affordance('create', LinkTarget.route('CreateOrder')) })
  readHtmlForms(app)
  await app.register(hyper)
  app.get('/', { config: { hyper: { links } } }, () => ({ name: 'Orders' }))
  app.get<{ Params: { index: number } }>('/orders/:index', request => orders[request.params.index])
  app.post('/orders', {
    schema: { body }, config: { hyper: { name: 'CreateOrder', formInput: true } }
  }, (request, reply) =>
    reply.code(201).header('location', `/orders/${orders.push(request.body) - 1}`).send({ created: true }))
  return app
}

interface Submission {
  readonly status: number
  readonly location: string
}

/** Presses the button of a form that the browser sends by itself. */
async function press (page: Page): Promise<Submission> {
  const [response] = await Promise.all([
    page.waitForResponse(response => response.request().isNavigationRequest()), page.getByRole('button').click()
  ])
  return { status: response.status(), location: response.headers()['location'] ?? '' }
}

/** Presses the button of a form that the page's script sends. */
async function pressForScript (page: Page): Promise<Submission> {
  await page.getByRole('button').click()
  const [status, location] = (await page.getByText(/^\d{3} /).innerText()).split(' ')
  return { status: Number(status), location: location! }
}

async function read (origin: string, location: string): Promise<unknown> {
  return (await fetch(new URL(location, origin))).json()
}

t.test('an order is placed by a script', { skip }, async t => {
  const { page, origin, faults } = await visitForm(t, await buildApp(), 'create')
  const quantity = page.getByLabel('Quantity')
  const attributes =
    await Promise.all(['type', 'min', 'max', 'step', 'value', 'required'].map(name => quantity.getAttribute(name)))
  t.equal(await page.title(), 'Place an order')
  t.same(attributes, ['number', '1', '100', '1', '1', null])
  t.same(await page.getByLabel('Delivery').locator('option').allInnerTexts(), ['', 'Standard', 'Express', 'Overnight'])

  const sent: string[] = []
  page.on('request', request => sent.push(`${request.method()} ${request.postData()}`))
  await quantity.fill('101')
  await page.getByRole('button').click()
  await quantity.fill('3')
  await page.getByLabel('Delivery').selectOption('Express')
  const { status, location } = await pressForScript(page)
  t.same(sent, ['POST {"quantity":"3","speed":"Express"}'], 'a browser does not send what is wrong')
  t.equal(status, 201)
  t.match(await read(origin, location), { id: 100, status: 'Pending' }, 'the order exists')
  t.same(faults, [])
})

t.test('an order is placed by the browser itself', { skip }, async t => {
  const { page, origin, faults } = await visitForm(t, await ordersWithoutScripts(), 'create')
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Delivery').selectOption('Overnight')
  const filled = await press(page)
  t.equal(filled.status, 201)
  t.same(await read(origin, filled.location), { quantity: 3, speed: 'Overnight' }, 'the order exists')

  await page.goto(`${origin}/form/create`)
  await page.getByLabel('Quantity').clear()
  const empty = await press(page)
  t.equal(empty.status, 201)
  t.same(await read(origin, empty.location), { quantity: 1 }, 'what is left empty is as if it were not there')
  t.same(faults, [])
})

t.test('a form with a control of every kind is sent by the browser itself', { skip }, async t => {
  const { page, origin, faults } = await visitForm(t, await buildBookings(), 'create')
  const controls = await page.locator('input, textarea, select').evaluateAll(controls =>
    controls.map(control => (control as unknown as { type: string }).type))
  t.same([...new Set(controls)].sort(), [
    'checkbox', 'color', 'date', 'datetime-local', 'email', 'hidden', 'month', 'number', 'password', 'range', 'search',
    'select-one', 'tel', 'text', 'textarea', 'time', 'url', 'week'
  ])
  t.equal(await page.getByLabel('Name', { exact: true }).getAttribute('placeholder'), 'Ada Lovelace')
  t.same(await page.getByLabel('Speed').locator('option')
    .allInnerTexts(), ['', 'By ship', 'By air'], 'choices of another route')
  t.equal(await page.getByLabel('Old').count(), 0, 'a deprecated field')
  t.equal(await page.getByLabel('Number').count(), 0, 'a read-only field')

  await fillIn(page, everyKind.filled)
  await page.getByLabel('Notes').fill('one\ntwo')
  await page.getByLabel('Floor').selectOption('Ground floor')
  await page.getByLabel('Breakfast').check()
  await enter(page, 'days', ['1', '3'])
  await page.getByLabel('Zip').fill('12345')
  const { status, location } = await press(page)
  t.equal(status, 201)
  t.same(await read(origin, location), {
    version: 'v1',
    name: 'Ada',
    code: 'AB-1',
    notes: 'one\r\ntwo',
    email: 'ada@example.org',
    day: '2025-01-31',
    colour: '#000000',
    people: 2,
    volume: 5,
    agreed: true,
    room: 'Single',
    floor: 0,
    extras: ['Breakfast', 'Sauna'],
    days: [1, 3],
    address: { street: 'Elm', zip: '12345' }
  }, 'each value as the schema has it, and nothing of what was left empty')
  t.same(faults, [])
})

t.test('a form that begins with what is there is sent by a script', { skip }, async t => {
  const { page, origin, faults } = await visitForm(t, await buildBookings(), 'replace')
  t.equal(await page.getByLabel('Number').isEditable(), false)
  const { status, location } = await pressForScript(page)
  t.equal(status, 200)
  t.same(await read(origin, location), { version: 'v1', ...first, volume: 5 }, 'and comes back unchanged')

  await page.reload()
  await page.getByLabel('Room').selectOption('Single')
  await page.getByLabel('Sauna').uncheck()
  await page.getByLabel('Street').fill('Oak')
  await pressForScript(page)
  t.same(await read(origin, location), {
    version: 'v1', ...first, volume: 5, room: 'Single', extras: ['Parking'], address: { street: 'Oak' }
  })
  t.same(faults, [])
})

t.test('a form with GET sends a query', { skip }, async t => {
  const { page, origin, faults } = await visitForm(t, await buildBookings(), 'find')
  await page.getByLabel('People').fill('2')
  t.equal((await press(page)).status, 200)
  t.equal(page.url(), `${origin}/bookings?room=&people=2`)
  t.same(await read(origin, page.url()), { query: { people: 2 } })
  t.same(faults, [])
})
