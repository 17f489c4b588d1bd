import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { templateFault, templateVariables } from '../http/uri-template.ts'
import { invalid } from './checks.ts'

/** Checks a relation, the name of an action, or a CURIE prefix. */
export function checkName (place: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') {
    fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Give a string that is not empty.')
  }
  // RFC 8288, section 3.3: a space separates relations, a quote or a control character ends the attribute.
  // eslint-disable-next-line no-control-regex
  const hasSeparator = /[\u0000-\u0020"\u007f-\u009f]/.test(name)
  if (hasSeparator) {
    fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Omit spaces, double quotes and control characters.')
  }
}

export function checkParameter (place: string, name: unknown): void {
  // No URL can hold a lone surrogate.
  const isName = typeof name === 'string' && name !== '' && !/\p{Cs}/u.test(name)
  if (!isName) invalid(place, name, 'Give the name of the query parameter.')
}

/** Checks a CURIE prefix and its template (RFC 6570; HAL, section 8.2). */
export function checkCurie (place: string, prefix: string, template: unknown): void {
  checkName(place, prefix)
  if (prefix.includes(':')) fail('FST_ERR_HYPER_INVALID_NAME', place, describe(prefix), 'A CURIE prefix has no colon.')
  if (typeof template !== 'string') invalid(place, template, 'Give a template with {rel} as a string.')
  const fault = templateFault(template) ?? curieFault(templateVariables(template))
  if (fault !== null) fail('FST_ERR_HYPER_INVALID_TEMPLATE', place, describe(template), fault)
}

// Clients expand one variable only (HAL, section 8.2).
function curieFault (variables: readonly string[]): string | null {
  if (!variables.includes('rel')) return 'a CURIE template holds {rel}'
  return variables.length === 1 ? null : 'a CURIE template has no variable but {rel}'
}
