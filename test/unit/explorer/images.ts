import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import t from 'tap'
import { buildApp } from '../../../examples/orders/app.ts'
import hyper, { createHyperTransform, defineLinks, LinkTarget } from '../../../lib/index.ts'
import { buildOrderForm } from '../../http/html/order-form.ts'
import { buildStaffShop } from '../../http/html/staff-shop.ts'
import { closeBrowser, newContext, PATIENCE, skip } from '../../support/chromium.ts'
import { listen } from '../../support/servers.ts'
import { actionOf, openForm, settled } from './browser.ts'
import { buildTeaShop } from './shop.ts'

// The images of README and docs: `npm run test:apart -- images` makes them again, in docs/images.

t.teardown(closeBrowser)

const FOLDER = 'docs/images'

interface Image {
  readonly name: string
  readonly path: string
  readonly colorScheme: 'light' | 'dark'
  readonly width?: number
  readonly height: number
  /** Another app than the tea shop. */
  readonly build?: () => Promise<FastifyInstance>
  /** What is done before the screenshot. */
  readonly act: (page: Page) => Promise<unknown>
}

const shown = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

const orderForm = async () => (await buildOrderForm({
  hyper: { defaultFormat: 'hal-forms' },
  prepare: async app => {
    await app.register(swagger, { openapi: { info: { title: 'Shop', version: '1' } } })
    await app.register(swaggerUi, { routePrefix: '/swagger' })
  }
})).app

const IMAGES: readonly Image[] = [
  { name: 'explorer', path: '/explorer#/orders', colorScheme: 'light', height: 760, act: settled },
  {
    name: 'explorer-order',
    path: '/explorer#/orders/3',
    colorScheme: 'dark',
    height: 900,
    async act (page) {
      await settled(page)
      await (await openForm(page, 'Edit the order')).scrollIntoViewIfNeeded()
    }
  },
  {
    name: 'explorer-form',
    path: '/explorer#/orders/7',
    colorScheme: 'light',
    width: 760,
    height: 1000,
    build: orderForm,
    async act (page) {
      await settled(page)
      await openForm(page, 'Place an order')
      await fillLines(page)
      await actionOf(page, 'Place an order').evaluate(line => line.scrollIntoView())
    }
  },
  {
    name: 'swagger-ui-form',
    path: '/swagger',
    colorScheme: 'light',
    width: 760,
    height: 1000,
    build: orderForm,
    async act (page) {
      await page.locator('#operations-default-post_orders, .opblock-post').first().click()
      await page.getByRole('button', { name: 'Try it out' }).click()
      await page.locator('.opblock-post').first().evaluate(block => block.scrollIntoView())
    }
  },
  {
    name: 'swagger-ui-response',
    path: '/swagger',
    colorScheme: 'light',
    width: 900,
    height: 720,
    build: documentedOrders,
    async act (page) {
      await page.locator('.opblock-get').first().click()
      await page.locator('.model-example').first().waitFor()
      await page.locator('.responses-wrapper').first().evaluate(responses => responses.scrollIntoView())
    }
  },
  {
    name: 'html-form',
    path: '/orders/7',
    colorScheme: 'light',
    height: 1000,
    build: orderForm,
    async act (page) {
      await page.locator('summary', { hasText: 'Place an order' }).click()
      await fillLines(page)
      await page.getByRole('form', { name: 'Place an order' }).evaluate(form => form.scrollIntoView())
    }
  },
  ...(['light', 'dark'] as const).map(colorScheme => ({
    name: colorScheme === 'light' ? 'html-page' : 'html-page-dark',
    path: '/_html/sign-in?page=/orders',
    colorScheme,
    height: 760,
    build: () => buildApp(),
    act: asStaff
  })),
  { name: 'html-order', path: '/orders/3', colorScheme: 'light', height: 640, act: shown },
  { name: 'html-start', path: '/', colorScheme: 'dark', height: 640, act: shown },
  {
    name: 'html-sign-in',
    path: '/_html/sign-in?page=/orders',
    colorScheme: 'light',
    width: 900,
    height: 560,
    build: buildStaffShop,
    async act (page) {
      await page.getByLabel('Name').fill('Ada')
      await page.getByLabel('Password').fill('coffee')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    }
  },
  {
    name: 'html-confirmation',
    path: '/orders',
    colorScheme: 'light',
    width: 900,
    height: 440,
    build: buildStaffShop,
    async act (page) {
      await signIn(page, '/orders')
      await page.getByRole('link', { name: 'Cancel the order… 3' }).click()
      await page.getByText('Are you sure').waitFor()
    }
  },
  {
    name: 'html-not-possible',
    path: '/orders',
    colorScheme: 'light',
    width: 900,
    height: 440,
    build: buildStaffShop,
    async act (page) {
      await signIn(page, '/orders/3')
      const other = await page.context().newPage()
      for (const tab of [page, other]) {
        await tab.goto(new URL('/orders/3', page.url()).href)
        await tab.getByRole('link', { name: 'Cancel the order' }).click()
      }
      for (const tab of [other, page]) {
        await tab.getByRole('form', { name: 'Cancel the order' }).getByRole('button').click()
      }
      await page.getByRole('alert').waitFor()
    }
  },
  {
    name: 'html-changed',
    path: '/orders/3',
    colorScheme: 'light',
    height: 640,
    async act (page) {
      const other = await page.context().newPage()
      await other.goto(page.url())
      for (const [tab, quantity] of [[page, '2'], [other, '5']] as const) {
        await tab.locator('summary', { hasText: 'Edit the order' }).click()
        await tab.getByRole('form', { name: 'Edit the order' }).getByLabel('Quantity').fill(quantity)
      }
      for (const tab of [other, page]) {
        await tab.getByRole('form', { name: 'Edit the order' }).getByRole('button').click()
      }
      await page.getByText('Someone changed this').waitFor()
    }
  },
  {
    name: 'html-no-result',
    path: '/orders?q=Ada&status=shipped&minTotal=90',
    colorScheme: 'light',
    width: 900,
    height: 400,
    act: shown
  },
  { name: 'html-missing', path: '/teapots', colorScheme: 'light', width: 900, height: 400, act: shown },
  {
    name: 'html-json',
    path: '/orders/3',
    colorScheme: 'light',
    width: 900,
    height: 400,
    act: page => page.getByRole('link', { name: 'JSON' }).click()
  },
  { name: 'html-phone', path: '/orders/3', colorScheme: 'light', width: 390, height: 760, act: shown },
  {
    name: 'html-error',
    path: '/orders',
    colorScheme: 'light',
    height: 760,
    async act (page) {
      await page.locator('summary', { hasText: 'Place an order' }).click()
      const form = page.getByRole('form', { name: 'Place an order' })
      await form.locator('input').evaluateAll(inputs => {
        for (const input of inputs) (input as unknown as { required: boolean }).required = false
      })
      await form.getByLabel('Customer').fill('Ada Lovelace')
      await form.getByLabel('Tea').selectOption('Assam')
      await form.getByRole('button').click()
      await page.getByRole('alert').waitFor()
    }
  }
]

/** An order with a link and an action, in an OpenAPI document of one format. */
async function documentedOrders (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
    transform: createHyperTransform({ formats: ['default'] })
  })
  await app.register(swaggerUi, { routePrefix: '/swagger' })
  const orderSchema = {
    $id: 'Order',
    type: 'object',
    properties: { id: { type: 'integer' }, status: { type: 'string' } }
  }
  const orderLinks = defineLinks<{ id: number, status: string }>(orderSchema, links => {
    const byId = ({ id }: { id: number }) => ({ id })
    links.self(LinkTarget.route('GetOrder', byId))
    links.affordance('cancel', LinkTarget.route('CancelOrder', byId)).when(({ status }) => status === 'Pending')
  })
  await app.register(hyper, { links: [orderLinks] })
  const order = { id: 42, status: 'Pending' }
  app.get('/orders/:id', {
    schema: { response: { 200: orderSchema } }, config: { hyper: { name: 'GetOrder', links: true } }
  }, () => order)
  app.post('/orders/:id/cancel', {
    config: { hyper: { name: 'CancelOrder', resource: () => order } }
  }, (_request, reply) => reply.code(204).send())
  return app
}

/** The orders of `npm start`, for a member of staff. */
async function asStaff (page: Page): Promise<void> {
  await page.getByLabel('As').selectOption('sam')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as').waitFor()
  // Without the notice about it.
  await page.goto(new URL('/orders/search', page.url()).href)
}

async function signIn (page: Page, path: string): Promise<void> {
  await page.goto(new URL(`/_html/sign-in?page=${path}`, page.url()).href)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('tea')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function fillLines (page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Place an order' })
  await form.getByLabel('Customer').fill('Ada Lovelace')
  const line = form.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Product').fill('TEA-12')
  await line.getByLabel('Quantity').fill('2')
  await form.getByRole('button', { name: 'Add another line' }).click()
  await form.getByRole('group', { name: 'Line 2' }).getByLabel('Product').fill('TEA-7')
  await form.getByRole('radio', { name: 'Bank transfer' }).check()
  await form.getByLabel('Customer').blur()
}

for (const { name, path, colorScheme, width = 1200, height, build = buildTeaShop, act } of IMAGES) {
  t.test(name, { skip }, async t => {
    const { origin, app } = await listen(await build())
    t.teardown(() => app.close())
    // The time of a first request is that of a cold process.
    for (let count = 0; count < 50; count++) {
      await app.inject({ url: '/orders', headers: { accept: 'application/prs.hal-forms+json' } })
    }
    const page = await (await newContext(t, { viewport: { width, height }, colorScheme })).newPage()
    page.setDefaultTimeout(PATIENCE)
    await page.goto(origin + path)
    await act(page)
    mkdirSync(FOLDER, { recursive: true })
    const image = await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    t.ok(image.length < 150_000, `${image.length} bytes`)
  })
}
