import { Type } from '@sinclair/typebox'
import t from 'tap'
import { z } from 'zod'
import hyper, { defineLinks, type LinkBuilder, LinkConfig, linksIn, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

class Order {
  readonly id = 1
}

const target = LinkTarget.uri('/target')
const declare = (links: LinkBuilder<object>) => { links.self(target) }
const schema = { $id: 'order', type: 'object' } as const
const written = { type: 'object' } as const
const typeBox = Type.Object({ id: Type.Integer() }, { $id: 'order' })
const zod = z.object({ id: z.number() }).meta({ id: 'order' })

// What is called, and the type and the schema of the configuration that comes of it.
const OVERLOADS: Readonly<Record<string, [config: LinkConfig<never>, type: unknown, schema?: object]>> = {
  'a class': [defineLinks(Order, declare), Order],
  'a class and a schema': [defineLinks(Order, declare, { schema: written }), Order, written],
  'an $id': [defineLinks('order', declare), 'order'],
  'an $id and a schema': [defineLinks('order', declare, { schema: written }), 'order', written],
  'a schema': [defineLinks(schema, declare), schema],
  'a TypeBox schema': [defineLinks(typeBox, declare), typeBox],
  'a Zod schema': [defineLinks(zod, declare), zod],
  'no type': [defineLinks(declare), undefined],
  'no type and a schema': [defineLinks(declare, { schema: written }), undefined, written]
}

t.test('defineLinks', async t => {
  for (const [name, [config, type, schema]] of Object.entries(OVERLOADS)) {
    await t.test(name, async t => {
      t.type(config, LinkConfig)
      t.strictSame([config.type, config.schema], [type, schema])
      const declared: unknown[] = []
      config.configure({ self: (given: unknown) => declared.push(given) } as unknown as LinkBuilder<never>)
      t.strictSame(declared, [target], 'configure runs the declaration')
    })
  }
})

class OrderLinks extends LinkConfig<Order> {
  override readonly type = Order
  override configure (links: LinkBuilder<Order>): void { declare(links) }
}

class NamedLinks extends LinkConfig<object> {
  override readonly type: string
  constructor (type: string) {
    super()
    this.type = type
  }

  override configure (): void {}
}

t.test('linksIn', async t => {
  const one = defineLinks(declare)
  const two = new NamedLinks('two')
  const orders = new OrderLinks()

  const ROWS: Readonly<Record<string, [modules: object[], found: unknown[]]>> = {
    'no modules': [[], []],
    'an empty module': [[{}], []],
    instances: [[{ one, two }], [one, two]],
    'several modules in order': [[{ two }, { one }], [two, one]],
    'the same instance twice': [[{ one, alias: one }, { one }], [one]],
    'a subclass without arguments': [[{ OrderLinks }], [orders]],
    'the same subclass twice': [[{ OrderLinks, Alias: OrderLinks }, { OrderLinks }], [orders]],
    'a subclass with arguments': [[{ NamedLinks }], []],
    'LinkConfig itself': [[{ LinkConfig }], []],
    'everything else': [
      [{ Order, declare, schema, text: 'order', nothing: null, lookalike: { configure: declare } }], []
    ]
  }
  for (const [name, [modules, found]] of Object.entries(ROWS)) t.strictSame(linksIn(...modules), found, name)

  t.test('a module that Node loaded, for the option and for addLinks', async t => {
    const module = await import('../../support/orders.ts')
    t.strictSame(linksIn(module), [module.orderLinks])
    const value = new module.Order(42)
    const routes = (app: Parameters<typeof module.orderRoutes>[0]) => module.orderRoutes(app)
    const byOption = await project(t, { links: true }, value, { options: { links: linksIn(module) }, routes })
    const byMethod = await project(t, { links: true }, value, {
      routes: app => { app.hyper.addLinks(...linksIn(module)); routes(app) }
    })
    for (const { read } of [byOption, byMethod]) t.strictSame(await read('_links', 'self'), { href: '/orders/42' })
  })
})

t.test('the same instance twice counts once', async t => {
  const config = defineLinks(Order, declare)
  const { read } = await project(t, { links: true }, new Order(), {
    options: { links: [config, config] }, routes: app => app.hyper.addLinks(config)
  })
  t.strictSame(await read('_links'), { self: { href: '/target' } })
})

t.test('configure is run once for each configuration', async t => {
  let runs = 0
  const config = defineLinks(Order, links => {
    runs++
    links.self(target)
  })
  const { get } = await project(t, { links: config }, new Order(), { options: { links: [config] } })
  for (const format of [
    'default', 'hal', 'hal-forms'
  ]) t.strictSame(member((await get(format)).document, '_links'), { self: { href: '/target' } })
  t.equal(runs, 1)
})

t.test('a class as configuration, added in a scope', async t => {
  const { read } = await project(t, { links: true }, new Order(), {
    routes: app => { app.register(async scope => { scope.hyper.addLinks(new OrderLinks()) }) }
  })
  t.strictSame(await read('_links'), { self: { href: '/target' } })
})

t.test('the exports', async t => {
  const exported = await import('../../../lib/index.ts')
  t.equal(exported.default, hyper)
  t.equal(exported.hyperPlugin, hyper)
})
