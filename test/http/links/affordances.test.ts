import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { type AffordanceDeclaration, defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

// Contract, part 3: actions and their methods.

const body = { type: 'object', properties: { reason: { type: 'string' } } } as const
const form = { content: { 'application/x-www-form-urlencoded': { schema: body }, 'text/csv': { schema: body } } }

function routes (app: FastifyInstance): void {
  const named = (name: string, summary?: string) =>
    ({ config: { hyper: { name } }, schema: { body, ...(summary === undefined ? {} : { summary }) } })
  const handler = async () => ({})
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'text/csv'], (_request, _payload, done) => done(null, {})
  )
  app.get('/get', { config: { hyper: { name: 'Get' } }, schema: { querystring: body } }, handler)
  app.put('/put', named('Put'), handler)
  app.route({ method: ['PATCH', 'POST'], url: '/two', ...named('Two'), handler })
  app.post('/titled', named('Titled', 'Create an order'), handler)
  app.post('/form', { config: { hyper: { name: 'Form' } }, schema: { body: form } }, handler)
  app.delete('/delete', { config: { hyper: { name: 'Delete' } } }, handler)
  app.post('/plain', { config: { hyper: { name: 'Plain' } } }, handler)
}

type Chain = (action: AffordanceDeclaration<object>) => unknown

const uri = LinkTarget.uri('/uri')
const json = { contentType: 'application/json' }
const none: Chain = () => {}
const route = (name: string) => LinkTarget.route(name)

// A target, what is chained, and the action that comes of it.
const ROWS: Readonly<Record<string, [target: LinkTarget, chain: Chain, action: object]>> = {
  'a URI': [uri, none, { href: '/uri', method: 'POST' }],
  'a route': [route('Put'), none, { href: '/put', method: 'PUT', ...json }],
  'a GET route, and not its HEAD twin': [route('Get'), none, { href: '/get', method: 'GET' }],
  'the first of several methods': [route('Two'), none, { href: '/two', method: 'PATCH', ...json }],
  'another of several methods': [route('Two'), action => action.post(), { href: '/two', method: 'POST', ...json }],
  'HEAD of a GET route': [route('Get'), action => action.method('HEAD'), { href: '/get', method: 'HEAD' }],
  get: [uri, action => action.get(), { href: '/uri', method: 'GET' }],
  post: [uri, action => action.post(), { href: '/uri', method: 'POST' }],
  put: [uri, action => action.put(), { href: '/uri', method: 'PUT' }],
  patch: [uri, action => action.patch(), { href: '/uri', method: 'PATCH' }],
  delete: [uri, action => action.delete(), { href: '/uri', method: 'DELETE' }],
  'any method in any case': [uri, action => action.method('propFind'), { href: '/uri', method: 'PROPFIND' }],
  'the last one counts': [uri, action => action.put().patch(), { href: '/uri', method: 'PATCH' }],

  'no body, no content type': [route('Plain'), none, { href: '/plain', method: 'POST' }],
  'the simplest media type of its body': [
    route('Form'), none, { href: '/form', method: 'POST', contentType: 'application/x-www-form-urlencoded' }
  ],
  'DELETE has no content type': [route('Delete'), none, { href: '/delete', method: 'DELETE' }],
  'an input that is declared': [uri, action => action.accepts(body), { href: '/uri', method: 'POST', ...json }],
  'an input before that of the route': [
    route('Plain'), action => action.accepts(form),
    { href: '/plain', method: 'POST', contentType: 'application/x-www-form-urlencoded' }
  ],
  'an input of DELETE': [uri, action => action.delete().accepts(body), { href: '/uri', method: 'DELETE' }],

  'a title': [uri, action => action.title('Go'), { href: '/uri', method: 'POST', title: 'Go' }],
  'the title of the target': [
    uri.title('Target'), action => action.title('Go'), { href: '/uri', method: 'POST', title: 'Target' }
  ],
  'the summary of the route': [
    route('Titled'), none, { href: '/titled', method: 'POST', title: 'Create an order', ...json }
  ],
  'a title before the summary': [
    route('Titled'), action => action.title('Go'), { href: '/titled', method: 'POST', title: 'Go', ...json }
  ],
  'a title of the resource': [
    route('Titled'), action => action.title(order => Object.keys(order).join()),
    { href: '/titled', method: 'POST', title: 'id', ...json }
  ],
  'a title that comes later': [
    uri, action => action.title(async () => 'Later'), { href: '/uri', method: 'POST', title: 'Later' }
  ],
  'a title that is null': [
    route('Titled'), action => action.title(() => null),
    { href: '/titled', method: 'POST', title: 'Create an order', ...json }
  ],
  'other attributes are not of an action': [
    LinkTarget.uri('/uri', { name: 'n', type: 'text/html' }), none, { href: '/uri', method: 'POST' }
  ]
}

for (const [name, [target, chain, wanted]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { href, method, ...details } = wanted as { href: string, method: string }
    for (const given of [target, () => target, async () => target]) {
      const links = defineLinks<object>(links => { chain(links.affordance('go', given)) })
      const { get } = await project(t, { links }, { id: 1 }, { routes })
      const how = typeof given === 'function' ? given.constructor.name : 'fixed'
      const flat = member((await get()).document, '_actions', 'go')
      t.equal(JSON.stringify(flat), JSON.stringify(wanted), how)
      const template = member((await get('hal-forms')).document, '_templates', 'go') as object
      t.match(template, { method, target: href, ...details }, `${how}, as a template`)
      t.strictSame((await get('hal')).document, { id: 1 }, `${how}, HAL drops it`)
    }
  })
}

t.test('an action whose route reads no form has no content type', async t => {
  const { read } = await project(t, links => links.affordance('upload', route('Upload')), {}, {
    routes (app) {
      app.addContentTypeParser('text/csv', (_request, _payload, done) => done(null, {}))
      app.post('/upload', {
        schema: { body: { content: { 'text/csv': { schema: body } } } }, config: { hyper: { name: 'Upload' } }
      }, async () => '')
    }
  })
  t.same(await read('_actions', 'upload'), { href: '/upload', method: 'POST' })
})

t.test('an action of a route with versions has the requested version', async t => {
  const up = LinkTarget.route('Up', { id: 1 })
  const links = defineLinks<object>(links => {
    links.affordance('fixed', up)
    links.affordance('callback', () => up)
  })
  const { get } = await project(t, { links }, {}, {
    routes (app) {
      const named = { config: { hyper: { name: 'Up' } } }
      app.put('/up/:id', {
        ...named, constraints: { version: '1.0.0' }, schema: { body, summary: 'First' }
      }, async () => '')
      app.post('/up/:id', {
        ...named, constraints: { version: '2.0.0' }, schema: { summary: 'Second' }
      }, async () => '')
      for (const version of ['1.0.0', '2.0.0']) {
        app.get('/value', { constraints: { version }, config: { hyper: { links } } }, async () => ({}))
      }
    }
  })
  const first = { href: '/up/1', method: 'PUT', title: 'First', ...json }
  const second = { href: '/up/1', method: 'POST', title: 'Second' }
  for (const [version, action] of [['1.0.0', first], ['2.0.0', second], ['1.x', first]] as const) {
    t.match(
      await get('default', '/value', [['Accept-Version', version]]),
      { document: { _actions: { fixed: action, callback: action } } }, version
    )
  }
})

const declaring = (declare: (links: LinkBuilder<object>) => unknown) =>
  defineLinks<object>('order', links => { declare(links) })

t.test('the default action has another key only in HAL-FORMS', async t => {
  const links = declaring(links => [links.affordance('go', uri).asDefault(), links.affordance('stop', uri)])
  const { get } = await project(t, { links }, {})
  t.strictSame(Object.keys(member((await get()).document, '_actions') as object), ['go', 'stop'])
  t.strictSame(Object.keys(member((await get('hal-forms')).document, '_templates') as object), ['default', 'stop'])
})

t.test('without an action there is no member, and HAL-FORMS is still labelled so', async t => {
  const links = declaring(links =>
    [links.self(uri), links.affordance('go', uri).when(() => false), links.affordance('stop', () => null)])
  const { get } = await project(t, { links }, {})
  for (const format of ['default', 'hal-forms']) {
    t.strictSame(Object.keys((await get(format)).document as object), ['_links'], format)
  }
  t.match((await get('hal-forms')).type, /^application\/prs\.hal-forms\+json/)
})

t.test('an action whose function returns null or nothing is omitted, which strict mode allows', async t => {
  const links = declaring(links => [
    links.affordance('stop', () => null), links.affordance('go', () => undefined as never),
    links.affordance('stay', uri)
  ])
  const { get } = await project(t, { links }, {}, { options: { mode: 'strict' } })
  t.strictSame(Object.keys(member((await get()).document, '_actions') as object), ['stay'])
})

t.test('a target of a function whose route lacks the method is unresolved', async t => {
  const links = declaring(links => [links.affordance('go', () => route('Put')).delete(), links.self(uri)])
  const lax = await project(t, { links }, {}, { routes })
  for (let request = 0; request < 2; request++) t.equal(member((await lax.get()).document, '_actions'), undefined)
  t.match(lax.logged('HYPER005'), [/links of order, action 'go': it cannot be resolved.*'Put' has PUT, not DELETE/])
  t.equal(lax.logged('HYPER005').length, 1)
  const strict = await project(t, { links }, {}, { routes, options: { mode: 'strict' } })
  t.match(await strict.get(), { status: 500, document: { code: 'FST_ERR_HYPER_LINK_UNRESOLVED' } })
})

t.test('HAL drops actions: said once for the app, at the level info', async t => {
  const links = declaring(links => links.affordance('go', uri))
  const others = defineLinks<object>('other', links => { links.affordance('stop', uri) })
  const { get, logged, log } = await project(t, { links }, [{}, {}], {
    routes: app => { app.get('/other', { config: { hyper: { links: others } } }, () => ({})) }
  })
  await get()
  t.strictSame(logged('HYPER006'), [])
  for (const path of ['/value', '/value', '/other']) await get('hal', path)
  t.equal(log.find(({ code }) => code === 'HYPER006')!.level, 30)
  t.match(logged('HYPER006'), [
    /^links of order: HAL has no actions, so the actions of this resource \(.*\) and of all others are omitted.*HAL-FORMS/
  ])
  t.equal(logged('HYPER006').length, 1)
})

t.test('HAL does not evaluate actions', async t => {
  let calls = 0
  const links = declaring(links => links.affordance('go', uri).when(() => ++calls))
  const { get } = await project(t, { links }, {})
  await get('hal')
  t.equal(calls, 0)
  await get()
  t.equal(calls, 1)
})
