import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { member, readDocument } from '../../support/documents.ts'
import { serve, type Server } from '../../support/servers.ts'
import { checkRows, known, knownRow, readTable, type Row } from '../../support/tables.ts'

type Values = Record<string, unknown>

interface RouteRow extends Row {
  readonly pattern: string
  readonly params?: Values
  readonly value?: string
  readonly url?: string
  readonly generator: string
  readonly routerOptions?: NonNullable<FastifyServerOptions['routerOptions']>
  readonly measured?: { readonly params: Values | null }
}

const BROKEN = 'the getter of the application'

// What the texts of the table stand for.
const VALUES: Readonly<Record<string, () => Values>> = {
  42: () => ({ id: 42 }),
  '1e21': () => ({ id: 1e21 }),
  NaN: () => ({ id: NaN }),
  Infinity: () => ({ id: Infinity }),
  '9007199254740993n': () => ({ id: 9007199254740993n }),
  true: () => ({ id: true }),
  null: () => ({ id: null }),
  undefined: () => ({ id: undefined }),
  '(key absent)': () => ({}),
  'new Date(0)': () => ({ id: new Date(0) }),
  'a getter that throws': () => ({ get id () { throw new Error(BROKEN) } }),
  '{id:1,page:2}': () => ({ id: 1, page: 2 }),
  '{id:1,q:null}': () => ({ id: 1, q: null }),
  '{id:1,["__proto__"]:"x"}': () => JSON.parse('{"id":1,"__proto__":"x"}') as Values
}

async function declare (app: FastifyInstance, pattern: string, values: () => Values): Promise<void> {
  await app.register(hyper)
  app.get(pattern, { config: { hyper: { name: 'Target' } } }, async request => ({
    params: request.params, query: request.query
  }))
  const fromResource = defineLinks(links => { links.link('target', LinkTarget.route('Target', values)) })
  const fromCallback = defineLinks(links => { links.link('target', () => LinkTarget.route('Target', values())) })
  app.get('/from', { config: { hyper: { links: fromResource } } }, async () => ({}))
  app.get('/from/callback', { config: { hyper: { links: fromCallback } } }, async () => ({}))
}

/** The path of the link to the target: the same from a fixed target, from a callback and from `app.hyper.href`. */
async function pathTo (t: Test, { app, origin, send }: Server, values: Values): Promise<string | null> {
  const path = app.hyper.href(LinkTarget.route('Target', values))
  const wanted = path === null ? undefined : origin + path
  for (const from of ['/from', '/from/callback']) {
    t.equal(
      member(readDocument(await send({ method: 'GET', path: from })), '_links', 'target', 'href'), wanted,
      `the link of ${from}`
    )
  }
  return path
}

/** The law: the handler reads the values again, and no URL parser changes the path. */
async function readsBack (t: Test, { send }: Server, url: string, params: Values): Promise<void> {
  const [path, query] = url.split('?')
  t.equal(new URL(url, 'http://relative.invalid').pathname, path, 'a URL parser leaves the path as it is')
  const response = await send({ method: 'GET', path: url })
  t.equal(response.status, 200)
  t.same(readDocument(response), {
    params, query: Object.fromEntries(new URLSearchParams(query))
  }, 'the handler reads the same values')
}

type Claim = (t: Test, row: RouteRow, server: Server, values: Values) => Promise<void>

async function isUrl (t: Test, url: string, server: Server, values: Values, params: Values): Promise<void> {
  t.equal(await pathTo(t, server, values), url)
  await readsBack(t, server, url, params)
}

const isUnresolved: Claim = async (t, _, server, values) => {
  t.equal(await pathTo(t, server, values), null)
}

const textsOf = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

const CLAIMS: Readonly<Record<string, Claim>> = {
  // Values that the pattern does not name are in the query.
  url: (t, row, server, values) => isUrl(t, row.url!, server, values, row.params ?? { id: String(values['id']) }),
  unresolvable: isUnresolved,
  'unresolvable-proposed': isUnresolved,
  // Decided: the first of the two.
  'unresolvable-or-ISO': isUnresolved,
  'wrong-url': async (t, row, server, values) => {
    const path = await pathTo(t, server, values)
    t.not(path, row.url)
    if (path !== null) await readsBack(t, server, path, values)
  },
  // The router knows one parameter with a colon in its name, and no `id`.
  'pattern-oddity': async (t, row, server, values) => {
    t.equal(await pathTo(t, server, values), null)
    const asRead = row.measured!.params!
    const path = server.app.hyper.href(LinkTarget.route('Target', asRead))
    t.type(path, 'string')
    await readsBack(t, server, path!, asRead)
  },
  'error of the application, as for any target function': async (t, _, { app, send }, values) => {
    t.throws(() => app.hyper.href(LinkTarget.route('Target', values)), { message: BROKEN })
    for (const path of ['/from', '/from/callback']) {
      const response = await send({ method: 'GET', path })
      t.match([response.status, readDocument(response)], [500, { message: BROKEN }], path)
    }
  }
}

const checkClaim: Claim = async (t, row, server, values) => {
  const url = /^url (\/.*)$/.exec(row.generator)?.[1]
  if (url !== undefined) await isUrl(t, url, server, values, textsOf(values))
  else await known(CLAIMS, row.generator)(t, row, server, values)
}

await checkRows(readTable<RouteRow>('routes-roundtrip'), async (t, row) => {
  knownRow(row, 'pattern', 'params', 'value', 'url', 'generator', 'routerOptions')
  const values = row.value === undefined ? () => row.params! : known(VALUES, row.value)
  const options = row.routerOptions === undefined ? {} : { routerOptions: row.routerOptions }
  await checkClaim(t, row, await serve(t, app => declare(app, row.pattern, values), options), values())
}, row => `${row.pattern} ${row.value ?? JSON.stringify(row.params).slice(0, 60)}`)
