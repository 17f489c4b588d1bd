/**
 * Entity tags and the lists of them in conditional requests: RFC 9110 sections 8.8.3, 13.1.1 and
 * 13.1.2.
 */

import { hash } from '../node-modules.ts'
import { percentEncoder } from './percent-encoding.ts'
import { isWeak } from './weak-tag.ts'

// A derived tag is `"base~VVVVVVVVCCCCCC"`: the variant, and a checksum of the base and the variant.
const VARIANT_LENGTH = 8
const CHECKSUM_LENGTH = 6

const QUOTED = /^(W\/)?"(.*)"$/s

// An etagc is 0x21 or 0x23-0x7E. Bytes beyond ASCII are legal too, but Node writes them in one
// encoding and reads them in another.
const encodeQuoted = percentEncoder(/^[\x21\x23-\x7e]*$/)
const encodePlain = percentEncoder(/^[\x21\x23\x24\x26-\x7e]*$/)
const BEYOND_ASCII = /(?:%[89A-F][0-9A-F])+/g

// Sticky: the tags, and the commas and spaces between them, up to the first malformed element.
const ELEMENTS = /[ \t,]+|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?=[ \t]*(?:,|$))/gy

// Not `trim`, which removes a no-break space, too: that is no white space of a field (RFC 9110 section 5.6.3).
const ANY = /^[ \t]*\*[ \t]*$/
const ANY_FIRST = /^[ \t,]*\*[ \t]*(?:,|$)/

/**
 * Makes an entity tag of any value (RFC 9110 section 8.8.3).
 *
 * @returns `"..."` or `W/"..."`, with 0x21 and 0x23 to 0x7E inside. A value that is quoted already
 * is kept; characters that a tag cannot have are percent-encoded as UTF-8, and `%` in a value that
 * was not quoted. `null`, no tag, for an empty string, `null`, `undefined`, and numbers that are not finite
 */
export function entityTag (tag: string | number | null | undefined): string | null {
  if (tag === null || tag === undefined || tag === '') return null
  if (typeof tag === 'number' && !Number.isFinite(tag)) return null
  const given = String(tag)
  const [, weak = '', opaque] = QUOTED.exec(given) ?? []
  if (opaque === undefined) return `"${encodePlain(given)}"`
  return `${weak}"${encodeQuoted(opaque)}"`
}

/**
 * Returns eight characters that identify one representation of a resource. They are the same on every instance.
 *
 * @param description its difference from the other representations, such as its format
 * @param content its body, if the description does not determine it
 */
export function variantOf (description: string, content?: string): string {
  const identity = content === undefined ? description : `${description}\n${digest(content)}`
  return digest(identity).slice(0, VARIANT_LENGTH)
}

/**
 * Returns the tag of another representation of the resource that has this tag. A weak tag stays weak.
 *
 * @param tag as `entityTag` made it
 * @param variant as `variantOf` made it
 */
export function derivedTag (tag: string, variant: string): string {
  const base = opaqueOf(tag).slice(1, -1)
  const checksum = digest(`${base}~${variant}`).slice(0, CHECKSUM_LENGTH)
  return `${tag.slice(0, -1)}~${variant}${checksum}"`
}

/**
 * Returns true if an If-None-Match field has a tag: weak comparison (RFC 9110 sections 13.1.2 and
 * 8.8.3.2). A lone `*` matches every tag; elements from the first malformed one on are ignored.
 *
 * @param tag as `entityTag` made it
 */
export function matchesWeakly (ifNoneMatch: string, tag: string): boolean {
  const opaque = opaqueOf(tag)
  return lists(ifNoneMatch, [opaque, `W/${opaque}`])
}

/**
 * Like `matchesWeakly`, but also true for a tag that was derived from this one: a precondition is
 * about the state of the resource, whichever representation the client has.
 *
 * @param tag as `entityTag` made it
 */
export function matchesStateWeakly (ifNoneMatch: string, tag: string): boolean {
  const opaque = opaqueOf(tag)
  return lists(ifNoneMatch, [opaque, `W/${opaque}`], element => isDerived(opaqueOf(element), opaque))
}

/**
 * Returns true if an If-Match field has a tag, or one that was derived from it: strong comparison,
 * weak tags never match (RFC 9110 sections 13.1.1 and 8.8.3.2). A lone `*` matches every tag; elements
 * from the first malformed one on are ignored.
 *
 * @param tag as `entityTag` made it
 */
export function matchesStateStrongly (ifMatch: string, tag: string): boolean {
  return isWeak(tag) ? lists(ifMatch, []) : lists(ifMatch, [tag], element => isDerived(element, tag))
}

/** Returns the tags of a list, up to the first malformed element. */
export function tagsIn (list: string): string[] {
  return elementsOf(list).filter(element => element.endsWith('"'))
}

/** Returns true for `*` without other elements (RFC 9110 sections 13.1.1 and 13.1.2). */
export function isAny (list: string): boolean {
  return ANY.test(list)
}

/**
 * Returns true if the first element of a list is `*`. Beside tags that is malformed (RFC 9110 section
 * 13.1.2), but it is safer to reject a create-only write than to accept it.
 */
export function beginsWithAny (list: string): boolean {
  return ANY_FIRST.test(list)
}

function lists (field: string, tags: readonly string[], accepts: (element: string) => boolean = () => false): boolean {
  if (isAny(field)) return true
  const elements = elementsOf(field)
  return tags.some((tag) => elements.includes(tag) || elements.includes(beyondAscii(tag))) || elements.some(accepts)
}

function elementsOf (field: string): readonly string[] {
  return field.match(ELEMENTS) ?? []
}

// Both without `W/`. The length is compared first, so that most elements need no hash.
function isDerived (element: string, tag: string): boolean {
  if (element.length !== tag.length + 1 + VARIANT_LENGTH + CHECKSUM_LENGTH) return false
  return element === derivedTag(tag, element.slice(tag.length, tag.length + VARIANT_LENGTH))
}

function opaqueOf (tag: string): string {
  if (isWeak(tag)) return tag.slice(2)
  return tag
}

function digest (content: string): string {
  return hash('sha256', content, 'base64url')
}

// The same tag, where a client has it with bytes beyond ASCII from elsewhere.
function beyondAscii (tag: string): string {
  return tag.replace(BEYOND_ASCII, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
}
