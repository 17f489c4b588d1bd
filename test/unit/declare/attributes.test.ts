import t from 'tap'
import { defineLinks, type LinkAttributes, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

const ALL = {
  title: 'Order',
  name: 'main',
  type: 'text/html',
  profile: 'https://example.com/profile',
  hreflang: 'de',
  deprecation: 'https://example.com/old'
}
// In another order than they are written in.
const SHUFFLED = Object.fromEntries(Object.entries(ALL).reverse()) as LinkAttributes

const route = LinkTarget.route('GetOrder', { id: 1 })

type Declare = (links: LinkBuilder<object>) => unknown

// All are declared under the relation `next`; `GetOrder` is `/orders/1`.
const ROWS: Readonly<Record<string, [declare: Declare, link: object | object[]]>> = {
  'on a route target': [
    links => links.link('next', LinkTarget.route('GetOrder', { id: 1 }, ALL)), { href: '/orders/1', ...ALL }
  ],
  'on a URI target': [links => links.link('next', LinkTarget.uri('/a', ALL)), { href: '/a', ...ALL }],
  'on a template': [
    links => links.link('next', LinkTarget.template('/{a}', ALL)), { href: '/{a}', templated: true, ...ALL }
  ],
  'on a route template': [
    links => links.link('next', LinkTarget.routeTemplate('GetOrder', {}, ALL)),
    { href: '/orders/{id}', templated: true, ...ALL }
  ],
  'chained to a target': [
    links => links.link(
      'next',
      route.deprecation(ALL.deprecation).hreflang('de')
        .profile(ALL.profile).type('text/html').name('main').title('Order')
    ),
    { href: '/orders/1', ...ALL }
  ],
  'as the last argument': [links => links.link('next', route, SHUFFLED), { href: '/orders/1', ...ALL }],
  'chained to the link': [
    links => links.link('next', route).deprecation(ALL.deprecation)
      .hreflang('de').profile(ALL.profile).type('text/html').name('main')
      .title('Order'),
    { href: '/orders/1', ...ALL }
  ],
  'on a link of a callback': [links => links.link('next', () => route, SHUFFLED), { href: '/orders/1', ...ALL }],
  'on the target of a callback': [
    links => links.link('next', () => LinkTarget.uri('/a', SHUFFLED)), { href: '/a', ...ALL }
  ],

  'the chain wins over the argument': [
    links => links.link('next', route, { title: 'argument', name: 'main' }).title('chain'),
    { href: '/orders/1', title: 'chain', name: 'main' }
  ],
  'the target wins over both': [
    links => links.link('next', route.title('target'), { title: 'argument', name: 'main' }).title('chain'),
    { href: '/orders/1', title: 'target', name: 'main' }
  ],
  'the target of a callback wins': [
    links => links.link('next', () => route.title('target'), { title: 'argument', name: 'main' }),
    { href: '/orders/1', title: 'target', name: 'main' }
  ],
  'the last of a chain wins': [
    links => links.link('next', route).title('first').title('second'), { href: '/orders/1', title: 'second' }
  ],
  'the chain of a target wins over its argument': [
    links => links.link('next', LinkTarget.uri('/a', { title: 'argument' }).title('chain')),
    { href: '/a', title: 'chain' }
  ],

  'shared by many': [
    links => links.linkMany('next', [route, LinkTarget.uri('/b')], { title: 'All' }).type('text/html'),
    [{ href: '/orders/1', title: 'All', type: 'text/html' }, { href: '/b', title: 'All', type: 'text/html' }]
  ],
  'one of many has its own': [
    links => links.linkMany('next', [route.name('a'), route.name('b').title('Own')], { title: 'All' }),
    [{ href: '/orders/1', title: 'All', name: 'a' }, { href: '/orders/1', title: 'Own', name: 'b' }]
  ],
  'many of a callback': [
    links => links.linkMany('next', () => [route.name('a'), route], { name: 'all' }),
    [{ href: '/orders/1', name: 'a' }, { href: '/orders/1', name: 'all' }]
  ],

  'a title of the resource': [
    links => links.link('next', route, {}).title(order => `Order ${JSON.stringify(order)}`),
    { href: '/orders/1', title: 'Order {"id":1}' }
  ],
  'a title that comes later': [
    links => links.link('next', route).title(async () => 'Later'), { href: '/orders/1', title: 'Later' }
  ],
  'a title of many': [
    links => links.linkMany('next', [route, route.title('Own')]).title(() => 'All'),
    [{ href: '/orders/1', title: 'All' }, { href: '/orders/1', title: 'Own' }]
  ],
  'a title that is null': [
    links => links.link('next', route, { name: 'main' }).title(() => null), { href: '/orders/1', name: 'main' }
  ],
  'a title that is undefined': [links => links.link('next', () => route).title(() => undefined), { href: '/orders/1' }],
  'a title before other attributes': [
    links => links.link('next', route, { name: 'main' }).title(() => 'Order'),
    { href: '/orders/1', title: 'Order', name: 'main' }
  ],
  'a target wins over a title callback': [
    links => links.link('next', route.title('target')).title(() => 'callback'), { href: '/orders/1', title: 'target' }
  ],

  'an undefined attribute is absent': [
    links => links.link('next', route, { title: undefined, name: 'main' } as unknown as LinkAttributes),
    { href: '/orders/1', name: 'main' }
  ],
  'an empty attribute is absent': [
    links => links.link('next', route, { title: '', name: 'main' }), { href: '/orders/1', name: 'main' }
  ],
  'text that JSON escapes': [
    links => links.link('next', route.title('"\\\u2028\ud800')), { href: '/orders/1', title: '"\\\u2028\ud800' }
  ]
}

for (const [name, [declare, link]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const links = defineLinks<object>(links => { declare(links) })
    const { read } = await project(t, { links }, { id: 1 }, {
      routes: app => app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
    })
    const seen = await read('_links', 'next')
    t.strictSame(seen, link)
    t.equal(JSON.stringify(seen), JSON.stringify(link), 'the order of the members is fixed')
  })
}
