// A parser of RFC 8288 reads what the writer wrote: the same targets, relations and attributes; nothing else,
// within the limit.
import { linkHeader } from '../../../../lib/http/link-header.ts'
import type { ProjectedLink } from '../../../../types/formats.ts'
import { parseLinks } from '../../../support/link-values.ts'
import { holds, Input, same, shown } from '../input.ts'

const ATTRIBUTES = ['title', 'name', 'type', 'profile', 'hreflang'] as const
const MAX_LINKS = 4

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const limit = input.flag() ? 8192 : 64
  const links = Array.from({ length: 1 + input.number(MAX_LINKS) }, () => linkOf(input))
  const { field, cut } = linkHeader(links, limit)
  holds(field.length <= limit && /^[\x20-\x7e]*$/.test(field), `a field of ${field.length} characters: ${field}`)
  const read = field === '' ? [] : parseLinks(field)
  const expected = links.filter(isWritable)
  holds(cut
    ? read.length < expected.length
    : read.length === expected.length, `${read.length} links of ${expected.length}: ${field}`)
  for (const [index, { target, params }] of read.entries()) {
    const link = expected[index]!
    same(decoded(target), decoded(link.href), `the target of ${field}`)
    same(decoded(String(params['rel'])), decoded(printable(link.rel)), `the relation of ${field}`)
    for (const name of ATTRIBUTES) {
      same(readAttribute(params, name), expectedAttribute(link, name), `${name} of ${shown(link)} in ${field}`)
    }
  }
}

function linkOf (input: Input): ProjectedLink {
  const given = ATTRIBUTES.filter(() => input.flag())
  const templated = input.number(8) === 7
  return {
    rel: input.line(),
    href: input.line(),
    ...templated ? { templated } : {},
    ...Object.fromEntries(given.map(name => [name, input.line()]))
  }
}

function isWritable ({ rel, href, templated }: ProjectedLink): boolean {
  return templated !== true && href !== '' && !/[\p{Cc}<>]/u.test(href) && printable(rel) !== ''
}

function printable (value: string): string {
  return value.replace(/\p{Cc}/gu, '')
}

// The bytes that a percent-encoded string stands for.
function decoded (value: string): string {
  return Buffer.from(value).toString('latin1')
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
}

function readAttribute (params: Readonly<Record<string, unknown>>, name: string): string | null {
  const extended = params[`${name}*`] as { encoding: string, value: string } | undefined
  const value = extended === undefined ? params[name] : extended.value
  if (value === undefined) return null
  // The parser writes media types in lower case: they compare without case.
  return name === 'type' ? String(value) : decoded(String(value))
}

function expectedAttribute (link: ProjectedLink, name: typeof ATTRIBUTES[number]): string | null {
  const value = printable(link[name] ?? '')
  if (value === '') return null
  if (name === 'type' && !/^[\x20-\x7e]*$/.test(value)) return null
  if (name === 'type') return value.toLowerCase()
  if (name === 'hreflang' && !/^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(value)) return null
  return decoded(value)
}
