// The members that distinguish resources.
import { type JsonObject, member } from '../hypermedia/read.ts'
import { shortened } from './labels.ts'

const NAMES = ['name', 'title', 'label', 'displayName', 'display_name', 'fullName', 'full_name', 'subject', 'username']
const KEYS = ['number', 'reference', 'code', 'key', 'slug', 'sku', 'id', 'uuid']

/** Returns the name of a resource among its data; null for none. */
export function nameIn (value: JsonObject): string | null {
  const name = NAMES.map(name => member(value, name)).find(value => typeof value === 'string' && value.trim() !== '')
  return name === undefined ? null : shortened(name as string)
}

const LONGEST_PART = 80
// The first values of an object are among these.
const MOST_MEMBERS = 100

/** Returns an object in a line: its name, or its first values; an empty string for neither. */
export function gistOf (value: JsonObject): string {
  const name = nameIn(value)
  if (name !== null) return name
  const scalars = Object.keys(value).slice(0, MOST_MEMBERS).map(name => value[name])
    .filter(item => (typeof item === 'string' && item !== '') || typeof item === 'number')
  return scalars.slice(0, 3).map(item => String(item).slice(0, LONGEST_PART)).join(', ')
}

/** Returns the name of the member that identifies a resource, its name first; undefined for none. */
export function labelMember (names: readonly string[]): string | undefined {
  return [...NAMES, ...KEYS].find(name => names.includes(name))
}

/** Returns what a resource is called: its name, or `Order 42`; null if nothing in its data identifies it. */
export function labelFor (value: JsonObject, type: string | null): string | null {
  const name = nameIn(value)
  if (name !== null) return name
  const key = KEYS.map(name => member(value, name))
    .find(value => typeof value === 'number' || (typeof value === 'string' && value !== ''))
  if (key === undefined) return null
  return shortened(type === null ? String(key) : `${type} ${String(key)}`)
}

/** Whether numbers of a member identify something, so that `2026` is not `2,026`. */
export function isKey (name: string): boolean {
  return KEYS.includes(name) || /(?:id|number|code|year|version|key|zip|phone)$/i.test(name)
}
