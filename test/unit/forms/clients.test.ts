import type { FastifyInstance } from 'fastify'
import { Client, type Field, type State } from 'ketting'
import t, { type Test } from 'tap'
import hyper, { type AffordanceDeclaration, defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import type { FieldType } from '../../../types/forms.ts'
import { halFaults } from '../../support/documents.ts'
import { HAL_FORMS_RULES, PROPERTY_RULES } from '../../support/hal-forms.ts'
import { type Projection, projection } from '../../support/projection.ts'

// What clients that know nothing of the app make of its forms: the rules of the format, and ketting 8.

const HAL_FORMS = 'application/prs.hal-forms+json'

const speeds = ['Standard', 'Express']
const tags = ['a', 'b', 'c']
const control = (type: FieldType) => ({ type })

// One field for each row of the mapping, and one for each control that only a declaration gives.
const every = {
  text: { type: 'string', title: 'Text', examples: ['An example'], minLength: 1, maxLength: 20 },
  pattern: { type: 'string', pattern: '^[a-z-]+$' },
  area: { type: 'string', maxLength: 2000 },
  secret: { type: 'string', format: 'password' },
  mail: { type: 'string', format: 'email' },
  site: { type: 'string', format: 'uri' },
  day: { type: 'string', format: 'date', default: '2025-01-31' },
  instant: { type: 'string', format: 'date-time' },
  key: { type: 'string', format: 'uuid' },
  count: { type: 'integer', minimum: 1, maximum: 100, default: 1 },
  price: { type: 'number', minimum: 0, multipleOf: 0.5 },
  gift: { type: 'boolean', default: true },
  speed: { type: 'string', enum: speeds, default: 'Standard' },
  priority: { oneOf: [{ const: 'low', title: 'Low' }, { const: 'high', title: 'High' }] },
  tags: { type: 'array', items: { type: 'string', enum: tags }, minItems: 1, maxItems: 2, default: ['b'] },
  version: { const: 'v1' },
  linked: { type: 'string' },
  search: { type: 'string' },
  tel: { type: 'string' },
  color: { type: 'string' },
  range: { type: 'integer', minimum: 0, maximum: 5 },
  month: { type: 'string' },
  week: { type: 'string' },
  time: { type: 'string' },
  local: { type: 'string' }
}

const declared: Parameters<AffordanceDeclaration<object>['fields']>[0] = {
  linked: { options: { route: 'ListSpeeds', promptField: 'name', valueField: 'id' } },
  area: { rows: 4, cols: 60 },
  search: control('search'),
  tel: control('tel'),
  color: control('color'),
  range: control('range'),
  month: control('month'),
  week: control('week'),
  time: control('time'),
  local: control('datetime-local')
}

// The type that ketting reads, and what else it has to know of a field.
const READ: Readonly<Record<keyof typeof every, Partial<Record<string, unknown>> & { type: Field['type'] }>> = {
  text: { type: 'text', label: 'Text', placeholder: 'An example', minLength: 1, maxLength: 20, required: true },
  pattern: { type: 'text', pattern: { source: '^[a-z\\-]+$' } },
  area: { type: 'textarea', rows: 4, cols: 60, maxLength: 2000 },
  secret: { type: 'password' },
  mail: { type: 'email' },
  site: { type: 'url' },
  day: { type: 'date', value: '2025-01-31' },
  instant: { type: 'text', placeholder: '2025-01-31T12:00:00Z' },
  key: { type: 'text' },
  count: { type: 'number', value: 1, min: 1, max: 100, step: 1 },
  price: { type: 'number', min: 0, step: 0.5 },
  gift: { type: 'select', options: { true: 'true', false: 'false' }, value: ['true'] },
  speed: { type: 'select', options: { Standard: 'Standard', Express: 'Express' }, value: ['Standard'] },
  priority: { type: 'select', options: { low: 'Low', high: 'High' } },
  tags: { type: 'select', options: { a: 'a', b: 'b', c: 'c' }, value: ['b'] },
  version: { type: 'hidden', value: 'v1', readOnly: true },
  linked: {
    type: 'select', dataSource: { href: '/speeds', labelField: 'name', valueField: 'id', type: 'application/json' }
  },
  search: { type: 'search' },
  tel: { type: 'tel' },
  color: { type: 'color' },
  range: { type: 'range', min: 0, max: 5 },
  month: { type: 'month' },
  week: { type: 'week' },
  time: { type: 'time' },
  local: { type: 'datetime-local' }
}

/** An app that sends back the input of a submission. */
function serving (
  t: Test, declare: (links: LinkBuilder<object>) => unknown, routes: (app: FastifyInstance) => unknown
): Promise<Projection> {
  const links = defineLinks<object>(links => { declare(links) })
  return projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await routes(app)
    app.get('/value', { config: { hyper: { links } } }, async () => ({ id: 1 }))
    app.get(
      '/speeds', { config: { hyper: { name: 'ListSpeeds' } } }, async () => speeds.map((name, id) => ({ id, name }))
    )
  })
}

async function read ({ origin }: Projection): Promise<State> {
  return new Client(origin).go('/value').get()
}

const echo = async ({ body, query }: { body: unknown, query: unknown }) => ({ body: body ?? null, query })
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

// A list of several values carries no maxItems of 1.
const { 'an enum of one value to choose carries maxItems:1': _, ...rules } = HAL_FORMS_RULES

const faultsOf = (document: unknown) =>
  Object.entries({ ...rules, ...PROPERTY_RULES })
    .flatMap(([rule, broken]) => broken(document, HAL_FORMS).map(place => `${rule}: ${place}`))
    .concat(halFaults(document))

t.test('every kind of field, by the rules of the format', async t => {
  const { get, logged } = await serving(t, links => {
    const to = LinkTarget.route('Create')
    links.affordance('create', to).title('Create').fields(declared)
    links.affordance('prefilled', to).fields(declared).prefill(() => ({
      count: 5,
      gift: false,
      speed: 'Express',
      tags: ['a', 'c'],
      linked: 2,
      day: new Date(0),
      secret: 'x',
      text: null,
      version: 'v2',
      local: 'x'
    }))
    links.affordance('callback', () => to).fields(declared).asDefault()
    links.affordance('bare', LinkTarget.uri('/bare'))
    links.embed(
      'child', () => ({ id: 2 }), defineLinks<object>(links => { links.affordance('again', to).fields(declared) })
    )
  }, app => app.post(
    '/create', { schema: { body: object(every, ['text']) }, config: { hyper: { name: 'Create' } } }, echo
  ))
  const { document, type } = await get('hal-forms')
  t.match(type, /^application\/prs\.hal-forms\+json/)
  t.strictSame(faultsOf(document), [])
  t.strictSame(logged('HYPER014'), [], 'nothing is omitted')
})

// No rule holds of everything.
const field = (property: object) =>
  ({ _templates: { default: { method: 'POST', target: '/', properties: [{ name: 'a', ...property }] } } })
const template = (template: object) => ({ _templates: { default: { method: 'POST', target: '/', ...template } } })
const BREAKING: Readonly<Record<keyof typeof PROPERTY_RULES, readonly object[]>> = {
  'a property has only the members of HAL-FORMS': [field({ title: 'A' })],
  'a template has only the members of HAL-FORMS': [template({ href: '/' })],
  'each template has a target': [template({ target: null })],
  'properties is absent or has at least one entry': [template({ properties: [] })],
  texts: [field({ value: 1 }), field({ prompt: null })],
  'true or false': [field({ required: 'true' })],
  'type is one of HAL-FORMS': [field({ type: 'checkbox' })],
  'options have only the members of HAL-FORMS': [field({ options: { inline: [], multiple: true } })],
  'a choice has a prompt and a value, both texts': [
    field({ options: { inline: ['a'] } }), field({ options: { inline: [{ prompt: 'a', value: '' }] } }),
    field({ options: { inline: [{ prompt: 1, value: '1' }] } })
  ],
  'how many can be chosen': [field({ options: { inline: [], maxItems: '1' } })],
  'what is selected is offered': [
    field({ options: { inline: [{ prompt: 'a', value: 'a' }], selectedValues: ['b'] } }),
    field({ options: { link: { href: '/' }, maxItems: 1, selectedValues: ['a', 'b'] } })
  ],
  'a property with options has no control and no value of its own': [
    field({ type: 'number', options: { inline: [] } }), field({ value: 'a', options: { inline: [] } })
  ]
}

t.test('each rule rejects what breaks it', async t => {
  for (const [rule, broken] of Object.entries(PROPERTY_RULES)) {
    for (const document of BREAKING[rule]!) {
      t.not(broken(document, HAL_FORMS).length, 0, `${JSON.stringify(document)} breaks: ${rule}`)
    }
  }
})

t.test('ketting reads every field', async t => {
  const app = await serving(t, links => links.affordance('create', LinkTarget.route('Create')).fields(declared),
    app => app.post(
      '/create', { schema: { body: object(every, ['text']) }, config: { hyper: { name: 'Create' } } }, echo
    ))
  const { fields } = (await read(app)).action('create')
  t.strictSame(fields.map(({ name }) => name), Object.keys(every))
  for (const field of fields) t.match(field, READ[field.name as keyof typeof every], field.name)
})

type Submission = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  properties: object,
  /** What is filled in. */
  enters: object,
  /** What the handler gets. */
  gets: object,
  more?: { readonly required?: string[], readonly formInput?: true, readonly prefill?: object }
]

const address = object({ street: { type: 'string' }, zip: { type: 'integer' } }, ['street'])

const SUBMISSIONS: Readonly<Record<string, Submission>> = {
  'a choice as one value': [
    'POST', { speed: every.speed }, { speed: 'Express' }, { speed: 'Express' }, { required: ['speed'] }
  ],
  'a choice that was made already': ['POST', { speed: every.speed }, {}, { speed: 'Standard' }],
  'a choice with titles': ['POST', { priority: every.priority }, { priority: 'high' }, { priority: 'high' }],
  'several choices': ['POST', { tags: every.tags }, { tags: ['a', 'c'] }, { tags: ['a', 'c'] }],
  'several choices that were made already': ['POST', { tags: every.tags }, {}, { tags: ['b'] }],
  'a boolean': ['POST', { gift: every.gift }, { gift: 'false' }, { gift: false }],
  'a boolean that was chosen already': ['POST', { gift: every.gift }, {}, { gift: true }],
  'a number': ['POST', { count: every.count }, { count: 5 }, { count: 5 }],
  'a number as text': ['POST', { price: every.price }, { price: '2.5' }, { price: 2.5 }],
  'a default': ['POST', { count: every.count }, {}, { count: 1 }],
  'a hidden value': [
    'POST', { version: every.version, flag: { type: 'boolean', const: false } }, {}, { version: 'v1', flag: false },
    { required: ['version', 'flag'] }
  ],
  'values of the resource': [
    'PUT', { count: every.count, speed: every.speed, note: { type: 'string' } }, {},
    { count: 7, speed: 'Express', note: 'own' },
    { required: ['note'], prefill: { count: 7, speed: 'Express', note: 'own' } }
  ],
  'a part of them': ['PATCH', { count: { type: 'integer' }, note: { type: 'string' } }, { count: 3 }, { count: 3 }],
  'nested names': [
    'POST', { address }, { 'address.street': 'Main', 'address.zip': '1000' },
    { address: { street: 'Main', zip: 1000 } }, { required: ['address'], formInput: true }
  ],
  'nested names from the resource': [
    'PUT', { address }, { 'address.zip': '2000' }, { address: { street: 'Main', zip: 2000 } },
    { formInput: true, prefill: { address: { street: 'Main', zip: 1000 } } }
  ],
  'an empty text': [
    'POST', { mail: every.mail, count: { type: 'integer' } }, { mail: '', count: '' }, {}, { formInput: true }
  ],
  'one value as a list': [
    'POST', { level: { enum: ['low', 'high'], default: 'low' } }, {}, { level: 'low' }, { formInput: true }
  ],
  'a query': [
    'GET', { q: { type: 'string' }, page: every.count, tags: every.tags }, { q: 'a b&c', tags: ['a', 'b'] },
    { q: 'a b&c', page: 1, tags: ['a', 'b'] }
  ]
}

t.test('ketting submits, and the route gets', async t => {
  for (const [name, [method, properties, enters, gets, more = {}]] of Object.entries(SUBMISSIONS)) {
    const { required = [], formInput = false, prefill } = more
    await t.test(name, async t => {
      const part = method === 'GET' ? 'query' : 'body'
      const app = await serving(t, links => {
        const action = links.affordance('go', LinkTarget.route('Go'))
        if (prefill !== undefined) action.prefill(() => prefill)
      }, app => app.route({
        method,
        url: '/go',
        schema: { [method === 'GET' ? 'querystring' : 'body']: object(properties, required) },
        config: { hyper: { name: 'Go', formInput } },
        handler: echo
      }))
      const { data } = await (await read(app)).action('go')
        .submit({ ...enters }) as State<{ body: unknown, query: unknown }>
      t.strictSame(data[part], gets)
      t.strictSame(app.logged('HYPER010'), [], 'and the proof finds nothing')
    })
  }
})

t.test('ketting knows what is required', async t => {
  const app = await serving(
    t, links => links.affordance('go', LinkTarget.route('Go')),
    app => app.post('/go', {
      schema: { body: object({ note: { type: 'string' } }, ['note']) }, config: { hyper: { name: 'Go' } }
    }, echo)
  )
  const action = (await read(app)).action('go')
  await t.rejects(action.submit({}), { message: 'The note field is required in this form' })
})
