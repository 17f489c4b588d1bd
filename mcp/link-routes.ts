// What the routes of links declare: the schemas of their variables, and their summaries.
import type { FastifyRequest } from 'fastify'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { decodedName, expandTemplate, templateVariables } from '../lib/http/uri-template.ts'
import type { JsonSchema } from '../lib/schema/json-schema.ts'
import type { Api } from './api.ts'
import type { Document, OfferedLink } from './document.ts'
import type { Location } from './location.ts'

/** A variable of a link, or a parameter, as results have it. */
export interface Variable {
  readonly name: string
  readonly required?: true
  readonly schema?: JsonSchema
}

/** Who follows links, and where. */
export interface Follower {
  readonly api: Api
  readonly location: Location
  /** A request of the caller. */
  readonly request: FastifyRequest
}

// The router finds a route by a path: values that the constraints of a parameter allow.
const SAMPLES = ['1', 'a', '00000000-0000-4000-8000-000000000000']

// They begin or continue a query (RFC 6570, sections 3.2.8 and 3.2.9).
const QUERY_EXPRESSION = /\{[?&][^{}]*\}/g

/** Returns the route that a link leads to; null if the app has none. */
export function routeOf (link: OfferedLink, follower: Follower): DeclaredRoute | null {
  for (const path of pathsOf(link, follower)) {
    const route = path === null ? null : follower.api.routeAt(path, follower.request)
    if (route !== null) return route
  }
  return null
}

function * pathsOf (
  { link: { href, templated }, path, from }: OfferedLink, { location }: Follower
): Generator<string | null, void> {
  if (!templated) return yield path
  const template = href.replace(QUERY_EXPRESSION, '')
  const names = templateVariables(template)
  for (const sample of names.length === 0 ? [''] : SAMPLES) {
    yield location.pathOfHref(expandTemplate(template, new Map(names.map(name => [name, sample]))), from)
  }
}

/** Returns the variables of a link: of its template, or of the query of its route. */
export function variablesOf (link: OfferedLink, follower: Follower): readonly Variable[] {
  const route = routeOf(link, follower)
  const { href, templated } = link.link
  if (!templated) return route === null ? [] : follower.api.queryOf(route).all
  const parametersIn = (route: DeclaredRoute, isPath: boolean) =>
    isPath ? follower.api.pathOf(route) : follower.api.queryOf(route)
  const inPath = new Set(templateVariables(href.replace(QUERY_EXPRESSION, '')))
  return templateVariables(href).map(variable => {
    const name = decodedName(variable)
    const known = route === null ? undefined : parametersIn(route, inPath.has(variable)).get(name)
    return inPath.has(variable) ? { name, required: true, ...known } : known ?? { name }
  })
}

/** Gives links without a title the summaries of their routes. */
export function withTitles (document: Document, follower: Follower): Document {
  const links = document.links.map(offered => {
    if (offered.link.title !== undefined) return offered
    const { summary } = (routeOf(offered, follower)?.schema ?? {}) as { summary?: unknown }
    if (typeof summary !== 'string' || summary === '') return offered
    return { ...offered, link: { ...offered.link, title: summary } }
  })
  return { ...document, links }
}
