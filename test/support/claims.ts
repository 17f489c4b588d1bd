import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import { isObject, member, readDocument, sameMediaType } from './documents.ts'
import { header, headerLines, type RawResponse } from './raw.ts'
import type { Start } from './servers.ts'

// A row's `expect` is a record of claims; a check for each claim gives the fault that it finds.

export type Fault = string | undefined

export type Checks<Expect, Seen> = {
  readonly [Claim in keyof Expect as Exclude<Claim, 'start'>]-?: (
    wanted: Exclude<Expect[Claim], undefined>, seen: Seen
  ) => Fault | Promise<Fault>
}

export interface Expectation<Expect> {
  readonly expect: Expect
  /** Outcomes that pass as well. */
  readonly acceptable?: readonly Expect[]
}

export interface StartClaim {
  readonly start?: 'ok' | 'fails'
}

/** The faults of what was seen; a claim without a check is one. */
export async function faults<Expect extends object, Seen> (
  expect: Expect, checks: Checks<Expect, Seen>, seen: Seen
): Promise<string[]> {
  const found: string[] = []
  for (const [claim, wanted] of Object.entries(expect)) {
    if (claim === 'start' && wanted === 'ok') continue
    const check = Object.hasOwn(checks, claim)
      ? (checks as Record<string, (wanted: unknown, seen: Seen) => Fault | Promise<Fault>>)[claim]
      : undefined
    const fault =
      check === undefined ? `no check for the claim ${claim}: ${JSON.stringify(wanted)}` : await check(wanted, seen)
    if (fault !== undefined) found.push(fault)
  }
  return found
}

/** Passes where the row's expectation holds, or any outcome that is acceptable too. */
export async function checkClaims<Expect extends object, Seen> (
  t: Test, row: Expectation<Expect>, checks: Checks<Expect, Seen>, seen: Seen
): Promise<void> {
  await checkOutcomes(t, row, expect => faults(expect, checks, seen))
}

/** As `checkClaims`, for rows that may fail to start. */
export async function checkStartClaims<Expect extends StartClaim, Seen> (
  t: Test, row: Expectation<Expect>, checks: Checks<Expect, Seen>, start: Start,
  look: (server: Extract<Start, { server: unknown }>['server']) => Promise<Seen>
): Promise<void> {
  if ('rejected' in start) {
    await checkOutcomes(t, row, async expect =>
      expect.start === 'fails' ? [] : [`the start was rejected: ${start.rejected}`])
    return
  }
  // A row that is not to start need not have a request.
  if (row.expect.start === 'fails' && row.acceptable === undefined) {
    t.fail('the app started')
    return
  }
  const seen = await look(start.server)
  await checkOutcomes(t, row, async expect =>
    expect.start === 'fails' ? ['the app started'] : faults(expect, checks, seen))
}

async function checkOutcomes<Expect> (
  t: Test, row: Expectation<Expect>, faultsOf: (expect: Expect) => Promise<string[]>
): Promise<void> {
  const found = await faultsOf(row.expect)
  const others = found.length === 0 ? [] : await Promise.all((row.acceptable ?? []).map(faultsOf))
  if (others.some(faults => faults.length === 0)) t.pass('an acceptable outcome')
  else t.same(found, [], 'everything that is expected holds')
}

export function differs (what: string, seen: unknown, wanted: unknown): Fault {
  return isDeepStrictEqual(seen, wanted) ? undefined : `${what}: ${shown(seen)} where ${shown(wanted)} was expected`
}

export function unless (holds: boolean, fault: string): Fault {
  return holds ? undefined : fault
}

/** The first fault of several. */
export function first (...found: readonly Fault[]): Fault {
  return found.find(fault => fault !== undefined)
}

function shown (value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

export interface Exchange {
  readonly response: RawResponse
}

/** Claims that several tables make about a response. */
export const responseChecks = {
  status: (wanted: number, { response }: Exchange) => differs('status', response.status, wanted),
  contentType: (wanted: string | null, { response }: Exchange) =>
    contentTypeFault(header(response, 'content-type'), wanted),
  present: (wanted: readonly string[], { response }: Exchange) => presentFault(readDocument(response), wanted),
  absent: (wanted: readonly string[], { response }: Exchange) => absentFault(readDocument(response), wanted),
  bodyBytes: (wanted: number, { response }: Exchange) => differs('body bytes', response.body.length, wanted),
  noHeader: (wanted: readonly string[], { response }: Exchange) =>
    first(...wanted.map(name => differs(name, header(response, name), null))),
  hasHeader: (wanted: readonly string[], { response }: Exchange) =>
    first(...wanted.map(name => unless(header(response, name) !== null, `${name} is missing`))),
  headerLineCount: (wanted: Readonly<Record<string, number>>, { response }: Exchange) =>
    first(...Object.entries(wanted)
      .map(([name, count]) => differs(`lines of ${name}`, headerLines(response, name).length, count)))
}

function contentTypeFault (seen: string | null, wanted: string | null): Fault {
  if (seen === null || wanted === null) return differs('content type', seen, wanted)
  return unless(sameMediaType(seen, wanted), `content type: ${seen} where ${wanted} was expected`)
}

export function presentFault (document: unknown, names: readonly string[]): Fault {
  return first(
    ...names.map(name => unless(isObject(member(document, name)), `${name} is missing in ${shown(document)}`))
  )
}

export function absentFault (document: unknown, names: readonly string[]): Fault {
  return first(...names.map(name =>
    unless(!isObject(document) || !Object.hasOwn(document, name), `${name} is there in ${shown(document)}`)))
}
