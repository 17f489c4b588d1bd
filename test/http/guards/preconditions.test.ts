import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { derivedTag } from '../../../lib/http/entity-tag.ts'
import hyper, { evaluatePreconditions, type HyperRouteOptions, type PreconditionOptions } from '../../../lib/index.ts'
import {
  checkClaims, type Checks, differs, type Exchange, type Fault,
  first, responseChecks, unless
} from '../../support/claims.ts'
import { members, readDocument } from '../../support/documents.ts'
import { header, headerLines, type HeaderPair, type RawRequest, type RawResponse } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'
import { checkRows, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface State {
  readonly currentTag: string | null
  readonly requireIfMatch: boolean
  readonly evaluateCalled?: false
  readonly withPreconditions?: PreconditionOptions
  readonly deprecated?: true
}

interface Expect {
  readonly outcome?: 'proceed' | 412 | 428
  readonly evaluate?: null
  readonly status?: number
  readonly contentType?: string
  readonly etag?: string | null
  readonly etagMatches?: string
  readonly stateUnchanged?: true
  readonly problem?: { readonly status: number }
  readonly noHeader?: readonly string[]
  readonly hasHeader?: readonly string[]
}

interface PreconditionRow extends Row {
  readonly state: State
  readonly request: RawRequest
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

interface Seen extends Exchange {
  /** What the function gave: null, or the status of the problem. */
  readonly evaluated: number | null | undefined
  readonly writes: number
}

/** How the failure gets out of the handler, and where a condition is required. */
interface Way {
  readonly returned?: true
  readonly byRoute?: true
  readonly plugin?: false
  readonly links?: true
}

const WAYS: Readonly<Record<string, Way>> = {
  sent: {},
  'sent without the plugin': { plugin: false },
  'returned from a route that is not opted in': { returned: true, byRoute: true },
  'returned from an opted-in route': { returned: true, links: true }
}

interface Docs {
  evaluated: number | null | undefined
  writes: number
}

/** The endpoint of the table; its state is in `docs`. */
async function declare (app: FastifyInstance, state: State, way: Way, docs: Docs): Promise<void> {
  if (way.plugin !== false) await app.register(hyper)
  const { currentTag, requireIfMatch } = state
  const options: HyperRouteOptions = {
    name: 'Docs',
    ...way.links === true ? { links: true } : {},
    ...state.deprecated === true ? { deprecation: true } : {},
    ...way.byRoute === true ? { preconditions: { requireIfMatch } } : {},
    ...state.withPreconditions === undefined ? {} : { preconditions: state.withPreconditions }
  }
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'POST'],
    url: '/docs/:id',
    config: { hyper: options },
    handler: async (request, reply) => {
      const failed = state.evaluateCalled === false
        ? null
        : evaluatePreconditions(request, currentTag, way.byRoute === true ? {} : { requireIfMatch })
      docs.evaluated = failed?.status ?? null
      if (failed !== null) return way.returned === true ? failed : failed.send(reply)
      docs.writes++
      return reply.code(currentTag === null ? 201 : 204).send()
    }
  })
}

const checks: Checks<Expect, Seen> = {
  ...responseChecks,
  outcome: (wanted, { evaluated }) => differs('outcome', evaluated, wanted === 'proceed' ? null : wanted),
  evaluate: (wanted, { evaluated, writes }) =>
    first(differs('evaluated', evaluated, wanted), differs('writes', writes, 1)),
  etag: (wanted, { response }) => differs('ETag', header(response, 'etag'), wanted),
  etagMatches: (wanted, { response }) =>
    unless(new RegExp(wanted).test(header(response, 'etag') ?? ''), `ETag: ${header(response, 'etag')}`),
  stateUnchanged: (_, { writes }) => differs('writes', writes, 0),
  problem: (wanted, { response }) => differs('problem', members(readDocument(response))['status'], wanted.status)
}

/** What every failure is, whatever the row expects. */
function failureFault ({ response, evaluated }: Seen): Fault {
  const document = members(readDocument(response))
  return first(
    differs('status', response.status, evaluated),
    checks.contentType('application/problem+json', { response, evaluated, writes: 0 }) as Fault,
    differs('members', Object.keys(document), ['type', 'title', 'status', 'detail']),
    differs('status in the body', document['status'], evaluated),
    unless(evaluated === 412 || header(response, 'etag') === null, '428 has a tag'),
    unless(headerLines(response, 'etag').length <= 1, 'two tags')
  )
}

async function exchange (
  t: Test, { state, request }: PreconditionRow, way: Way, headers: readonly HeaderPair[] = []
): Promise<Seen> {
  const docs: Docs = { evaluated: undefined, writes: 0 }
  const { send } = await serve(t, app => declare(app, state, way, docs))
  const response = await send({ ...request, headers: [...request.headers ?? [], ...headers] })
  return { response, ...docs }
}

await checkRows(readTable<PreconditionRow>('preconditions'), async (t, row) => {
  knownRow(row, 'state', 'request', 'expect', 'acceptable')
  knownKeys(row.state, 'currentTag', 'requireIfMatch', 'evaluateCalled', 'withPreconditions', 'deprecated')
  knownKeys(row.request, 'method', 'path', 'headers')
  for (const [name, way] of Object.entries(WAYS)) {
    // Without the plugin a deprecation is not announced.
    if (row.state.deprecated === true && way.plugin === false) continue
    const seen = await exchange(t, row, way)
    await checkClaims(t, row, checks, seen)
    if (typeof seen.evaluated === 'number') t.equal(failureFault(seen), undefined, name)
    if (row.expect.etagMatches !== undefined) {
      const again = await exchange(
        t, { ...row, request: { ...row.request, headers: [['If-Match', header(seen.response, 'etag')!]] } }, way
      )
      t.equal(again.evaluated, null, 'the tag of the response, sent back, matches')
    }
  }
})

/** What becomes of a PUT with these headers. */
async function put (
  t: Test, currentTag: string | null, headers: readonly HeaderPair[], requireIfMatch = false
): Promise<Seen> {
  return exchange(t, {
    id: '', state: { currentTag, requireIfMatch }, request: { method: 'PUT', path: '/docs/5', headers }, expect: {}
  }, {})
}

t.test('an empty If-Match names nothing', async t => {
  t.equal((await put(t, '"v1"', [['If-Match', '']])).evaluated, 412)
  t.equal((await put(t, '"v1"', [['If-Match', '']], true)).evaluated, 412)
})

t.test('only a lone asterisk in If-None-Match stands for a condition', async t => {
  for (const [value, evaluated] of [
    ['*', null], [' * ', null], ['', 428], ['\xa0*', 428], ['*, "x"', 428], ['*, *', 428], ['"*"', 428]
  ] as const) {
    t.equal((await put(t, null, [['If-None-Match', value]], true)).evaluated, evaluated, value)
  }
})

t.test('no conditional header of a client causes an error 500 or another header', async t => {
  const long = Array.from({ length: 1500 }, (_, index) => `"${index}"`).join(',')
  const junk = [
    '"', '""""', 'W/', ',,,,', '*"', '"a\tb"', '\t', '"a" ; q=1', '%0d%0aX-Evil: 1', '"\u0080\u00ff"', '\u00e9', "'v1'",
    '[object Object]', '"v0"' + ' '.repeat(8000), long, '"'.repeat(8000), 'W/"'.repeat(2500)
  ]
  for (const value of junk) {
    for (const name of ['If-Match', 'If-None-Match']) {
      const { response, evaluated } = await put(t, 'v"1\r\nX-Evil: 1', [[name, value]])
      t.equal(response.status, evaluated ?? 204, `${name}: ${value.slice(0, 20)}`)
      t.equal(header(response, 'x-evil'), null)
      t.equal(evaluated, name === 'If-Match' ? 412 : null)
    }
  }
})

t.test('control characters do not get as far as a handler', async t => {
  for (const value of ['"a\u0000b"', '"\u0007"', '"a\u007fb"']) {
    const { response, writes } = await put(t, '"v1"', [['If-Match', value]])
    t.ok(response.status === 400 || response.status === 412, String(response.status))
    t.equal(writes, 0)
  }
})

t.test('tags are quoted as for etag', async t => {
  const get = (currentTag: string | number | null | undefined, headers: Record<string, string>) =>
    evaluatePreconditions({ headers, routeOptions: { config: {} } } as unknown as FastifyRequest, currentTag)?.status ??
      null
  t.equal(get(7, { 'if-match': '"7"' }), null)
  t.equal(get(7, { 'if-match': '"8"' }), 412)
  t.equal(get(0, { 'if-match': '"0"' }), null)
  t.equal(get(7n as never, { 'if-match': '"7"' }), null)
  for (const nothing of ['', null, undefined]) {
    t.equal(get(nothing, { 'if-match': '*' }), 412, String(nothing))
    t.equal(get(nothing, { 'if-none-match': '*' }), null, String(nothing))
  }
  for (const invalid of [NaN, Infinity, new Date(NaN) as never]) {
    t.equal(get(invalid, { 'if-none-match': '*' }), 412, `${String(invalid)}: there is a resource`)
    t.equal(get(invalid, { 'if-match': '"7"' }), 412, String(invalid))
  }
})

t.test('the detail of a failure names the header and what it requires', async t => {
  const ROWS: ReadonlyArray<[currentTag: string | null, headers: readonly HeaderPair[], detail: RegExp]> = [
    [null, [['If-Match', '*']], /^If-Match requires a resource/],
    ['v1', [['If-Match', '"v0"']], /^If-Match does not contain the current entity tag/],
    ['v1', [['If-Match', '"v1~abcdefgh123456"']], /: the resource has changed since it was read\.$/],
    ['v1', [['If-Match', '"v0", W/"v2"']], /the resource has changed/],
    ...['W/"v1"', 'W/"v0"', 'W/"v0", W/"v1"', '"v0", W/"v1"', 'W/"v1", v1'].map((value): typeof ROWS[number] =>
      ['v1', [['If-Match', value]], /^If-Match has a weak tag, which never matches: a proxy that compresses responses/]),
    ...['v1', '1', '', 'w/"v1"', '*, "v1"'].map((value): typeof ROWS[number] =>
      ['v1', [['If-Match', value]], /^If-Match contains no entity tag, which is a string in double quotes\.$/]),
    ...['W/"v1"', '"v1"', '"v0"'].map((value): typeof ROWS[number] =>
      ['W/"v1"', [['If-Match', value]], /^If-Match does not match: the entity tag of the resource is weak\.$/]),
    ['v1', [['If-None-Match', '*']], /^If-None-Match: \* requires that there is no resource/],
    ['v1', [['If-None-Match', '"v1"']], /^If-None-Match contains the current entity tag/],
    ['v1', [], /^Send If-Match with the entity tag/]
  ]
  for (const [currentTag, headers, detail] of ROWS) {
    const { response } = await put(t, currentTag, headers, true)
    t.match(members(readDocument(response))['detail'], detail)
  }
})

t.test('the option weakIfMatch takes the weak form of a strong tag, and nothing else', async t => {
  const ROWS: ReadonlyArray<[tag: string, ifMatch: string, strict: number, weak: number]> = [
    ['v1', 'W/"v1"', 412, 204], ['v1', '"v0", W/"v1"', 412, 204], ['v1', '"v1"', 204, 204], ['v1', '*', 204, 204],
    ['v1', 'W/"v0"', 412, 412], ['v1', '"v0"', 412, 412], ['v1', 'w/"v1"', 412, 412], ['v1', 'W/v1', 412, 412],
    ['W/"v1"', 'W/"v1"', 412, 412], ['W/"v1"', '"v1"', 412, 412], ['', 'W/""', 412, 412],
    ['v1', `W/${derivedTag('"v1"', 'abcdefgh')}`, 412, 204], ['v1', `W/${derivedTag('"v0"', 'abcdefgh')}`, 412, 412],
    ['v1', 'W/"v1~abcdefgh123456"', 412, 412]
  ]
  for (const weakIfMatch of [undefined, false, true]) {
    const { send } = await serve(t, async app => {
      await app.register(hyper, weakIfMatch === undefined ? {} : { weakIfMatch })
      const tagOf = ({ query }: FastifyRequest) => (query as { tag: string }).tag
      const tag = (_resource: unknown, request: FastifyRequest) => tagOf(request)
      const preconditions = { requireIfMatch: true, tag }
      app.put('/guarded', { config: { hyper: { resource: () => ({}), preconditions } } }, (_request, reply) =>
        reply.code(204).send())
      // A scope within, of a route that did not opt in.
      await app.register(async app => {
        app.put('/evaluated', (request, reply) =>
          evaluatePreconditions(request, tagOf(request))?.send(reply) ?? reply.code(204).send())
      })
    })
    for (const [tag, ifMatch, strict, weak] of ROWS) {
      for (const path of ['/guarded', '/evaluated']) {
        const url = `${path}?tag=${encodeURIComponent(tag)}`
        const { status } = await send({ method: 'PUT', path: url, headers: [['If-Match', ifMatch]] })
        t.equal(status, weakIfMatch === true ? weak : strict, `${path}, ${tag}: ${ifMatch}, ${weakIfMatch}`)
      }
    }
  }
})

t.test('requirements of the route apply unless the call has its own', async t => {
  const seen: (number | undefined)[] = []
  const check = (options?: PreconditionOptions) => async (request: FastifyRequest, reply: FastifyReply) => {
    const failed = evaluatePreconditions(request, 'v1', options)
    seen.push(failed?.status)
    return failed === null ? reply.code(204).send() : failed.send(reply)
  }
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    const config = (preconditions?: PreconditionOptions) =>
      ({ config: { hyper: preconditions === undefined ? {} : { preconditions } } })
    app.get('/required', config({ requireIfMatch: true }), check())
    app.get('/overruled', config({ requireIfMatch: true }), check({ requireIfMatch: false }))
    app.get('/demanded', config({ requireIfMatch: false }), check({ requireIfMatch: true }))
    app.get('/empty', config({}), check({}))
    app.get('/silent', config(), check())
    app.get('/plain', check())
    app.setNotFoundHandler(check())
  })
  const EXPECTED = {
    '/required': 428,
    '/overruled': undefined,
    '/demanded': 428,
    '/empty': undefined,
    '/silent': undefined,
    '/plain': undefined,
    '/nothing': undefined
  }
  for (const [path, status] of Object.entries(EXPECTED)) {
    for (const method of ['GET', 'HEAD']) {
      const response = await send({ method, path })
      t.equal(response.status, status ?? 204, `${method} ${path}`)
      t.equal(seen.pop(), status, `${method} ${path}`)
    }
  }
})

t.test('a failure has the current tag or none, whatever the handler set before', async t => {
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    app.put('/docs/:tag', {
      config: { hyper: { etag: () => 'of the value', preconditions: { requireIfMatch: true } } }
    }, (request, reply) => {
      const { tag } = request.params as { tag: string }
      reply.header('etag', '"before"')
      return evaluatePreconditions(request, tag === 'none' ? null : tag)
    })
  })
  const tagOf = async (tag: string, headers: readonly HeaderPair[]) => {
    const response: RawResponse = await send({ method: 'PUT', path: `/docs/${tag}`, headers })
    return [response.status, ...headerLines(response, 'etag')]
  }
  t.same(await tagOf('v1', [['If-Match', '"v0"']]), [412, '"v1"'])
  t.same(await tagOf('none', [['If-Match', '"v0"']]), [412])
  t.same(await tagOf('v1', []), [428])
})

t.test('evaluatePreconditions rejects invalid tags and options', async t => {
  const request = { headers: {}, routeOptions: { config: {} } } as unknown as FastifyRequest
  const evaluate = evaluatePreconditions as (request: FastifyRequest, tag: unknown, options?: unknown) => unknown
  for (const tag of [Promise.resolve('v1'), { version: 1 }, true, Symbol('v1'), () => 'v1']) {
    t.throws(() => evaluate(request, tag), {
      code: 'FST_ERR_HYPER_INVALID_OPTION',
      message: /^evaluatePreconditions, currentTag: .*null if there is no resource/
    })
  }
  for (const options of [true, null, []]) {
    t.throws(() => evaluate(request, 'v1', options), {
      code: 'FST_ERR_HYPER_INVALID_OPTION', message: /^evaluatePreconditions, options: /
    })
  }
  t.throws(() => evaluate(request, 'v1', { requireIfMatch: 'yes' }), { code: 'FST_ERR_HYPER_INVALID_OPTION' })
  t.throws(() => evaluate(request, 'v1', { requireifmatch: true }), {
    code: 'FST_ERR_HYPER_UNKNOWN_KEY', message: /Did you mean 'requireIfMatch'/
  })
})
