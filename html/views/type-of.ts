import { writtenMembers } from '../../hypermedia/content.ts'
import { type JsonObject, stringMember } from '../../hypermedia/read.ts'
import type { TypeFacts } from '../facts.ts'
import type { PageModel } from '../model.ts'

/** Returns the type of a resource, by the name that the app gave it; null if it has none. */
export function typeOf ({ typeNamed }: PageModel, value: JsonObject): TypeFacts | null {
  const name = stringMember(writtenMembers(value), '_type')
  return name === undefined ? null : typeNamed(name)
}
