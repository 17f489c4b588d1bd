import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { z } from 'zod'
import hyper, { defineLinks, type HyperOptions, type LinkBuilder, LinkConfig, LinkTarget } from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

// What messages call a configuration: its type, else what binds it. A position says nothing to anybody.

const lost = (links: LinkBuilder<object>) => { links.link('up', LinkTarget.route('Gone')) }
const unnamed = () => defineLinks<object>(lost)

class CrudLinks extends LinkConfig<object> {
  override configure (links: LinkBuilder<object>): void { lost(links) }
}

class NewLinksOfOrders extends CrudLinks {}

class Order {}

const ofSchema = (schema: object, self?: string) => defineLinks<object>(schema, links => {
  links.link('up', LinkTarget.route('Gone'))
  if (self !== undefined) links.self(LinkTarget.route(self))
})

/** An app that is given configurations, and binds others to routes. */
interface Row {
  readonly links?: HyperOptions['links']
  readonly routes?: Readonly<Record<string, { configure: LinkConfig<object>['configure'] }>>
  readonly declare?: (app: FastifyInstance) => unknown
  readonly names: readonly string[]
}

const shared = unnamed()
const child = defineLinks<object>(lost, { schema: { type: 'object' } })
const parent = () => defineLinks<object>(links => { links.embed('customer', () => null, child) })
const anonymous =
  new (class extends LinkConfig<object> { override configure (links: LinkBuilder<object>): void { lost(links) } })()

const ROWS: Readonly<Record<string, Row>> = {
  'a type, or none': { links: [unnamed(), defineLinks<object>('Order', lost)], names: ['an unnamed type', 'Order'] },
  'a route': { routes: { '/orders/:id': unnamed() }, names: ['GET /orders/:id'] },
  'the same route in two versions': {
    declare: app => {
      for (const constraints of [{}, { version: '1.0.0' }]) {
        app.get('/orders', { config: { hyper: { links: unnamed() } }, constraints }, () => ({}))
      }
    },
    names: ['GET /orders', 'GET /orders (2)']
  },
  'the first of two routes': { routes: { '/first': shared, '/second': shared }, names: ['GET /first'] },
  'the resource that embeds it': { routes: { '/parent': parent() }, names: ["the embedded 'customer' of GET /parent"] },
  'its class, and for a second one its route': {
    routes: { '/crud': new CrudLinks(), '/crud/more': new CrudLinks() }, names: ['Crud', 'Crud of GET /crud/more']
  },
  'its class without the final Links only': {
    routes: { '/links': new NewLinksOfOrders() }, names: ['NewLinksOfOrders']
  },
  'a plain object, and an anonymous class': {
    routes: { '/plain': { configure: lost }, '/anonymous': anonymous }, names: ['GET /plain', 'GET /anonymous']
  },
  'the class of the resource, and for a second one its route': {
    links: [defineLinks<object>(Order, lost)],
    routes: { '/value': defineLinks<object>(Order, lost) },
    names: ['Order', 'Order of GET /value']
  },
  'the route whose guard binds it': {
    declare: app => app.post('/change', {
      config: { hyper: { resource: { load: () => ({}), links: unnamed() } } }
    }, () => ({})),
    names: ['POST /change']
  },
  'the title of its schema, else the route of its self link': {
    links: [
      ofSchema({ type: 'object', title: 'Task' }), ofSchema({ type: 'object', title: 'Task' }, 'GetAdminTask'),
      ofSchema({ type: 'object', title: 'Task' }), ofSchema({ type: 'object' }, 'GetPart'),
      ofSchema(z.object({}).meta({ title: 'Note' })), ofSchema(z.object({})), ofSchema({ type: 'object' })
    ],
    names: [
      'Task', 'Task of GetAdminTask', 'Task of GetAdminTask', 'Task (2)', 'Part', 'Part', 'Note', 'an unnamed type',
      'an unnamed type (2)'
    ]
  }
}

for (const [row, { links = [], routes = {}, declare, names }] of Object.entries(ROWS)) {
  t.test(`messages name a configuration by ${row}`, async t => {
    const { logged } = await projection(t, async app => {
      await app.register(hyper, { links })
      for (const [url, links] of Object.entries(routes)) app.get(url, { config: { hyper: { links } } }, () => ({}))
      await declare?.(app)
    })
    t.strictSame(logged('HYPER001').map(text => /^links of (.*), relation/.exec(text)?.[1]), names)
  })
}

t.test('a message of a request names a configuration as messages of the start do', async t => {
  const returning = () => defineLinks<object>(Order, links => { links.link('up', () => LinkTarget.route('Gone')) })
  const { get, logged } = await projection(t, async app => {
    await app.register(hyper, { links: [returning()] })
    app.get('/value', { config: { hyper: { links: returning() } } }, () => ({}))
  })
  await get()
  t.match(logged('HYPER001'), [/^links of Order of GET \/value, relation 'up': /])
})
