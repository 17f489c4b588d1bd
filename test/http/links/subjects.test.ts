import t from 'tap'
import { defineLinks, type LinkBuilder, LinkConfig, LinkTarget } from '../../../lib/index.ts'
import hyper from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

// What messages call a configuration without a type: what binds it.

const lost = (links: LinkBuilder<object>) => { links.link('up', LinkTarget.route('Gone')) }

class CrudLinks extends LinkConfig<object> {
  override configure (links: LinkBuilder<object>): void { lost(links) }
}

class NewLinksOfOrders extends CrudLinks {}

t.test('a configuration without a name is called by what binds it', async t => {
  const child = defineLinks<object>(lost, { schema: { type: 'object' } })
  const parent = defineLinks<object>(links => { links.embed('customer', () => null, child) })
  const plain = { configure: lost }
  const anonymous =
    new (class extends LinkConfig<object> { override configure (links: LinkBuilder<object>): void { lost(links) } })()
  const { logged } = await projection(t, async app => {
    const get = (url: string, links: Pick<LinkConfig<object>, 'configure'>, constraints = {}) =>
      app.get(url, { config: { hyper: { links } }, constraints }, async () => ({}))
    const shared = defineLinks(lost)
    await app.register(hyper, { links: [defineLinks(lost), defineLinks('Order', lost)] })
    get('/orders/:id', defineLinks(lost))
    get('/orders/:id', defineLinks(lost), { version: '1.0.0' })
    get('/first', shared)
    get('/second', shared)
    get('/parent', parent)
    get('/crud', new CrudLinks())
    get('/crud/more', new CrudLinks())
    get('/links', new NewLinksOfOrders())
    get('/plain', plain)
    get('/anonymous', anonymous)
  })
  t.strictSame(logged('HYPER001').map(text => text.replace(/, relation 'up': .*/, '')), [
    'links of an unnamed type',
    'links of Order',
    'links of GET /orders/:id',
    'links of GET /orders/:id (2)',
    'links of GET /first',
    "links of the embedded 'customer' of GET /parent",
    'links of Crud',
    'links of Crud of GET /crud/more',
    'links of NewLinksOfOrders',
    'links of GET /plain',
    'links of GET /anonymous'
  ])
})
