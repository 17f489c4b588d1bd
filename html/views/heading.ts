// What pages and resources are called.
import { writtenMembers } from '../../hypermedia/content.ts'
import { isObject, type JsonObject, linksOf, member, selfOf } from '../../hypermedia/read.ts'
import { labelFor, nameIn } from '../../views/resource-label.ts'
import { NO_FACTS, type ValueFacts } from '../facts.ts'
import type { PageModel } from '../model.ts'
import { listIn } from './list.ts'
import { pathWithin } from './page-context.ts'
import { shortened } from './short-text.ts'
import { shownOf } from './shown.ts'
import { typeOf } from './type-of.ts'

/** The name of a page. */
export interface Heading {
  readonly text: string
  /** The type of a resource whose name is the text; null for none. */
  readonly type: string | null
}

/** Returns the name of a page: `Order 42` for a resource, `Orders` for a list. */
export function headingOf (page: PageModel, value: unknown): Heading {
  const isList = Array.isArray(value) || (isObject(value) && listIn(page, value, shownOf(value)) !== null)
  return isList ? listHeading(page) : resourceHeading(page, value)
}

/** Returns the name of a resource: `Order 42`. */
export function resourceHeading (page: PageModel, value: unknown): Heading {
  const { path, entryPoint, title, facts, noun } = page
  if (path.split('?', 1)[0] === entryPoint) return { text: title, type: null }
  if (!isObject(value)) return listHeading(page)
  const type = facts.title ?? typeOf(page, value)?.label ?? page.type
  const text = labelFor(value, type) ?? type ?? (noun || path)
  return { text: shortened(text), type: nameIn(value) === null ? null : type }
}

/** What a page is called where it is linked. */
interface Title {
  readonly text: string
  /** Whether it is the name of the resource, which has no article and no lower case. */
  readonly isName: boolean
}

/** Returns what the page at a path is called: as its heading if this page has its resource, else by its route. */
export function titleAt (page: PageModel, path: string): Title {
  const known = path === page.entryPoint ? null : resourceAt(page, path)
  const name = known === null ? null : nameIn(known.value)
  if (name !== null) return { text: name, isName: true }
  const type = known === null ? null : known.facts.title ?? typeOf(page, known.value)?.label ?? null
  return { text: (type === null ? null : labelFor(known!.value, type)) ?? page.labelAt(path), isName: false }
}

/** Returns the resource at a path: of the form, or a single one that is embedded in what the page shows. */
function resourceAt (page: PageModel, path: string): { readonly value: JsonObject, readonly facts: ValueFacts } | null {
  const { value, resource, self = page.path, facts } = page
  if (isObject(resource) && self === path) return { value: resource, facts }
  const embedded = isObject(value) ? shownOf(value).embedded : []
  const found = embedded.flatMap(({ items }) => items.length === 1 ? items : []).filter(isObject).find(item => {
    const href = selfOf(linksOf(member(writtenMembers(item), '_links')))
    return href !== undefined && pathWithin(page, href) === path
  })
  return found === undefined ? null : { value: found, facts: NO_FACTS }
}

function listHeading ({ path, entryPoint, title, noun }: PageModel): Heading {
  const isRoot = path.split('?', 1)[0] === entryPoint || noun === ''
  return { text: isRoot ? title : shortened(noun), type: null }
}
