// Preconditions equal those of a reference (RFC 9110 sections 8.8.3.2, 13.1.1, 13.1.2 and 13.2.2).
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { evaluatePreconditions } from '../../../../lib/guards/preconditions.ts'
import { derivedTag, entityTag, matchesWeakly, variantOf } from '../../../../lib/http/entity-tag.ts'
import { holds, Input, same } from '../input.ts'

interface Tag { readonly weak: boolean, readonly opaque: string }

const WRITTEN = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const [requireIfMatch, hasMatch, hasNoneMatch] = [input.flag(), input.flag(), input.flag()]
  const value = input.line()
  const tag = entityTag(value)
  same(tag === null, value === '', `whether ${value} has a tag`)
  if (tag !== null) checkWritten(tag)
  const ifMatch = hasMatch ? written(input.field(), tag) : undefined
  const ifNoneMatch = hasNoneMatch ? written(input.field(), tag) : undefined
  const headers = {
    ...ifMatch === undefined ? {} : { 'if-match': ifMatch },
    ...ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
  }
  const request = { method: 'PUT', headers, routeOptions: { config: {} } } as unknown as FastifyRequest
  const problem = evaluatePreconditions(request, value, { requireIfMatch })
  same(problem?.status ??
    null, reference(tag, requireIfMatch, ifMatch, ifNoneMatch), JSON.stringify({ tag, requireIfMatch, ...headers }))
  if (tag === null || ifNoneMatch === undefined) return
  const parsed = parseTag(tag)
  const isRead = isAny(ifNoneMatch) ||
    elements(ifNoneMatch).some(element => isSameOpaque(element.opaque, parsed.opaque))
  same(matchesWeakly(ifNoneMatch, tag), isRead, `If-None-Match of a read: ${ifNoneMatch} for ${tag}`)
}

// A tag is one that a field can have, and stays as it is.
function checkWritten (tag: string): void {
  holds(WRITTEN.test(tag), `the tag ${tag}`)
  same(entityTag(tag), tag, 'a tag of a tag')
}

// `%T` stands for the tag, `%D` for one that was derived from it: nobody guesses a checksum.
function written (field: string, tag: string | null): string {
  return field.replace(/%[TD]/g, name => tag === null ? '' : name === '%T' ? tag : derivedTag(tag, variantOf('hal')))
}

function reference (
  tag: string | null, isRequired: boolean, ifMatch: string | undefined, ifNoneMatch: string | undefined
): number | null {
  const current = tag === null ? null : parseTag(tag)
  if (ifMatch !== undefined) {
    if (current === null) return 412
    const isStrong = (element: Tag) => !element.weak && !current.weak && isSameState(element.opaque, current.opaque)
    if (!isAny(ifMatch) && !elements(ifMatch).some(isStrong)) return 412
  }
  if (ifNoneMatch !== undefined && current !== null) {
    const beginsWithAny = /^[ \t,]*\*[ \t]*(?:,|$)/.test(ifNoneMatch)
    if (beginsWithAny || elements(ifNoneMatch).some(element => isSameState(element.opaque, current.opaque))) return 412
  }
  return !isRequired || ifMatch !== undefined || (ifNoneMatch !== undefined && isAny(ifNoneMatch)) ? null : 428
}

function isAny (field: string): boolean {
  return /^[ \t]*\*[ \t]*$/.test(field)
}

// Up to the first malformed element.
function elements (field: string): Tag[] {
  const found: Tag[] = []
  let left = field.replace(/^[ \t,]+/, '')
  while (left !== '') {
    const [whole, element] = /^((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t,]*|$)/.exec(left) ?? []
    if (whole === undefined || element === undefined) break
    found.push(parseTag(element))
    left = left.slice(whole.length)
  }
  return found
}

function parseTag (tag: string): Tag {
  return { weak: tag.startsWith('W/'), opaque: tag.slice(tag.indexOf('"') + 1, -1) }
}

function isSameState (sent: string, current: string): boolean {
  if (isSameOpaque(sent, current)) return true
  const [, base, variant, checksum] = /^(.*)~([^~]{8}|.{8})(.{6})$/.exec(sent) ?? []
  return base === current && checksum === createHash('sha256').update(`${base}~${variant}`)
    .digest('base64url').slice(0, 6)
}

// The same bytes, escaped by the server or not by another.
function isSameOpaque (sent: string, current: string): boolean {
  return sent === current ||
    sent === current.replace(/(?:%[89A-F][0-9A-F])+/g, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
}
