import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { closeBrowser, openPage, skip } from '../../support/chromium.ts'
import { listen } from '../../support/servers.ts'
import { hyperApi, run } from '../scaffold/command.ts'

// The example in React: installed from its lock file, built by Vite, and used in Chromium.

t.teardown(closeBrowser)

const SOURCE = 'examples/react'
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Builds a copy of the example. Returns the folder of the built page. */
async function buildExample (t: Test): Promise<string> {
  const folder = t.testdir()
  cpSync(SOURCE, folder, { recursive: true, filter: path => !/(?:node_modules|dist)$/.test(path) })
  const installed = await run(['npm', 'ci', '--no-audit', '--no-fund'], folder)
  t.equal(installed.status, 0, installed.stderr)
  symlinkSync(process.cwd(), join(folder, 'node_modules/fastify-hyper'), 'junction')
  const built = await run(['npm', 'run', 'build'], folder)
  t.equal(built.status, 0, built.stdout + built.stderr)
  return join(folder, 'dist')
}

/** Serves a folder at /page/, beside the API. */
function servePage (app: FastifyInstance, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => extname(name) !== '')) {
    app.get(
      `/page/${name.replaceAll('\\', '/')}`,
      (_request, reply) => reply.type(TYPES[extname(name)]!).send(readFileSync(join(folder, name)))
    )
  }
}

const buttons = (page: Page) => page.getByRole('button').allInnerTexts()
const rows = async (page: Page) =>
  (await page.getByRole('listitem').allInnerTexts()).map(row => row.replace(/\s*Cancel order.*/, '').trim())

t.test('the types of the API are what hyper-api client writes', async t => {
  const { stdout, stderr } = await hyperApi(
    ['client', 'scaffold/templates/minimal/app.ts'], process.cwd(), ['--import', 'tsx']
  )
  t.equal(stdout, readFileSync(`${SOURCE}/src/api.ts`, 'utf8'), stderr)
})

t.test('buttons are there only for actions that are offered', { skip }, async t => {
  const app = await buildApp()
  t.teardown(() => app.close())
  servePage(app, await buildExample(t))
  const { origin } = await listen(app)
  const { page, faults } = await openPage(t, `${origin}/page/index.html`)

  await page.getByRole('listitem').nth(2).waitFor()
  t.same(await rows(page), ['Order 7: Shipped', 'Order 42: Pending', 'Order 99: Cancelled'])
  t.same(await buttons(page), ['Place an order', 'Cancel order 42'])

  await page.getByRole('button', { name: 'Cancel order 42' }).click()
  await page.getByText('Order 42: Cancelled').waitFor()
  t.same(await buttons(page), ['Place an order'], 'it is offered no more')

  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.getByText('Order 100: Pending').waitFor()
  t.same(await buttons(page), ['Place an order', 'Cancel order 100'])

  app.store.cancel(app.store.get(100)!)
  await page.getByRole('button', { name: 'Cancel order 100' }).click()
  await page.getByRole('alert').waitFor()
  t.match(await page.getByRole('alert').innerText(), /409 The state of the resource does not allow this action/)
  await page.getByText('Order 100: Cancelled').waitFor()
  t.same(faults.filter(fault => !fault.includes('409')), [])
})
