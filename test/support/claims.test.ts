import t, { type Test } from 'tap'
import { checkClaims, checkStartClaims, type Exchange, faults, responseChecks } from './claims.ts'
import { parseResponse } from './raw.ts'
import type { Server } from './servers.ts'
import { known, knownKeys, readTable } from './tables.ts'

const exchange = (head: string, body = ''): Exchange => ({
  response: parseResponse(Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`), 'GET')
})
const json = exchange('Content-Type: application/hal+json', '{"_links":{"self":{"href":"/"}}}')

for (const [expect, count] of [
  [{ status: 200, contentType: 'application/hal+json', present: ['_links'], absent: ['_actions'] }, 0],
  [{ status: 204 }, 1],
  [{ contentType: null }, 1],
  [{ present: ['_actions', '_links'], absent: ['_links'] }, 2],
  [{ bodyBytes: 0, noHeader: ['Content-Type'], hasHeader: ['ETag'], headerLineCount: { 'Content-Type': 2 } }, 4],
  [{ toString: 'x' }, 1],
  [{ constructor: null, start: 'fails' }, 2]
] as const) {
  t.test(`${count} faults: ${JSON.stringify(expect)}`, async t => {
    t.equal((await faults(expect as object, responseChecks as object, json)).length, count)
  })
}

/** Runs checks on a test of its own; returns whether it passed. */
async function passes (check: (t: Test) => Promise<void>): Promise<boolean> {
  let passed = true
  const note = {
    pass: () => {}, fail: () => { passed = false }, same: (seen: unknown[]) => { passed = seen.length === 0 }
  }
  await check(note as unknown as Test)
  return passed
}

t.test('one acceptable outcome is enough, and none is not', async t => {
  const checked = (expect: object, acceptable?: object[]) =>
    passes(t => checkClaims(
      t, { expect, ...acceptable === undefined ? {} : { acceptable } }, responseChecks as object, json
    ))
  t.equal(await checked({ status: 200 }), true)
  t.equal(await checked({ status: 400 }), false)
  t.equal(await checked({ status: 400 }, [{ status: 500 }, { status: 200 }]), true)
  t.equal(await checked({ status: 400 }, [{ status: 500 }, { unknown: 200 }]), false)
})

t.test('a start that fails is an outcome', async t => {
  const started = { server: {} as Server }
  const rejected = { rejected: 'FST_ERR_HYPER_X' }
  const checked = (start: typeof started | typeof rejected, expect: object, acceptable?: object[]) =>
    passes(t =>
      checkStartClaims(t, {
        expect, ...acceptable === undefined ? {} : { acceptable }
      }, responseChecks as object, start, async () => json))
  t.equal(await checked(rejected, { start: 'fails' }), true)
  t.equal(await checked(started, { start: 'fails' }), false)
  t.equal(await checked(rejected, { status: 200 }), false)
  t.equal(await checked(rejected, { status: 200 }, [{ start: 'fails' }]), true)
  t.equal(await checked(started, { start: 'ok', status: 200 }), true)
  t.equal(await checked(started, { start: 'fails' }, [{ status: 200 }]), true)
})

t.throws(() => knownKeys({ a: 1, b: 2 }, 'a'), 'an unknown member')
t.throws(() => known({ a: 1 }, 'toString'), 'a name that is not known')
t.throws(() => readTable('SOURCES'), 'no table')
