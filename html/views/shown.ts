import { readWritten } from '../../hypermedia/content.ts'
import type { ShownResource } from '../../hypermedia/form.ts'
import type { JsonObject } from '../../hypermedia/read.ts'
import { MOST_MEMBERS } from '../most-shown.ts'

/** Reads what a page shows of a resource. */
export function shownOf (value: JsonObject): ShownResource {
  return readWritten(value, MOST_MEMBERS)
}
