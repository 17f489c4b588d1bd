import type { EntityTagger } from '../../types/route-options.ts'
import { isChecked } from '../diagnostics/inspection.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { entityTag } from '../http/entity-tag.ts'
import { checkTag } from '../options/route-options.ts'
import type { Environment } from './environment.ts'

type Noticed = Pick<Environment, 'notices' | 'tagTimes'>

/**
 * Returns the entity tag of what a function of the app returned; null for none. Only null and an empty string mean that
 * there is none: others are reported (`HYPER027`).
 * @param place where the function is declared
 * @param isCompared whether preconditions compare the tag: a time in whole seconds is reported (`HYPER036`)
 * @throws FST_ERR_HYPER_INVALID_OPTION for a value that is no tag
 */
export function returnedTag (
  place: string, value: Awaited<ReturnType<EntityTagger>>, environment: Noticed, isCompared: boolean
): string | null {
  const tag = entityTag(checkTag(place, value))
  if (tag === null && value !== null && value !== '') {
    environment.notices.report('HYPER027', place, () =>
      [value instanceof Date ? 'a date that is not valid' : kindOf(value)])
  }
  if (isCompared && tag !== null && value instanceof Date) reportWholeSeconds(place, value, environment)
  return tag
}

const ENOUGH = 3

// Three by chance are one case of 10^9. Whole minutes do not count: people write them in sample data.
function reportWholeSeconds (place: string, date: Date, { notices, tagTimes }: Noticed): void {
  const [times, time] = [tagTimes.get(place), date.getTime()]
  if (times === null || time % 60_000 === 0) return
  if (time % 1000 !== 0 || !isChecked()) tagTimes.set(place, null)
  else if (times === undefined) tagTimes.set(place, new Set([time]))
  else if (times.add(time).size === ENOUGH) {
    tagTimes.set(place, null)
    notices.report('HYPER036', place, () => [])
  }
}
