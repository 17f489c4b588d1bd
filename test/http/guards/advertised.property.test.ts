import { setImmediate as later } from 'node:timers/promises'
import fc from 'fast-check'
import Fastify, { type FastifyRequest, type InjectOptions } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HyperRouteOptions, LinkTarget, type Policies } from '../../../lib/index.ts'
import { runs } from '../../support/runs.ts'

// The actions that a caller is shown are exactly those whose request the guard of their route allows.

interface Order {
  readonly id: number
  readonly owner: number
  readonly state: number
}

// What a policy decides on: bits of the caller, and the owner and state of the resource.
type Rule = 'caller' | 'owner' | 'state' | 'nobody'
type Kind =
  'sync' | 'async' | 'batch' | 'batch, async' | 'batch, max' | 'throws' | 'rejects' | 'batch, throws' | 'batch, too few'

interface PolicyModel {
  readonly rule: Rule
  readonly kind: Kind
}

interface ActionModel {
  /** Indexes of the policies of its route. */
  readonly policies: readonly number[]
  readonly loads: boolean
  readonly conceals: boolean
  readonly target: 'fixed' | 'callback' | 'callback, async' | 'callback of many' | 'constant'
  /** The states that allow it; null for no condition. */
  readonly states: readonly number[] | null
  /** Whether the link declares the first policy of the route itself. */
  readonly explicit: boolean
}

const policyModel = fc.record<PolicyModel>({
  rule: fc.constantFrom('caller', 'owner', 'state', 'nobody'),
  kind: fc.constantFrom(
    'sync', 'async', 'batch', 'batch, async', 'batch, max', 'throws', 'rejects', 'batch, throws', 'batch, too few'
  )
})

const actionModel = fc.record<ActionModel>({
  policies: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }),
  loads: fc.boolean(),
  conceals: fc.boolean(),
  target: fc.constantFrom('fixed', 'callback', 'callback, async', 'callback of many', 'constant'),
  states: fc.option(fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 2 })),
  explicit: fc.boolean()
})

const model = fc.record({
  policies: fc.array(policyModel, { minLength: 4, maxLength: 4 }),
  actions: fc.array(actionModel, { minLength: 1, maxLength: 4 }),
  orders: fc.array(fc.record({ owner: fc.nat({ max: 2 }), state: fc.nat({ max: 2 }) }), { minLength: 1, maxLength: 4 }),
  callers: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 2 })
})

const callerOf = (request: FastifyRequest) => Number(request.headers['x-user'])

function check (rule: Rule, request: FastifyRequest, order?: Order): boolean {
  const caller = callerOf(request)
  if (rule === 'nobody') return false
  if (rule === 'caller') return caller % 2 === 0
  return order !== undefined && (rule === 'owner' ? order.owner === caller % 3 : order.state !== 2)
}

function policyOf ({ rule, kind }: PolicyModel): Policies[string] {
  const one = (request: FastifyRequest, order: Order) => check(rule, request, order)
  const all = (request: FastifyRequest, orders: readonly unknown[]) => orders.map(order => one(request, order as Order))
  switch (kind) {
    case 'sync': return rule === 'caller' ? request => check(rule, request) : one
    case 'async': return rule === 'caller'
      ? async request => { await later(); return check(rule, request) }
      : async (request, order) => { await later(); return one(request, order as Order) }
    case 'batch': return { many: all }
    case 'batch, async': return { many: async (request, orders) => { await later(); return all(request, orders) } }
    case 'batch, max': return { many: all, max: 2 }
    case 'throws': return () => { throw new Error('broken') }
    case 'rejects': return async (_request, _order) => { throw new Error('broken') }
    case 'batch, throws': return { many: () => { throw new Error('broken') } }
    default: return { many: () => [] }
  }
}

t.test('advertised exactly if allowed', async t => {
  let shownAndAdmitted = 0
  let hiddenAndRejected = 0
  await fc.assert(fc.asyncProperty(model, async ({ policies, actions, orders: given, callers }) => {
    const orders: Order[] = given.map((order, id) => ({ id, ...order }))
    const names = (action: ActionModel) => action.policies.map(index => `p${index}`)
    const app = Fastify()
    const links = defineLinks<Order>(links => {
      actions.forEach((model, index) => {
        const { target, states, explicit, loads } = model
        const name = `Route${index}`
        const at = ({ id }: Order) => LinkTarget.route(name, { id })
        const made = target === 'fixed' || target === 'constant'
          ? LinkTarget.route(name, target === 'constant' ? { id: 0 } : ({ id }: Order) => ({ id }))
          : target === 'callback'
            ? at
            : target === 'callback, async'
              ? async (order: Order) => at(order)
              : { many: (many: readonly Order[]) => many.map(at) }
        const action = links.affordance(`a${index}`, made).post()
        // The guard enforces the state of fixed targets, if the route has a resource.
        if (states !== null && loads && target === 'fixed') action.when(({ state }) => states.includes(state))
        const [first] = names(model)
        const isOfResource = first !== undefined &&
          (policies[model.policies[0]!]!.rule !== 'caller' || policies[model.policies[0]!]!.kind.startsWith('batch'))
        if (explicit && first !== undefined) {
          action.requireAuthorization(first, ...loads && isOfResource ? [(order: Order) => order] as const : [])
        }
      })
    })
    await app.register(hyper, {
      policies: Object.fromEntries(policies.map((policy, index) => [`p${index}`, policyOf(policy)]))
    })
    actions.forEach((action, index) => {
      const guard: HyperRouteOptions = {
        ...action.policies.length > 0 ? { policy: names(action) } : {},
        ...action.loads
          ? { resource: (request: FastifyRequest<{ Params: { id: string } }>) => orders[Number(request.params.id)] }
          : {},
        conceal: action.conceals
      }
      app.post(`/${index}/:id`, { config: { hyper: { name: `Route${index}`, ...guard } } }, () => ({ done: true }))
    })
    app.get('/', { config: { hyper: { links } } }, () => orders)
    try {
      for (const caller of callers) {
        const headers = { 'x-user': String(caller) }
        const send = async (request: InjectOptions) => app.inject({ ...request, headers })
        const list = (await send({ url: '/' })).json<{ _actions?: Record<string, { href: string }> }[]>()
        for (const [id, { _actions = {} }] of list.entries()) {
          for (const [index, { target }] of actions.entries()) {
            // A constant target links to one resource, whatever is represented.
            if (target === 'constant' && id !== 0) continue
            const { statusCode } = await send({ method: 'POST', url: `/${index}/${id}` })
            const isShown = _actions[`a${index}`] !== undefined
            if (isShown !== (statusCode === 200)) {
              throw new Error(`a${index} of ${id} for ${caller}: ${isShown
              ? 'shown'
              : 'hidden'}, ${statusCode}`)
            }
            if (isShown) shownAndAdmitted++
            else hiddenAndRejected++
          }
        }
      }
    } finally {
      await app.close()
    }
  }), { numRuns: runs(2000) })
  t.ok(shownAndAdmitted > runs(2000), `shown and allowed: ${shownAndAdmitted}`)
  t.ok(hiddenAndRejected > runs(2000), `hidden and rejected: ${hiddenAndRejected}`)
})
