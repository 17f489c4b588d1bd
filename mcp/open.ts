import { encodePath } from '../hypermedia/encode.ts'
import type { JsonObject } from '../hypermedia/read.ts'
import { isSameRelation } from '../lib/http/link-values.ts'
import { decodedName, expandTemplate, templateVariables } from '../lib/http/uri-template.ts'
import type { Caller, Reply } from './caller.ts'
import { type Document, embeddedIn, type OfferedLink } from './document.ts'
import { routeOf, variablesOf } from './link-routes.ts'
import { LONGEST_URL } from './location.ts'
import { isInvalid, rejectedResult, resourceResult, type Result, unopenedResult } from './result.ts'

/** The arguments of the tool `open`. */
export interface OpenInput {
  readonly url?: string
  readonly relation?: string
  readonly variables?: JsonObject
}

/** What is wrong with a URL that is no path of the app. */
export const NOT_OF_THIS_APP = {
  title: 'The URL does not belong to this app, nor to a service that the tools may use.',
  detail: 'Use a URL of a result, such as /orders/1.'
}

const UNKNOWN_IN_URL = 'The query of this URL has no parameters with these names.'
const UNKNOWN = 'The link has no variables with these names.'
const NO_RELATION = 'Variables are of a relation: pass its name.'
const TOO_LONG = { title: `With these variables the URL has more than ${LONGEST_URL} characters.` }
const OTHER_SITE = { title: 'The target of the link is another site.' }
const SEVERAL = 'Several links have this relation: open one by its URL.'

/** Opens a URL, or the target of a relation of the resource at a URL. */
export async function open (caller: Caller, { url, relation, variables = {} }: OpenInput): Promise<Result> {
  const path = url === undefined ? caller.entryPoint : caller.location.pathOfUrl(url)
  if (path === null) return rejectedResult(caller, NOT_OF_THIS_APP)
  const reply = await caller.read(path)
  if (reply.status >= 300) return unopened(caller, reply)
  // Only a caller who may read the route learns what its query has.
  const unknownInUrl = url === undefined ? null : unknownInQuery(caller, reply.document, path)
  if (unknownInUrl !== null) return rejectedResult(caller, unknownInUrl)
  if (relation !== undefined) return follow(caller, reply, { relation, variables })
  const unknown = Object.keys(variables)
  if (unknown.length > 0) return rejectedResult(caller, { title: NO_RELATION, unknown }, reply)
  return resourceResult(caller, reply, 'schemas')
}

// Only a caller who may read the route without the query learns what that has.
async function unopened (caller: Caller, reply: Reply): Promise<Result> {
  const [path, query] = reply.path.split('?', 2)
  const bare = isInvalid(reply) && query !== undefined ? await caller.read(path!) : reply
  const route = bare.status < 300 ? caller.api.routeAt(bare.path, caller.request) : null
  if (route === null) return unopenedResult(caller, reply)
  return unopenedResult(caller, reply, { from: bare, parameters: caller.api.queryOf(route).all })
}

/** Returns the error of a URL that an agent wrote with parameters that its route does not have; null for none. */
function unknownInQuery (
  { api, request }: Caller, document: Document, path: string
): Record<string, unknown> | null {
  const route = api.routeAt(path, request)
  if (route === null) return null
  const parameters = api.queryOf(route)
  // Links between pages have these, whether the schema has them or not.
  const own = [document, ...embeddedIn(document)].flatMap(({ paging }) => paging)
  const paging = own.length > 0 ? own : Object.values(api.environment.settings.paging)
  const names = new Set(new URLSearchParams(path.split('?', 2)[1]).keys())
  const unknown = parameters.unknown([...names].filter(name => !paging.includes(name)))
  if (unknown.length === 0) return null
  return { title: UNKNOWN_IN_URL, unknown, known: [...new Set([...parameters.names, ...own])] }
}

async function follow (
  caller: Caller, reply: Reply, { relation, variables }: Required<Pick<OpenInput, 'relation' | 'variables'>>
): Promise<Result> {
  const { links, embedded } = relatedTo(reply.document, relation)
  const [link, ...others] = links
  if (others.length > 0) return rejectedResult(caller, { title: SEVERAL, relation }, reply)
  if (link !== undefined) return followLink(caller, reply, { link, variables })
  const unknown = Object.keys(variables)
  if (embedded.length > 0 && unknown.length > 0) {
    return rejectedResult(caller, { title: UNKNOWN, relation, unknown, known: [] }, reply)
  }
  const path = embedded.length === 1 ? embedded[0]!.path : null
  if (path !== null) {
    const opened = await caller.read(path)
    if (opened.status < 300) return resourceResult(caller, opened, 'schemas')
    return unopenedResult(caller, opened, { from: reply })
  }
  return rejectedResult(caller, { title: 'The resource has no link with this relation.', relation }, reply)
}

/** Returns the links and the embedded documents of a relation. */
function relatedTo (
  { links, embedded }: Document, relation: string
): { readonly links: readonly OfferedLink[], readonly embedded: readonly Document[] } {
  return {
    links: links.filter(link => isSameRelation(link.relation, relation)),
    embedded: embedded.flatMap(([name, documents]) => isSameRelation(name, relation) ? documents : [])
  }
}

/** A link, and what its variables are. */
interface Followed {
  readonly link: OfferedLink
  readonly variables: JsonObject
}

async function followLink (caller: Caller, reply: Reply, { link, variables }: Followed): Promise<Result> {
  const { relation, link: { templated } } = link
  const names = Object.keys(variables)
  // Most links need none.
  const known = names.length > 0 || templated ? variablesOf(link, caller) : []
  const unknown = unknownVariables(link, names, caller)
  if (unknown.length > 0) {
    return rejectedResult(caller, { title: UNKNOWN, relation, unknown, known: known.map(({ name }) => name) }, reply)
  }
  const target = targetOf(link, variables, caller)
  if (typeof target === 'object') return rejectedResult(caller, { ...target, relation }, reply)
  const opened = await caller.read(target)
  if (opened.status < 300) return resourceResult(caller, opened, 'schemas')
  return unopenedResult(caller, opened, { from: reply, parameters: isInvalid(opened) ? known : [] })
}

// A link without a template takes what the query of its route has.
function unknownVariables (link: OfferedLink, names: readonly string[], caller: Caller): string[] {
  if (names.length === 0) return []
  if (link.link.templated) {
    const known = templateVariables(link.link.href).map(decodedName)
    return names.filter(name => !known.includes(name))
  }
  const route = routeOf(link, caller)
  const parameters = route === null ? null : caller.api.queryOf(route)
  return parameters?.isDeclared === true ? parameters.unknown(names) : [...names]
}

// Returns the path of the target, or why it has none.
function targetOf (
  { link, path, from }: OfferedLink, variables: JsonObject, { location }: Caller
): string | { readonly title: string } {
  const href = link.templated ? expanded(link.href, variables) : link.href
  if (href === null) return TOO_LONG
  const target = link.templated ? location.pathOfHref(href, from) : path
  if (target === null) return OTHER_SITE
  const whole = link.templated ? target : encodePath({ method: 'GET', fields: [] }, target, variables).path
  return whole.length > LONGEST_URL ? TOO_LONG : whole
}

// An object of JSON may have a member toString.
function textOf (value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// Returns null for a URL that is too long: a template may name a variable again and again,
// so the values are measured first.
function expanded (template: string, variables: JsonObject): string | null {
  const given = new Map(Object.entries(variables))
  const values = templateVariables(template).flatMap((name): [string, string | string[]][] => {
    const value: unknown = given.get(decodedName(name))
    return value === undefined || value === null
      ? []
      : [[name, Array.isArray(value) ? value.map(textOf) : textOf(value)]]
  })
  const characters = values.flatMap(([, value]) => value).reduce((sum, value) => sum + value.length + 1, 0)
  if (characters > LONGEST_URL) return null
  const url = expandTemplate(template, new Map(values))
  return url.length > LONGEST_URL ? null : url
}
