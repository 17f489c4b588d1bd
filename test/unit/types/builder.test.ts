import { Type } from '@sinclair/typebox'
import { expectTypeOf } from 'expect-type'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import t from 'tap'
import { z } from 'zod'
import hyper, {
  type AffordanceDeclaration, defineLinks, type EmbedDeclaration, type LinkBuilder,
  LinkConfig, type LinkContext, type LinkDeclaration,
  LinkTarget
} from '../../../lib/index.ts'

class Order {
  readonly id: number = 42
  readonly lines: readonly Line[] = []
  customer: Customer | null = null
}

class Line {
  readonly article: string = 'a'
}

abstract class Customer {
  abstract readonly name: string
}

class Sealed {
  readonly id: number

  private constructor (id: number) { this.id = id }
  static one (): Sealed { return new Sealed(1) }
}

interface ConstantTask {
  id: number
  status: 'open' | 'done'
  tags?: string[]
  owner?: { name: string } | null
  note?: string | null
  other?: unknown
}
const constantSchema = {
  type: 'object',
  title: 'ConstantTask',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer' },
    status: { enum: ['open', 'done'] },
    tags: { type: 'array', items: { type: 'string' } },
    owner: {
      anyOf: [{ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }, { type: 'null' }]
    },
    note: { type: ['string', 'null'] },
    other: { $ref: 'other#' }
  }
} as const
const orderType = Type.Object({ id: Type.Number(), status: Type.String() }, { $id: 'TypeBoxOrder' })
const orderZod = z.object({ id: z.number(), placed: z.string().transform(text => new Date(text)) })
  .meta({ id: 'ZodOrder' })
const lineLinks = defineLinks(Line, links => { links.link('article', LinkTarget.uri('/articles')) })
const customerLinks = defineLinks(Customer, links => { links.self(LinkTarget.uri('/customers/1')) })
const target = LinkTarget.uri('/orders/42')

t.test('the type of the resource', async t => {
  const configs = [
    defineLinks(Order, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Order>>() }),
    defineLinks(Customer, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Customer>>() }),
    defineLinks(Sealed, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Sealed>>() }),
    defineLinks(orderType, links => {
      expectTypeOf(links).toEqualTypeOf<LinkBuilder<{ id: number, status: string }>>()
    }),
    defineLinks(orderZod, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<{ id: number, placed: Date }>>() }),
    defineLinks<Order>('Order', links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Order>>() }),
    defineLinks<Order>({ $id: 'JsonOrder' }, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Order>>() }),
    defineLinks<Order>(links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<Order>>() }),
    defineLinks('Unknown', links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<unknown>>() }),
    defineLinks({ $id: 'UnknownSchema' }, links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<unknown>>() }),
    defineLinks(links => { expectTypeOf(links).toEqualTypeOf<LinkBuilder<unknown>>() }),
    defineLinks({
      type: 'object', required: ['id'], properties: { id: { type: 'integer' }, done: { type: 'boolean' } }
    }, links => {
      expectTypeOf(links).toEqualTypeOf<LinkBuilder<{ id: number, done?: boolean }>>()
    }),
    defineLinks(constantSchema, links => {
      expectTypeOf(links).toEqualTypeOf<LinkBuilder<ConstantTask>>()
      links.self(LinkTarget.route('GetOrder', task => ({ id: task.id })))
      links.link('task', LinkTarget.route('GetOrder', ({ id }) => ({ id }))).when(task => task.status === 'open')
      // @ts-expect-error - not a property of the schema
      links.link('up', LinkTarget.route('GetOrder', task => ({ id: task.ident })))
    })
  ] as const
  expectTypeOf(configs[0]).toEqualTypeOf<LinkConfig<Order>>()
  expectTypeOf(configs[3]).toEqualTypeOf<LinkConfig<{ id: number, status: string }>>()
  await t.resolves(ready(...configs), 'every form starts')

  // @ts-expect-error - a schema that is no object
  t.ok(defineLinks(Order, () => {}, { schema: 'Order' }))
  // @ts-expect-error - an option that is none
  t.throws(() => defineLinks(Order, () => {}, { shcema: {} }), { code: 'FST_ERR_HYPER_UNKNOWN_KEY' })
})

t.test('the class form', async t => {
  class OrderLinks extends LinkConfig<Order> {
    override readonly type = Order
    override configure (links: LinkBuilder<Order>): void { links.self(target) }
  }
  // @ts-expect-error - nothing is declared
  class NoLinks extends LinkConfig<Order> {}
  class OtherLinks extends LinkConfig<Order> {
    // @ts-expect-error - the builder of another type
    override configure (links: LinkBuilder<Line>): void { links.self(target) }
  }
  expectTypeOf(new OrderLinks()).toExtend<LinkConfig<Order>>()
  await t.resolves(ready(new OrderLinks(), new OtherLinks()))
  await t.rejects(ready(new NoLinks()), { code: 'FST_ERR_HYPER_INVALID_CONFIG' })
})

t.test('each method of a declaration returns the declaration', async t => {
  const orderLinks = defineLinks(Order, links => {
    const self = links.self(target, { title: 'It' }).title(order => `Order ${order.id}`)
      .name('a').type('b/c').profile('d:e').hreflang('en')
      .deprecation('https://e.example')
    expectTypeOf(self).toEqualTypeOf<LinkDeclaration<Order>>()
    expectTypeOf(self.when(() => true).requireAuthorization().requireAuthorization('own', order => order.customer))
      .toEqualTypeOf<LinkDeclaration<Order>>()
    t.equal(self.title('It'), self, 'a chained method returns the declaration')

    const action = links.affordance('cancel', target).get().post().put().patch().delete().method('POST').title('Cancel')
      .accepts({ type: 'object' }).asDefault()
    expectTypeOf(action.when(() => 1).requireAuthorization()).toEqualTypeOf<AffordanceDeclaration<Order>>()
    t.equal(action.asDefault(), action)

    const embedded = links.embed('customer', order => order.customer, customerLinks).when(() => true)
    expectTypeOf(embedded).toEqualTypeOf<EmbedDeclaration<Order>>()
    t.equal(embedded.requireAuthorization(), embedded)
    expectTypeOf(links.linkMany('many', [target])).toEqualTypeOf<LinkDeclaration<Order>>()
    expectTypeOf(links.curie('acme', 'https://acme.example/{rel}')).toEqualTypeOf<void>()
    t.equal(target.title('It').name('a').type('b/c').profile('d:e').hreflang('en').deprecation('f').kind, 'uri')
  })
  await t.resolves(ready(orderLinks, customerLinks))
})

t.test('callbacks get the resource and the context', async t => {
  const orderLinks = defineLinks(Order, links => {
    links.self((order, context) => {
      expectTypeOf(order).toEqualTypeOf<Order>()
      expectTypeOf(context).toEqualTypeOf<LinkContext>()
      expectTypeOf(context).toEqualTypeOf<{
        readonly request: FastifyRequest
        readonly reply: FastifyReply
        readonly server: FastifyInstance
        readonly signal: AbortSignal
      }>()
      return target
    }).when((order, { request }) => order.id > 0 && request.ip).title(async order => String(order.id))
    links.link('none', () => null).when(async () => 1)
    links.link('none', async () => undefined).requireAuthorization('own', ({ customer }) => customer?.name)
    links.link('route', LinkTarget.route(
      'GetOrder', order => ({ id: order.id }), { query: order => ({ lines: order.lines.length }) }
    ))
    links.link('template', LinkTarget.routeTemplate('GetOrder', order => ({ id: order.id })))
    links.linkMany('lines', ({ lines }) => lines.map(({ article }) => LinkTarget.uri(`/${article}`)))
    links.linkMany('many', async () => [target, null, undefined])
    links.affordance('add', async (order, { server }) => server.hasDecorator('hyper') && order.id > 0 ? target : null)
      .title(({ id }) => `Add ${id}`)
    links.embed('newest', order => order.lines.at(-1), lineLinks)
    links.embedMany('lines', async order => order.lines, lineLinks)
    links.embedMany('plain', () => [{ any: 1 }])
    links.embed('literal', () => ({ article: 'a' }), lineLinks)
    links.embedMany('nothing', () => null)
  })
  await t.resolves(ready(orderLinks, lineLinks))
})

t.test('the compiler rejects', async t => {
  const wrong = defineLinks(Order, links => {
    // @ts-expect-error - not a property of the resource
    links.self(order => LinkTarget.uri(order.href))
    // @ts-expect-error - not a target
    links.self('/orders')
    // @ts-expect-error - a callback that gives no target
    links.self(() => '/orders')
    // @ts-expect-error - an attribute that is none
    links.link('up', target, { tilte: 'Up' })
    // @ts-expect-error - not a property of the resource, in a condition
    links.link('up', target).when(order => order.state)
    // @ts-expect-error - a title that is no text
    links.link('up', target).title(order => order.id)
    // @ts-expect-error - the title of an attribute is fixed
    links.link('up', target, { title: (order: Order) => String(order.id) })
    // @ts-expect-error - not a property of the resource, in the values of a route
    links.link('up', LinkTarget.route('GetOrder', order => ({ id: order.ident })))
    // @ts-expect-error - not a property of the resource, in what a policy judges
    links.link('up', target).requireAuthorization('own', order => order.owner)
    // @ts-expect-error - one target where many belong
    links.linkMany('up', target)
    // @ts-expect-error - many targets where one belongs
    links.link('up', [target])
    // @ts-expect-error - a link has no method
    links.link('up', target).post()
    // @ts-expect-error - an action has no media type
    links.affordance('add', target).type('a/b')
    // @ts-expect-error - an embedded resource has no title
    links.embed('line', ({ lines }) => lines[0], lineLinks).title('Line')
    // @ts-expect-error - a configuration of another type
    links.embed('line', order => order.lines[0], customerLinks)
    // @ts-expect-error - a configuration of another type, for many
    links.embedMany('lines', order => order.lines, customerLinks)
    // @ts-expect-error - many resources where one belongs
    links.embed('lines', order => order.lines, lineLinks)
    // @ts-expect-error - one resource where many belong
    links.embedMany('line', order => order.lines[0], lineLinks)
    // @ts-expect-error - a text is no resource
    links.embed('line', () => 'text')
    // @ts-expect-error - a resource that is not computed
    links.embed('line', new Line(), lineLinks)
  })
  await t.rejects(ready(wrong), { code: 'FST_ERR_HYPER_INVALID_TARGET' }, 'and the app does not start')
})

/** An app with these configurations that is ready. */
async function ready (...configs: LinkConfig<never>[]): Promise<void> {
  const app = Fastify()
  await app.register(hyper, { links: configs, policies: { own: () => true, default: () => true } })
  app.post('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
  try {
    await app.ready()
  } finally {
    await app.close()
  }
}
