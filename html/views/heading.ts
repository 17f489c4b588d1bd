// What pages and resources are called.
import { readWritten } from '../../hypermedia/content.ts'
import { isObject } from '../../hypermedia/read.ts'
import { labelFor, nameIn } from '../../views/resource-label.ts'
import { listIn } from './list.ts'
import type { usePage } from './page-context.ts'
import { shortened } from './short-text.ts'
import { typeOf } from './type-of.ts'

type Page = ReturnType<typeof usePage>

/** The name of a page. */
export interface Heading {
  readonly text: string
  /** The type of a resource whose name is the text; null for none. */
  readonly type: string | null
}

/** Returns the name of a page: `Order 42` for a resource, `Orders` for a list. */
export function headingOf (page: Page, value: unknown): Heading {
  const isList = Array.isArray(value) || (isObject(value) && listIn(page, value, readWritten(value)) !== null)
  return isList ? listHeading(page) : resourceHeading(page, value)
}

/** Returns the name of a resource: `Order 42`. */
export function resourceHeading (page: Page, value: unknown): Heading {
  const { path, entryPoint, title, facts, noun } = page
  if (path.split('?', 1)[0] === entryPoint) return { text: title, type: null }
  if (!isObject(value)) return listHeading(page)
  const type = facts.title ?? typeOf(page, value)?.label ?? page.type
  const text = labelFor(value, type) ?? type ?? (noun || path)
  return { text: shortened(text), type: nameIn(value) === null ? null : type }
}

function listHeading ({ path, entryPoint, title, noun }: Page): Heading {
  const isRoot = path.split('?', 1)[0] === entryPoint || noun === ''
  return { text: isRoot ? title : shortened(noun), type: null }
}
