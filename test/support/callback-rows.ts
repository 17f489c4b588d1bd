import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { html, type HtmlOptions } from 'fastify-hyper/html'
import { jsonApi } from 'fastify-hyper/json-api'
import { crawl } from 'fastify-hyper/testing'
import hyper, {
  createHyperTransform, cursorPage, defineLinks, type DefineLinksOptions, evaluatePreconditions,
  type HypermediaFormatter, type HyperOptions, type HyperRouteOptions, type LinkBuilder, LinkTarget, offsetPage, problem
} from '../../lib/index.ts'
import { actionOf, pageAt, submit } from '../http/html/pages.ts'
import type { CallbackPlace } from './callback-places.ts'

// An app for each place where an app gives the package a function, and how it is called.

/** An app with one function, whose result is given. */
export interface App {
  readonly options?: HyperOptions
  readonly route?: HyperRouteOptions
  readonly declare?: (links: LinkBuilder<Order>) => unknown
  readonly named?: DefineLinksOptions
  readonly handler?: (request: unknown) => unknown
  readonly html?: HtmlOptions
  /** What is registered before the routes. */
  readonly before?: (app: FastifyInstance) => Promise<unknown>
  /** What is done beside the requests to the route. */
  readonly act?: (app: FastifyInstance) => Promise<unknown>
  /** Whether the value is read once for an app. */
  readonly once?: true
}

interface Order {
  readonly id: number
}

/** What a callback does. */
type Return = () => never

const edit = LinkTarget.uri('/edit')
const input = { type: 'object', properties: { note: { type: 'string' } } }
const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })
const resource = () => ({ id: 1 })

const readPage = (app: FastifyInstance) => app.inject({ url: '/value', headers: { accept: 'text/html' } })

const X = 'application/x+json'
const formatted = (members: object, others: App = {}): App => {
  const formatter = { mediaType: X, format: () => '{}', ...members } satisfies HypermediaFormatter
  return { ...others, options: { ...others.options, formatters: [formatter] }, route: { ...others.route, format: X } }
}
const DENIED: App = { options: { policies: { p: () => false } }, route: { policy: 'p' } }
const page = { totalCount: 1, page: 1, pageSize: 1 }
const BILLS = { Bill: { methods: ['GET'], path: '/bills/:id' } } as const
const billing = (baseUrl: () => string): HyperOptions => ({
  services: { billing: { catalog: { version: 1, routes: BILLS }, baseUrl } }
})

const link = (declare: NonNullable<App['declare']>): App => ({ declare })
const linkTo = (target: LinkTarget<Order>): App => link(links => links.link('x', target))

// The action leads to the route of the resource, whose state does not allow it.
const reasoned = (reason: () => never): App => ({
  route: { resource },
  declare: links => links.affordance('x', LinkTarget.route('Value')).method('PUT').when(() => false, reason)
})

// Types do not compile if one of them has no row. Null: nothing calls it.
const CALLBACKS: Readonly<Record<CallbackPlace, ((result: Return) => App) | null>> = {
  'HyperOptions.baseUrl': result => ({ options: { hrefs: 'absolute', baseUrl: result } }),
  'HyperOptions.transformHref': result => ({
    ...linkTo(LinkTarget.route('Value')), options: { transformHref: result }
  }),
  'HyperOptions.policies.*': result => ({ options: { policies: { p: () => result() } }, route: { policy: 'p' } }),
  'HyperOptions.policies.*.many': result => ({
    options: { policies: { p: { many: () => result() } } }, route: { policy: 'p', resource }
  }),
  'HyperOptions.problems': result => ({ options: { ...DENIED.options, problems: result }, route: DENIED.route! }),
  'HyperOptions.services.*.baseUrl': result => ({
    ...linkTo(LinkTarget.service('billing', 'Bill', { id: 1 })), options: billing(result)
  }),
  'HyperOptions.formatters[].format': result => formatted({ format: result }),
  'HyperOptions.formatters[].data': result => formatted({ data: result }),
  'HyperOptions.formatters[].document': result => formatted({ document: result }),
  'HyperOptions.formatters[].setHeaders': result => formatted({ document: () => '{}', setHeaders: result }),
  'HyperOptions.formatters[].problem': result => formatted({ problem: result }, DENIED),
  'HyperOptions.formatters[].check': result => formatted({ check: result }),
  'HyperOptions.formatters[].readBody': result => formatted({ readBody: result }, {
    act: app => app.inject({ method: 'PUT', url: '/value', headers: { 'content-type': X }, payload: '{}' })
  }),
  'HyperOptions.formatters[].read': result => formatted({ read: result }, {
    once: true, act: app => crawl(app, { start: '/value', formats: [X] })
  }),
  'HyperOptions.formatters[].documentation.write': result => ({
    ...formatted({ documentation: { path: '/docs', write: result } }), once: true, act: app => app.inject('/docs')
  }),
  'HyperRouteOptions.etag': result => ({ route: { etag: result } }),
  'HyperRouteOptions.resource': result => ({ route: { resource: result } }),
  'HyperRouteOptions.resource.load': result => ({ route: { resource: { load: result } } }),
  'HyperRouteOptions.resource.tag': result => ({
    route: { resource: { load: resource, tag: result }, etag: true, preconditions: {} }
  }),
  'HyperRouteOptions.preconditions.tag': result => ({ route: { resource, preconditions: { tag: result } } }),
  'HyperGroupOptions.preconditions.tag': result => ({ route: { resource, preconditions: { tag: result } } }),
  'HyperTransformOptions.transform': result => ({
    once: true,
    before: async app => app.register(swagger, {
      openapi: {}, transform: createHyperTransform({ transform: result }) as never
    }),
    act: async app => app.swagger()
  }),
  'HtmlOptions.components.members.*': result => ({ html: { components: { members: { id: result } } }, act: readPage }),
  'HtmlOptions.components.types.*': result => ({
    html: { components: { types: { Order: result } } }, named: { name: 'Order' }, act: readPage
  }),
  'HtmlOptions.login.token': result => ({
    html: { login: { route: 'Login', secret: 'a secret of many characters', token: result } },
    act: async app => submit(app, actionOf(await pageAt(app, '/_html/sign-in?page=/value')), 'note=x')
  }),
  'JsonApiOptions.type': result => ({
    options: { formatters: [jsonApi({ type: result })] },
    route: { format: 'application/vnd.api+json' },
    named: { name: 'Order' }
  }),
  'LinkConfig.configure': result => ({ declare: result, once: true }),
  'LinkBuilder.self, argument 0': result => link(links => links.self(result)),
  'LinkBuilder.self, argument 0.many': result => link(links => links.self({ many: result })),
  'LinkBuilder.link, argument 1': result => link(links => links.link('x', result)),
  'LinkBuilder.link, argument 1.many': result => link(links => links.link('x', { many: result })),
  'LinkBuilder.linkMany, argument 1': result => link(links => links.linkMany('x', result)),
  'LinkBuilder.linkMany, argument 1.many': result => link(links => links.linkMany('x', { many: () => [result()] })),
  'LinkBuilder.affordance, argument 1': result => link(links => links.affordance('x', result)),
  'LinkBuilder.affordance, argument 1.many': result => link(links => links.affordance('x', { many: result })),
  'LinkBuilder.embed, argument 1': result => link(links => links.embed('x', result, child).onDemand()),
  'LinkBuilder.embed, argument 1.many': result => link(links => links.embed('x', { many: () => [result()] }, child)),
  'LinkBuilder.embedMany, argument 1': result => link(links => links.embedMany('x', result, child)),
  'LinkBuilder.embedMany, argument 1.many': result => link(links =>
    links.embedMany('x', { many: () => [result()] }, child)),
  'LinkBuilder.page, argument 0.page': result => link(links => links.page({ page: result, pageSize: 1, total: 9 })),
  'LinkBuilder.page, argument 0.pageSize': result => link(links => links.page({ page: 1, pageSize: result, total: 9 })),
  'LinkBuilder.page, argument 0.total': result => link(links => links.page({ page: 1, pageSize: 1, total: result })),
  'LinkBuilder.page, argument 0.offset': result => link(links => links.page({ offset: result, limit: 1, total: 9 })),
  'LinkBuilder.page, argument 0.limit': result => link(links => links.page({ offset: 1, limit: result, total: 9 })),
  'LinkBuilder.page, argument 0.next': result => link(links => links.page({ next: result })),
  'LinkBuilder.page, argument 0.prev': result => link(links => links.page({ prev: result })),
  'LinkDeclaration.title, argument 0': result => link(links => links.link('x', edit).title(result)),
  'LinkDeclaration.when, argument 0': result => link(links => links.link('x', edit).when(result)),
  'LinkDeclaration.when, argument 1': null,
  'LinkDeclaration.requireAuthorization, argument 1': result => ({
    ...link(links => links.link('x', edit).requireAuthorization('p', result)), options: { policies: { p: () => true } }
  }),
  'EmbedDeclaration.when, argument 0': result => link(links => links.embed('x', resource, child).when(result)),
  'EmbedDeclaration.when, argument 1': null,
  'EmbedDeclaration.requireAuthorization, argument 1': result => ({
    ...link(links => links.embed('x', resource, child).requireAuthorization('p', result)),
    options: { policies: { p: { many: (_request, values) => values.map(() => true) } } }
  }),
  'AffordanceDeclaration.title, argument 0': result => link(links => links.affordance('x', edit).title(result)),
  'AffordanceDeclaration.when, argument 0': result => link(links => links.affordance('x', edit).when(result)),
  'AffordanceDeclaration.when, argument 1': reasoned,
  'AffordanceDeclaration.requireAuthorization, argument 1': result => ({
    ...link(links => links.affordance('x', edit).requireAuthorization('p', result)),
    options: { policies: { p: () => true } }
  }),
  'AffordanceDeclaration.prefill, argument 0': result => link(links =>
    links.affordance('x', edit).accepts(input).prefill(result)),
  'AffordanceDeclaration.fields, argument 0.*.prompt': result => link(links =>
    links.affordance('x', edit).accepts(input).fields({ note: { prompt: result } })),
  'AffordanceDeclaration.fields, argument 0.*.placeholder': result => link(links =>
    links.affordance('x', edit).accepts(input).fields({ note: { placeholder: result } })),
  'LinkTargets.routeTemplate, argument 1': result => linkTo(LinkTarget.routeTemplate('Value', result)),
  'LinkTargets.serviceTemplate, argument 2': result => ({
    ...linkTo(LinkTarget.serviceTemplate('billing', 'Bill', result)), options: billing(() => 'https://billing.example')
  }),
  'RouteTargetOptions.values': result => linkTo(LinkTarget.route('Value', result)),
  'RouteTargetOptions.query': result => linkTo(LinkTarget.route('Value', {}, { query: result }))
}

/** Parts of what callbacks return, and arguments of what handlers call. */
const PARTS: Readonly<Record<string, (result: Return) => App>> = {
  'a policy of a resource': result => ({
    options: { policies: { p: (_request, _order) => result() } }, route: { policy: 'p', resource }
  }),
  'one result of a policy of many resources': result => ({
    options: { policies: { p: { many: () => [result()] } } }, route: { policy: 'p', resource }
  }),
  'a policy of a link': result => ({
    ...link(links => links.link('x', edit).requireAuthorization('p')), options: { policies: { p: () => result() } }
  }),
  'one link of many resources': result => link(links => links.link('x', { many: () => [result()] })),
  'one action of many resources': result => link(links =>
    links.affordance('x', { many: () => [result()] } as never)),
  'one of many embedded resources': result => link(links => links.embedMany('x', () => [result(), {}], child)),
  'one value of a route': result => linkTo(LinkTarget.route('Value', () => ({ id: result() }))),
  'one value of a template': result => linkTo(LinkTarget.routeTemplate('Value', () => ({ id: result() }))),
  'a URL': result => link(links => links.link('x', () => LinkTarget.uri(result()))),
  'an attribute of a target': result => link(links =>
    links.link('x', () => LinkTarget.uri('/x', { name: result() }).title(result()))),
  'the query of a target': result => link(links =>
    links.link('x', () => LinkTarget.route('Value', {}, { query: result() }))),
  'the title of a link': result => link(links => links.link('x', edit, { title: result as never })),
  'the target of choices': result => link(links => links.affordance('x', edit).accepts(input)
    .fields({ note: { options: { route: LinkTarget.route('Value', result) } } })),
  'a prefilled value': result => link(links =>
    links.affordance('x', edit).accepts(input).prefill(() => ({ note: result() }))),
  'a misspelt prefilled value': result => link(links =>
    links.affordance('x', edit).accepts(input).prefill(() => ({ nota: result() }) as never)),
  'what a function of data returns': result => formatted({ data: () => result }),
  'the format of a resource with data': result => formatted({ data: () => () => '{}', format: result }),
  'a member of an error': result => ({
    ...DENIED, options: { ...DENIED.options, problems: () => ({ a: { b: [{ c: { d: result() } }] } }) }
  }),
  'the tag of evaluatePreconditions': result => ({
    handler: request => evaluatePreconditions(request as never, result()) ?? {}
  }),
  'the size of a page': result => ({ handler: () => offsetPage([], { ...page, pageSize: result() }) }),
  'the cursor of a page': result => ({ handler: () => cursorPage([], { next: result() }) }),
  'the status of a problem': result => ({ handler: () => problem({ status: result() }) }),
  'the detail of a problem': result => ({ handler: () => problem({ status: 400, detail: result() }) }),
  'an extension of a problem': result => ({ handler: () => problem({ status: 400 }).extension('x', result()) }),
  'the target of a problem': result => ({ handler: () => problem({ status: 400 }).link('x', result()) })
}

async function appOf (row: App, mode: 'lax' | 'strict'): Promise<FastifyInstance> {
  const { options, route, declare, named, handler = resource } = row
  const app = Fastify()
  await row.before?.(app)
  await app.register(hyper, { mode, hrefs: 'path', ...options })
  if (row.html !== undefined) await app.register(html, row.html)
  const links = defineLinks<Order>(links => declare?.(links) as undefined, named ?? {})
  const config = {
    hyper: { name: 'Value', links: declare === undefined ? links : { configure: declare as never }, ...route }
  }
  app.route({ method: ['GET', 'PUT'], url: '/value', config, handler })
  app.post('/login', { schema: { body: input }, config: { hyper: { name: 'Login' } } }, () => ({ token: 'x' }))
  return app
}

const requests: readonly InjectOptions[] = [
  { url: '/value', headers: { accept: 'application/prs.hal-forms+json', prefer: 'transclude="x"' } },
  { method: 'PUT', url: '/value', headers: { 'if-match': '"1"' }, payload: {} }
]

function isWhole ({ headers, payload }: LightMyRequestResponse): boolean {
  const type = String(headers['content-type'])
  if (type.includes('html')) return payload.trimEnd().endsWith('</html>')
  // A body of the app may be empty.
  if (type.includes('json') && payload !== '') JSON.parse(payload)
  return true
}

function isResponse (value: unknown): value is LightMyRequestResponse {
  return typeof value === 'object' && value !== null && 'payload' in value
}

async function send (app: FastifyInstance, { act }: App): Promise<string[]> {
  const responses = await Promise.all(requests.map(request => app.inject(request)))
  const done: unknown = await act?.(app).catch(() => null)
  const all = isResponse(done) ? [...responses, done] : responses
  return all.filter(response => !isWhole(response)).map(({ payload }) => payload)
}

/** What was seen of one place. */
export interface Tried {
  readonly place: string
  /** What the function never did, as nothing called it. */
  readonly uncalled: readonly string[]
  /** The responses that are not well formed. */
  readonly broken: readonly string[]
}

/** Has the function in each place do each of several things, and sends requests meanwhile. */
export async function * tryEach (
  mode: 'lax' | 'strict', deeds: Readonly<Record<string, () => unknown>>
): AsyncGenerator<Tried> {
  let deed = ''
  for (const [place, declare] of Object.entries({ ...CALLBACKS, ...PARTS })) {
    if (declare === null) continue
    const row = declare(() => {
      uncalled.delete(deed)
      return deeds[deed]!() as never
    })
    // Each needs an app of its own there.
    const names = Object.keys(deeds).slice(0, row.once === true ? 4 : Infinity)
    const uncalled = new Set(names)
    const broken: string[] = []
    let app: FastifyInstance | null = null
    for (deed of names) {
      if (row.once === true) await app?.close()
      if (app === null || row.once === true) app = await appOf(row, mode)
      // The start of an app fails, and what reads a value once.
      const seen = await send(app, row).catch((error: unknown) => row.once === true ? [] : [String(error)])
      broken.push(...seen.map(response => `${deed}: ${response}`))
    }
    await app?.close()
    // Rejections are reported after the microtasks.
    await new Promise(resolve => setImmediate(resolve))
    yield { place, uncalled: [...uncalled], broken }
  }
}
