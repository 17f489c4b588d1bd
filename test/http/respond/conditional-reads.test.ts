import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import {
  checkClaims, type Checks,
  differs, type Exchange, first, responseChecks, unless
} from '../../support/claims.ts'
import { project } from '../../support/projection.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'
import { checkRows, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface State {
  readonly delegateReturns: string | null
  readonly delegateThrows?: true
  readonly handlerStatus?: number
  readonly handlerHeaders?: Readonly<Record<string, string>>
}

interface Expect {
  readonly status?: number
  readonly etag?: string | null
  readonly etagMatches?: string
  readonly bodyBytes?: number
  readonly noHeader?: readonly string[]
  readonly hasHeader?: readonly string[]
  readonly contentType?: string | null
  readonly present?: readonly string[]
  readonly roundTrip304?: true
}

interface ReadRow extends Row {
  readonly state: State
  readonly request: RawRequest
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

interface Seen extends Exchange {
  /** Sends the row's request again with other conditions. */
  again (headers: readonly HeaderPair[]): Promise<RawResponse>
}

class Versioned { readonly id = 5 }

const versionedLinks = defineLinks(Versioned, links => {
  links.self(LinkTarget.route('GetVersioned', ({ id }) => ({ id })))
})

function tagOf (state: State): string | null {
  if (state.delegateThrows === true) throw new Error('the delegate throws')
  return state.delegateReturns
}

async function declare (app: FastifyInstance, state: State): Promise<void> {
  await app.register(hyper, { links: [versionedLinks] })
  const options = { name: 'GetVersioned', links: true, etag: () => tagOf(state) }
  app.get('/versioned/:id', { config: { hyper: options } }, (_, reply) => {
    reply.code(state.handlerStatus ?? 200).headers(state.handlerHeaders ?? {}).send(new Versioned())
  })
}

const checks: Checks<Expect, Seen> = {
  ...responseChecks,
  etag: (wanted, { response }) => differs('ETag', header(response, 'etag'), wanted),
  etagMatches: (wanted, { response }) =>
    unless(new RegExp(wanted).test(header(response, 'etag') ?? ''), `ETag: ${header(response, 'etag')}`),
  roundTrip304: async (_, { response, again }) =>
    differs('status of the round trip', (await again([['If-None-Match', header(response, 'etag')!]])).status, 304)
}

const withoutConditions = ({ headers = [] }: RawRequest) => headers.filter(([name]) => !name.startsWith('If-'))

/** What is left of a body in the head. */
const leftOf = (response: RawResponse) =>
  ['content-type', 'content-length', 'transfer-encoding'].filter(name => header(response, name) !== null)

// The tags of one state in one format are the same in every row.
const tags = new Map<string, string | null>()

await checkRows(readTable<ReadRow>('conditional-reads'), async (t, { state, request, ...row }) => {
  knownRow(row, 'expect', 'acceptable')
  knownKeys(state, 'delegateReturns', 'delegateThrows', 'handlerStatus', 'handlerHeaders')
  knownKeys(request, 'method', 'path', 'headers')
  const { send } = await serve(t, app => declare(app, state))
  const response = await send(request)
  await checkClaims(t, row, checks, {
    response, again: headers => send({ ...request, headers: [...withoutConditions(request), ...headers] })
  })
  if (response.status === 304) t.same(leftOf(response), [], 'a 304 has no body and no headers of one')
  if (row.expect.etagMatches !== undefined) {
    tags.set(
      JSON.stringify([state.delegateReturns, header(response, 'content-type')]), header(response, 'etag')
    )
  }
})

t.equal(new Set(tags.values()).size, tags.size, 'distinct values have distinct tags')
t.ok(tags.size > 1)

t.test('a 304 to HEAD is as bare as one to GET', async t => {
  const { send } = await serve(t, app => declare(app, { delegateReturns: 'v5' }))
  const response = await send({ method: 'HEAD', path: '/versioned/5', headers: [['If-None-Match', '"v5"']] })
  t.equal(first(
    differs('status', response.status, 304), differs('left', leftOf(response), []),
    differs('ETag', header(response, 'etag'), '"v5"')
  ), undefined)
})

t.test('a value that looks like an encoded one has another tag', async t => {
  const etags = new Set<string | null>()
  for (const delegateReturns of ['a b', 'a%20b', '"a b"', 'W/"a b"']) {
    const { send } = await serve(t, app => declare(app, { delegateReturns }))
    etags.add(header(await send({ method: 'GET', path: '/versioned/5' }), 'etag'))
  }
  t.same(
    [...etags], ['"a%20b"', '"a%2520b"', 'W/"a%20b"'],
    'only a value that was quoted already may have the tag of one that was not'
  )
})

t.test('null and undefined are no tag', async t => {
  for (const tag of [null, undefined]) {
    const { get } = await project(t, { etag: () => tag }, { id: 5 })
    t.equal((await get()).header('etag'), null, String(tag))
  }
})

t.test('responses with a status below 300 have the tag of the option, and not that of the handler', async t => {
  for (const [status, tag] of [[200, '"v1"'], [299, '"v1"'], [300, '"own"'], [404, '"own"']] as const) {
    const { get } = await project(t, { etag: () => 'v1' }, (_request, reply) => {
      reply.code(status).header('etag', '"own"')
      return { id: 1 }
    })
    t.equal((await get()).header('etag'), tag, String(status))
  }
})

t.test('a 304 has no length that the handler set', async t => {
  const { get } = await project(t, { etag: () => 'v1' }, (_request, reply) => {
    reply.header('content-length', 8)
    return { id: 1 }
  })
  const response = await get('default', '/value', [['If-None-Match', '"v1"']])
  t.same([response.status, response.header('content-length')], [304, null])
})
