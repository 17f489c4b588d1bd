import { writtenMembers } from '../../hypermedia/content.ts'
import { type JsonObject, stringMember } from '../../hypermedia/read.ts'
import { NO_FACTS, type TypeFacts } from '../facts.ts'
import type { PageModel } from '../model.ts'
import { typeLabel } from '../names.ts'

/** Returns the type of a resource, by the name that the app gave it; null if it has none. */
export function typeOf ({ typeNamed }: PageModel, value: JsonObject): TypeFacts | null {
  const name = stringMember(writtenMembers(value), '_type')
  if (name === undefined) return null
  return typeNamed(name) ?? { label: typeLabel(name), facts: NO_FACTS }
}
