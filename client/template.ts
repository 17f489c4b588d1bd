import { decodedName, expandTemplate, templateVariables } from '../lib/http/uri-template.ts'
import type { TemplateVariables, VariableValue } from '../types/client-types.ts'

/** Returns the URL of a template (RFC 6570). */
export function expanded (template: string, variables: TemplateVariables): string {
  return expandTemplate(template, valuesOf(template, variables))
}

// Names of variables are percent-encoded in templates.
function valuesOf (template: string, variables: TemplateVariables): Map<string, string | string[] | Record<string, string>> {
  return new Map(templateVariables(template).flatMap(name => {
    const own = decodedName(name)
    const value = Object.hasOwn(variables, own) ? variables[own] : null
    return value === undefined || value === null ? [] : [[name, textOf(value)] as const]
  }))
}

function textOf (value: VariableValue): string | string[] | Record<string, string> {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'object') return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
}
