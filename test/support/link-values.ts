// @ts-expect-error - the package has no types
import untyped from 'http-link-header'
import { headerLines } from './headers.ts'
import type { RawResponse } from './raw.ts'

export interface LinkValue {
  readonly target: string
  readonly params: Readonly<Record<string, unknown>>
}

const parser: { parse (text: string): { readonly refs: ReadonlyArray<{ readonly uri: string }> } } = untyped

// RFC 8288, section 3, with the quoted strings of RFC 9110; the parser below is more patient.
const TOKEN = "[!#$%&'*+\\-.^_`|~\\w]+"
const PARAM = `[ \\t]*;[ \\t]*${TOKEN}(?:=(?:${TOKEN}|"(?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*"))?`
const LINK = `<[^<>\\x00-\\x20\\x7f-\\uffff"{}|\\\\^\`]*>(?:${PARAM})*`
const LIST = new RegExp(`^${LINK}(?:[ \\t]*,[ \\t]*${LINK})*$`)

/** The links of all `Link` lines in order. */
export function linkValues (response: Pick<RawResponse, 'headers'>): LinkValue[] {
  return headerLines(response, 'link').flatMap(parseLinks)
}

/** @throws Error for a text that breaks the grammar */
export function parseLinks (text: string): LinkValue[] {
  if (!LIST.test(text)) throw new Error(`not a Link field: ${JSON.stringify(text)}`)
  return parser.parse(text).refs.map(({ uri, ...params }) => ({ target: uri, params }))
}
