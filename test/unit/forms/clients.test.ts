import { type Action, Client, type Field } from 'ketting'
import t, { type Test } from 'tap'
import { halFaults } from '../../support/documents.ts'
import { buildBookings, first } from '../../support/every-kind.ts'
import { type Entry, everyKind, type FormTable, orders } from '../../support/form-entries.ts'
import { HAL_FORMS_RULES, PROPERTY_RULES } from '../../support/hal-forms.ts'
import { listen } from '../../support/servers.ts'

// What clients that know nothing of the app make of its forms: the rules of the format, and ketting 8, which knows the
// names of actions and fields, and nothing else.

const HAL_FORMS = 'application/prs.hal-forms+json'

// A list of several values carries no maxItems of 1.
const { 'an enum of one value to choose carries maxItems:1': _, ...rules } = HAL_FORMS_RULES

t.test('forms with a field of every kind follow the rules of the format', async t => {
  const app = await buildBookings()
  t.teardown(() => app.close())
  const response = await app.inject({ url: '/', headers: { accept: HAL_FORMS } })
  t.match(response.headers['content-type'], /^application\/prs\.hal-forms\+json/)
  const document = response.json<{ _templates: object }>()
  t.same(Object.keys(document._templates), ['create', 'replace', 'find'])
  t.strictSame(Object.entries({ ...rules, ...PROPERTY_RULES })
    .flatMap(([rule, broken]) => broken(document, HAL_FORMS).map(place => `${rule}: ${place}`))
    .concat(halFaults(document)), [])
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

interface Visited {
  readonly action: (name: string) => Promise<Action>
  readonly read: (location: string) => Promise<unknown>
}

async function visit (t: Test, makeApp: FormTable['app']): Promise<Visited> {
  const app = await makeApp()
  t.teardown(() => app.close())
  const { origin } = await listen(app)
  const client = new Client(origin)
  return {
    action: async name => (await client.go('/').get()).action(name),
    read: async location => (await client.go(new URL(location, origin).href).refresh()).data
  }
}

// The type that ketting reads, and what else it has to know of a field.
const READ: Readonly<Record<string, Partial<Record<string, unknown>> & { type: Field['type'] }>> = {
  version: { type: 'hidden', value: 'v1', readOnly: true },
  name: { type: 'text', label: 'Name', placeholder: 'Ada Lovelace', minLength: 2, maxLength: 20, required: true },
  code: { type: 'text', pattern: { source: '^[A-Z]{2}-[0-9]+$' } },
  motto: { type: 'text', pattern: { source: '[\\s\\S]*(?:please)[\\s\\S]*' } },
  notes: { type: 'textarea', minLength: 5, maxLength: 300 },
  topic: { type: 'search' },
  phone: { type: 'tel' },
  site: { type: 'url' },
  email: { type: 'email' },
  secret: { type: 'password' },
  day: { type: 'date' },
  month: { type: 'month' },
  week: { type: 'week' },
  opens: { type: 'time' },
  starts: { type: 'datetime-local' },
  colour: { type: 'color' },
  id: { type: 'text' },
  moment: { type: 'text', placeholder: '2025-01-31T12:00:00Z' },
  page: { type: 'text' },
  people: { type: 'number', value: 2, min: 1, max: 8, step: 1 },
  tens: { type: 'number', min: 10, max: 90, step: 10 },
  price: { type: 'number', min: 0, step: 0.25 },
  weight: { type: 'number', min: 0.5, max: 2 },
  volume: { type: 'range', value: 5, min: 0, max: 10 },
  agreed: { type: 'select', options: { true: 'true', false: 'false' } },
  room: { type: 'select', options: { Single: 'Single' } },
  floor: { type: 'select', options: { 0: 'Ground floor', 1: 'First floor' } },
  extras: { type: 'select', options: { Breakfast: 'Breakfast', Parking: 'Parking', Sauna: 'Sauna' } },
  days: { type: 'select', options: { 1: '1', 2: '2', 3: '3' } },
  speed: { type: 'select', dataSource: { labelField: 'label', valueField: 'code', type: 'application/json' } },
  nickname: { type: 'text' },
  'address.street': { type: 'text' },
  'address.zip': { type: 'text' }
}

t.test('ketting reads every field', async t => {
  const { action } = await visit(t, buildBookings)
  const { fields } = await action('create')
  t.strictSame(fields.map(({ name }) => name), Object.keys(READ))
  for (const field of fields) t.match(field, READ[field.name], field.name)
  const replace = await action('replace')
  t.match(replace.field('agreed'), { value: ['true'] }, 'a choice that was made already')
  t.match(replace.field('extras'), { value: ['Parking', 'Sauna'] }, 'several')
})

type FormData = Record<string, Entry>

/** The status of the response to a form. */
async function statusOf (action: Action, data: FormData): Promise<number> {
  // What is left empty and need not be filled is not sent.
  const sent = Object.entries(data).filter(([name, entry]) => entry.length > 0 || action.field(name)!.required)
  return action.submit(Object.fromEntries(sent)).then(() => 201, (error: { status: number }) => error.status)
}

for (const { title, app, form, filled, rejected, accepted } of [orders, everyKind]) {
  t.test(title, async t => {
    const { action } = await visit(t, app)
    const submitted = await action(form)
    for (const [name, entry] of rejected) {
      t.equal(
        await statusOf(submitted, { ...filled, [name]: entry }), 400, `${name} ${JSON.stringify(entry)} is rejected`
      )
    }
    for (const [name, entry] of accepted) {
      t.equal(
        await statusOf(submitted, { ...filled, [name]: entry }), 201, `${name} ${JSON.stringify(entry)} is accepted`
      )
    }
  })
}

t.test('the handler gets the input that Ketting submits', async t => {
  const { action, read } = await visit(t, buildBookings)
  const create = await action('create')
  t.equal(create.contentType, 'application/x-www-form-urlencoded')
  const created = await create.submit({ ...everyKind.filled, floor: '1', days: ['1', '3'], 'address.zip': '12345' })
  t.same(await read(created.headers.get('location')!), {
    version: 'v1',
    name: 'Ada',
    code: 'AB-1',
    email: 'ada@example.org',
    day: '2025-01-31',
    people: 2,
    volume: 5,
    agreed: true,
    room: 'Single',
    floor: 1,
    extras: ['Sauna'],
    days: [1, 3],
    address: { street: 'Elm', zip: '12345' }
  })

  const replace = await action('replace')
  t.equal(replace.contentType, 'application/json')
  const replaced = await replace.submit({ room: 'Single' })
  t.same(await read(replaced.headers.get('location')!), {
    version: 'v1', ...first, volume: 5, room: 'Single'
  }, 'what the form begins with is sent too')
})

t.test('ketting sends a GET form as a query', async t => {
  const { action } = await visit(t, buildBookings)
  const { data } = await (await action('find')).submit({ room: 'Double "A & B"', people: '2' })
  t.same(data, { query: { room: 'Double "A & B"', people: 2 } })
})

t.test('ketting knows what is required', async t => {
  const { action } = await visit(t, buildBookings)
  await t.rejects((await action('create')).submit({ code: 'AB-1' }), { message: /^The \w+ field is required/ })
})

t.test('choices of another route', async t => {
  const { action } = await visit(t, buildBookings)
  const create = await action('create')
  const { dataSource } =
    create.field('speed') as { dataSource?: { href: string, labelField: string, valueField: string } }
  t.match(dataSource, { labelField: 'label', valueField: 'code' })
  t.same(await (await fetch(dataSource!.href)).json(), [
    { code: 'slow', label: 'By ship' }, { code: 'fast', label: 'By air' }
  ])
})
