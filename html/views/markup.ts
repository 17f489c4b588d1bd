// HTML of tables: a page has thousands of cells, and an element of Preact for each would take most of the
// time of the page.
import { jsxEscape } from 'preact/jsx-runtime'

/** HTML whose values are escaped. */
export class Markup {
  readonly html: string

  constructor (html: string) {
    this.html = html
  }
}

/** A value in HTML: a string or number is escaped, and nothing is empty. */
export type MarkupValue = Markup | readonly MarkupValue[] | string | number | null

/** Writes HTML. Values are escaped; attributes need double quotes. */
export function markup (template: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let html = template[0]!
  for (let index = 0; index < values.length; index++) html += htmlOf(values[index]!) + template[index + 1]!
  return new Markup(html)
}

function htmlOf (value: MarkupValue): string {
  if (value instanceof Markup) return value.html
  if (typeof value === 'string') return jsxEscape(value) as string
  if (value === null) return ''
  return typeof value === 'number' ? String(value) : value.map(htmlOf).join('')
}

/** Returns the property of an element of Preact that contains HTML. */
export function inner (value: MarkupValue): { readonly dangerouslySetInnerHTML: { readonly __html: string } } {
  return { dangerouslySetInnerHTML: { __html: htmlOf(value) } }
}
