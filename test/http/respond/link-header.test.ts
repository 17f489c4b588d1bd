import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { OffsetPage } from '../../../lib/declare/pages.ts'
import hyper, {
  defineLinks, type HypermediaFormat, type HyperOptions, type LinkBuilder, type LinkDeclaration,
  LinkTarget, offsetPage
} from '../../../lib/index.ts'
import {
  type Checks, checkStartClaims, differs, type Exchange, type Fault, first, responseChecks, type StartClaim,
  unless
} from '../../support/claims.ts'
import { member, readDocument } from '../../support/documents.ts'
import { type LinkValue, linkValues } from '../../support/link-values.ts'
import { project } from '../../support/projection.ts'
import { header, headerLines } from '../../support/raw.ts'
import { serve, tryServe } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface DeclaredLink {
  readonly rel: string
  readonly href?: string
  readonly route?: string
  readonly templated?: true
  readonly title?: string
  readonly name?: string
  readonly type?: string
  readonly hreflang?: string
  readonly requireAuthorization?: string
  /** How often it is declared, each time with another `{index}`. */
  readonly times?: number
}

interface State {
  readonly value: string
  readonly embedded?: ReadonlyArray<{ readonly rel: string, readonly links: readonly DeclaredLink[] }>
  readonly affordances?: ReadonlyArray<{ readonly name: string, readonly href: string, readonly method: string }>
  readonly deprecationLink?: string
  readonly policies?: Readonly<Record<string, boolean>>
}

interface Expect extends StartClaim {
  readonly status?: number
  readonly linkValues?: readonly LinkValue[] | string
  readonly noHeader?: readonly string[]
  readonly rels?: readonly string[]
  readonly title?: string | null
  readonly 'title*'?: string
  readonly linkHeaderBytesBelow?: number
  readonly headerBeforeFirstBodyByte?: true
}

interface LinkHeaderRow extends Row {
  readonly config: { readonly EmitLinkHeader: boolean, readonly resolvedFormat: string }
  readonly state: State
  readonly declaredLinks: readonly DeclaredLink[]
  readonly method: string
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

const FORMATS: Readonly<Record<string, HypermediaFormat>> = { Default: 'default', Hal: 'hal', None: 'none' }

function declareLink (links: LinkBuilder<unknown>, link: DeclaredLink): LinkDeclaration<unknown> | undefined {
  const { rel, href, route, templated, requireAuthorization, ...attributes } = link
  knownKeys(attributes, 'title', 'name', 'type', 'hreflang')
  // The relation that HAL reserves for prefixes is declared as one.
  if (rel === 'curies') return links.curie(attributes.name!, href!) as undefined
  if (route !== undefined) return links.link(rel, LinkTarget.route(route), attributes)
  const target = templated === true ? LinkTarget.template(href!) : LinkTarget.uri(href!)
  const declared = links.link(rel, target, attributes)
  return requireAuthorization === undefined ? declared : declared.requireAuthorization(requireAuthorization)
}

const linksOf = (declared: readonly DeclaredLink[]) => defineLinks<object>(links => {
  for (const link of declared) declareLink(links, link)
})

const repeated = ({ times = 1, ...link }: DeclaredLink): DeclaredLink[] =>
  Array.from({ length: times }, (_, index) =>
    link.href === undefined ? link : { ...link, href: link.href.replace('{index}', String(index)) })

function configOf ({ declaredLinks, state }: LinkHeaderRow) {
  return defineLinks<object>(links => {
    for (const link of declaredLinks.flatMap(repeated)) declareLink(links, link)
    for (const { rel, links: inner } of state.embedded ?? []) links.embed(rel, () => ({ id: 43 }), linksOf(inner))
    for (const { name, href, method } of state.affordances ?? []) {
      links.affordance(name, LinkTarget.uri(href)).method(method)
    }
  })
}

async function declare (app: FastifyInstance, row: LinkHeaderRow): Promise<void> {
  const { config, state } = row
  knownKeys(config, 'EmitLinkHeader', 'resolvedFormat')
  knownKeys(state, 'value', 'embedded', 'affordances', 'deprecationLink', 'policies')
  const policies = Object.entries(state.policies ?? {}).map(([name, allows]) => [name, () => allows])
  await app.register(hyper, { emitLinkHeader: config.EmitLinkHeader, policies: Object.fromEntries(policies) })
  const deprecation = state.deprecationLink === undefined ? {} : { deprecation: { link: state.deprecationLink } }
  const options = { links: configOf(row), format: known(FORMATS, config.resolvedFormat), ...deprecation }
  app.get('/value', { config: { hyper: options } }, async () => known(VALUES, state.value)())
}

// An envelope with the links of its row; a page of the plugin makes its own and is checked below.
const VALUES: Readonly<Record<string, () => object>> = {
  'configured resource': () => ({ id: 42 }),
  'pagination envelope': () => ({ items: [] })
}

function titleFault (response: Exchange['response'], name: string, wanted: unknown): Fault {
  return differs(name, linkValues(response)[0]?.params[name] ?? null, wanted)
}

const checks: Checks<Expect, Exchange> = {
  ...responseChecks,
  linkValues: (wanted, { response }) => {
    if (typeof wanted !== 'string') return differs('links', linkValues(response), wanted)
    // The parser throws for invalid headers.
    return first(
      unless(wanted === 'any parseable', `unknown links ${wanted}`),
      unless(Array.isArray(linkValues(response)), 'not parseable')
    )
  },
  rels: (wanted, { response }) => differs('relations', linkValues(response).map(({ params }) => params['rel']), wanted),
  title: (wanted, { response }) => titleFault(response, 'title', wanted),
  'title*': (wanted, { response }) => {
    const [, encoding = '', language, value = ''] = /^([^']*)'([^']*)'(.*)$/.exec(wanted) ?? []
    return first(
      differs('encoding', encoding.toUpperCase(), 'UTF-8'),
      titleFault(response, 'title*', { language, encoding: null, value: decodeURIComponent(value) })
    )
  },
  linkHeaderBytesBelow: (wanted, { response }) => first(
    unless(linkValues(response).length > 0, 'there is no link'),
    unless(
      headerLines(response, 'link').join(', ').length < wanted,
      `the Link header has ${header(response, 'link')?.length} bytes`
    )
  ),
  // A header in the response's head comes before the body; a trailer would have been rejected.
  headerBeforeFirstBodyByte: (_, { response }) =>
    unless(linkValues(response).length > 0 && response.body.length > 0, 'no Link before a body')
}

await checkRows(readTable<LinkHeaderRow>('link-header'), async (t, row) => {
  knownRow(row, 'config', 'state', 'declaredLinks', 'method', 'expect', 'acceptable')
  await checkStartClaims(t, row, checks, await tryServe(t, app => declare(app, row)), async ({ send }) => {
    return { response: await send({ method: row.method, path: '/value' }) }
  })
})

t.test('the first page of the plugin has no link to one before it', async t => {
  const { send } = await serve(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, baseUrl: 'https://api.example.com' })
    app.get('/orders', { config: { hyper: { links: true } } }, async () => offsetPage(
      [], { page: 1, pageSize: 10, totalCount: 30 }
    ))
  })
  t.same(linkValues(await send({ method: 'GET', path: '/orders' })), [
    { target: 'https://api.example.com/orders', params: { rel: 'self' } },
    { target: 'https://api.example.com/orders?page=1', params: { rel: 'first' } },
    { target: 'https://api.example.com/orders?page=2', params: { rel: 'next' } },
    { target: 'https://api.example.com/orders?page=3', params: { rel: 'last' } }
  ])
})

t.test('an href beyond ASCII is percent-encoded, and an empty attribute is omitted', async t => {
  const { send } = await serve(t, async app => {
    await app.register(hyper, { emitLinkHeader: true })
    const links = linksOf([{ rel: 'next', href: 'https://api.example.com/ś b', title: '', name: 'n' }])
    app.get('/value', { config: { hyper: { links } } }, async () => ({ id: 42 }))
  })
  t.same(linkValues(await send({ method: 'GET', path: '/value' })), [{
    target: 'https://api.example.com/%C5%9B%20b', params: { rel: 'next', name: 'n' }
  }])
})

async function relationsOf (
  t: Test, declare: (links: LinkBuilder<unknown>) => unknown, options: HyperOptions = {}
): Promise<unknown[]> {
  const { send } = await serve(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, baseUrl: 'https://api.example.com/v1', ...options })
    app.get(
      '/orders/42', { config: { hyper: { links: defineLinks(links => { declare(links) }) } } }, async () => ({ id: 42 })
    )
  })
  return linkValues(await send({ method: 'GET', path: '/orders/42?a=b' })).map(({ params }) => params['rel'])
}

t.test('a CURIE in the Link header is expanded to the URI of its relation', async t => {
  const a = LinkTarget.uri('/a')
  const rows: Array<[title: string, template: string, relation: string, expected: string]> = [
    ['a name', 'https://docs.example.com/{rel}', 'acme:widget', 'https://docs.example.com/widget'],
    ['a fragment', 'https://docs.example.com/rels#{rel}', 'acme:widget', 'https://docs.example.com/rels#widget'],
    ['an operator', 'https://docs.example.com/rels{#rel}', 'acme:a/b', 'https://docs.example.com/rels#a/b'],
    ['reserved characters', 'https://docs.example.com/{rel}', 'acme:a/b:c?d', 'https://docs.example.com/a%2Fb%3Ac%3Fd'],
    ['beyond ASCII', 'https://docs.example.com/{rel}', 'acme:\u015b', 'https://docs.example.com/%C5%9B'],
    ['an unknown prefix', 'https://docs.example.com/{rel}', 'other:widget', 'other:widget'],
    ['a URI', 'https://docs.example.com/{rel}', 'https://example.com/rels/a', 'https://example.com/rels/a'],
    ['a registered relation', 'https://docs.example.com/{rel}', 'next', 'next'],
    ['an absolute path', '/rels/{rel}', 'acme:widget', 'https://api.example.com/rels/widget'],
    ['a relative path', 'rels/{rel}', 'acme:widget', 'https://api.example.com/v1/orders/rels/widget']
  ]
  for (const [title, template, relation, expected] of rows) {
    t.same(await relationsOf(t, links => links.link(relation, a), { curies: { acme: template } }), [expected], title)
    const own = (links: LinkBuilder<unknown>) => {
      links.curie('acme', template)
      links.linkMany(relation, [a, a])
    }
    t.same(await relationsOf(t, own), [expected, expected], `${title}, of the configuration`)
  }
})

t.test('a relative CURIE without an origin stays as it is', async t => {
  t.same(
    await relationsOf(t, links => links.link('acme:widget', LinkTarget.uri('/a')), {
      hrefs: 'path', curies: { acme: '/rels/{rel}' }
    }),
    ['acme:widget']
  )
})

t.test('the body keeps CURIEs, of which the Link header has the URIs', async t => {
  const { send } = await serve(t, async app => {
    const pages = defineLinks(OffsetPage, links => { links.link('acme:help', LinkTarget.uri('/help')) })
    await app.register(hyper, {
      emitLinkHeader: true, links: [pages], curies: { acme: 'https://docs.example.com/{rel}' }, hrefs: 'path'
    })
    app.get('/orders', { config: { hyper: { links: true } } }, async () => offsetPage(
      [], { page: 1, pageSize: 10, totalCount: 0 }
    ))
  })
  const response = await send({ method: 'GET', path: '/orders' })
  t.same(linkValues(response).map(({ params }) => params['rel']), ['self', 'https://docs.example.com/help'])
  t.same(Object.keys(member(readDocument(response), '_links') as object), ['self', 'acme:help', 'curies'])
})

t.test('the URIs of CURIEs count in the limit of the Link header', async t => {
  const template = `https://docs.example.com/${'a'.repeat(1000)}/{rel}`
  const relations = await relationsOf(t, links => {
    for (let index = 0; index < 20; index++) links.link(`acme:${index}`, LinkTarget.uri('/a'))
  }, { curies: { acme: template } })
  t.equal(relations.length, 7)
})

t.test('the links of the handler come first', async t => {
  const { get } = await project(t, links => links.self(LinkTarget.uri('/value')), (_request, reply) => {
    reply.header('link', '</help>; rel="help"')
    return { id: 1 }
  }, { options: { emitLinkHeader: true } })
  t.equal((await get()).header('link'), '</help>; rel="help", </value>; rel="self"')
})

t.test('the Link header is filled up to 8,192 characters, with a place for the deprecation', async t => {
  let length = 1
  const links = defineLinks<object>(links => {
    links.link('item', () => LinkTarget.uri(`/${'x'.repeat(length)}`))
  })
  const link = 'https://docs.example.com'
  const { get } = await project(t, { links, deprecation: { link } }, {}, { options: { emitLinkHeader: true } })
  const read = async () => (await get()).header('link')!
  const others = (await read()).length - length
  for (const [total, hasItem] of [[8191, true], [8192, true], [8193, false], [8194, false]] as const) {
    length = total - others
    const field = await read()
    t.equal(field.includes('rel="item"'), hasItem, String(total))
    if (hasItem) t.equal(field.length, total)
    t.ok(field.endsWith(`<${link}>; rel="deprecation"`), 'which comes last')
  }
})
