import type { FastifyInstance, FastifySchema } from 'fastify'
import t, { type Test } from 'tap'
import {
  type AffordanceDeclaration, defineLinks, defineRoutes, type HyperOptions,
  LinkTarget
} from '../../../lib/index.ts'
import type { FieldDeclaration } from '../../../types/declarations.ts'
import { member } from '../../support/documents.ts'
import { formFaults } from '../../support/form-faults.ts'
import { FORM } from '../../support/html-forms.ts'
import { project, type Projection } from '../../support/projection.ts'

// ../../lib/forms has the mapping of schemas; here is what becomes of it in a response: the target's route, what was
// declared beside it, and the format.

const Routes = defineRoutes({ ListSpeeds: 'GET /speeds', SpeedsOf: 'GET /orders/:id/speeds' })

type Chain = (action: AffordanceDeclaration<object>) => unknown

interface Setup {
  readonly method?: string
  readonly schema?: FastifySchema
  readonly formInput?: boolean
  readonly chain?: Chain
  readonly target?: LinkTarget | (() => unknown)
  readonly options?: HyperOptions
  readonly routes?: (app: FastifyInstance) => unknown
}

/** An app whose `/value` has the action `go`, which links to a route of the given schema. */
async function withForm (t: Test, {
  method = 'POST', schema = {}, formInput = false, chain = () => {}, target = LinkTarget.route('Go'), options = {},
  routes = () => {}
}: Setup): Promise<Projection> {
  const links = defineLinks<object>(links => { chain(links.affordance('go', target as LinkTarget)) })
  return project(t, { links }, { id: 1 }, {
    options: { routes: Routes, ...options },
    routes: app => {
      const handler = async () => ({})
      app.route({ method, url: '/go', schema, config: { hyper: { name: 'Go', formInput } }, handler })
      app.get('/speeds', handler)
      app.get('/orders/:id/speeds', handler)
      return routes(app)
    }
  })
}

async function templateOf ({ get }: Projection, key = 'go'): Promise<object> {
  return member((await get('hal-forms')).document, '_templates', key) as object
}

const fieldsOf = async (app: Projection): Promise<unknown> => member(await templateOf(app), 'properties')

// Members in their order, too.
const equal = (t: Test, seen: unknown, wanted: unknown, name: string) =>
  t.equal(JSON.stringify(seen, null, 1), JSON.stringify(wanted, null, 1), name)

const object = (properties: object, required: string[] = []) =>
  ({ type: 'object', properties, ...(required.length === 0 ? {} : { required }) })
const order = object({
  quantity: { type: 'integer', minimum: 1, default: 1, title: 'Quantity' }, speed: { enum: ['Standard', 'Express'] }
}, ['speed'])

const quantity = { name: 'quantity', prompt: 'Quantity', value: '1', type: 'number', min: 1, step: 1 }
const speeds = ['Standard', 'Express'].map(value => ({ prompt: value, value }))
const speed = { name: 'speed', required: true, options: { inline: speeds, minItems: 1, maxItems: 1 } }
const note = { name: 'note', type: 'text' }
const noteInput = object({ note: { type: 'string' } })

const json = { contentType: 'application/json' }
const post = { method: 'POST', target: '/go' }
const get = { method: 'GET', target: '/go' }

// What is declared, and the whole template that comes of it.
const TEMPLATES: Readonly<Record<string, [setup: Setup, template: object]>> = {
  'the body of POST': [{ schema: { body: order } }, { ...post, ...json, properties: [quantity, speed] }],
  'no body, no fields': [{}, post],
  'a body that is no object': [{ schema: { body: { type: 'string' } } }, { ...post, ...json }],
  'the title comes before the fields': [
    { schema: { body: noteInput, summary: 'Go on' } }, { ...post, title: 'Go on', ...json, properties: [note] }
  ],
  'PATCH requires what its schema requires, and has no default': [{ method: 'PATCH', schema: { body: order } }, {
    method: 'PATCH',
    target: '/go',
    ...json,
    properties: [{ name: 'quantity', prompt: 'Quantity', type: 'number', min: 1, step: 1 }, speed]
  }],
  'the query of GET': [{ method: 'GET', schema: { querystring: noteInput } }, { ...get, properties: [note] }],
  'the query under its other name': [
    { method: 'GET', schema: { query: noteInput } as FastifySchema }, { ...get, properties: [note] }
  ],
  'the query of DELETE': [
    { method: 'DELETE', schema: { querystring: object({ note: { type: 'string' } }, ['note']) } },
    { method: 'DELETE', target: '/go', properties: [{ name: 'note', required: true, type: 'text' }] }
  ],
  'the query of HEAD': [
    { method: 'GET', chain: action => action.method('HEAD'), schema: { querystring: noteInput } },
    { ...get, method: 'HEAD', properties: [note] }
  ],
  'the query of POST is in its target': [{ schema: { querystring: noteInput } }, post],

  'the simplest media type of a body': [{
    schema: {
      body: {
        content: {
          'Multipart/Form-Data': { schema: object({ file: { type: 'string' } }) },
          'application/json; charset=utf-8': { schema: order }
        }
      }
    },
    routes: app => app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, {}))
  }, { ...post, ...json, properties: [quantity, speed] }],
  'a body that no form can send': [{ schema: { body: { content: { 'text/csv': { schema: order } } } } }, post],
  'an input that is declared': [
    { chain: action => action.accepts(order) }, { ...post, ...json, properties: [quantity, speed] }
  ],
  'an input before that of the route': [
    { schema: { body: order }, chain: action => action.accepts(noteInput) }, { ...post, ...json, properties: [note] }
  ],
  'an input of GET': [
    { method: 'GET', schema: { querystring: order }, chain: action => action.accepts(noteInput) },
    { ...get, properties: [note] }
  ],
  'an input by media types': [
    { chain: action => action.accepts({ content: { [FORM]: { schema: noteInput } } }) },
    { ...post, contentType: FORM, properties: [note] }
  ],
  'an input for a URI': [
    { target: LinkTarget.uri('https://example.com/'), chain: action => action.accepts(noteInput) },
    { method: 'POST', target: 'https://example.com/', ...json, properties: [note] }
  ],

  'dotted names with the adapter': [{
    formInput: true,
    schema: {
      body: object({ address: object({ street: { type: 'string' }, zip: { type: 'string' } }, ['zip']) }, ['address'])
    }
  },
  {
    ...post,
    ...json,
    properties: [{ name: 'address.street', type: 'text' }, { name: 'address.zip', required: true, type: 'text' }]
  }],
  'a schema that is shared after the route': [
    { schema: { body: { $ref: 'order#' } }, routes: app => app.addSchema({ $id: 'order', ...order }) },
    { ...post, ...json, properties: [quantity, speed] }
  ]
}

t.test('a template is the same for a fixed target and one of a function', async t => {
  for (const [name, [setup, wanted]] of Object.entries(TEMPLATES)) {
    await t.test(name, async t => {
      equal(t, await templateOf(await withForm(t, setup)), wanted, 'a fixed target')
      const { target = LinkTarget.route('Go') } = setup
      equal(
        t, await templateOf(await withForm(t, { ...setup, target: () => target })), wanted, 'a target of a function'
      )
      equal(
        t, await templateOf(await withForm(t, { ...setup, target: async () => target })), wanted,
        'a target that comes later'
      )
    })
  }
})

t.test('the route accepts what its templates describe', async t => {
  t.strictSame(await formFaults((await withForm(t, { schema: { body: order } })).app), [])
})

t.test('a field without a control is omitted, and found with the route and the name', async t => {
  const app = await withForm(t, {
    schema: { body: object({ items: { type: 'string', readOnly: true } }, ['items']) }
  })
  equal(t, await templateOf(app), { ...post, ...json }, 'without the field')
  const faults = await formFaults(app.app)
  t.match(faults, [/^HYPER014 route POST \/go, form field 'items': It is read-only\. The route rejects the form/])
  t.equal(faults.length, 1)
})

const shows = (property: object) => ({ schema: { body: object({ speed: property }) } })
const declares = (field: FieldDeclaration<object>): Chain => action => action.fields({ speed: field })
const text = { type: 'string', title: 'Speed', examples: ['Express'], default: 'Standard' }
const list = { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['b'] }

const shown = { prompt: 'Speed', value: 'Standard', type: 'text', placeholder: 'Express' }
const asJson = { type: 'application/json' }
const linked = (link: object, limits: object = { minItems: 0, maxItems: 1 }) => ({ options: { link, ...limits } })

// A schema, what is declared of its field, and the field.
const FIELDS: Readonly<Record<string, [schema: object, field: FieldDeclaration<object>, property: object]>> = {
  'a prompt before the title': [text, { prompt: 'How fast' }, { ...shown, prompt: 'How fast' }],
  'a placeholder before the example': [text, { placeholder: 'Overnight' }, { ...shown, placeholder: 'Overnight' }],
  'a prompt of the resource': [
    text, { prompt: resource => `Speed of ${member(resource, 'id')}` }, { ...shown, prompt: 'Speed of 1' }
  ],
  'a prompt that comes later': [text, { prompt: async () => 'Later' }, { ...shown, prompt: 'Later' }],
  'a placeholder of the resource': [text, { placeholder: () => 'Now' }, { ...shown, placeholder: 'Now' }],
  'no prompt and no placeholder': [
    text, { prompt: () => null, placeholder: async () => undefined }, { value: 'Standard', type: 'text' }
  ],
  'a function that returns no text': [
    text, { prompt: () => 5 as never }, { value: 'Standard', type: 'text', placeholder: 'Express' }
  ],
  'another control': [text, { type: 'search' }, { ...shown, type: 'search' }],
  'a text area': [
    text, { type: 'textarea', rows: 5, cols: 40 },
    { prompt: 'Speed', value: 'Standard', type: 'textarea', cols: 40, rows: 5, placeholder: 'Express' }
  ],
  'a range': [
    { type: 'integer', minimum: 0, maximum: 5 }, { type: 'range' }, { type: 'range', min: 0, max: 5, step: 1 }
  ],
  'what is undefined is not declared': [
    text, { prompt: undefined, placeholder: undefined, type: undefined, rows: undefined, options: undefined } as never,
    shown
  ],
  'linked choices': [
    { type: 'string' }, { options: { route: 'ListSpeeds', promptField: 'name', valueField: 'id' } },
    linked({ href: '/speeds', ...asJson }, { promptField: 'name', valueField: 'id', minItems: 0, maxItems: 1 })
  ],
  'linked choices through the catalog': [
    { type: 'string' }, { options: { route: Routes.ListSpeeds() } }, linked({ href: '/speeds', ...asJson })
  ],
  'linked choices with path values': [
    { type: 'string' }, { options: { route: Routes.SpeedsOf({ id: 7 }) } },
    linked({ href: '/orders/7/speeds', ...asJson })
  ],
  'linked choices elsewhere': [
    { type: 'string' }, { options: { route: LinkTarget.uri('https://example.com/speeds') } },
    linked({ href: 'https://example.com/speeds' })
  ],
  'linked choices behind a template': [
    { type: 'string' }, { options: { route: LinkTarget.template('/speeds{?q}') } },
    linked({ href: '/speeds{?q}', templated: true })
  ],
  'linked choices have no control': [
    { type: 'integer', default: 2 }, { type: 'number', options: { route: 'ListSpeeds' } },
    { ...linked({ href: '/speeds', ...asJson }, { minItems: 0, maxItems: 1, selectedValues: ['2'] }), step: 1 }
  ],
  'linked choices instead of those of the schema': [
    { enum: ['a', 'b'], default: 'b' }, { options: { route: 'ListSpeeds' } },
    linked({ href: '/speeds', ...asJson }, { minItems: 0, maxItems: 1, selectedValues: ['b'] })
  ],
  'linked choices of a list': [
    list, { options: { route: 'ListSpeeds' } },
    linked({ href: '/speeds', ...asJson }, { minItems: 1, maxItems: 2, selectedValues: ['b'] })
  ],
  'linked choices of a list without limits': [
    { type: 'array', items: { enum: ['a', 'b'] } }, { options: { route: 'ListSpeeds' } },
    linked({ href: '/speeds', ...asJson }, {})
  ],
  'linked choices of the resource': [
    { type: 'string' },
    { options: { route: LinkTarget.route('SpeedsOf', resource => ({ id: member(resource, 'id') })) } },
    linked({ href: '/orders/1/speeds', ...asJson })
  ],
  'a route whose path needs more': [
    { type: 'string', maxLength: 9 }, { options: { route: 'SpeedsOf' } }, { type: 'text', maxLength: 9 }
  ]
}

t.test('declarations of a field', async t => {
  for (const [name, [schema, field, wanted]] of Object.entries(FIELDS)) {
    const app = await withForm(t, { ...shows(schema), chain: declares(field) })
    equal(t, await fieldsOf(app), [{ name: 'speed', ...wanted }], name)
  }
})

t.test('a field that is required has its linked choices required', async t => {
  const app = await withForm(t, {
    schema: { body: object({ speed: { type: 'string' } }, ['speed']) },
    chain: declares({ options: { route: 'ListSpeeds' } })
  })
  equal(
    t, await fieldsOf(app),
    [{
      name: 'speed',
      required: true,
      options: { link: { href: '/speeds', type: 'application/json' }, minItems: 1, maxItems: 1 }
    }],
    'required'
  )
})

t.test('linked choices have the origin of each request', async t => {
  const app = await withForm(t, {
    ...shows({ type: 'string' }), chain: declares({ options: { route: 'ListSpeeds' } }), options: { hrefs: 'absolute' }
  })
  for (const host of ['a.example', 'b.example', 'a.example', 'c.example:8080']) {
    const { document } = await app.get('hal-forms', '/value', [['Host', host]])
    const template = member(document, '_templates', 'go')
    t.equal(member(template, 'target'), `http://${host}/go`)
    t.equal(member(template, 'properties', '0', 'options', 'link', 'href'), `http://${host}/speeds`)
  }
})

t.test('linked choices of a route with several versions', async t => {
  const app = await withForm(t, {
    ...shows({ type: 'string' }),
    chain: declares({ options: { route: 'Versioned' } }),
    routes: app => {
      for (const host of ['a.example', 'b.example']) {
        app.route({
          method: 'GET',
          url: `/speeds/${host}`,
          constraints: { host },
          config: { hyper: { name: 'Versioned' } },
          handler: async () => []
        })
      }
    }
  })
  for (const host of ['a.example', 'b.example', 'a.example']) {
    const { document } = await app.get('hal-forms', '/value', [['Host', host]])
    t.equal(member(document, '_templates', 'go', 'properties', '0', 'options', 'link', 'href'), `/speeds/${host}`, host)
  }
})

t.test('linked choices of a route that does not exist', async t => {
  const app = await withForm(t, { ...shows({ enum: ['a'] }), chain: declares({ options: { route: 'ListSpeed' } }) })
  t.match(
    app.logged('HYPER001'),
    [/field 'speed', options: no route is named 'ListSpeed'\. Did you mean 'ListSpeeds'\?/]
  )
  equal(
    t, await fieldsOf(app),
    [{ name: 'speed', options: { inline: [{ prompt: 'a', value: 'a' }], minItems: 0, maxItems: 1 } }],
    'those of the schema stay'
  )
})

t.test('linked choices that cannot be resolved', async t => {
  const app = await withForm(t, { ...shows({ enum: ['a'] }), chain: declares({ options: { route: 'SpeedsOf' } }) })
  equal(
    t, await fieldsOf(app),
    [{ name: 'speed', options: { inline: [{ prompt: 'a', value: 'a' }], minItems: 0, maxItems: 1 } }],
    'those of the schema stay'
  )
  t.match(
    app.logged('HYPER005'),
    [/field 'speed', options: .* the values \{\} do not fit the path \/orders\/:id\/speeds: they have no value for 'id'/]
  )
})

t.test('linked choices that cannot be resolved, in strict mode', async t => {
  const asking = (route: string | LinkTarget) =>
    withForm(t, { ...shows({ enum: ['a'] }), chain: declares({ options: { route } }), options: { mode: 'strict' } })
  await t.rejects(asking('SpeedsOf'), {
    code: 'FST_ERR_HYPER_LINK_UNRESOLVED', message: /action 'go', field 'speed', options: it cannot be resolved: the values/
  }, 'known at start')
  const app = await asking(LinkTarget.route('SpeedsOf', () => ({})))
  t.match(await app.get('hal-forms'), {
    status: 500,
    document: {
      code: 'FST_ERR_HYPER_LINK_UNRESOLVED',
      message: /action 'go', field 'speed', options: it cannot be resolved: /
    }
  })
})

t.test('a target that names no route is logged, whatever is declared of its fields', async t => {
  const app = await withForm(t, { target: LinkTarget.route('Gone'), chain: declares({ prompt: 'How fast' }) })
  t.match(app.logged('HYPER001'), [/action 'go': no route is named 'Gone'/])
  t.equal(await templateOf(app), undefined)
})

t.test('one name for several versions of a route', async t => {
  const routes = (app: FastifyInstance) => {
    for (const [host, body] of [
      ['a.example', object({ one: { type: 'string' } })], ['b.example', object({ two: { type: 'integer' } })]
    ] as const) {
      app.route({
        method: 'POST',
        url: '/versions',
        schema: { body },
        constraints: { host },
        config: { hyper: { name: 'Versions' } },
        handler: async () => ({})
      })
    }
  }
  const app = await withForm(t, {
    target: LinkTarget.route('Versions'),
    chain: action => action.fields({ two: { prompt: 'Second' } }).prefill(() => ({ one: 'a', two: 2 })),
    routes
  })
  const propertiesAt = async (host: string) =>
    member((await app.get('hal-forms', '/value', [['Host', host]])).document, '_templates', 'go', 'properties')
  for (let count = 0; count < 2; count++) {
    equal(t, await propertiesAt('a.example'), [{ name: 'one', value: 'a', type: 'text' }], 'the first')
    equal(t, await propertiesAt('b.example'), [{
      name: 'two', prompt: 'Second', value: '2', type: 'number', step: 1
    }], 'the second')
  }
})

t.test('the default action', async t => {
  const app = await withForm(t, {
    schema: { body: noteInput }, chain: action => action.asDefault()
  })
  equal(t, await templateOf(app, 'default'), { ...post, ...json, properties: [note] }, 'its key in HAL-FORMS')
  t.equal(await templateOf(app), undefined)
  equal(t, member((await app.get()).document, '_actions'), {
    go: { href: '/go', method: 'POST', ...json }
  }, 'its name elsewhere')
})

t.test('a formatter of the app gets the fields', async t => {
  const own = {
    mediaType: 'application/vnd.own+json', format: ({ actions }: { actions: unknown }) => JSON.stringify({ actions })
  }
  const options = { formatters: [own] }
  const schema = { body: order }
  const go = { name: 'go', href: '/go', method: 'POST', ...json }
  const propertiesAt = async (setup: Setup) =>
    member((await (await withForm(t, { options, ...setup })).get(own.mediaType)).document, 'actions', '0')
  equal(t, await propertiesAt({ schema }), { ...go, fields: [quantity, speed] }, 'that are constant')
  equal(t, await propertiesAt({ schema, chain: action => action.prefill(() => ({ quantity: 3 })) }), {
    ...go, fields: [{ ...quantity, value: '3' }, speed]
  }, 'that are prefilled')
  equal(t, await propertiesAt({ schema, target: () => LinkTarget.route('Go') }), {
    ...go, fields: [quantity, speed]
  }, 'of a function')
  equal(t, await propertiesAt({}), { name: 'go', href: '/go', method: 'POST' }, 'where there are any')
})

t.test('the other formats show no fields, and do not compute them', async t => {
  let calls = 0
  const count = () => { calls++; return {} }
  const prompt = () => { calls++; return 'Speed' }
  for (const target of [LinkTarget.route('Go'), () => LinkTarget.route('Go')]) {
    const app = await withForm(t, {
      schema: { body: order }, target, chain: action => action.fields({ speed: { prompt } }).prefill(count)
    })
    for (const format of [
      'default', 'vendor'
    ]) {
      equal(
        t, member((await app.get(format)).document, '_actions', 'go'), { href: '/go', method: 'POST', ...json }, format
      )
    }
    await app.get('hal')
    t.equal(calls, 0, 'before HAL-FORMS')
    await app.get('hal-forms')
    t.equal(calls, 2, 'in HAL-FORMS')
    calls = 0
  }
})

t.test('linked choices have the media type of their route', async t => {
  const schemas: Array<[expected: string, schema: object]> = [
    ['application/json', {}],
    ['application/json', { response: { 200: { type: 'array' } } }],
    ['text/csv', { produces: ['text/csv'] }],
    [
      'text/csv',
      {
        response: {
          404: { content: { 'text/plain': { schema: {} } } },
          200: { content: { 'text/csv; header=present': { schema: {} } } }
        }
      }
    ],
    ['application/hal+json', {
      response: { default: { content: { '*/*': { schema: {} }, 'application/hal+json': { schema: {} } } } }
    }],
    ['application/json', { response: { '2xx': { content: { '*/*': { schema: {} } } } } }],
    ['application/json', {
      response: { 200: { content: { 'text/csv': { schema: {} }, 'application/json': { schema: {} } } } }
    }]
  ]
  for (const [expected, schema] of schemas) {
    const routes = (app: FastifyInstance) => {
      app.get('/typed', { schema, config: { hyper: { name: 'Typed' } } }, async () => [])
    }
    for (const [route, type] of [
      ['Typed', expected], [LinkTarget.route('Typed').type('text/csv'), 'text/csv']
    ] as const) {
      const app = await withForm(t, { ...shows({ type: 'string' }), chain: declares({ options: { route } }), routes })
      equal(t, member(await fieldsOf(app), '0', 'options', 'link'), { href: '/typed', type }, JSON.stringify(schema))
    }
  }
  const elsewhere = LinkTarget.template('/speeds{?q}', { type: 'text/csv' })
  const app = await withForm(t, { ...shows({ type: 'string' }), chain: declares({ options: { route: elsewhere } }) })
  equal(t, member(await fieldsOf(app), '0', 'options', 'link'), {
    href: '/speeds{?q}', type: 'text/csv', templated: true
  }, 'of a URL')
})
