import type { FastifyInstance, FastifyRequest } from 'fastify'
import t from 'tap'
import { defineLinks, type HyperRouteOptions, LinkTarget } from '../../../lib/index.ts'
import { BOTH, combinations } from '../../support/combinations.ts'
import { documented } from '../../support/documented.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { checkerOf, openApiOf, responseIn, schemaIn } from '../../support/openapi.ts'
import { type RawResponse, sendRaw } from '../../support/raw.ts'

// What the document has of the problems of a guard: exactly the statuses that requests are sent,
// each with a schema that they fit.

interface Order {
  readonly id: number
  readonly owner: string
  readonly open: boolean
}

interface Options {
  readonly callerPolicy: boolean
  readonly resource: boolean
  readonly resourcePolicy: boolean
  readonly missing: boolean
  readonly conceal: boolean | 403
  /** The actions with the route as their target: none, one with a condition, or a second one without. */
  readonly actions: 'none' | 'conditional' | 'always'
  readonly preconditions: 'none' | 'optional' | 'required'
  readonly method: 'GET' | 'PUT'
}

const OPTIONS = combinations<Options>({
  callerPolicy: BOTH,
  resource: BOTH,
  resourcePolicy: BOTH,
  missing: BOTH,
  conceal: [true, 403, false],
  actions: ['none', 'conditional', 'always'],
  preconditions: ['none', 'optional', 'required'],
  method: ['GET', 'PUT']
}).filter(({ resource, actions, preconditions }) => resource || (actions === 'none' && preconditions === 'none'))
  .filter(({ missing, resource, actions }) => !missing || (resource && actions !== 'always'))
  .filter(({ callerPolicy, resourcePolicy, resource, conceal }) =>
    !conceal || callerPolicy || (resourcePolicy && resource))

const SITUATIONS = combinations<{ user: string, state: string, tag: string }>({
  user: ['ann', 'bob', 'nobody'], state: ['open', 'closed', 'none'], tag: ['"7"', '"6"', '']
})

function routeOptions (options: Options, name: string): HyperRouteOptions {
  const { callerPolicy, resource, resourcePolicy, missing, conceal, preconditions } = options
  const load = (request: FastifyRequest) => stateOf(request.headers['x-state'])
  const policy = [...callerPolicy ? ['user'] : [], ...resourcePolicy && resource ? ['owner'] : []]
  return {
    name,
    conceal,
    policy: policy.length === 0 ? false : policy,
    ...(resource ? { resource: missing ? { load, missing: 'pass' } : load } : {}),
    ...(preconditions === 'none'
      ? {}
      : { preconditions: { tag: () => '7', requireIfMatch: preconditions === 'required' } })
  }
}

const stateOf = (state: unknown): Order | null =>
  state === 'none' ? null : { id: 1, owner: 'ann', open: state === 'open' }

const linksTo = (route: string, { actions }: Options) => defineLinks<Order>(links => {
  links.self(LinkTarget.uri('/self'))
  links.affordance('change', LinkTarget.route(route)).when(order => order.open)
  if (actions === 'always') links.affordance('close', LinkTarget.route(route))
})

const url = (index: number) => `/${index}`

const policies = {
  user: (request: { headers: object }) => (request.headers as { 'x-user'?: string })['x-user'] !== 'nobody',
  owner: (request: { headers: object }, order?: unknown) =>
    (request.headers as { 'x-user'?: string })['x-user'] === ((order as Order | undefined)?.owner ?? 'ann')
}

async function served (t: Parameters<typeof documented>[0], declare: (app: FastifyInstance) => void, hyper: object) {
  let app: FastifyInstance
  const document = await documented(t, started => { declare(app = started) }, { hyper })
  await app!.listen({ port: 0, host: '127.0.0.1' })
  t.equal(openApiOf(app!).openapi, document.openapi)
  return { document, port: (app!.server.address() as { port: number }).port }
}

t.test('a route is documented with the problems that its guard sends, and with no others', async t => {
  const declare = (app: FastifyInstance) => {
    for (const [index, options] of OPTIONS.entries()) {
      app.route({
        method: options.method,
        url: url(index),
        schema: { response: { 200: { type: 'object', properties: { done: { type: 'boolean' } } } } },
        config: { hyper: routeOptions(options, `route-${index}`) },
        handler: () => ({ done: true })
      })
    }
  }
  const links = OPTIONS.flatMap((options, index) =>
    options.actions === 'none' ? [] : [linksTo(`route-${index}`, options)])
  const { document, port } = await served(t, declare, { links, policies })
  const check = checkerOf(document)
  for (const [index, options] of OPTIONS.entries()) {
    const seen = new Set<string>()
    const faults: string[] = []
    const situations = options.preconditions === 'none' ? SITUATIONS.filter(({ tag }) => tag === '') : SITUATIONS
    for (const { user, state, tag } of situations) {
      const headers: [string, string][] = [
        ['X-User', user], ['X-State', state], ...tag === '' ? [] : [['If-Match', tag] as [string, string]]
      ]
      const response: RawResponse = await sendRaw(port, { method: options.method, path: url(index), headers })
      seen.add(String(response.status))
      faults.push(...check({ method: options.method, path: url(index), response }))
    }
    const responses = member(document, 'paths', url(index), options.method.toLowerCase(), 'responses') as JsonObject
    t.same(Object.keys(responses).sort(), [...seen].sort(), JSON.stringify(options))
    // Without a resource there is no tag to send.
    t.same(faults.filter(fault => !(options.missing && fault.endsWith('412: ETag is documented, and not there'))), [])
  }
})

const problemOf = (document: unknown, path: string, status: string, method = 'put') =>
  member(document, 'paths', path, method, 'responses', status, 'content', 'application/problem+json', 'schema')

const load = () => stateOf('open')
const config = (hyper: HyperRouteOptions) => ({ config: { hyper } })

t.test('409 is one component: the action that was attempted, and any links and actions', async t => {
  const orderLinks = defineLinks<Order>(links => {
    links.affordance('change', LinkTarget.route('Change')).when(order => order.open)
  })
  const document = await documented(t, app => {
    app.put('/a', config({ name: 'Change', resource: load }), () => ({}))
  }, { hyper: { links: [orderLinks] } })
  t.same(problemOf(document, '/a', '409'), { $ref: '#/components/schemas/HyperConflict' })
  const [problem, conflict] = member(document, 'components', 'schemas', 'HyperConflict', 'allOf') as JsonObject[]
  t.same(problem, { $ref: '#/components/schemas/HyperProblem' })
  const { action, _links: links, _actions: actions } = conflict!['properties'] as JsonObject
  t.match(action, { type: 'string' })
  const link = { $ref: '#/components/schemas/HyperLink' }
  t.same(member(links, 'additionalProperties'), { anyOf: [link, { type: 'array', items: link }] })
  t.same(member(actions, 'additionalProperties'), { $ref: '#/components/schemas/HyperAction' })
})

t.test('a response of the app is kept, also one for several statuses', async t => {
  const mine = { type: 'object', description: 'Mine', properties: { message: { type: 'string' } } }
  const guarded = config({ policy: 'user', resource: load, preconditions: { tag: () => '7', requireIfMatch: true } })
  const statuses = {
    '/exact': { 200: mine, 403: mine },
    '/range': { 200: mine, '4xx': mine },
    '/default': { 200: mine, default: mine },
    '/success': { default: mine }
  }
  const document = await documented(t, app => {
    for (const [path, response] of Object.entries(statuses)) {
      app.put(path, { schema: { response }, ...guarded }, () => ({}))
    }
  }, { hyper: { policies } })
  const documentedAs = (path: string) => Object.keys(member(document, 'paths', path, 'put', 'responses') as object)
  t.same(documentedAs('/exact'), ['200', '403', '404', '412', '428'])
  t.equal(member(responseIn(document, '/exact', '403', 'put'), 'description'), 'Mine')
  t.same(documentedAs('/range'), ['200', '4XX'])
  t.same(documentedAs('/default'), ['200', 'default'])
  t.same(documentedAs('/success'), ['403', '404', '412', '428', 'default'])
  for (const [path, status] of [['/exact', '403'], ['/range', '4XX'], ['/default', 'default']] as const) {
    const { content } =
      member(document, 'paths', path, 'put', 'responses', status) as { content: Record<string, { schema: object }> }
    t.same(
      content['application/json']!.schema, { type: 'object', properties: { message: { type: 'string' } } },
      `the errors of ${path}`
    )
    t.same(
      content['application/problem+json']!.schema, { $ref: '#/components/schemas/HyperProblem' },
      `the problems of ${path}`
    )
  }
})

t.test('an app that sends its own errors has its own schemas', async t => {
  const mine = { type: 'object', description: 'Mine', properties: { message: { type: 'string' } } }
  const guarded = config({ policy: 'user', resource: load })
  for (const problems of [() => ({ message: 'No.' }), 'throw'] as const) {
    const document = await documented(t, app => {
      app.get('/exact', { schema: { response: { 200: mine, 403: mine } }, ...guarded }, () => ({}))
    }, { hyper: { policies, problems } })
    const { 403: forbidden, 404: missing } =
      member(document, 'paths', '/exact', 'get', 'responses') as Record<string, { content?: object }>
    t.same(Object.keys(forbidden!.content!), ['application/json'])
    t.same(missing, { description: 'Not Found' })
  }
})

t.test('the guard of a group, and a route that the app protects itself', async t => {
  const document = await documented(t, async app => {
    await app.register(async scope => {
      scope.get('/a', () => 'a')
      scope.get('/b', config({ policy: false }), () => 'b')
      scope.get('/c', config({ deprecation: true }), () => 'c')
    }, { hyper: { policy: 'user' } })
  }, { hyper: { policies } })
  const of = (path: string) => Object.keys(member(document, 'paths', path, 'get', 'responses') as object)
  t.same([of('/a'), of('/b'), of('/c')], [['200', '403'], ['200'], ['200', '403']])
  t.same(Object.keys(member(responseIn(document, '/c', '403'), 'headers') as object), ['Deprecation'])
})

t.test('a link that the policy of its target omits is not required', async t => {
  const orderLinks = defineLinks<Order>(links => {
    links.self(LinkTarget.route('Read'))
    links.link('all', LinkTarget.route('All'))
    links.affordance('change', LinkTarget.route('Change'))
    links.affordance('other', () => LinkTarget.route('Change'))
  })
  const links = { links: orderLinks }
  const document = await documented(t, app => {
    app.get('/a', {
      schema: { response: { 200: { type: 'object', properties: {} } } },
      ...config({ ...links, name: 'Read', policy: 'user', resource: load })
    }, () => ({}))
    app.get('/all', config({ name: 'All' }), () => '')
    app.put('/a', config({ name: 'Change', policy: 'owner', resource: load }), () => ({}))
  }, { hyper: { policies } })
  const schema = schemaIn(document, '/a')
  t.same(member(schema, 'properties', '_links', 'required'), ['all'])
  t.same(member(schema, 'required'), ['_links'])
  t.equal(member(schema, 'properties', '_actions', 'required'), undefined)
})
