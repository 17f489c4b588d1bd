import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, type Deprecation, hyperOptionsHandler, hyperTransform, LinkTarget
} from '../../../lib/index.ts'
import {
  type Checks, checkStartClaims, differs, type Exchange, first, responseChecks, type StartClaim,
  unless
} from '../../support/claims.ts'
import { deprecationDate } from '../../support/headers.ts'
import { type LinkValue, linkValues } from '../../support/link-values.ts'
import { header, type RawRequest, type RawResponse } from '../../support/raw.ts'
import { serve, type Server, tryServe, WARN } from '../../support/servers.ts'
import { checkRows, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

type Declared = Deprecation | { readonly group: Deprecation, readonly endpoint?: Deprecation }

interface State {
  readonly handlerThrows?: true
  readonly schemaRejects?: true
  readonly malformedBody?: true
  readonly unsupportedMedia?: true
  readonly etagMatches?: true
  readonly preconditionFails?: true
  readonly handlerReturns?: 'stream'
  readonly optedIn?: false
  readonly pluginRegistered?: false
  readonly handlerHeaders?: Readonly<Record<string, string>>
}

interface Expect extends StartClaim {
  readonly status?: number
  readonly Deprecation?: string | null
  readonly Sunset?: string | null
  readonly linkValues?: readonly LinkValue[]
  readonly headerLineCount?: Readonly<Record<string, number>>
  readonly sameAcrossRequests?: readonly string[]
  readonly deprecationBetween?: readonly string[]
  readonly logWarningsOnce?: true
  readonly openapi?: { readonly deprecated: true }
}

interface DeprecationRow extends Row {
  readonly withDeprecation: Declared
  readonly state: State
  readonly request: Pick<RawRequest, 'method' | 'path'>
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

interface Seen extends Exchange, Pick<Server, 'log'> {
  readonly beforeStart: number
  readonly routes: readonly RouteOptions[]
  again (): Promise<RawResponse>
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const
const STATES = [
  'handlerThrows', 'schemaRejects', 'malformedBody', 'unsupportedMedia', 'etagMatches', 'preconditionFails',
  'handlerReturns', 'optedIn', 'pluginRegistered', 'handlerHeaders'
]

// What a state adds to the request.
const REQUESTS: Readonly<Record<string, Pick<RawRequest, 'headers' | 'body'>>> = {
  schemaRejects: { headers: [JSON_TYPE], body: '{"name":[]}' },
  malformedBody: { headers: [JSON_TYPE], body: '{' },
  unsupportedMedia: { headers: [['Content-Type', 'application/x-unknown']], body: 'x' },
  etagMatches: { headers: [['If-None-Match', '"v1"']] },
  preconditionFails: { headers: [JSON_TYPE, ['If-Match', '"stale"']], body: '{"name":"a"}' }
}

const selfLinks = defineLinks(links => { links.self(LinkTarget.uri('/self')) })

function handle (state: State, reply: FastifyReply): void {
  if (state.handlerThrows === true) throw new Error('the handler throws')
  reply.headers(state.handlerHeaders ?? {})
  if (state.preconditionFails === true) reply.code(412).type('application/problem+json')
  reply.send(state.handlerReturns === 'stream' ? Readable.from(['{"id":', '1}']) : { id: 1 })
}

async function declare (app: FastifyInstance, { withDeprecation, state }: DeprecationRow): Promise<void> {
  if (state.pluginRegistered !== false) await app.register(hyper)
  // It has no header of the links that it does not emit; `self` is only in the body.
  const opted = state.optedIn === false || state.pluginRegistered === false ? {} : { links: selfLinks }
  const etag = state.etagMatches === true ? { etag: () => 'v1' } : {}
  const routes = (scope: FastifyInstance, paths: readonly string[], deprecation?: Deprecation) => {
    const config = { hyper: { ...opted, ...etag, ...deprecation === undefined ? {} : { deprecation } } }
    for (const path of paths) scope.get(path, { config }, (_, reply) => handle(state, reply))
    scope.put(paths[0]!, {
      config, schema: { body: { type: 'object', properties: { name: { type: 'string' } } } }
    }, (_, reply) => handle(state, reply))
  }
  app.get('/new', async () => ({ id: 2 }))
  if (!('group' in withDeprecation)) return routes(app, ['/old'], withDeprecation)
  const { group, endpoint } = withDeprecation
  await app.register(async scope => routes(scope, ['/a', '/b'], endpoint), {
    prefix: '/legacy', hyper: { deprecation: group }
  })
}

const checks: Checks<Expect, Seen> = {
  status: responseChecks.status,
  headerLineCount: responseChecks.headerLineCount,
  Deprecation: (wanted, { response }) => first(
    differs('Deprecation', header(response, 'deprecation'), wanted),
    unless((deprecationDate(response) === null) === (wanted === null), 'no date')
  ),
  Sunset: (wanted, { response }) => differs('Sunset', header(response, 'sunset'), wanted),
  linkValues: (wanted, { response }) => differs('links', linkValues(response), wanted),
  sameAcrossRequests: async (wanted, { response, again }) => {
    // The value counts in seconds.
    await sleep(1100)
    const later = await again()
    return first(...wanted.map(name =>
      first(unless(header(response, name) !== null, `${name} is missing`), differs(
        name, header(later, name), header(response, name)
      ))))
  },
  deprecationBetween: (wanted, { response, beforeStart }) => {
    const seconds = (deprecationDate(response)?.getTime() ?? NaN) / 1000
    return first(
      differs('the known bounds', wanted, ['before start', 'now']),
      unless(seconds >= Math.floor(beforeStart / 1000) && seconds <= Date.now() / 1000, `Deprecation: ${seconds}`)
    )
  },
  logWarningsOnce: (_, { log }) => differs('warnings', log.filter(({ level }) => level >= WARN).length, 1),
  openapi: (wanted, { routes }) => {
    const route = routes.find(({ url, method }) => url === '/old' && method === 'GET')!
    // As @fastify/swagger calls it.
    const { schema } = hyperTransform({ schema: route.schema ?? {}, url: route.url, route, openapiObject: {} })
    return differs('deprecated', schema['deprecated'], wanted.deprecated)
  }
}

async function check (t: Test, row: DeprecationRow): Promise<void> {
  knownRow(row, 'withDeprecation', 'state', 'request', 'expect', 'acceptable')
  knownKeys(row.withDeprecation, 'deprecatedAt', 'sunset', 'link', 'group', 'endpoint')
  knownKeys(row.state, ...STATES)
  knownKeys(row.request, 'method', 'path')
  const beforeStart = Date.now()
  const routes: RouteOptions[] = []
  const start = await tryServe(t, async app => {
    app.addHook('onRoute', route => { routes.push(route) })
    if (row.state.pluginRegistered === false) await app.register(hyperOptionsHandler)
    await declare(app, row)
  })
  const request = Object.keys(row.state).reduce((request, state) => ({ ...request, ...REQUESTS[state] }), row.request)
  await checkStartClaims(t, row, checks, start, async ({ send, log }) => {
    const again = () => send(request)
    const response = await again()
    if (row.state.pluginRegistered === false) await again()
    return { response, again, log, beforeStart, routes }
  })
}

await checkRows(readTable<DeprecationRow>('deprecation'), check)

t.test('a route whose sunset is past was not deprecated later', async t => {
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    for (const [path, sunset] of [['/past', '2025-01-01'], ['/future', '9999-01-01']] as const) {
      app.get(path, { config: { hyper: { deprecation: { sunset } } } }, () => 'ok')
    }
  })
  const past = await send({ method: 'GET', path: '/past' })
  t.same([header(past, 'deprecation'), header(past, 'sunset')], ['@1735689600', 'Wed, 01 Jan 2025 00:00:00 GMT'])
  const future = await send({ method: 'GET', path: '/future' })
  t.ok(deprecationDate(future)! > new Date('2026-01-01'), 'the start of the app')
})
