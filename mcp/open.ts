import { isSameRelation } from '../lib/http/link-values.ts'
import { decodedName, expandTemplate, templateVariables } from '../lib/http/uri-template.ts'
import { propertiesOf } from '../lib/schema/declared.ts'
import type { Caller, Reply } from './caller.ts'
import { type Document, embeddedIn } from './document.ts'
import { unknownParameters } from './field-schema.ts'
import { LONGEST_URL } from './location.ts'
import { rejectedResult, resourceResult, type Result, unopenedResult } from './result.ts'

/** The arguments of the tool `open`. */
export interface OpenInput {
  readonly url?: string
  readonly relation?: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** What is wrong with a URL that is no path of the app. */
export const NOT_OF_THIS_APP = {
  title: 'The URL does not belong to this app, nor to a service that the tools may use.',
  detail: 'Use a URL of a result, such as /orders/1.'
}

const UNKNOWN_IN_URL = 'The query of this URL has no parameters with these names.'
const UNKNOWN = 'The link has no variables with these names.'
const NO_RELATION = 'Variables are of a relation: pass its name.'
const TOO_LONG = `With these variables the URL has more than ${LONGEST_URL} characters.`
const SEVERAL = 'Several links have this relation: open one by its URL.'

/** Opens a URL, or the target of a relation of the resource at a URL. */
export async function open (caller: Caller, { url, relation, variables = {} }: OpenInput): Promise<Result> {
  const path = url === undefined ? caller.entryPoint : caller.location.pathOfUrl(url)
  if (path === null) return rejectedResult(caller, NOT_OF_THIS_APP)
  const reply = await caller.read(path)
  if (reply.status >= 300) return show(caller, reply, null)
  // Only a caller who may read the route learns what its query has.
  const unknownInUrl = url === undefined ? null : unknownInQuery(caller, reply.document, path)
  if (unknownInUrl !== null) return rejectedResult(caller, unknownInUrl)
  const unknown = Object.keys(variables)
  if (relation === undefined && unknown.length > 0) {
    return rejectedResult(caller, { title: NO_RELATION, unknown }, reply)
  }
  if (relation === undefined) return show(caller, reply, null)
  return follow(caller, reply, relation, variables)
}

/** Returns the error of a URL that an agent wrote with parameters that its route does not have; null for none. */
function unknownInQuery (
  { api, request }: Caller, document: Document, path: string
): Record<string, unknown> | null {
  const schema = api.queryAt(path, request)
  // Links between pages have these, whether the schema has them or not.
  const own = [document, ...embeddedIn(document)].flatMap(({ paging }) => paging)
  const paging = own.length > 0 ? own : Object.values(api.environment.settings.paging)
  const names = new Set(new URLSearchParams(path.split('?', 2)[1]).keys())
  const unknown = unknownParameters([...names].filter(name => !paging.includes(name)), schema)
  if (unknown.length === 0) return null
  return { title: UNKNOWN_IN_URL, unknown, known: [...new Set([...Object.keys(propertiesOf(schema) ?? {}), ...own])] }
}

async function follow (
  caller: Caller, reply: Reply, relation: string, variables: object
): Promise<Result> {
  const { document, path: from } = reply
  const links = document.links.filter(link => isSameRelation(link.relation, relation))
  const [link] = links
  const embedded = document.embedded.flatMap(([name, documents]) => isSameRelation(name, relation) ? documents : [])
  const known = link?.link.templated === true ? templateVariables(link.link.href).map(decodedName) : []
  const unknown = Object.keys(variables).filter(name => !known.includes(name))
  const isKnown = link !== undefined || embedded.length > 0
  if (isKnown && unknown.length > 0) {
    return rejectedResult(caller, { title: UNKNOWN, relation, unknown, known }, reply)
  }
  if (link === undefined) {
    const path = embedded.length === 1 ? embedded[0]!.path : null
    if (path !== null) return show(caller, await caller.read(path), reply)
    return rejectedResult(caller, { title: 'The resource has no link with this relation.', relation }, reply)
  }
  if (links.length > 1) return rejectedResult(caller, { title: SEVERAL, relation }, reply)
  const { href, templated } = link.link
  const target = templated ? expanded(href, variables) : href
  if (target === null) return rejectedResult(caller, { title: TOO_LONG, relation }, reply)
  const path = caller.location.pathOfHref(target, from)
  if (path === null) {
    return rejectedResult(caller, { title: 'The target of the link is another site.', relation }, reply)
  }
  return show(caller, await caller.read(path), reply)
}

// Returns null for a URL that is too long: a template may name a variable again and again,
// so the values are measured first.
function expanded (template: string, variables: object): string | null {
  const given = new Map(Object.entries(variables))
  const values = templateVariables(template).flatMap((name): [string, string | string[]][] => {
    const value: unknown = given.get(decodedName(name))
    return value === undefined || value === null
      ? []
      : [[name, Array.isArray(value) ? value.map(String) : String(value)]]
  })
  const characters = values.flatMap(([, value]) => value).reduce((sum, value) => sum + value.length + 1, 0)
  if (characters > LONGEST_URL) return null
  const url = expandTemplate(template, new Map(values))
  return url.length > LONGEST_URL ? null : url
}

function show (caller: Caller, reply: Reply, from: Reply | null): Result | Promise<Result> {
  return reply.status < 300 ? resourceResult(caller, reply, 'schemas') : unopenedResult(caller, reply, from)
}
