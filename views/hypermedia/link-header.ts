import { isSemicolon, partEnd, skipSpace } from '../../lib/http/list-scanner.ts'
import type { Link, Relation } from './link.ts'

/** Returns the relations in a `Link` header (RFC 8288, section 3). Takes linear time. */
export function linksInHeader (field: string): Relation<Link>[] {
  const relations = new Map<string, Link[]>()
  let at = 0
  while (at < field.length) {
    const start = skipSpace(field, at)
    const close = field.charAt(start) === '<' ? field.indexOf('>', start) : -1
    const [parameters, end] = readParameters(field, close === -1 ? start : close + 1)
    at = end + 1
    if (close === -1) continue
    const link = linkOf(field.slice(start + 1, close), parameters)
    for (const name of (parameters.get('rel') ?? '').split(' ')) {
      if (name !== '') add(relations, name, link)
    }
  }
  return Array.from(relations, ([name, items]) => ({ name, items }))
}

function add (relations: Map<string, Link[]>, name: string, link: Link): void {
  const items = relations.get(name)
  if (items === undefined) relations.set(name, [link])
  else items.push(link)
}

function linkOf (href: string, parameters: ReadonlyMap<string, string>): Link {
  return { href, templated: false, title: parameters.get('title'), deprecation: undefined, attributes: [] }
}

// Returns the parameters up to the next comma, and its index. The first of a name counts (RFC 8288, section 3.3).
function readParameters (field: string, start: number): [ReadonlyMap<string, string>, end: number] {
  const parameters = new Map<string, string>()
  let at = partEnd(field, start)
  while (isSemicolon(field, at)) {
    const end = partEnd(field, at + 1)
    const [name, value] = splitParameter(field.slice(at + 1, end))
    if (!parameters.has(name)) parameters.set(name, value)
    at = end
  }
  return [parameters, at]
}

function splitParameter (parameter: string): [name: string, value: string] {
  const equals = parameter.indexOf('=')
  if (equals === -1) return [parameter.trim().toLowerCase(), '']
  const value = parameter.slice(equals + 1).trim()
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return [parameter.slice(0, equals).trim().toLowerCase(), isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value]
}
