import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, {
  defineLinks, type HypermediaFormat, type HypermediaFormatter, type HyperOptions,
  LinkTarget
} from '../../../lib/index.ts'
import {
  absentFault, type Checks, checkStartClaims,
  differs, type Exchange, type Fault, first, presentFault, responseChecks, type StartClaim,
  unless
} from '../../support/claims.ts'
import { isObject, member, members, readDocument } from '../../support/documents.ts'
import { Order, orderLinks, orderRoutes } from '../../support/orders.ts'
import { header, type RawRequest } from '../../support/raw.ts'
import { serve, shared, tryServe } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface Config {
  readonly NegotiateFormat: boolean
  readonly DefaultFormat: string
  readonly customFormatters: readonly string[]
  readonly MediaTypes?: Readonly<Record<string, string>>
}

type Override = string | { readonly group: string, readonly endpoint: string }

interface Members {
  readonly present: readonly string[]
  readonly absent: readonly string[]
  readonly note?: string
}

interface Expect extends StartClaim {
  readonly status?: number
  readonly format?: string
  readonly contentType?: string | null
  readonly present?: readonly string[]
  readonly absent?: readonly string[]
  readonly varyAccept?: boolean
  readonly varyExactly?: string
  readonly elements?: Members
  readonly embedded?: Members
  readonly bodyBytes?: number
  readonly noHeader?: readonly string[]
  readonly error?: string
}

interface NegotiationRow extends Row {
  readonly config: Config
  readonly request: RawRequest | null
  readonly endpointOverride?: Override
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

interface Seen extends Exchange {
  /** The media type that stands for the flat representation. */
  readonly vendor: string
}

const FORMATS: Readonly<Record<string, HypermediaFormat>> = {
  Default: 'default', Hal: 'hal', HalForms: 'hal-forms', None: 'none'
}
const TOKENS: Readonly<Record<string, keyof NonNullable<HyperOptions['mediaTypes']>>> = {
  Json: 'json', Hyper: 'hyper', Hal: 'hal', HalForms: 'halForms'
}

const formatNamed = (name: string) => name.includes('/') ? name : known(FORMATS, name)

class Home { readonly title = 'home' }
class Versioned {
  readonly id = 5
  readonly version = 'v5'
}
class Unconfigured { readonly id = 42 }

const homeLinks = defineLinks(Home, links => {
  links.self(LinkTarget.route('GetHome'))
  links.embedMany('orders', () => [new Order(42), new Order(7, 'Shipped')])
})
const versionedLinks = defineLinks(Versioned, links => {
  links.self(LinkTarget.route('GetVersioned', ({ id }) => ({ id })))
})

function formatter (mediaType: string): HypermediaFormatter {
  return {
    mediaType,
    format: ({ body, links }) => JSON.stringify({ formatter: mediaType, properties: JSON.parse(body), links })
  }
}

function optionsOf (config: Config): HyperOptions {
  knownKeys(config, 'NegotiateFormat', 'DefaultFormat', 'customFormatters', 'MediaTypes')
  return {
    negotiateFormat: config.NegotiateFormat,
    defaultFormat: known(FORMATS, config.DefaultFormat),
    formatters: config.customFormatters.map(formatter),
    mediaTypes: Object.fromEntries(Object.entries(config.MediaTypes ?? {})
      .map(([token, type]) => [known(TOKENS, token), type])),
    links: [orderLinks, homeLinks, versionedLinks]
  }
}

async function declare (app: FastifyInstance, config: Config, override: Override | null): Promise<void> {
  await app.register(hyper, optionsOf(config))
  if (typeof override === 'object' && override !== null) {
    const group = { prefix: '/v2', hyper: { format: formatNamed(override.group) } }
    await app.register(
      async scope => orderRoutes(scope, { links: true, format: formatNamed(override.endpoint) }), group
    )
  } else {
    orderRoutes(app, override === null ? { links: true } : { links: true, format: formatNamed(override) })
  }
  app.get('/', { config: { hyper: { name: 'GetHome', links: true } } }, async () => new Home())
  app.get('/plain/:id', async () => new Order(42))
  app.get('/unconfigured/:id', { config: { hyper: { links: true } } }, async () => new Unconfigured())
  app.get(
    '/versioned/:id',
    { config: { hyper: { name: 'GetVersioned', links: true, etag: (value: Versioned) => value.version } } },
    async () => new Versioned()
  )
}

const start = shared(key => {
  const [config, override] = JSON.parse(key) as [Config, Override | null]
  return tryServe(t, app => declare(app, config, override))
})

/**
 * What a response shows of its format; actions and forms stand on the pending order,
 * which may be an element or a child.
 */
function formatOf (document: unknown, isVendor: boolean): string {
  const resources = [
    document, ...(Array.isArray(document) ? document : []),
    ...Object.values(members(member(document, '_embedded'))).flat()
  ]
  const has = (name: string) => resources.some(resource => isObject(resource) && name in resource)
  if (has('formatter')) return 'Custom'
  if (has('_templates')) return 'HalForms'
  if (has('_actions')) return isVendor ? 'Vendor' : 'Default'
  return has('_links') ? 'Hal' : 'None'
}

function eachResource (resources: unknown, wanted: Members): Fault {
  knownKeys(wanted, 'present', 'absent', 'note')
  if (!Array.isArray(resources) || resources.length === 0) return 'there are no resources to look at'
  return first(...resources.map((resource: unknown) => {
    // Actions and forms are those of pending orders.
    const pending = member(resource, 'status') === 'Pending'
    const [present, absent] = [wanted.present, wanted.absent]
      .map(names => names.filter(name => pending || name === '_links'))
    return first(presentFault(resource, present!), absentFault(resource, [
      ...absent!, ...pending ? [] : ['_actions', '_templates']
    ]))
  }))
}

function varyTokens ({ response }: Exchange): string[] {
  return (header(response, 'vary') ?? '').split(',').map(token => token.trim().toLowerCase())
}

const checks: Checks<Expect, Seen> = {
  ...responseChecks,
  format: (wanted, seen) => {
    // A 304 has no body that could show it.
    if (seen.response.status === 304) return undefined
    const type = (header(seen.response, 'content-type') ?? '').split(';')[0]
    return differs('format', formatOf(readDocument(seen.response), type === seen.vendor), wanted)
  },
  varyAccept: (wanted, seen) => differs(
    'Accept in Vary', varyTokens(seen).filter(token => token === 'accept').length, wanted ? 1 : 0
  ),
  varyExactly: (wanted, { response }) => differs('Vary', header(response, 'vary'), wanted),
  elements: (wanted, { response }) => eachResource(readDocument(response), wanted),
  embedded: (wanted, { response }) => eachResource(member(readDocument(response), '_embedded', 'orders'), wanted),
  error: (wanted, { response }) => first(
    unless(wanted.startsWith('InvalidOperationException'), `unknown error ${wanted}`),
    differs('code', member(readDocument(response), 'code'), 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED')
  )
}

await checkRows(readTable<NegotiationRow>('negotiation'), async (t, row) => {
  knownRow(row, 'config', 'request', 'endpointOverride', 'expect', 'acceptable')
  const { config, request, endpointOverride } = row
  const vendor = config.MediaTypes?.['Hyper'] ?? 'application/vnd.hyper+json'
  await checkStartClaims(t, row, checks, await start(JSON.stringify([
    config, endpointOverride ?? null
  ])), async server => {
    if (request === null) throw new Error('the app started, and the row sends nothing')
    knownKeys(request, 'method', 'path', 'headers')
    return { response: await server.send(request), vendor }
  })
})

t.test('application/*+json is more specific than application/*', async t => {
  const { send } = await serve(
    t, app => declare(app, { NegotiateFormat: true, DefaultFormat: 'Default', customFormatters: [] }, null)
  )
  const response = await send({
    method: 'GET', path: '/orders/42', headers: [['Accept', 'application/*, application/*+json']]
  })
  t.equal(formatOf(readDocument(response), false), 'Hal')
})
