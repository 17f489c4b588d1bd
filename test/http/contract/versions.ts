// An API whose versions differ in one thing each.
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, {
  defineLinks, type HyperOptions, type HyperRouteOptions, LinkTarget, offsetPage, problem
} from '../../../lib/index.ts'

/** Whether a link or an action is declared without a condition, with one that does not hold, or not at all. */
type Declared = 'always' | 'sometimes' | 'never'

export interface Version {
  /** The prefixes of the registrations of the plugin; the first one has the entry point of clients. */
  readonly prefixes: readonly string[]
  readonly options: HyperOptions
  readonly orderUrl: string
  /** The schema of an order. */
  readonly order: object
  /** The order that is stored. */
  readonly stored: object
  readonly customer: Declared
  /** What the relation `customer` leads to. */
  readonly customerName: string
  readonly customerType: string
  readonly customers: 'one' | 'many'
  readonly lines: Declared | 'on demand'
  readonly tags: 'list' | 'page'
  readonly report: boolean
  readonly create: Declared
  readonly createMethod: 'POST' | 'PUT'
  /** The schema of what creates an order. */
  readonly body: object
  readonly consumes: string
  /** The name of the action in HAL-FORMS is `default`. */
  readonly isDefault: boolean
  /** The schema of the search of orders. */
  readonly query: object
  readonly isTagged: boolean
  readonly close: HyperRouteOptions
  readonly deprecated: boolean
  /** The response to the action `close`: the order, or nothing. */
  readonly closed: 'order' | 'nothing'
  /** Two routes have other names than the links and actions that lead to them. */
  readonly isRenamed: boolean
}

export const integer = { type: 'integer' }
export const string = { type: 'string' }
export const object = (properties: object, required: readonly string[] = [], more: object = {}) =>
  ({ type: 'object', properties, required, ...more })

const MEMBERS = { id: integer, status: { type: 'string', enum: ['open', 'closed'] }, note: string }

/** The schema of an order with other members. */
export const order = (
  properties: object = {}, required: readonly string[] = ['id', 'status', 'note'], members: object = MEMBERS
) => object({ ...members, ...properties }, required, { $id: 'Order' })

const BASE: Version = {
  prefixes: [''],
  options: {},
  orderUrl: '/orders/:id',
  order: order(),
  stored: { id: 1, status: 'open', note: 'fragile' },
  customer: 'always',
  customerName: 'Customer',
  customerType: '',
  customers: 'one',
  lines: 'always',
  tags: 'list',
  report: true,
  create: 'always',
  createMethod: 'POST',
  body: object({ reason: string, count: { type: 'integer', default: 1 } }),
  consumes: 'application/json',
  isDefault: false,
  query: object({ q: string, pageSize: { type: 'integer', default: 20, maximum: 100 } }),
  isTagged: true,
  close: {},
  deprecated: false,
  closed: 'order',
  isRenamed: false
}

/** Returns the app of a version. */
export async function build (change: Partial<Version> = {}): Promise<FastifyInstance> {
  const version = { ...BASE, ...change }
  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  const declare = async (scope: FastifyInstance) => {
    await scope.register(hyper, { policies: { clerk: () => true }, ...version.options, links: linksOf(version) })
    addReads(scope, version)
    addActions(scope, version)
  }
  for (const prefix of version.prefixes) await (prefix === '' ? declare(app) : app.register(declare, { prefix }))
  return app
}

const ROOT = object({ name: string }, [], { $id: 'Root' })
const LINE = object({ article: string }, [], { $id: 'Line' })
const customerSchema = ({ customerName }: Version) => object({ name: string }, [], { $id: customerName })

function linksOf (version: Version) {
  const { customer, customers, customerType, lines, create, isDefault } = version
  const never = () => false
  const line = defineLinks(LINE, () => {})
  const root = defineLinks(ROOT, links => {
    links.self(LinkTarget.route('GetRoot'))
    links.link('order', LinkTarget.routeTemplate('GetOrder'))
    links.link('search', LinkTarget.routeTemplate('ListOrders'))
    links.link('tags', LinkTarget.route('ListTags'))
    links.link('report', () => LinkTarget.uri('/report'))
    if (create === 'never') return
    const action = links.affordance('create', LinkTarget.route('CreateOrder'))
    if (create === 'sometimes') action.when(never)
    if (isDefault) action.asDefault()
  })
  const orderLinks = defineLinks<{ id: number }>(version.order, links => {
    links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
    links.affordance('close', LinkTarget.route('CloseOrder', ({ id }) => ({ id })))
    if (lines !== 'never') {
      const embed = links.embedMany('lines', () => [{ article: 'tea' }], line)
      if (lines === 'sometimes') embed.when(never)
      if (lines === 'on demand') embed.onDemand()
    }
    if (customer === 'never') return
    const target = LinkTarget.route('GetCustomer')
    const typed = customerType === '' ? target : target.type(customerType)
    const link = customers === 'one' ? links.link('customer', typed) : links.linkMany('customer', [typed])
    if (customer === 'sometimes') link.when(never)
  })
  return [root, line, orderLinks, defineLinks(customerSchema(version), links => {
    links.self(LinkTarget.route('GetCustomer'))
  })]
}

function addReads (app: FastifyInstance, version: Version): void {
  const { order, stored, orderUrl, query, isTagged, deprecated, tags, report, isRenamed } = version
  const params = object({ id: integer }, ['id'])
  const named = (name: string, more: HyperRouteOptions = {}) => ({ hyper: { name, links: true, ...more } })
  const reply = (schema: object) => ({ response: { 200: schema } })
  app.get('/', { schema: reply(ROOT), config: named('GetRoot') }, () => ({ name: 'Shop' }))
  app.get(orderUrl, {
    schema: { params, ...reply(order) }, config: named('GetOrder', isTagged ? { etag: () => 'one' } : {})
  }, () => stored)
  const pages = object({ items: { type: 'array', items: order } })
  app.get<{ Querystring: { pageSize: number } }>('/orders', {
    schema: { querystring: query, ...reply(pages) }, config: named('ListOrders')
  }, ({ query: { pageSize } }) => offsetPage([stored], { page: 1, pageSize, totalCount: 1 }))
  app.get('/customer', {
    schema: reply(customerSchema(version)),
    config: named(isRenamed ? 'ReadCustomer' : 'GetCustomer', { deprecation: deprecated })
  }, () => ({ name: 'Ann' }))
  const tag = object({ name: string }, [], { $id: 'Tag' })
  const list = tags === 'list' ? { type: 'array', items: tag } : object({ items: { type: 'array', items: tag } })
  app.get('/tags', { schema: reply(list), config: named('ListTags') }, () =>
    tags === 'list' ? [{ name: 'tea' }] : { items: [{ name: 'tea' }] })
  if (!report) return
  const schema = object({ total: integer }, [], { $id: 'Report' })
  app.get('/report', { schema: reply(schema), config: named('GetReport') }, () => ({ total: 1 }))
}

function addActions (app: FastifyInstance, version: Version): void {
  const { order, stored, body, consumes, create, createMethod, close, closed, isRenamed } = version
  const name = { name: isRenamed ? 'AddOrder' : 'CreateOrder', links: true }
  const schema = { body, consumes: [consumes], response: { 201: order } }
  if (create !== 'never') {
    app.route({
      method: createMethod,
      url: '/orders',
      schema,
      config: { hyper: { ...name, formInput: consumes !== 'application/json' } },
      handler: (_request, reply) => reply.code(201).send(stored)
    })
  }
  app.post<{ Params: { id: string } }>('/orders/:id/close', {
    schema: { response: closed === 'order' ? { 200: order } : { 204: { type: 'null' } } },
    config: { hyper: { name: 'CloseOrder', links: true, resource: () => stored, ...close } }
  }, async ({ params: { id } }, reply) => {
    if (closed === 'nothing') return reply.code(204).send()
    return id === '1' ? stored : problem({ status: 404 })
  })
}
