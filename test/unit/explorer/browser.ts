import type { FastifyInstance } from 'fastify'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { newContext, PATIENCE } from '../../support/chromium.ts'
import { listen } from '../../support/servers.ts'

export { closeBrowser, skip } from '../../support/chromium.ts'

/** A page that shows the explorer, and all that went wrong on it. */
export interface Visit {
  readonly page: Page
  readonly origin: string
  /** Console errors and warnings, uncaught errors, blocked resources, and requests that left the origin. */
  readonly faults: readonly string[]
}

/** Serves an app that has the explorer, and opens it at a hash, or at a path with one. */
export async function visit (
  t: Pick<Test, 'teardown'>, app: FastifyInstance, hash = '', options: BrowserContextOptions = {}
): Promise<Visit> {
  const { origin } = await listen(app)
  t.teardown(() => app.close())
  return open(t, origin, hash.startsWith('/') ? hash : `/explorer${hash}`, options)
}

/** Opens a page of a server that runs already. */
export async function open (
  t: Pick<Test, 'teardown'>, origin: string, path: string, options: BrowserContextOptions = {}
): Promise<Visit> {
  const page = await (await newContext(t, options)).newPage()
  page.setDefaultTimeout(PATIENCE)
  const faults: string[] = []
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) faults.push(message.text()) })
  page.on('pageerror', error => faults.push(String(error)))
  page.on('dialog', dialog => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss().catch(() => {}) })
  page.on('request', request => {
    if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      faults.push(`request to ${request.url()}`)
    }
  })
  await page.goto(origin + path)
  await settled(page)
  return { page, origin, faults }
}

/** Waits until nothing is loading, and what follows the painting is done: titles, focus and sessions. */
export async function settled (page: Page): Promise<void> {
  await page.locator('.columns[aria-busy="false"]').waitFor()
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))'
  )
}

/** The path of what is shown: the headline has it as its title. */
export function heading (page: Page): Promise<string | null> {
  return page.locator('h1').getAttribute('title')
}

/** Waits until the response of a path is shown. */
export async function arrived (page: Page, path: string): Promise<void> {
  await page.locator(`h1[title="${path}"]`).waitFor()
  await settled(page)
}

/** Requests a path by its input in the toolbar. */
export async function enterPath (page: Page, path: string): Promise<void> {
  await page.getByLabel('Path', { exact: true }).fill(path)
  await page.keyboard.press('Enter')
}

/** Adds a header of the session; its panel is open. */
export async function addHeader (page: Page, name: string, value = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add a header' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill(name)
  await page.getByLabel('Value', { exact: true }).last().fill(value)
}

/** The region with the outcome of the last action. */
export function outcomeOf (page: Page): Locator {
  return page.getByRole('region', { name: 'Last action' })
}

/** Opens all that can be opened, and what comes to light. */
export async function unfold (page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("main button[aria-expanded=false]").forEach(button => button.click())')
  const closed = page.locator('main details:not([open])')
  while (await closed.count() > 0) {
    await closed.evaluateAll(elements => elements.forEach(element => element.setAttribute('open', '')))
    // What opens is drawn after its event.
    await page.evaluate('new Promise(resolve => setTimeout(resolve, 50))')
  }
}

/** The line that an action is folded to. */
export function actionOf (page: Page, name: string): Locator {
  return page.locator('.act > summary', { hasText: name })
}

/** The form of an action, which is opened if it is not. */
export async function openForm (page: Page, name: string): Promise<Locator> {
  const form = page.getByRole('form', { name, exact: true, includeHidden: true }).first()
  await form.locator('xpath=ancestor::details[1]').evaluate(fold => fold.setAttribute('open', ''))
  return form
}
