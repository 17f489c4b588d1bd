/**
 * The Link field: RFC 8288 section 3, with RFC 8187 for strings beyond ASCII. The result is always
 * printable ASCII, since Node throws for other field values.
 */

import type { ProjectedLink } from '../../types/formats.ts'
import { percentEncoder } from './percent-encoding.ts'

/** In bytes. Proxies and clients often reject longer fields. */
const LIMIT = 8192

const CONTROLS = /\p{Cc}+/gu
const LONE_SURROGATE = /\p{Cs}/gu
const UNWRITABLE = /[\p{Cc}<>]/u
const ASCII = /^[\x20-\x7e]*$/

// The syntax of a tag (RFC 5646 section 2.1), without the registry.
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i

// Without the ASCII characters that no URI has (RFC 3986 appendix A).
const TARGET = /^[!#-;=?-[\]_a-z~]*$/

const targetOf = percentEncoder(TARGET)
const graphicOf = percentEncoder(/^[\x21-\x7e]*$/)
// Of attr-char (RFC 8187 section 3.2.1).
const extendedValueOf = percentEncoder(/^[\w!#$&+.^`|~-]*$/)

/**
 * Returns one link as a link-value (RFC 8288 section 3).
 *
 * @returns printable ASCII. `null` for a link that a field cannot express: it is templated, has
 * no relation, or its href is empty or has a control character or an angle bracket. Spaces and
 * characters beyond ASCII are percent-encoded in the href, the relation and the profile, in the href
 * all that no URI may have; a title or a name beyond ASCII is an ext-value (RFC 8187 section 3.2)
 */
export function linkValue (link: ProjectedLink): string | null {
  const target = link.templated === true ? null : fieldTarget(link.href)
  if (target === null) return null
  const relation = withoutControls(link.rel)
  if (relation === '') return null
  return `<${target}>; rel=${quoted(graphicOf(relation))}${attributesOf(link)}`
}

/** Returns an href as fields have it, in printable ASCII; null if a field cannot express it. */
export function fieldTarget (href: string): string | null {
  if (href === '' || UNWRITABLE.test(href)) return null
  return targetOf(href)
}

/**
 * Returns links as one field value (RFC 8288 section 3).
 *
 * @param limit in bytes; if the response has a Link already, less the bytes of that and of `, `
 * @returns `field`, the value, empty without links; `cut`, true if some links did not fit
 */
export function linkHeader (links: readonly ProjectedLink[], limit: number = LIMIT): { field: string, cut: boolean } {
  let field = ''
  for (const link of links) {
    const value = linkValue(link)
    if (value === null) continue
    const longer = field === '' ? value : `${field}, ${value}`
    if (longer.length > limit) return { field, cut: true }
    field = longer
  }
  return { field, cut: false }
}

/** Returns the link-value for a page about a deprecation (RFC 9745 section 3). */
export function deprecationLink (url: string): string {
  return `<${url}>; rel="deprecation"`
}

/**
 * Returns true if a URL is allowed between the angle brackets of a link-value (RFC 8288 section 3):
 * it has only the ASCII characters that a URI may have, and is not empty.
 */
export function isLinkTarget (url: string): boolean {
  return url !== '' && TARGET.test(url)
}

function attributesOf ({ title, name, type, profile, hreflang }: ProjectedLink): string {
  return written(title, (value) => textAttribute('title', value)) +
    written(name, (value) => textAttribute('name', value)) +
    // A media type is ASCII, and `type*` is not defined.
    written(type, (value) => ASCII.test(value) ? `; type=${quoted(value)}` : '') +
    written(profile, (value) => `; profile=${quoted(graphicOf(value))}`) +
    // RFC 8288 section 3 advises a token here, and quotes around titles.
    written(hreflang, (value) => LANGUAGE_TAG.test(value) ? `; hreflang=${value}` : '')
}

function written (value: string | undefined, write: (value: string) => string): string {
  if (value === undefined) return ''
  const printable = withoutControls(value)
  if (printable === '') return ''
  return write(printable)
}

function textAttribute (name: string, value: string): string {
  if (ASCII.test(value)) return `; ${name}=${quoted(value)}`
  return `; ${name}*=UTF-8''${extendedValueOf(value)}`
}

function quoted (value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

// Lone surrogates first: two that a control character separates must not become one character.
function withoutControls (value: string): string {
  return value.replace(LONE_SURROGATE, '\ufffd').replace(CONTROLS, '')
}
