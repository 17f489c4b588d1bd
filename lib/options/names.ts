import { fail } from '../errors.ts'
import { templateFault, templateVariables } from '../http/uri-template.ts'
import { describe } from '../diagnostics/wording.ts'

/** Refuses what cannot be a relation, an action's name or a prefix. */
export function checkName (place: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Give a text that is not empty.')
  // RFC 8288, section 3.3: a space would read as two relations, a quote or a control as the end of the attribute.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020"\u007f-\u009f]/.test(name)) fail('FST_ERR_HYPER_INVALID_NAME', place, describe(name), 'Leave out spaces, double quotes and control characters.')
}

/** Refuses templates that RFC 6570 or HAL cannot read, and names that cannot be a prefix. */
export function checkCurie (place: string, prefix: string, template: unknown): void {
  checkName(place, prefix)
  if (prefix.includes(':')) fail('FST_ERR_HYPER_INVALID_NAME', place, describe(prefix), 'A CURIE prefix has no colon.')
  if (typeof template !== 'string') fail('FST_ERR_HYPER_INVALID_OPTION', place, describe(template), 'Give a template with {rel} as a text.')
  const fault = templateFault(template) ?? curieFault(templateVariables(template))
  if (fault !== null) fail('FST_ERR_HYPER_INVALID_TEMPLATE', place, describe(template), fault)
}

// Clients expand the one variable that they know (HAL, section 8.2).
function curieFault (variables: readonly string[]): string | null {
  if (!variables.includes('rel')) return 'a CURIE template holds {rel}'
  return variables.length === 1 ? null : 'a CURIE template has no variable but {rel}'
}
