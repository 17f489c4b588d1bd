import t, { type Test } from 'tap'
import hyper, { errorCodes, type HyperErrorCode, LinkResolutionError } from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'
import { type Cause, declared, type ErrorTable, options } from './error-rows.ts'
import { ofConfigurations, ofLinks } from './of-links.ts'
import { ofOptions } from './of-options.ts'
import { ofResponses } from './of-responses.ts'
import { ofRoutes } from './of-routes.ts'

type Rows = ReadonlyArray<readonly [code: HyperErrorCode, words: string, cause: Cause]>

function rowsOf<Causes extends readonly unknown[]> (
  table: ErrorTable<Causes>, cause: (...causes: Causes) => Cause
): Rows {
  return Object.entries(table).flatMap(([code, rows]) =>
    rows.map(([words, ...causes]) => [`FST_ERR_HYPER_${code}` as HyperErrorCode, words, cause(...causes)] as const))
}

const TABLE: Readonly<Record<string, Rows>> = {
  options: rowsOf(ofOptions, options),
  routes: rowsOf(ofRoutes, cause => cause),
  configurations: rowsOf(ofConfigurations, cause => cause),
  links: rowsOf(ofLinks, declared),
  responses: rowsOf(ofResponses, cause => cause)
}

// A mistake of a client, and responses of the app that cannot be read.
const STATUSES: Readonly<Record<string, number>> = {
  FST_ERR_HYPER_EVENT_STREAM: 502,
  FST_ERR_HYPER_INVALID_INPUT: 400,
  FST_ERR_HYPER_RESPONSE_TOO_LARGE: 502
}
const statusOf = (code: string) => STATUSES[code] ?? 500

/** What stops an app that is declared so; undefined where it starts. */
async function rejection (t: Test, declare: Cause): Promise<unknown> {
  const app = newApp(t)
  try {
    await declare(app)
    await app.ready()
  } catch (error) {
    return error
  }
}

/** Whether the parts stand in the message, one after the other. */
function containsInOrder (message: string, parts: readonly string[]): boolean {
  let at = 0
  return parts.every(part => {
    const found = message.indexOf(part, at)
    at = found + part.length
    return found !== -1
  })
}

for (const [kind, rows] of Object.entries(TABLE)) {
  t.test(`bad ${kind}`, async t => {
    for (const [code, words, cause] of rows) {
      await t.test(`${code}: ${words}`, async t => {
        const error = await rejection(t, cause)
        if (!(error instanceof Error)) return t.fail('nothing was rejected', { error })
        t.match(error, { code, statusCode: statusOf(code) })
        const { message } = error
        t.ok(
          error instanceof errorCodes[code] && containsInOrder(message, words.split(' | ')) && !/%s|\[object/.test(message),
          `the message contains ${words}`, { message }
        )
      })
    }
  })
}

// Thrown by fastify-hyper/nest: test/http/nest/mistakes.test.ts; after a start that failed: notices.test.ts; without a
// package: test/process/package/codes.test.ts.
const ELSEWHERE: readonly HyperErrorCode[] = [
  'FST_ERR_HYPER_NO_MODULE', 'FST_ERR_HYPER_NOT_READY', 'FST_ERR_HYPER_SDK_MISSING'
]

t.test('every code is thrown', async t => {
  const rows = Object.values(TABLE).flat()
  t.strictSame(
    new Set([...rows.map(([code]) => code), ...ELSEWHERE]), new Set(Object.keys(errorCodes) as HyperErrorCode[])
  )
})

t.test('codes and classes', async t => {
  t.ok(Object.isFrozen(errorCodes))
  for (const [code, ErrorClass] of Object.entries(errorCodes)) {
    t.match(code, /^FST_ERR_HYPER_[A-Z]+(?:_[A-Z]+)*$/)
    t.match(new ErrorClass('place', 'value'), { code, statusCode: statusOf(code) }, code)
  }
  const error = new LinkResolutionError('links of order', 'no route is named so')
  t.match(error, { code: 'FST_ERR_HYPER_LINK_UNRESOLVED', name: 'LinkResolutionError', statusCode: 500 })
  t.equal(error.message, 'links of order: no route is named so')
  t.equal(errorCodes.FST_ERR_HYPER_LINK_UNRESOLVED, LinkResolutionError)
})

t.test('listen is rejected as ready is', async t => {
  const app = newApp(t)
  app.register(hyper, { mode: 'strct' as 'strict' })
  await t.rejects(app.listen({ port: 0 }), { code: 'FST_ERR_HYPER_INVALID_OPTION' })
})

t.test('sibling scopes have a plugin each', async t => {
  const app = newApp(t)
  for (const prefix of ['/a', '/b']) app.register(async scope => { await scope.register(hyper) }, { prefix })
  await t.resolves(async () => { await app.ready() })
})
