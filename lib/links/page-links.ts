import type { Environment } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { type HyperPage, isOffsetPage } from '../declare/pages.ts'
import { routePlace } from '../fastify/routes.ts'
import { isFollowed } from '../http/methods.ts'
import { lastResult, remembered } from '../remembered.ts'
import { omit } from '../targets/why-omitted.ts'
import { compileColumns } from './columns.ts'
import type { CompiledConfig, CompiledRelation } from './compiled.ts'
import { compileCurie } from './curies.ts'
import { type CompiledScheme, cursorScheme, offsetScheme } from './page-scheme.ts'
import { Part, type PartScope, type Resolve } from './part.ts'
import type { ResolvedLink } from './resolved.ts'

// Each link repeats the query of the request. Real queries have some hundred characters.
const MAX_QUERY_LENGTH = 4096

const NOTHING = {
  embeds: [],
  nested: [],
  actions: [],
  curies: [],
  relations: [],
  linksByPolicy: false,
  actionsByPolicy: false,
  source: null,
  declared: { links: [], scheme: null }
}

/**
 * Compiles the configurations of pages: the links between pages,
 * then what a configuration of the page's class or schema adds.
 */
export class PageConfigs {
  readonly #offset: PageConfigsOf
  readonly #cursor: PageConfigsOf

  constructor (environment: Environment) {
    const { paging } = environment.settings
    this.#offset = new PageConfigsOf(offsetScheme(paging), { subject: 'OffsetPage', curies: [], environment })
    this.#cursor = new PageConfigsOf(cursorScheme(paging), { subject: 'CursorPage', curies: [], environment })
  }

  /**
   * Returns the configuration of a page.
   * @param added the configuration for its class or schema
   */
  of (page: HyperPage<unknown>, added: CompiledConfig | null): CompiledConfig {
    return (isOffsetPage(page) ? this.#offset : this.#cursor).with(added)
  }
}

class PageConfigsOf {
  readonly #scheme: CompiledScheme
  readonly #scope: PartScope
  readonly #relations: readonly CompiledRelation[]
  readonly #made = new Map<CompiledConfig | null, CompiledConfig>()

  constructor (scheme: CompiledScheme, scope: PartScope) {
    this.#scheme = scheme
    this.#scope = scope
    this.#relations = pageRelations(scheme, scope)
  }

  with (added: CompiledConfig | null): CompiledConfig {
    return remembered(this.#made, added, () => this.#merge(added ?? NOTHING))
  }

  #merge (added: Omit<CompiledConfig, 'name' | 'subject' | 'links' | 'columns' | 'initial'>): CompiledConfig {
    const { subject, environment: { settings } } = this.#scope
    const { embeds, nested, actions, linksByPolicy, actionsByPolicy, source, declared } = added
    // The relation of the items is known with the page only: it may use every other prefix of the app.
    const own = new Set(added.curies.map(({ prefix }) => prefix))
    const shared = Object.entries(settings.curies).filter(([prefix]) => !own.has(prefix))
    const parts = {
      name: null,
      subject,
      paging: this.#scheme.paging,
      ...withRelations(this.#relations, added.relations),
      embeds,
      nested,
      actions,
      curies: [...added.curies, ...shared.map(([prefix, template]) => compileCurie(prefix, template))],
      linksByPolicy,
      actionsByPolicy,
      source,
      declared
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

/** The relations that lead from one page to another. */
export function pageRelations (scheme: CompiledScheme, scope: PartScope): CompiledRelation[] {
  return ['self', ...scheme.relations].map((relation, first) => ({
    relation,
    type: relation,
    array: false,
    isPaging: true,
    first,
    links: [new PagePart(relation, scheme, scope)]
  }))
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
  readonly #scheme: CompiledScheme

  constructor (relation: string, scheme: CompiledScheme, scope: PartScope) {
    super('relation', relation, scope)
    this.always = relation === 'self'
    this.#scheme = scheme
    this.resolve = ({ value }, resolution) => this.#resolve(value as object, resolution)
  }

  #resolve (page: object, resolution: Resolution): ResolvedLink {
    const { environment: { settings, notices }, request, currentPath } = resolution
    if (!isFollowed(request.method)) {
      // Fastify makes the options of a route for each who reads them.
      const { method, routeOptions } = request
      notices.report('HYPER041', routePlace(method, routeOptions.url!), () => [method])
      return null
    }
    const isSelf = this.relation === 'self'
    const path = isSelf ? currentPath : this.#scheme.urlOf(this.relation, page, resolution)
    if (path === null) return null
    if (typeof path === 'object') return omit(this, path, resolution)
    const { isTooLong, isUnescaped } = repeated(currentPath)
    if (isTooLong && !isSelf) {
      notices.report('HYPER022', 'links of a page', () => [MAX_QUERY_LENGTH])
      return null
    }
    return settings.transformHref === null && isUnescaped
      ? path
      : { href: resolution.href(path), templated: false, attributes: {} }
  }
}
