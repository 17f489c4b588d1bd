import { expandTemplate, type TemplateValue } from '../lib/http/uri-template.ts'
import type { Link } from '../types/client-document.ts'
import type { TemplateVariables } from '../types/client-types.ts'
import { NotOffered } from './errors.ts'

// A template is the server's, and may repeat a variable again and again.
const MOST_CHARACTERS = 100_000

/**
 * Returns the URL of a link: if it is a URI template (RFC 6570), with the values of its variables.
 * @throws NotOffered for a variable that it does not have; TypeError for values that are too long
 */
export function expanded ({ href, templated }: Link, variables: TemplateVariables): string {
  const known = new Set<string>()
  const values = new Map(Object.entries(variables).filter(([, value]) => value !== undefined && value !== null))
  let length = 0
  const url = templated ? expandTemplate(href, { get: valueOf }) : href
  for (const name of values.keys()) if (!known.has(name)) throw new NotOffered('variable', name, href, [...known])
  return url

  // Names are percent-encoded in templates.
  function valueOf (encoded: string): TemplateValue | undefined {
    const name = decodeURIComponent(encoded)
    const value = values.get(name) as TemplateValue | undefined
    known.add(name)
    length += JSON.stringify([value].flat().map(one => [one, name])).length
    if (length > MOST_CHARACTERS) throw new TypeError(`The URL has more than ${MOST_CHARACTERS} characters.`)
    return value
  }
}
