import type { EntityTagger } from '../../types/route-options.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { entityTag } from '../http/entity-tag.ts'
import { checkTag } from '../options/route-options.ts'

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
  if (tag === null && value !== null && value !== '') {
    notices.report('HYPER027', place, () => [kindOf(value)])
  }
  return tag
}
