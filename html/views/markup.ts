import type { MarkupValue } from '../../types/html.ts'
import { htmlOf } from '../markup.ts'

/** Returns the property of an element of Preact that contains HTML. */
export function inner (value: MarkupValue): { readonly dangerouslySetInnerHTML: { readonly __html: string } } {
  return { dangerouslySetInnerHTML: { __html: htmlOf(value) } }
}
