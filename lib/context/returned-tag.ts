// The entity tags that functions of the app return.
import type { EntityTagger } from '../../types/route-options.ts'
import { ignoreRejections } from '../async/promises.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { entityTag } from '../http/entity-tag.ts'

/**
 * Returns the entity tag of what a function of the app returned; null for none. Only null and an empty string mean that
 * there is none: others are reported (`HYPER027`).
 * @param place where the function is declared
 * @throws FST_ERR_HYPER_INVALID_OPTION for a value that is no tag
 */
export function returnedTag (
  place: string, value: Awaited<ReturnType<EntityTagger>>, { notices }: { readonly notices: Notices }
): string | null {
  const tag = entityTag(checkTag(place, value))
  if (tag === null && value !== null && value !== '') notices.report('HYPER027', place, () => [kindOf(value)])
  return tag
}

const TAGS = ['string', 'number', 'bigint', 'undefined']

/**
 * Returns a tag; the milliseconds of a Date.
 * @throws FST_ERR_HYPER_INVALID_OPTION for other objects and promises:
 * as strings they would be the same tag for all versions
 */
export function checkTag<T> (place: string, tag: T): Exclude<T, Date> | number {
  if (tag instanceof Date) return tag.getTime()
  if (tag === null || TAGS.includes(typeof tag)) return tag as Exclude<T, Date>
  ignoreRejections(tag)
  return fail(
    'FST_ERR_HYPER_INVALID_OPTION', place, kindOf(tag),
    'Give the tag as a string or a number, and null if there is no resource.'
  )
}
