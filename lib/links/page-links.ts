import { CursorPage, OffsetPage, type HyperPage } from '../declare/pages.ts'
import { QueryParameter } from '../http/query-parameter.ts'
import { memberKey } from '../json/object.ts'
import type { Environment } from '../resolution/environment.ts'
import { omit } from '../resolution/omission.ts'
import type { Resolution } from '../resolution/resolution.ts'
import { percentEncoded } from '../url/encode.ts'
import type { CompiledConfig, CompiledCurie, CompiledLink, CompiledRelation, ResolvedLink } from './compiled.ts'
import { compileCurie } from './curies.ts'

// Returns null if there is no such page, and undefined if no URL can contain its cursor.
type PageUrl<P> = (page: P, url: string, parameter: QueryParameter) => string | null | undefined

interface PageLink<P> {
  readonly relation: string
  readonly urlOf: PageUrl<P>
}

// Each link repeats the query of the request. Real queries have some hundred characters.
const MAX_QUERY_LENGTH = 4096

const OFFSET_LINKS: readonly PageLink<OffsetPage<unknown>>[] = [
  { relation: 'self', urlOf: (_page, url) => url },
  { relation: 'first', urlOf: (page, url, parameter) => toPage(page, 1, url, parameter) },
  { relation: 'prev', urlOf: (page, url, parameter) => toPage(page, Math.min(page.page - 1, page.totalPages), url, parameter) },
  { relation: 'next', urlOf: (page, url, parameter) => page.page < page.totalPages ? toPage(page, page.page + 1, url, parameter) : null },
  { relation: 'last', urlOf: (page, url, parameter) => toPage(page, page.totalPages, url, parameter) }
]

const CURSOR_LINKS: readonly PageLink<CursorPage<unknown>>[] = [
  { relation: 'self', urlOf: (_page, url) => url },
  { relation: 'next', urlOf: (page, url, parameter) => toCursor(CursorPage.cursors(page).next, url, parameter) },
  { relation: 'prev', urlOf: (page, url, parameter) => toCursor(CursorPage.cursors(page).prev, url, parameter) }
]

/** Compiles the configurations of pages: the links between pages, then what a configuration of the page's class or schema adds. */
export class PageConfigs {
  readonly #offset: PageConfigsOf<OffsetPage<unknown>>
  readonly #cursor: PageConfigsOf<CursorPage<unknown>>

  constructor (environment: Environment) {
    const { page, cursor } = environment.settings.paging
    this.#offset = new PageConfigsOf(OFFSET_LINKS, 'OffsetPage', new QueryParameter(page), environment)
    this.#cursor = new PageConfigsOf(CURSOR_LINKS, 'CursorPage', new QueryParameter(cursor), environment)
  }

  /**
   * Returns the configuration of a page.
   * @param added the configuration for its class or schema
   */
  of (page: HyperPage<unknown>, added: CompiledConfig | null): CompiledConfig {
    return page instanceof OffsetPage ? this.#offset.with(added) : this.#cursor.with(added)
  }
}

class PageConfigsOf<P> {
  readonly #relations: readonly CompiledRelation[]
  readonly #links: readonly CompiledLink[]
  readonly #subject: string
  readonly #environment: Environment
  readonly #made = new Map<CompiledConfig | null, CompiledConfig>()

  constructor (links: readonly PageLink<P>[], subject: string, parameter: QueryParameter, environment: Environment) {
    this.#links = links.map(link => compilePageLink(link, parameter, subject))
    this.#subject = subject
    this.#environment = environment
    this.#relations = links.map(({ relation }, index) => (
      { relation, type: relation, key: memberKey(relation), curie: -1, array: false, first: index, links: [this.#links[index]!] }))
  }

  with (added: CompiledConfig | null): CompiledConfig {
    let config = this.#made.get(added)
    if (config === undefined) this.#made.set(added, config = this.#merge(added))
    return config
  }

  #merge (added: CompiledConfig | null): CompiledConfig {
    const own = this.#relations.map(({ relation }) => relation)
    const relations = [...this.#relations]
    const links = [...this.#links]
    for (const relation of added?.relations ?? []) {
      if (own.includes(relation.relation.toLowerCase())) continue
      relations.push({ ...relation, first: links.length })
      links.push(...relation.links)
    }
    const { embeds = [], actions = [], gatesLinks = false, gatesActions = false, source = null } = added ?? {}
    // The relation of the items is known with the page only: it may use every prefix of the app.
    const curies = [...added?.curies ?? [], ...sharedCuries(added, this.#environment)]
    return { subject: this.#subject, relations, links, embeds, actions, curies, gatesLinks, gatesActions, source }
  }
}

function sharedCuries (added: CompiledConfig | null, { settings }: Environment): CompiledCurie[] {
  return Object.entries(settings.curies)
    .filter(([prefix]) => !added?.curies.some(curie => curie.prefix === prefix))
    .map(([prefix, template]) => compileCurie(prefix, template))
}

function compilePageLink<P> ({ relation, urlOf }: PageLink<P>, parameter: QueryParameter, subject: string): CompiledLink {
  return {
    place: `links of ${subject}, relation '${relation}'`,
    many: false,
    attributes: {},
    templated: false,
    hrefPrefix: '',
    constant: false,
    routes: [],
    always: relation === 'self',
    resolve: (page, resolution) => resolvePageLink(relation, urlOf(page as P, resolution.currentPath, parameter), resolution)
  }
}

function resolvePageLink (relation: string, path: string | null | undefined, resolution: Resolution): ResolvedLink {
  if (path === undefined) {
    const reason = () => 'its cursor has a lone surrogate, which no URL can hold'
    return omit({ resourceType: 'CursorPage', relation }, { reason }, resolution)
  }
  if (path === null) return null
  if (relation !== 'self' && isTooLong(resolution.currentPath)) return omitForLength(resolution)
  return { href: resolution.href(path), templated: false, attributes: {} }
}

function isTooLong (url: string): boolean {
  const query = url.indexOf('?') + 1
  return query > 0 && url.length - query > MAX_QUERY_LENGTH
}

function omitForLength ({ environment }: Resolution): null {
  environment.notices.warn('HYPER022', 'links of a page', () => [MAX_QUERY_LENGTH])
  return null
}

function toPage (page: OffsetPage<unknown>, number: number, url: string, parameter: QueryParameter): string | null {
  return page.totalPages === 0 || number < 1 ? null : parameter.set(url, String(number))
}

function toCursor (cursor: string | null, url: string, parameter: QueryParameter): string | null | undefined {
  if (cursor === null) return null
  return percentEncoded(cursor) === null ? undefined : parameter.set(url, cursor)
}
