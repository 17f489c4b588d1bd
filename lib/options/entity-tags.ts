// The keys that declare an entity tag: `etag` of a route, `tag` of its preconditions, and `tag` of its resource.
import type { FastifyRequest } from 'fastify'
import type { EntityTagger } from '../../types/route-options.ts'
import { ignoreRejections } from '../async/promises.ts'
import { awaited, type Steps } from '../async/steps.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { entityTag } from '../http/entity-tag.ts'

/** A function of the app that returns the entity tag of a resource, with the key that declares it. */
export class DeclaredTag {
  readonly #place: string
  readonly #tagger: EntityTagger

  constructor (place: string, tagger: EntityTagger) {
    this.#place = place
    this.#tagger = tagger
  }

  /**
   * Returns the entity tag of a value; null for none. Only null and an empty string mean that there is none: others are
   * reported (`HYPER027`).
   * @throws FST_ERR_HYPER_INVALID_OPTION for a value that is no tag
   */
  * of (value: unknown, request: FastifyRequest, notices: Notices): Steps<string | null> {
    const given = yield * awaited(this.#tagger(value, request))
    const tag = entityTag(checkTag(this.#place, given))
    if (tag === null && given !== null && given !== '') notices.report('HYPER027', this.#place, () => [kindOf(given)])
    return tag
  }
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
