import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { openPage, type Visit } from './chromium.ts'
import type { Entry } from './form-entries.ts'
import { serveFormPages } from './form-page.ts'
import { listen } from './servers.ts'

// People at the form of a page.

/** A page with a form, and the server that it is sent to. */
export interface FormVisit extends Visit {
  readonly origin: string
}

/** Serves an app, and opens the form of one of its entry point's templates. */
export async function visitForm (t: Pick<Test, 'teardown'>, app: FastifyInstance, name: string): Promise<FormVisit> {
  t.teardown(() => app.close())
  serveFormPages(app)
  const { origin } = await listen(app)
  return { ...await openPage(t, `${origin}/form/${name}`), origin }
}

interface Control {
  readonly type: string
  value: string
}

/** Enters a value by hand, or as near to it as the control lets anybody. */
export async function enter (page: Page, name: string, entry: Entry): Promise<void> {
  const control = page.locator(`[name="${name}"]`)
  if (typeof entry !== 'string') return check(page, name, entry)
  const kind = await control.first().evaluate(control => (control as Control).type)
  if (kind === 'select-one') await control.selectOption(entry)
  else if (SET_BY_PICKERS.includes(kind)) await setValue(page, name, entry)
  else await type(page, name, entry)
}

const SET_BY_PICKERS = ['date', 'month', 'week', 'time', 'datetime-local', 'range', 'color']

async function check (page: Page, name: string, values: readonly string[]): Promise<void> {
  for (const box of await page.locator(`[name="${name}"]`).all()) {
    await box.setChecked(values.includes(await box.inputValue()))
  }
}

async function setValue (page: Page, name: string, value: string): Promise<void> {
  await page.locator(`[name="${name}"]`).evaluate((control, value) => { (control as Control).value = value }, value)
}

// A browser cuts what is typed at the greatest length, and checks lengths only where somebody typed: so the text was
// there, longer, and its end is deleted.
async function type (page: Page, name: string, text: string): Promise<void> {
  const control = page.locator(`[name="${name}"]`)
  if (await control.evaluate(control => (control as Control).type) === 'number') {
    await control.clear()
    return control.pressSequentially(text)
  }
  await setValue(page, name, `${text}x`)
  await control.press('ControlOrMeta+End')
  await control.press('Backspace')
}

/**
 * Why the browser would not send the form: the first flag of ValidityState of each invalid control;
 * empty where it would.
 */
export function objections (page: Page): Promise<Record<string, string>> {
  return page.evaluate<Record<string, string>>(`(() => {
    const flags = ['badInput', 'customError', 'patternMismatch', 'rangeOverflow', 'rangeUnderflow', 'stepMismatch',
      'tooLong', 'tooShort', 'typeMismatch', 'valueMissing']
    const controls = [...document.forms[0].elements].filter(control => control.willValidate && !control.validity.valid)
    const flagOf = control => flags.find(flag => control.validity[flag])
    const found = Object.fromEntries(controls.map(control => [control.name, flagOf(control)]))
    const isValid = document.forms[0].checkValidity()
    if (isValid !== (controls.length === 0)) throw new Error('the form and its controls disagree')
    return found
  })()`)
}

/** What the browser would send: the form's data, empty texts among it. */
export function formData (page: Page): Promise<[name: string, value: string][]> {
  return page.evaluate<[string, string][]>('[...new FormData(document.forms[0])]')
}

/** Fills in a form; `reset` gives what it holds then. */
export async function fillIn (page: Page, entries: Readonly<Record<string, Entry>>): Promise<void> {
  for (const [name, entry] of Object.entries(entries)) await enter(page, name, entry)
  await page.evaluate(`(() => {
    for (const control of document.forms[0].elements) {
      Object.assign(control, { defaultValue: control.value, defaultChecked: control.checked })
    }
    for (const option of document.querySelectorAll('option')) option.defaultSelected = option.selected
  })()`)
}

/** Takes back what was entered since the form was filled in. */
export async function reset (page: Page): Promise<void> {
  await page.evaluate('document.forms[0].reset()')
}
