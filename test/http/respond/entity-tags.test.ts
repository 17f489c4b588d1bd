import accepts from '@fastify/accepts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import type { HyperOptions, HyperRouteOptions, LinkBuilder, Policies } from '../../../lib/index.ts'
import hyper, { cursorPage, defineLinks, evaluatePreconditions, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { ACCEPT, project } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// An entity tag identifies one representation of a value (RFC 9110, section 8.8.1);
// a precondition accepts those of all of them.

const HAL = 'application/hal+json'
const DERIVED = /^"v1~[\w-]{14}"$/

class Order {
  readonly id = 1
  readonly status: string = 'Pending'
  readonly version: number

  constructor (version = 1) {
    this.version = version
  }
}

class Plain { readonly version = 1 }

const uri = (name: string) => LinkTarget.uri(`/${name}`)
const policies: Policies = { staff: isStaff, never: () => false, throws: () => { throw new Error('no') } }

function isStaff (request: FastifyRequest): boolean {
  return request.headers['x-user'] === 'staff'
}

const tag = (value: unknown) => `v${(value as Order | null)?.version ?? 1}`

/** An app with a route for each value, all with tags. */
type Routes = Readonly<Record<string, readonly [value: unknown, route?: HyperRouteOptions]>>

async function tagged (t: Test, options: HyperOptions, routes: Routes): Promise<FastifyInstance> {
  const app = newApp(t)
  await app.register(accepts)
  await app.register(hyper, { hrefs: 'path', policies, ...options })
  for (const [path, [value, route]] of Object.entries(routes)) {
    app.get(path, { config: { hyper: { links: true, etag: () => 'v1', ...route } } }, (_request, reply) => {
      reply.type('application/json').send(typeof value === 'function' ? (value as () => unknown)() : value)
    })
  }
  return app
}

type Headers = Record<string, string>

const read = async (app: FastifyInstance, url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const response = await app.inject({ method, url, headers })
  const { statusCode: status, body: text, headers: { etag: tag, 'content-type': type } } = response
  return { status, tag, text, type, headers: response.headers }
}

const page = () => offsetPage([new Order()], { page: 1, pageSize: 1, totalCount: 1 })

const orderLinks = defineLinks(Order, links => {
  links.self(uri('orders/1')).title({ en: 'Order', de: 'Bestellung' })
  links.affordance('ship', uri('ship'))
})

const siren = {
  mediaType: 'application/vnd.siren+json', format: ({ body }: { body: string }) => `{"properties":${body}}`
}

// That equal representations have equal tags, and others others, is the law of entity-tags.property.test.ts.

t.test('the default format has the tag of the delegate, every other one of its own', async t => {
  const app = await tagged(t, {
    links: [orderLinks], formatters: [siren]
  }, { '/': [new Order()], '/list': [[new Order()]], '/page': [page()] })
  for (const path of ['/', '/list', '/page']) {
    const accepts = [...Object.values(ACCEPT), siren.mediaType]
    const tags = await Promise.all(accepts.map(async accept => String((await read(app, path, { accept })).tag)))
    t.equal(tags[0], '"v1"', path)
    for (const tag of tags.slice(1)) t.match(tag, DERIVED)
    t.equal(new Set(tags).size, tags.length, 'none twice')
    for (const [index, accept] of accepts.entries()) {
      for (const condition of [tags[index]!, `W/${tags[index]}`]) {
        t.equal((await read(app, path, { accept, 'if-none-match': condition })).status, 304, `${accept}: ${condition}`)
      }
    }
  }
})

t.test('every app derives the same tags', async t => {
  const [one, other] = await Promise.all([0, 1].map(() => tagged(t, { links: [orderLinks] }, { '/': [new Order()] })))
  for (const accept of Object.values(ACCEPT)) {
    t.equal((await read(one!, '/', { accept })).tag, (await read(other!, '/', { accept })).tag)
  }
  t.equal((await read(one!, '/', { accept: HAL })).tag, '"v1~Y7z2t4HUZLqgPf"', 'they do not change with a restart')
})

t.test('a weak tag stays weak, and an odd one is derived from', async t => {
  for (const [given, wanted] of [
    ['W/"v1"', /^W\/"v1~[\w-]{14}"$/], ['', /^undefined$/], ['""', /^"~[\w-]{14}"$/],
    ['a b~%', /^"a%20b~%25~[\w-]{14}"$/]
  ] as const) {
    const app = await tagged(t, { links: [orderLinks] }, { '/': [new Order(), { etag: () => given }] })
    t.match(String((await read(app, '/', { accept: HAL })).tag), wanted, given)
  }
})

t.test('the tag of the delegate where the format decides nothing', async t => {
  const routes: Routes = {
    '/without-links': [new Order(), { links: false }],
    '/unconfigured': [new Plain()],
    '/list': [[new Plain(), 1]],
    '/empty': [[]],
    '/null': [null],
    '/number': [5]
  }
  const app = await tagged(t, { links: [orderLinks] }, routes)
  for (const path of Object.keys(routes)) {
    for (const accept of Object.values(ACCEPT)) {
      const { tag, status } = await read(app, path, { accept })
      t.same([tag, status], ['"v1"', 200], `${path} as ${accept}`)
      t.equal((await read(app, path, { accept, 'if-none-match': '"v1"' })).status, 304)
    }
  }
})

t.test('the option defaultFormat names the format with the tag of the delegate', async t => {
  for (const defaultFormat of ['default', 'hal', 'hal-forms', 'none'] as const) {
    const forced = (format: 'none' | 'default') => [new Order(), { format }] as const
    const app = await tagged(t, { links: [orderLinks], defaultFormat }, {
      '/': [new Order()], '/none': forced('none'), '/default': forced('default')
    })
    t.equal((await read(app, '/')).tag, '"v1"', defaultFormat)
    t.match(
      (await read(app, '/none')).tag, defaultFormat === 'none' ? /^"v1"$/ : DERIVED, `none beside ${defaultFormat}`
    )
    t.match((await read(app, '/default')).tag, defaultFormat === 'default'
      ? /^"v1"$/
      : DERIVED, `default beside ${defaultFormat}`)
  }
})

t.test('another language has a tag of its own, the bare value has none', async t => {
  const app = await tagged(t, { links: [orderLinks] }, {
    '/': [new Order()], '/none': [new Order(), { format: 'none' }]
  })
  const tags = await Promise.all(['en', 'de', 'fr'].map(async language =>
    (await read(app, '/', { 'accept-language': language })).tag))
  t.equal(tags[0], '"v1"')
  t.match(tags[1], DERIVED)
  t.equal(tags[2], '"v1"', 'no known language is the first')
  t.equal((await read(app, '/none', { 'accept-language': 'de' })).tag, (await read(app, '/none')).tag)
})

t.test('many languages are not all remembered', async t => {
  const languages = Array.from({ length: 300 }, (_, index) =>
    `a${String.fromCharCode(97 + index % 26)}-x${Math.floor(index / 26)}`)
  const links = defineLinks(
    Order, links => { links.self(uri('1')).title(Object.fromEntries(languages.map(language => [language, language]))) }
  )
  const app = await tagged(t, { links: [links] }, { '/': [new Order()] })
  const tagOf = async (language: string) => String((await read(app, '/', { 'accept-language': language })).tag)
  const tags: string[] = []
  for (const language of languages) tags.push(await tagOf(language))
  t.equal(new Set(tags).size, languages.length)
  t.equal(await tagOf(languages[1]!), tags[1], 'and are the same again')
})

const gatedLinks = defineLinks(Order, links => {
  links.self(uri('orders/1'))
  links.affordance('refund', uri('refund')).requireAuthorization('staff')
})

t.test('members that a policy hides change the tag', async t => {
  const list = Array.from({ length: 3000 }, () => new Order())
  const app = await tagged(t, { links: [gatedLinks], emitLinkHeader: true }, {
    '/': [new Order()], '/list': [[new Order()]], '/long': [list], '/page': [cursorPage([new Order()], { next: null })]
  })
  for (const path of ['/', '/list', '/long', '/page']) {
    const staff = await read(app, path, { 'x-user': 'staff' })
    const guest = await read(app, path)
    t.equal(staff.tag, '"v1"', path)
    t.match(guest.tag, DERIVED)
    t.match(staff.text, 'refund')
    t.notMatch(guest.text, 'refund')
    for (const [user, { tag }] of [['staff', staff], ['guest', guest]] as const) {
      const response = await read(app, path, { 'x-user': user, 'if-none-match': String(tag) })
      t.same([response.status, response.tag], [304, tag])
      t.same([response.text, response.type, response.headers.link], ['', undefined, undefined])
    }
  }
})

t.test('a right to the route of one of many links that was revoked ends a 304', async t => {
  let allows = true
  const links = defineLinks(Order, links => { links.linkMany('x', [uri('x'), LinkTarget.route('Guarded')]) })
  const app = await tagged(t, { links: [links], policies: { staff: () => allows } }, { '/': [new Order()] })
  app.get('/guarded', { config: { hyper: { name: 'Guarded', policy: 'staff' } } }, () => ({}))
  const { tag } = await read(app, '/')
  t.equal((await read(app, '/', { 'if-none-match': String(tag) })).status, 304)
  allows = false
  const { status, text } = await read(app, '/', { 'if-none-match': String(tag) })
  t.equal(status, 200)
  t.notMatch(text, 'guarded')
})

t.test('a gated value that is no object is tagged too', async t => {
  class Text extends Order { toJSON (): string { return 'a text' } }
  class Fewer extends Array<Order> { toJSON (): unknown[] { return [] } }
  const app = await tagged(t, { links: [gatedLinks] }, { '/': [new Text()], '/list': [Fewer.from([new Order()])] })
  t.equal((await read(app, '/')).tag, '"v1"')
  t.equal((await read(app, '/')).text, '"a text"')
  t.equal((await read(app, '/', { 'if-none-match': '"v1"' })).status, 304)
  t.equal((await read(app, '/list')).text, '[]')
})

t.test('a 304 of a gated value that is no object describes no content', async t => {
  const links = defineLinks<object>(links => { links.link('x', uri('x')).requireAuthorization('staff') })
  const server = await project(t, { links, etag: () => 'v1' }, { toJSON: () => 'a text' }, { options: { policies } })
  const response = await server.send({ method: 'GET', path: '/value', headers: [['If-None-Match', '"v1"']] })
  t.same([response.status, header(response, 'content-length'), header(response, 'content-type')], [304, null, null])
})

// Whether a 304 computes the links of an order, whose policy guards its own links, or others.
class Other { readonly id = 2 }

type Gate = readonly [computed: boolean, more: (links: LinkBuilder<Order>) => unknown, format?: string]

const childLinks = (configure: (child: LinkBuilder<Plain>) => unknown) =>
  defineLinks<Plain>(undefined as never, child => { configure(child) })

const GATES: Readonly<Record<string, Gate>> = {
  'no policy': [false, () => {}],
  'a condition': [false, links => links.link('x', uri('x')).when(() => true)],
  'a link with a policy': [true, links => links.link('x', uri('x')).requireAuthorization('staff')],
  'many links with a policy': [
    true, links => links.linkMany('x', [uri('x')]).requireAuthorization('staff', order => order)
  ],
  'an action with a policy': [true, links => links.affordance('x', uri('x')).requireAuthorization('staff')],
  'an action with a policy, in HAL': [
    false, links => links.affordance('x', uri('x')).requireAuthorization('staff'), HAL
  ],
  'an action with a policy, bare': [
    false, links => links.affordance('x', uri('x')).requireAuthorization('staff'), 'bare'
  ],
  'an embedded resource with a policy': [
    true, links => links.embed('x', () => new Plain()).requireAuthorization('staff'), HAL
  ],
  'an embedded resource with a condition': [
    false, links => links.embed('x', () => new Plain(), childLinks(child => child.self(uri('x')))).when(() => true)
  ],
  'an embedded resource whose link has a policy': [
    true, links => links.embed(
      'x', () => new Plain(), childLinks(child => child.self(uri('x')).requireAuthorization('staff'))
    )
  ],
  'an embedded resource without policies': [
    false, links => links.embed('x', () => new Plain(), childLinks(child => child.self(uri('x'))))
  ],
  'an embedded resource of any class': [true, links => links.embed('x', () => new Plain())],
  'an embedded resource of any class, in HAL': [false, links => links.embed('x', () => new Plain()), HAL],
  'an embedded resource in an embedded resource': [
    true, links => links.embedMany('x', () => [new Plain()], childLinks(child => child.embed('y', () => new Other())))
  ]
}

const otherLinks = defineLinks(Other, links => { links.affordance('x', uri('x')).requireAuthorization('staff') })

t.test('a 304 computes no links, unless policies decide on some', async t => {
  for (const [name, [computed, more, accept = ACCEPT['default']!]] of Object.entries(GATES)) {
    let calls = 0
    const links = defineLinks(Order, links => {
      links.self(() => {
        calls++
        return uri('self')
      })
      more(links)
    })
    const routes: Routes = { '/': [new Order()], '/list': [[new Plain(), new Order()]], '/page': [page()] }
    const app = await tagged(
      t, { links: [links, otherLinks], defaultFormat: accept === 'bare' ? 'none' : 'default' }, routes
    )
    for (const path of Object.keys(routes)) {
      const headers: Headers = { accept: accept === 'bare' ? 'application/json' : accept, 'x-user': 'staff' }
      const { tag } = await read(app, path, headers)
      calls = 0
      t.equal((await read(app, path, { ...headers, 'if-none-match': String(tag) })).status, 304, `${name}, ${path}`)
      t.equal(calls, computed ? 1 : 0, `${name}, ${path}: links are computed`)
      t.equal((await read(app, path, { ...headers, 'if-none-match': '"v0"' })).tag, tag)
    }
  }
})

t.test('a derived tag covers what a callback reads beside a policy', async t => {
  const links = defineLinks(Order, links => {
    links.link('profile', (_order, { request }) => uri(String(request.headers['x-user'])))
      .requireAuthorization('signedIn')
  })
  const app = await tagged(t, { links: [links], policies: { signedIn: () => true } }, { '/': [new Order()] })
  const [alice, bob] = await Promise.all(['alice', 'bob'].map(user => read(app, '/', { accept: HAL, 'x-user': user })))
  t.not(alice!.tag, bob!.tag)
})

t.test('preconditions accept the tag of every representation', async t => {
  let version = 1
  const app = await hyperApp(t, { links: [gatedLinks], policies })
  app.get('/order', { config: { hyper: { links: true, etag: tag } } }, () => new Order(version))
  app.put('/order', (request, reply) =>
    evaluatePreconditions(request, `v${version}`)?.send(reply) ?? reply.code(204).send())
  const put = async (headers: Headers) => (await app.inject({ method: 'PUT', url: '/order', headers })).statusCode
  const tags: string[] = []
  for (const accept of Object.values(ACCEPT)) {
    for (const user of ['staff', 'guest']) {
      tags.push(String((await read(app, '/order', { accept, 'x-user': user })).tag))
    }
  }
  t.equal(new Set(tags).size, 7, 'HAL shows no actions, so both users have one representation')
  for (const tag of tags) {
    t.equal(await put({ 'if-match': tag }), 204, tag)
    t.equal(await put({ 'if-match': `"other", ${tag}` }), 204)
    t.equal(await put({ 'if-match': `W/${tag}` }), 412, 'strong comparison')
    t.equal(await put({ 'if-match': tag.replace(/.(?="$)/, last => last === 'A' ? 'B' : 'A') }), 412, 'tampered with')
    t.equal(await put({ 'if-none-match': tag }), 412)
    t.equal(await put({ 'if-none-match': `W/${tag}` }), 412, 'weak comparison')
  }
  version = 2
  for (const tag of tags) {
    const rejected = await app.inject({ method: 'PUT', url: '/order', headers: { 'if-match': tag } })
    t.same([rejected.statusCode, rejected.headers.etag], [412, '"v2"'], 'of an older version')
    t.equal(await put({ 'if-none-match': tag }), 204)
  }
})
