import { CursorPage, OffsetPage, type HyperPage } from '../declare/pages.ts'
import { QueryParameter } from '../http/query-parameter.ts'
import { compileCurie, keyText } from './config.ts'
import type { CompiledLink, CompiledRelation, CompiledConfig } from './compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Located } from '../resolution/target.ts'
import { percentEncoded } from '../url/encode.ts'

// The href is null where there is no such page, and undefined where no URL can hold its cursor.
type PageLink = [relation: string, href: (page: never, url: string, parameter: QueryParameter) => string | null | undefined]

// Each link repeats the query; what clients ask for has some hundred characters.
const LONGEST_QUERY = 4096

// The order in which a page's links are written.
const OFFSET_LINKS: PageLink[] = [
  ['self', (_page, url) => url],
  ['first', (page: OffsetPage<unknown>, url, parameter) => toPage(page, 1, url, parameter)],
  ['prev', (page: OffsetPage<unknown>, url, parameter) => page.page > 1 ? toPage(page, Math.min(page.page - 1, page.totalPages), url, parameter) : null],
  ['next', (page: OffsetPage<unknown>, url, parameter) => page.page < page.totalPages ? toPage(page, page.page + 1, url, parameter) : null],
  ['last', (page: OffsetPage<unknown>, url, parameter) => toPage(page, page.totalPages, url, parameter)]
]

const CURSOR_LINKS: PageLink[] = [
  ['self', (_page, url) => url],
  ['next', (page: CursorPage<unknown>, url, parameter) => toCursor(CursorPage.cursors(page).next, url, parameter)],
  ['prev', (page: CursorPage<unknown>, url, parameter) => toCursor(CursorPage.cursors(page).prev, url, parameter)]
]

/** Makes the compiledConfigs of pages: their own links, then those that a configuration of the page's class adds. */
export class PageConfigs {
  readonly #made = { page: new Map<CompiledConfig | null, CompiledConfig>(), cursor: new Map<CompiledConfig | null, CompiledConfig>() }

  of (page: HyperPage<unknown>, config: CompiledConfig | null, resolution: Resolution): CompiledConfig {
    const kind = page instanceof OffsetPage ? 'page' : 'cursor'
    let compiled = this.#made[kind].get(config)
    if (compiled === undefined) {
      const links = kind === 'page' ? OFFSET_LINKS : CURSOR_LINKS
      compiled = merged(links, kind, config, page.constructor.name, resolution)
      this.#made[kind].set(config, compiled)
    }
    return compiled
  }
}

function merged (own: readonly PageLink[], kind: 'page' | 'cursor', config: CompiledConfig | null, subject: string, resolution: Resolution): CompiledConfig {
  const names = own.map(([relation]) => relation)
  const added = (config?.relations ?? []).filter(({ relation }) => !names.includes(relation.toLowerCase()))
  const parameter = new QueryParameter(resolution.environment.settings.paging[kind])
  let first = own.length
  const relations = own.map((link, index): CompiledRelation => ({
    relation: link[0],
    type: link[0],
    key: keyText(link[0]),
    curie: -1,
    array: false,
    first: index,
    links: [compilePageLink(link, parameter, subject)]
  }))
  for (const relation of added) {
    relations.push({ ...relation, first })
    first += relation.links.length
  }
  const { embeds = [], actions = [], gatesLinks = false, gatesActions = false } = config ?? {}
  return {
    subject,
    parts: [...relations.flatMap(relation => relation.links), ...embeds, ...actions],
    relations,
    embeds,
    embedsAt: first,
    actions,
    actionsAt: first + embeds.length,
    // The relation of the items is known with the page only: every prefix of the app may be used.
    curies: [...(config?.curies ?? []), ...sharedCuries(config, resolution)],
    gatesLinks,
    gatesActions,
    config: config?.config ?? null
  }
}

function sharedCuries (config: CompiledConfig | null, { environment }: Resolution): CompiledConfig['curies'] {
  return Object.entries(environment.settings.curies)
    .filter(([prefix]) => !config?.curies.some(curie => curie.prefix === prefix))
    .map(([prefix, template]) => compileCurie(prefix, template))
}

function compilePageLink ([relation, href]: PageLink, parameter: QueryParameter, subject: string): CompiledLink {
  return {
    place: `links of ${subject}, relation '${relation}'`,
    many: false,
    attributes: {},
    templated: false,
    lead: '',
    constant: false,
    routes: [],
    always: relation === 'self',
    evaluate: (page, resolution): Located | null => {
      const url = resolution.currentPath
      const path = href(page as never, url, parameter)
      if (path === undefined) return resolution.unresolved('CursorPage', relation, () => 'its cursor has a lone surrogate, which no URL can hold')
      if (path === null) return null
      return relation !== 'self' && isTooLong(url) ? omitted(resolution) : { href: resolution.base + path, templated: false, attributes: {} }
    }
  }
}

function isTooLong (url: string): boolean {
  const query = url.indexOf('?') + 1
  return query > 0 && url.length - query > LONGEST_QUERY
}

function omitted ({ environment }: Resolution): null {
  environment.notices.warn('HYPER022', 'links of a page', () => [LONGEST_QUERY])
  return null
}

function toPage (page: OffsetPage<unknown>, number: number, url: string, parameter: QueryParameter): string | null {
  return page.totalPages === 0 ? null : parameter.set(url, String(number))
}

function toCursor (cursor: string | null, url: string, parameter: QueryParameter): string | null | undefined {
  if (cursor === null) return null
  return percentEncoded(cursor) === null ? undefined : parameter.set(url, cursor)
}
