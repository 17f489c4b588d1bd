import type { FastifyInstance } from 'fastify'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { newContext, PATIENCE } from '../../support/chromium.ts'
import { listen } from '../../support/servers.ts'

export { closeBrowser, skip } from '../../support/chromium.ts'

/** A page in Chromium. */
export interface Visit {
  readonly page: Page
  readonly origin: string
  /** Console messages about the policy and about controls, and requests that left the origin. */
  readonly faults: readonly string[]
}

/** Serves an app with pages, and opens one; without JavaScript, unless the options allow it. */
export async function visit (
  t: Pick<Test, 'teardown'>, app: FastifyInstance, path = '/', options: BrowserContextOptions = {}
): Promise<Visit> {
  const { origin } = await listen(app)
  t.teardown(() => app.close())
  const page = await (await newContext(t, { javaScriptEnabled: false, ...options })).newPage()
  page.setDefaultTimeout(PATIENCE)
  const faults: string[] = []
  page.on('console', message => {
    if (/Content Security|Refused|Pattern attribute|not focusable/.test(message.text())) faults.push(message.text())
  })
  page.on('request', request => { if (new URL(request.url()).origin !== origin) faults.push(request.url()) })
  await page.goto(origin + path)
  return { page, origin, faults }
}

export function pathOf (page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
