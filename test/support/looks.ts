import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'

const EVERY_RULE = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const RULES_OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

// The width changes no colour, and the colour scheme no other rule.
const LOOKS = [
  { width: 360, colorScheme: 'light', rules: EVERY_RULE },
  { width: 800, colorScheme: 'dark', rules: RULES_OF_COLOURS },
  { width: 1600, colorScheme: 'light', rules: EVERY_RULE }
] as const

interface Screenshots {
  /** Where they are written; undefined for none. */
  readonly folder: string | undefined
  readonly fullPage: boolean
}

/** Narrow and wide, light and dark: nothing overflows the page, and axe finds no violation. */
export async function checkLooks (t: Test, page: Page, name: string, { folder, fullPage }: Screenshots): Promise<void> {
  await page.evaluate(axe.source)
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const title = `${name}-${width}-${colorScheme}`
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${title}.png`), fullPage })
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${title}: nothing overflows`)
    t.same(await violations(page, rules), [], `${title}: axe finds nothing`)
  }
}

async function violations (page: Page, runOnly: object): Promise<string[]> {
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const found = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`))
}
