import { writtenMembers } from '../../hypermedia/content.ts'
import { isObject, member } from '../../hypermedia/read.ts'

const NONE: ReadonlySet<string> = new Set()

/** Returns the names of the actions of a resource that the app declares with `.danger()`. */
export function dangersOf (value: unknown): ReadonlySet<string> {
  const names = isObject(value) ? member(writtenMembers(value), '_dangers') : undefined
  return Array.isArray(names) ? new Set(names) : NONE
}
