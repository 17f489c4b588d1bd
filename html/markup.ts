// HTML by template strings, for tables and for components of the app: a page has thousands of cells, and an element of
// Preact for each would take most of the time of the page.
import { ignoreRejections } from '../lib/async/promises.ts'
import { MARKUP } from '../lib/fastify/marks.ts'
import type { Markup as PublicMarkup, MarkupValue } from '../types/html.ts'

/** HTML whose values are escaped. */
export class Markup implements PublicMarkup {
  readonly html: string
  readonly [MARKUP] = true

  constructor (html: string) {
    this.html = html
  }
}

/** Whether a value is HTML of `markup`. No data of an API is. */
export function isMarkup (value: object): value is Markup {
  return MARKUP in value
}

/**
 * Writes HTML: strings among the values are escaped, other HTML of `markup` is kept, and null and undefined are
 * nothing. Attributes need quotes.
 * @example markup`<strong>${order.total}</strong> euros`
 */
export function markup (template: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  try {
    let html = template[0]!
    for (let index = 0; index < values.length; index++) html += written(values[index]) + template[index + 1]!
    return new Markup(html)
  } catch (error) {
    return failWith(values, error)
  }
}

/** Returns a value as HTML. @throws TypeError for what `markup` does not return, such as a promise */
export function htmlOf (value: MarkupValue): string {
  try {
    return written(value)
  } catch (error) {
    return failWith(value, error)
  }
}

function failWith (value: unknown, error: unknown): never {
  for (const one of [value].flat()) ignoreRejections(one)
  throw error
}

function written (value: MarkupValue): string {
  if (typeof value === 'string') return escaped(value)
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(written).join('')
  if (typeof value === 'object' && isMarkup(value)) return value.html
  throw new TypeError(`The HTML contains a ${typeof value}. Use strings, numbers, lists, and what markup returns.`)
}

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;', "'": '&#39;' }

function escaped (text: string): string {
  return /[&<"']/.test(text) ? text.replaceAll(/[&<"']/g, character => SPECIAL[character]!) : text
}
