// A URI template expands as the reference library expands it, and no more than that is accepted (RFC 6570).
import { parseTemplate } from 'url-template'
import {
  expandTemplate, templateFault, type TemplateValue, templateVariables
} from '../../../../lib/http/uri-template.ts'
import { holds, Input, same } from '../input.ts'

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const template = input.line()
  const fault = templateFault(template)
  if (fault !== null) {
    return holds(
      !/^[\w/]*(?:\{[+#./;?&]?[a-z]+\})*$/.test(template) || /\{(?:list|keys)/.test(template), `${template}: ${fault}`
    )
  }
  const values = new Map<string, TemplateValue>()
  for (const name of templateVariables(template)) if (input.flag()) values.set(name, valueOf(input))
  const expanded = expandTemplate(template, values)
  holds(/^[!-~]*$/.test(expanded) && !/[{}]/.test(expanded), `a URI reference: ${expanded}`)
  // The library encodes the percent sign of a triplet in a name again,
  // which is part of the name (sections 2.3 and 3.2.8).
  if ([...values.keys()].some(name => name.includes('%'))) return
  same(expanded, parseTemplate(template)
    .expand(Object.fromEntries(values) as Record<string, string>), `the expansion of ${template}`)
}

// The library does not know that an empty list or map is no value, nor that `;` writes no `=` before an empty element
// (sections 2.3 and 3.2.7).
function valueOf (input: Input): TemplateValue {
  const kind = input.number(4)
  if (kind < 2) return string(input)
  const parts = Array.from({ length: 1 + input.number(3) }, () => string(input) || 'e')
  return kind === 2 ? parts : Object.fromEntries(parts.map((part, index) => [`k${index}`, part]))
}

// The library writes a percent sign that begins no triplet as it is.
function string (input: Input): string {
  return input.line().replaceAll('%', '')
}
