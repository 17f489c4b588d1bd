import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'

// The Chromium of the machine; none is ever downloaded.

const executablePath = findChromium()

/** For a test's options: why it cannot run, or false. */
export const skip: string | false =
  executablePath === null ? 'no Chromium on the PATH: install it to run the tests with a browser' : false

function findChromium (): string | null {
  try {
    // The headless shell needs half the processor time.
    const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    return execFileSync('sh', ['-c', names.map(name => `command -v ${name}`).join(' || ')], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** Milliseconds until what a test waits for is missing: a busy machine is no fault of the page. */
export const PATIENCE = 120_000

let browser: Promise<Browser> | undefined

/** Closes the one Chromium of a test file. */
export async function closeBrowser (): Promise<void> {
  await (await browser)?.close()
}

/** A page, and all that went wrong on it. */
export interface Visit {
  readonly page: Page
  /** Console errors and uncaught errors. */
  readonly faults: readonly string[]
}

/** A context of its own, until the test ends. */
export async function newContext (
  t: Pick<Test, 'teardown'>, options: BrowserContextOptions = {}
): Promise<BrowserContext> {
  browser ??= chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  const context = await (await browser).newContext({ locale: 'en-GB', ...options })
  t.teardown(() => context.close())
  return context
}

/** Opens a URL in a context of its own. */
export async function openPage (t: Pick<Test, 'teardown'>, url: string): Promise<Visit> {
  const page = await (await newContext(t)).newPage()
  page.setDefaultTimeout(PATIENCE)
  const faults: string[] = []
  page.on('console', message => { if (message.type() === 'error') faults.push(message.text()) })
  page.on('pageerror', error => faults.push(String(error)))
  await page.goto(url)
  return { page, faults }
}
