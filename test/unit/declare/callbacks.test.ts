import t from 'tap'
import { defineLinks, type LinkContext, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

// docs/links.md: which callbacks get the request, and which may return a promise.

interface Order { readonly id: number }

t.test('callbacks with a context may return promises', async t => {
  const seen = new Map<string, unknown>()
  const later = async <V>(name: string, value: V, resource: Order, context: LinkContext): Promise<V> => {
    seen.set(name, [resource.id, context.request.url, context.reply.statusCode, typeof context.server.register])
    return value
  }
  const links = defineLinks<Order>(links => {
    links.link('target', (order, context) => later('target', LinkTarget.uri('/t'), order, context))
      .title((order, context) => later('title', 'T', order, context))
    links.linkMany('targets', (order, context) => later('targets', [LinkTarget.uri('/m')], order, context))
    links.link('when', LinkTarget.uri('/w')).when((order, context) => later('when', true, order, context))
    links.embed(
      'child', (order, context) => later('embed', { n: 1 }, order, context),
      defineLinks<object>(() => {}, { schema: { type: 'object', properties: { n: { type: 'integer' } } } })
    )
    links.affordance('change', LinkTarget.route('Change'))
      .prefill((order, context) => later('prefill', { note: 'N' }, order, context))
  })
  const { get } = await project(t, { links }, { id: 7 }, {
    routes: app => {
      app.put('/change', {
        schema: { body: { type: 'object', properties: { note: { type: 'string' } } } },
        config: { hyper: { name: 'Change' } }
      }, async () => ({}))
    }
  })
  const { document } = await get('hal-forms')
  t.match(document, {
    _links: { target: { href: '/t', title: 'T' }, targets: [{ href: '/m' }], when: { href: '/w' } },
    _embedded: { child: { n: 1 } },
    _templates: { change: { properties: [{ name: 'note', value: 'N' }] } }
  })
  const context = [7, '/value', 200, 'function']
  t.strictSame(Object.fromEntries(seen), {
    target: context, title: context, targets: context, when: context, embed: context, prefill: context
  })
})

t.test('functions of the resource only', async t => {
  const given: unknown[][] = []
  const values = (...args: unknown[]) => {
    given.push(args)
    return { id: 7 }
  }
  const links = defineLinks<Order>(links => {
    links.self(LinkTarget.route('GetOrder', values, { query: values }))
    links.link('template', LinkTarget.routeTemplate('GetOrder', values))
    links.link('admin', LinkTarget.uri('/a')).requireAuthorization('staff', values)
  })
  const { read } = await project(t, { links }, { id: 7 }, {
    options: { policies: { staff: (_request, selected) => (selected as Order).id === 7 } },
    routes: app => { app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({})) }
  })
  t.match(await read('_links'), {
    self: { href: '/orders/7?id=7' }, template: { href: '/orders/7' }, admin: { href: '/a' }
  })
  t.strictSame(given, [[{ id: 7 }], [{ id: 7 }], [{ id: 7 }], [{ id: 7 }]])
})
