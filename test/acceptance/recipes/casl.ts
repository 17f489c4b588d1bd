import {
  AbilityBuilder, createMongoAbility, type MongoAbility
} from '@casl/ability'
import { permittedFieldsOf, rulesToCondition } from '@casl/ability/extra'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper, { defineLinks, defineRoutes, resourceOf } from 'fastify-hyper'
import type { Database } from 'node-sqlite3-wasm'

declare module 'fastify' {
  interface FastifyRequest { ability: Ability }
}

export class Order {
  id = 0
  owner = ''
  status = 'pending'
  total = 0
  margin = 0

  /**
   * A copy that is serialized with the fields that the caller may read. Its
   * links and policies have all fields.
   */
  readableBy (ability: Ability): Order {
    const fields = permittedFieldsOf(ability, 'read', this, {
      fieldsFrom: ({ fields }) => fields ?? Object.keys(this)
    })
    const toJSON = () => Object.fromEntries(
      Object.entries(this).filter(([name]) => fields.includes(name))
    )
    return Object.assign(new Order(), this, { toJSON })
  }
}

type Action = 'read' | 'cancel'
type Ability = MongoAbility<[Action, Order | typeof Order]>

/**
 * What a caller may do. In which states it is possible is declared with
 * `.when`: 403 and 409 differ.
 */
function abilityOf ({ sub, roles }: FastifyRequest['user']): Ability {
  const { can, build } = new AbilityBuilder<Ability>(createMongoAbility)
  can('read', Order, ['id', 'status', 'total'], { owner: sub })
  can('cancel', Order, { owner: sub })
  if (roles.includes('staff')) can('read', Order)
  return build()
}

const can = (action: Action) =>
  ({ ability }: FastifyRequest, order: Order) => ability.can(action, order)

const Routes = defineRoutes({
  GetOrder: 'GET /orders/:id',
  CancelOrder: 'POST /orders/:id/cancel'
})

const orderLinks = defineLinks(Order, links => {
  links.self(Routes.GetOrder(({ id }) => ({ id })))
  links.affordance('cancel', Routes.CancelOrder(({ id }) => ({ id })))
    .when(order => order.status === 'pending')
})

export async function orders (
  app: FastifyInstance, db: Database
): Promise<void> {
  await app.register(hyper, {
    routes: Routes,
    links: [orderLinks],
    policies: { 'order:read': can('read'), 'order:cancel': can('cancel') }
  })
  app.decorateRequest('ability')
  app.addHook('preHandler', async request => {
    request.ability = abilityOf(request.user)
  })

  const schema = {
    params: { type: 'object', properties: { id: { type: 'integer' } } }
  }
  const orderOf = (row: object) => Object.assign(new Order(), row)
  const resource = ({ params }: FastifyRequest<{ Params: { id: number } }>) => {
    const row = db.get('SELECT * FROM orders WHERE id = ?', params.id)
    return row && orderOf(row)
  }

  app.get('/orders', { config: { hyper: { links: true } } }, ({ ability }) => {
    const { sql, values } = accessibleBy(ability, 'read')
    return db.all(`SELECT * FROM orders WHERE ${sql} ORDER BY id`, values)
      .map(row => orderOf(row).readableBy(ability))
  })

  app.get('/orders/:id', {
    schema,
    config: {
      hyper: { links: true, policy: 'order:read', resource, conceal: true }
    }
  }, request => resourceOf<Order>(request).readableBy(request.ability))

  app.post('/orders/:id/cancel', {
    schema,
    config: { hyper: { policy: ['order:read', 'order:cancel'], resource } }
  }, (request, reply) => {
    db.run(
      "UPDATE orders SET status = 'cancelled' WHERE id = ?",
      resourceOf<Order>(request).id
    )
    return reply.code(204).send()
  })
}

interface Clause {
  readonly sql: string
  readonly values: string[]
}

/**
 * The rules for an action as a condition in SQL. They compare columns with
 * strings; other conditions throw.
 */
function accessibleBy (ability: Ability, action: Action): Clause {
  const join = (operator: string) => (clauses: Clause[]) => ({
    sql: `(${clauses.map(({ sql }) => sql).join(operator)})`,
    values: clauses.flatMap(({ values }) => values)
  })
  const hooks = {
    and: join(' AND '),
    or: join(' OR '),
    empty: () => ({ sql: 'TRUE', values: [] })
  }
  const rules = ability.rulesFor(action, Order)
  const nothing = { sql: 'FALSE', values: [] }
  return rulesToCondition(rules, clauseOf, hooks) ?? nothing
}

function clauseOf ({
  conditions = {},
  inverted
}: ReturnType<Ability['rulesFor']>[number]): Clause {
  const entries: [string, unknown][] = Object.entries(conditions)
  const sql = entries.map(([column]) => `"${column}" = ?`).join(' AND ')
  const values = entries.map(([column, value]) => {
    if (typeof value !== 'string') {
      throw new TypeError(`the condition on ${column} is no string`)
    }
    return value
  })
  return { sql: inverted ? `NOT (${sql})` : sql, values }
}
