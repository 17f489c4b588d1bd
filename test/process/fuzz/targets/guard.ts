// A guard sends the response of the first step that fails, in the specified order, and no later step runs
// (docs/authorization.md).
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, type HyperRouteOptions, LinkTarget } from '../../../../lib/index.ts'
import { Input, same, shown } from '../input.ts'

interface Order { readonly id: number, readonly version: number }

type Result = 'allow' | 'deny' | 'throw'

/** A callback of the app: what it does, and whether it returns a promise. */
interface Behaviour { readonly result: Result, readonly later: boolean }

const RESULTS: readonly [Result, ...Result[]] = ['allow', 'allow', 'deny', 'throw']
const CALLER = ['c0', 'c1', 'c2'] as const
const RESOURCE = ['r0', 'r1', 'r2'] as const
const POLICIES = [...CALLER, ...RESOURCE]
const CONDITIONS = ['first', 'second'] as const
const TAGS = ['"7"', '"6"', 'W/"7"', '*', '"6", "7"'] as const
const ROUTES = 48

let calls: string[] = []
let behaviours: Readonly<Record<string, Behaviour>> = {}
let order: Order | null = null

function called<T> (name: string, allowed: T, denied: T): T | Promise<T> {
  calls.push(name)
  const { result, later } = behaviours[name]!
  const reply = () => {
    if (result === 'throw') throw new Error(name)
    return result === 'allow' ? allowed : denied
  }
  return later ? new Promise(resolve => setImmediate(resolve)).then(reply) : reply()
}

/** What one of the routes declares. */
interface Declared {
  readonly policies: readonly string[]
  readonly resource: boolean
  readonly conceal: boolean
  readonly conditions: readonly string[]
  readonly tag: boolean
  readonly requireIfMatch: boolean
}

// All bits of the number decide, so that neighbours differ.
function declaredOf (index: number): Declared {
  const bits = Math.imul(index + 1, 0x9e3779b1) >>> 8
  const bit = (place: number) => (bits >>> place & 1) === 1
  const resource = index % 4 !== 0
  const policies = POLICIES.filter((policy, place) => bit(place) && (resource || CALLER.some(name => name === policy)))
  return {
    policies,
    resource,
    conceal: resource && policies.length > 0 && bit(6),
    conditions: resource ? CONDITIONS.filter((_, place) => bit(place + 7)) : [],
    tag: resource && bit(9),
    requireIfMatch: bit(10)
  }
}

const routes = Array.from({ length: ROUTES }, (_, index) => declaredOf(index))

function optionsOf ({ policies, resource, conceal, tag, requireIfMatch }: Declared, index: number): HyperRouteOptions {
  const links = linksOf[index]
  const load = () => called('load', order, null)
  return {
    name: `route-${index}`,
    policy: policies.length === 0 ? false : [...policies],
    conceal,
    ...resource ? { resource: links === undefined ? load : { load, links } } : {},
    ...tag ? { preconditions: { requireIfMatch, tag: ({ version }: Order) => called('tag', version, null) } } : {}
  }
}

const linksOf = routes.map(({ conditions }, index) => conditions.length === 0
  ? undefined
  : defineLinks<Order>(links => {
    for (const name of conditions) {
      links.affordance(name, LinkTarget.route(`route-${index}`)).when(() => called(name, true, false))
    }
  }))

async function start (): Promise<FastifyInstance> {
  const app = Fastify()
  const caller = CALLER.map(name => [name, () => called(name, true, false)] as const)
  const resource = RESOURCE.map(name =>
    [name, (_request: unknown, _order?: Order) => called(name, true, false)] as const)
  await app.register(hyper, {
    hrefs: 'path',
    links: linksOf.filter(links => links !== undefined),
    policies: Object.fromEntries([...caller, ...resource])
  })
  for (const [index, declared] of routes.entries()) {
    app.post(`/${index}`, { config: { hyper: optionsOf(declared, index) } }, () => {
      calls.push('handler')
      return {}
    })
  }
  await app.ready()
  return app
}

const app = await start()

export async function fuzz (data: Buffer): Promise<void> {
  const input = new Input(data)
  const index = input.number(ROUTES)
  const names = [...POLICIES, ...CONDITIONS, 'load', 'tag']
  behaviours = Object.fromEntries(names.map(name => [name, { result: input.one(RESULTS), later: input.flag() }]))
  order = input.number(4) === 3 ? null : { id: 1, version: 7 }
  const ifMatch = input.flag() ? input.one(TAGS) : undefined
  calls = []
  const { statusCode } = await app.inject({
    method: 'POST', url: `/${index}`, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch }
  })
  const seen = calls
  const about = shown({ route: routes[index], behaviours, order, ifMatch })
  same({ statusCode, calls: seen }, expected(routes[index]!, ifMatch), about)
}

function expected (
  { policies, resource, conceal, conditions, tag, requireIfMatch }: Declared, ifMatch: string | undefined
) {
  const calls: string[] = []
  const run = (name: string) => { calls.push(name); return behaviours[name]!.result }
  const end = (statusCode: number) => ({ statusCode, calls })
  // A policy that throws allows nobody.
  const allows = (own: readonly string[]) => policies.filter(policy => own.includes(policy))
    .every(policy => run(policy) === 'allow')
  if (!allows(CALLER)) return end(403)
  if (resource) {
    const loaded = run('load')
    if (loaded === 'throw') return end(500)
    if (loaded === 'deny' || order === null) return end(404)
    if (!allows(RESOURCE)) return end(conceal ? 404 : 403)
    const state = conditions.length === 0 ? 'allow' : stateOf(conditions, run)
    if (state === 'throw') return end(500)
    if (state === 'deny') return end(409)
    if (tag) {
      const current = run('tag')
      if (current === 'throw') return end(500)
      const status = preconditionStatus(current === 'deny' ? null : ifMatch, ifMatch, requireIfMatch)
      if (status !== null) return end(status)
    }
  }
  calls.push('handler')
  return end(200)
}

// One action that is possible suffices. For the problem document all conditions are evaluated again.
function stateOf (conditions: readonly string[], run: (name: string) => Result): Result {
  for (const name of conditions) {
    const result = run(name)
    if (result !== 'deny') return result
  }
  for (const name of conditions) run(name)
  return 'deny'
}

function preconditionStatus (
  current: string | null | undefined, ifMatch: string | undefined, isRequired: boolean
): number | null {
  if (ifMatch === undefined) return isRequired ? 428 : null
  // A resource without an entity tag exists.
  if (current === null) return ifMatch === '*' ? null : 412
  return ['"7"', '*', '"6", "7"'].includes(ifMatch) ? null : 412
}
