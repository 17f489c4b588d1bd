import Fastify, { type FastifyRequest } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HyperRouteOptions, LinkTarget, resourceOf } from '../../../lib/index.ts'
import { BOTH, combinations } from '../../support/combinations.ts'

// The truth table of guards: every combination of options, with every combination of requests and resources.

interface Order {
  readonly id: number
  readonly owner: string
  readonly open: boolean
  readonly version: number
}

/** What a route declares. */
interface Options {
  readonly callerPolicy: boolean
  readonly resource: boolean
  readonly resourcePolicy: boolean
  /** Whether the handler runs without a resource. */
  readonly passes: boolean
  readonly conceal: boolean | 403
  readonly state: boolean
  readonly tag: boolean
  /** Whether its callbacks return promises. */
  readonly later: boolean
}

/** What a request meets. */
interface Situation {
  /** `rejected` is sent 401 by a hook of the app. */
  readonly caller: 'rejected' | 'anonymous' | 'ann'
  readonly isPresent: boolean
  readonly isOwner: boolean
  readonly isOpen: boolean
  readonly ifMatch: '"7"' | '"6"' | undefined
}

type Callback = 'authenticate' | 'user' | 'load' | 'owner' | 'when' | 'tag' | 'handler'

interface Expected {
  readonly status: number
  /** The callbacks that ran, in order. */
  readonly calls: readonly Callback[]
}

// A tag without a resource does not start.
const OPTIONS = combinations<Options>({
  callerPolicy: BOTH,
  resource: BOTH,
  passes: BOTH,
  resourcePolicy: BOTH,
  conceal: [true, 403, false],
  state: BOTH,
  tag: BOTH,
  later: BOTH
}).filter(({ resource, passes, tag, state }) => resource || !(passes || tag || state))

const SITUATIONS = combinations<Situation>({
  caller: ['rejected', 'anonymous', 'ann'],
  isPresent: BOTH,
  isOwner: BOTH,
  isOpen: BOTH,
  ifMatch: ['"7"', '"6"', undefined]
})

/** The steps of a request in the contract, one per line. */
function expected (options: Options, { caller, isPresent, isOwner, isOpen, ifMatch }: Situation): Expected {
  const calls: Callback[] = ['authenticate']
  const end = (status: number) => ({ status, calls })
  if (caller === 'rejected') return end(401)

  if (options.callerPolicy && calls.push('user') && caller !== 'ann') return end(403)
  // Without a resource, a policy that takes one judges the caller.
  if (!options.resource && options.resourcePolicy && calls.push('owner') && !isOwner) return end(403)
  if (options.resource && calls.push('load') && !isPresent && !options.passes) {
    return end(options.conceal === 403 ? 403 : 404)
  }
  if (options.resource && options.resourcePolicy && calls.push('owner') && !isOwner) {
    return end(options.conceal === true ? 404 : 403)
  }
  if (!isPresent && options.passes) {
    if (options.tag) return end(ifMatch === undefined ? 428 : 412)
    calls.push('handler')
    return end(200)
  }
  // The condition is evaluated once more for the actions in the problem.
  if (options.state && calls.push('when') && !isOpen && calls.push('when')) return end(409)
  if (options.tag && calls.push('tag') && ifMatch !== '"7"') return end(ifMatch === undefined ? 428 : 412)
  calls.push('handler')
  return end(200)
}

const MEMBERS: Readonly<Record<number, readonly string[]>> = {
  200: ['owner'],
  401: ['error'],
  403: ['type', 'title', 'status', 'detail'],
  404: ['type', 'title', 'status', 'detail'],
  409: ['type', 'title', 'status', 'detail', 'action', '_links', '_actions'],
  412: ['type', 'title', 'status', 'detail'],
  428: ['type', 'title', 'status', 'detail']
}

let calls: Callback[] = []
let situation: Situation

function called<V> (callback: Callback, value: V): V {
  calls.push(callback)
  return value
}

function routeOptions (options: Options, name: string): HyperRouteOptions {
  const reply = <V>(value: V) => options.later ? Promise.resolve(value) : value
  const found = (): Order | null => situation.isPresent
    ? { id: 1, owner: situation.isOwner ? 'ann' : 'bob', open: situation.isOpen, version: 7 }
    : null
  const load = () => reply(called('load', found()))
  const suffix = options.later ? ' later' : ''
  const policy = [...options.callerPolicy ? [`user${suffix}`] : [], ...options.resourcePolicy ? [`owner${suffix}`] : []]
  return {
    name,
    policy: policy.length === 0 ? false : policy,
    conceal: options.conceal,
    ...(options.resource ? { resource: options.passes ? { load, missing: 'pass' } : load } : {}),
    ...(options.tag
      ? { preconditions: { requireIfMatch: true, tag: (order: Order) => reply(called('tag', order.version)) } }
      : {})
  }
}

const orderLinks = (route: string, later: boolean) => defineLinks<Order>(links => {
  links.self(LinkTarget.uri('/self'))
  links.affordance('change', LinkTarget.route(route))
    .when(({ open }) => called('when', later ? Promise.resolve(open) : open))
  links.affordance('reopen', LinkTarget.uri('/reopen')).when(({ open }) => !open)
})

async function start () {
  const app = Fastify()
  const user = (request: FastifyRequest) => called('user', request.headers['x-user'] === 'ann')
  const owner = (_request: FastifyRequest, order?: Order) =>
    called('owner', order === undefined ? situation.isOwner : order.owner === 'ann')
  await app.register(hyper, {
    hrefs: 'path',
    links: OPTIONS.flatMap((options, index) => options.state ? [orderLinks(`route-${index}`, options.later)] : []),
    policies: {
      user,
      owner,
      'user later': async request => user(request),
      'owner later': async (request, order?: Order) => owner(request, order)
    }
  })
  for (const [index, options] of OPTIONS.entries()) {
    app.post(`/${index}`, { config: { hyper: routeOptions(options, `route-${index}`) } }, request =>
      called('handler', {
        owner: options.resource && situation.isPresent ? resourceOf<Order>(request).owner : 'nobody'
      }))
  }
  // After the routes, as an app may register its authentication.
  app.addHook('preHandler', async (request, reply) => {
    called('authenticate', null)
    if (request.headers['x-user'] === 'rejected') return reply.code(401).send({ error: 'no such user' })
  })
  return app
}

const app = await start()
t.teardown(() => app.close())

for (const [index, options] of OPTIONS.entries()) {
  const given = Object.entries(options).flatMap(([name, isGiven]) => isGiven ? [name] : []).join(', ')
  t.test(`a route with ${given === '' ? 'no option' : given}`, async t => {
    for (situation of SITUATIONS) {
      calls = []
      const headers = {
        'x-user': situation.caller, ...(situation.ifMatch === undefined ? {} : { 'if-match': situation.ifMatch })
      }
      const response = await app.inject({ method: 'POST', url: `/${index}`, headers })
      const { status, calls: expectedCalls } = expected(options, situation)
      const isMarked = status !== 401 && (options.callerPolicy || options.resourcePolicy)
      const seen = {
        status: response.statusCode,
        calls,
        members: Object.keys(response.json<object>()),
        type: response.headers['content-type'],
        cacheControl: response.headers['cache-control'],
        etag: response.headers.etag
      }
      const wanted = {
        status,
        calls: expectedCalls,
        members: MEMBERS[status],
        type: [200, 401].includes(status) ? 'application/json; charset=utf-8' : 'application/problem+json',
        cacheControl: isMarked ? 'private' : undefined,
        etag: status === 412 && situation.isPresent ? '"7"' : undefined
      }
      // One assertion for each situation that fails: thousands that pass are not worth a line.
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) t.strictSame(seen, wanted, JSON.stringify(situation))
    }
    t.pass(`${SITUATIONS.length} situations`)
  })
}
