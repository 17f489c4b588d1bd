import type { CursorPages, NumberedPages, OffsetPages, PageScheme } from '../../types/pages.ts'
import type { Environment } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { schemeName } from '../declare/page-scheme.ts'
import { type CursorPage, cursorsOf, firstPageOf, type HyperPage, isOffsetPage } from '../declare/pages.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { routePlace } from '../fastify/routes.ts'
import { isFollowed } from '../http/methods.ts'
import { QueryParameter } from '../http/query-parameter.ts'
import { memberKey } from '../json/object.ts'
import { isRecord } from '../options/checks.ts'
import type { Settings } from '../options/plugin-options.ts'
import { lastResult, remembered } from '../remembered.ts'
import { queryOf } from '../routes/route-query.ts'
import { omit } from '../targets/why-omitted.ts'
import { compileColumns } from './columns.ts'
import type { CompiledConfig, CompiledRelation, PagingMembers } from './compiled.ts'
import { compileCurie, type CompiledCurie } from './curies.ts'
import { cursorLinks, Missing, numberLinks, type PageLink, type Source, type SourceFunction } from './page-urls.ts'
import { Part, type PartScope, type Resolve } from './part.ts'
import type { ResolvedLink } from './resolved.ts'

type Paging = Settings['paging']

// Each link repeats the query of the request. Real queries have some hundred characters.
const MAX_QUERY_LENGTH = 4096

/**
 * Compiles the links between the pages of a scheme.
 * @throws FST_ERR_HYPER_DUPLICATE_NAME if two query parameters have one name:
 * links that set both would have one of them
 */
export function compileScheme (scheme: PageScheme<never>, scope: PartScope): CompiledRelation[] {
  return pageRelations(linksOf(scheme, scope.subject, scope.environment.settings.paging), scope)
}

/** Returns the members that the values of a scheme are read from. */
export function pagingMembers (scheme: PageScheme<never>, paging: Paging): PagingMembers {
  const { query, ...sources } = scheme
  const { total } = sources as { total?: unknown }
  const paths: unknown[] = Object.values(sources)
  return {
    total: typeof total === 'string' ? total : null,
    members: paths.filter(path => typeof path === 'string').map(path => path.split('.', 1)[0]!),
    parameters: [...new Set(parametersOf(scheme, paging))]
  }
}

function parametersOf (scheme: PageScheme<never>, paging: Paging): [string, string] {
  switch (schemeName(scheme)) {
    case 'page': {
      const { query } = scheme as NumberedPages<never>
      return [query?.page ?? paging.page, query?.pageSize ?? 'pageSize']
    }
    case 'offset': {
      const { query } = scheme as OffsetPages<never>
      return [query?.offset ?? 'offset', query?.limit ?? 'limit']
    }
    default: {
      const { query } = scheme as CursorPages<never>
      return [query?.next ?? paging.cursor, query?.prev ?? paging.cursor]
    }
  }
}

function linksOf (scheme: PageScheme<never>, subject: string, paging: Paging): PageLink[] {
  const name = schemeName(scheme)
  const [first, second] = parametersOf(scheme, paging)
  if (name === 'page') return numberedLinks(scheme as NumberedPages<never>, subject, first, second)
  if (name === 'offset') return offsetLinks(scheme as OffsetPages<never>, subject, first, second)
  const { query, ...sources } = scheme as CursorPages<never>
  return cursorLinks(sources, { next: first, prev: second })
}

function numberedLinks (
  { page, pageSize, total, firstPage = 1, query }: NumberedPages<never>, subject: string, parameter: string,
  sizeName: string
): PageLink[] {
  checkDistinct(subject, parameter, sizeName)
  return numberLinks({
    position: page === undefined ? fromQuery(parameter, firstPage) : ['page', page],
    size: pageSize === undefined ? sizeFromQuery(sizeName) : ['pageSize', pageSize],
    total: ['total', total],
    first: () => firstPage,
    parameter: new QueryParameter(parameter),
    sizeParameter: { parameter: new QueryParameter(sizeName), always: query?.pageSize !== undefined }
  })
}

function offsetLinks (
  { offset, limit, total, query }: OffsetPages<never>, subject: string, parameter: string, sizeName: string
): PageLink[] {
  checkDistinct(subject, parameter, sizeName)
  return numberLinks({
    position: offset === undefined ? fromQuery(parameter, 0) : ['offset', offset],
    size: limit === undefined ? sizeFromQuery(sizeName) : ['limit', limit],
    total: ['total', total],
    first: () => null,
    parameter: new QueryParameter(parameter),
    sizeParameter: { parameter: new QueryParameter(sizeName), always: query?.limit !== undefined }
  })
}

function checkDistinct (subject: string, position: string, size: string): void {
  if (position.toLowerCase() !== size.toLowerCase()) return
  fail(
    'FST_ERR_HYPER_DUPLICATE_NAME', `links of ${subject}, page, query`, describe(position),
    'Give each query parameter another name.'
  )
}

// The query as the schema of the route has validated it, with its defaults.
function fromQuery (name: string, absent: number | null): [name: string, source: SourceFunction] {
  const source: SourceFunction = (_page, { query }) =>
    isRecord(query) && Object.hasOwn(query, name) ? (query as Record<string, unknown>)[name] ?? absent : absent
  return [`query parameter ${describe(name)}`, source]
}

// A client that leaves out a size that it may send gets everything; a size that it cannot send is a misspelt one.
function sizeFromQuery (name: string): [name: string, source: SourceFunction] {
  const [label, read] = fromQuery(name, null)
  const reason = () =>
    `the query schema of its route has no ${describe(name)}. Name the parameter in query of links.page`
  return [label, (page, request) => {
    const size = read(page, request)
    if (size !== null) return size
    const query = queryOf(request)
    return query.isDeclared && !query.has(name) ? new Missing(reason) : null
  }]
}

function offsetPageLinks (paging: Paging): PageLink[] {
  return numberLinks({
    position: ['page', 'page'],
    size: ['pageSize', 'pageSize'],
    total: ['totalCount', 'totalCount'],
    first: firstPageOf,
    parameter: new QueryParameter(paging.page),
    sizeParameter: null
  })
}

function cursorPageLinks ({ cursor }: Paging): PageLink[] {
  const source = (name: 'next' | 'prev'): Source => (page: CursorPage<unknown>) => cursorsOf(page)[name]
  return cursorLinks({ next: source('next'), prev: source('prev') }, { next: cursor, prev: cursor })
}

function offsetMembers ({ page }: Paging): PagingMembers {
  return {
    total: 'totalCount', members: ['page', 'pageSize', 'totalCount', 'totalPages'], parameters: [page, 'pageSize']
  }
}

function cursorMembers ({ cursor }: Paging): PagingMembers {
  return { total: null, members: [], parameters: [cursor] }
}

const NOTHING: CompiledConfig['declared'] = { links: [], scheme: null }

/**
 * Compiles the configurations of pages: the links between pages,
 * then what a configuration of the page's class or schema adds.
 */
export class PageConfigs {
  readonly #offset: PageConfigsOf
  readonly #cursor: PageConfigsOf

  constructor (environment: Environment) {
    const { paging } = environment.settings
    this.#offset = new PageConfigsOf(offsetPageLinks(paging), 'OffsetPage', offsetMembers(paging), environment)
    this.#cursor = new PageConfigsOf(cursorPageLinks(paging), 'CursorPage', cursorMembers(paging), environment)
  }

  /**
   * Returns the configuration of a page.
   * @param added the configuration for its class or schema
   */
  of (page: HyperPage<unknown>, added: CompiledConfig | null): CompiledConfig {
    return isOffsetPage(page) ? this.#offset.with(added) : this.#cursor.with(added)
  }
}

class PageConfigsOf {
  readonly #relations: readonly CompiledRelation[]
  readonly #subject: string
  readonly #paging: PagingMembers
  readonly #environment: Environment
  readonly #made = new Map<CompiledConfig | null, CompiledConfig>()

  constructor (links: readonly PageLink[], subject: string, paging: PagingMembers, environment: Environment) {
    this.#paging = paging
    this.#relations = pageRelations(links, { subject, environment, curies: [] })
    this.#subject = subject
    this.#environment = environment
  }

  with (added: CompiledConfig | null): CompiledConfig {
    return remembered(this.#made, added, () => this.#merge(added))
  }

  #merge (added: CompiledConfig | null): CompiledConfig {
    const { embeds = [], nested = [], actions = [] } = added ?? {}
    const { linksByPolicy = false, actionsByPolicy = false, source = null, declared = NOTHING } = added ?? {}
    // The relation of the items is known with the page only: it may use every prefix of the app.
    const curies = [...added?.curies ?? [], ...sharedCuries(this.#environment)]
    const others = { embeds, nested, actions, curies, linksByPolicy, actionsByPolicy, source, declared }
    const parts = {
      name: null,
      subject: this.#subject,
      paging: this.#paging,
      ...withRelations(this.#relations, added?.relations ?? []),
      ...others
    }
    return { ...parts, ...compileColumns(parts) }
  }
}

/** Adds relations to others, except those that they have. Relations compare without case (RFC 8288, section 3.3). */
export function withRelations (
  relations: readonly CompiledRelation[], added: readonly CompiledRelation[]
): Pick<CompiledConfig, 'relations' | 'links'> {
  const own = new Set(relations.map(({ relation }) => relation.toLowerCase()))
  const all = [...relations, ...added.filter(({ relation }) => !own.has(relation.toLowerCase()))]
  let next = 0
  const placed = all.map(relation => {
    const first = next
    next += relation.links.length
    return { ...relation, first }
  })
  // Copied, because the array of flatMap has room for sixteen elements more.
  return { relations: placed, links: all.flatMap(({ links }) => links).slice() }
}

// The first of a prefix applies.
function sharedCuries ({ settings }: Environment): CompiledCurie[] {
  return Object.entries(settings.curies).map(([prefix, template]) => compileCurie(prefix, template))
}

function pageRelations (links: readonly PageLink[], scope: PartScope): CompiledRelation[] {
  return links.map((link, first) => {
    const { relation } = link
    return {
      relation,
      type: relation,
      key: memberKey(relation),
      curie: -1,
      array: false,
      isPaging: true,
      first,
      links: [new PagePart(link, scope)]
    }
  })
}

// Of the URL of a request, which all links of its page repeat: what they add is percent-encoded. Most URLs of clients
// need no escaping in JSON.
const repeated = lastResult((url: string) => {
  const query = url.indexOf('?') + 1
  return {
    isTooLong: query > 0 && url.length - query > MAX_QUERY_LENGTH,
    isUnescaped: /^[!#-[\]-~]*$/.test(url)
  }
})

/** Returns a configuration as the responses of a route without GET have it: without links between pages. */
export function withoutPageLinks (compiled: CompiledConfig): CompiledConfig {
  const { declared } = compiled
  const relations = compiled.relations.filter(({ isPaging }) => !isPaging)
  if (relations.length === compiled.relations.length) return compiled
  return { ...compiled, relations, declared: { ...declared, scheme: null } }
}

/** A link from one page to another: the URL of the request, with another number or cursor. */
class PagePart extends Part<ResolvedLink> {
  readonly resolve: Resolve<ResolvedLink>
  readonly many = false
  readonly attributes = {}
  readonly templated = false
  readonly hrefPrefix = ''
  readonly routes = []
  readonly never = false
  readonly #urlOf: PageLink['urlOf']

  constructor ({ relation, urlOf }: PageLink, scope: PartScope) {
    super('relation', relation, scope)
    this.always = relation === 'self'
    this.#urlOf = urlOf
    this.resolve = ({ value }, resolution) => this.#resolve(value as object, resolution)
  }

  #resolve (page: object, resolution: Resolution): ResolvedLink {
    const { environment: { settings, notices }, request: { method, routeOptions }, currentPath } = resolution
    if (!isFollowed(method)) {
      notices.report('HYPER041', routePlace(method, routeOptions.url!), () => [method])
      return null
    }
    const path = this.#urlOf(page, resolution)
    if (path === null) return null
    if (typeof path === 'object') return omit(this, path, resolution)
    const { isTooLong, isUnescaped } = repeated(currentPath)
    if (isTooLong && this.relation !== 'self') {
      notices.report('HYPER022', 'links of a page', () => [MAX_QUERY_LENGTH])
      return null
    }
    return settings.transformHref === null && isUnescaped
      ? path
      : { href: resolution.href(path), templated: false, attributes: {} }
  }
}
