import t, { type Test } from 'tap'
import { type AffordanceDeclaration, defineLinks, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

type Chain = (action: AffordanceDeclaration<object>) => unknown

const text = { type: 'string', default: 'by default' }
const choice = { enum: ['a', 'b', 'c'], default: 'c' }
const list = { type: 'array', items: { enum: ['a', 'b', 'c'] }, default: ['c'] }
const address = {
  type: 'object', properties: { street: text, place: { type: 'object', properties: { zip: { type: 'integer' } } } }
}

/** The fields of an action, as they are where its form is filled in with what a function returns. */
async function fieldsOf (
  t: Test, properties: object, chain: Chain, formInput = false
): Promise<Record<string, unknown>[]> {
  const links = defineLinks<object>(links => { chain(links.affordance('go', LinkTarget.route('Go'))) })
  const { get } = await project(t, { links }, { id: 7, at: new Date('2025-01-31T12:00:00Z') }, {
    routes: app => {
      app.post(
        '/go', { schema: { body: { type: 'object', properties } }, config: { hyper: { name: 'Go', formInput } } },
        async () => ({})
      )
      app.get('/list', { config: { hyper: { name: 'List' } } }, async () => [])
    }
  })
  const { status, document } = await get('hal-forms')
  t.equal(status, 200)
  return member(document, '_templates', 'go', 'properties') as Record<string, unknown>[]
}

/** What a field begins with: its value, or its choices. */
async function begins (t: Test, property: object, values: unknown, declared: Chain = () => {}): Promise<unknown> {
  const [field] = await fieldsOf(t, { field: property }, action => { declared(action.prefill(() => values as object)) })
  return field!['value'] ?? member(field, 'options', 'selectedValues')
}

const sends = (field: unknown) => ({ field })

// The schema of a field, what the function returns for it, and what the field begins with.
const ROWS: Readonly<Record<string, [property: object, values: unknown, begins: unknown]>> = {
  'a text': [text, sends('own'), 'own'],
  'an empty text': [text, sends(''), ''],
  'a number': [{ type: 'number' }, sends(-0.5), '-0.5'],
  zero: [{ type: 'integer', default: 3 }, sends(0), '0'],
  'a bigint': [{ type: 'integer' }, sends(12345678901234567890n), '12345678901234567890'],
  'a boolean': [{ type: 'boolean', default: true }, sends(false), ['false']],
  'a date': [{ type: 'string', format: 'date' }, sends(new Date('2025-01-31T23:59:59Z')), '2025-01-31'],
  'a time': [{ type: 'string', format: 'time' }, sends(new Date('2025-01-31T23:59:59Z')), '23:59:59.000Z'],
  'a date and time': [
    { type: 'string', format: 'date-time' }, sends(new Date('2025-01-31T12:00:00Z')), '2025-01-31T12:00:00.000Z'
  ],

  'undefined leaves the default': [text, sends(undefined), 'by default'],
  'null takes it away': [text, sends(null), undefined],
  'null takes a choice away': [choice, sends(null), undefined],
  'no values': [text, null, 'by default'],
  'no object': [text, 'own', 'by default'],
  'values of something else': [text, { other: 'own' }, 'by default'],

  'an object that no control can hold': [text, sends({ a: 1 }), undefined],
  'a symbol': [text, sends(Symbol('own')), undefined],
  'a function': [text, sends(() => 'own'), undefined],
  'not a number': [{ type: 'number', default: 1 }, sends(NaN), undefined],
  'no date': [{ type: 'string', format: 'date', default: '2025-01-01' }, sends(new Date(NaN)), undefined],

  'a choice': [choice, sends('b'), ['b']],
  'a choice that is not offered': [choice, sends('d'), undefined],
  'the first of several for one': [choice, sends(['d', 'b', 'a']), ['b']],
  'several choices': [list, sends(['b', 'd', 'a']), ['b', 'a']],
  'one of several': [list, sends('b'), ['b']],
  'none of several': [list, sends([]), undefined],
  'a number among choices': [{ type: 'integer', enum: [1, 2] }, sends(2), ['2']],
  'the first of several texts': [text, sends(['one', 'two']), 'one'],

  'a password': [{ type: 'string', format: 'password', default: 'secret' }, sends('secret'), undefined],
  'what is only written': [{ type: 'string', writeOnly: true, default: 'secret' }, sends('secret'), undefined],
  'a choice that is only written': [{ enum: ['a', 'b'], writeOnly: true }, sends('a'), undefined],
  'a fixed value': [{ const: 'v1' }, sends('v2'), 'v1']
}

t.test('values of a resource', async t => {
  for (const [name, [property, values, wanted]] of Object.entries(ROWS)) {
    await t.test(name, async t => { t.strictSame(await begins(t, property, values), wanted) })
  }
})

t.test('inherited names are no values', async t => {
  const [field] = await fieldsOf(t, { toString: { type: 'string' } }, action => action.prefill(() => ({})))
  t.strictSame(field, { name: 'toString', required: true, type: 'text' })
  const hostile = JSON.parse('{"__proto__":{"field":"own"}}') as object
  t.equal(await begins(t, text, hostile), 'by default')
})

t.test('the function gets the resource and the context, and may return a promise', async t => {
  const at: Chain = action => action.prefill((resource, { request }) => ({
    field: `${member(resource, 'id')} ${request.method}`
  }))
  const later: Chain = action => action.prefill(async resource => ({ field: member(resource, 'at') }))
  const nothing: Chain = action => action.prefill(async () => undefined)
  t.strictSame(
    await fieldsOf(t, { field: text }, at), [{ name: 'field', value: '7 GET', type: 'text' }],
    'gets the resource and the request'
  )
  t.strictSame(
    await fieldsOf(t, { field: { type: 'string', format: 'date' } }, later),
    [{ name: 'field', value: '2025-01-31', type: 'date' }], 'may take its time'
  )
  t.strictSame(await fieldsOf(t, { field: text }, nothing), [{
    name: 'field', value: 'by default', type: 'text'
  }], 'may return nothing')
})

t.test('the type of a field decides whether a value of the resource is shown', async t => {
  const declared = (field: object): Chain => action => action.fields({ field })
  t.equal(
    await begins(t, { type: 'string' }, sends('own'), declared({ type: 'hidden' })), 'own',
    'what is hidden has the value of the resource'
  )
  t.equal(await begins(t, { const: 'v1' }, sends('v2'), declared({ type: 'text' })), 'v1', 'what is fixed has not')
  t.equal(await begins(t, { type: 'string' }, sends('own'), declared({ type: 'password' })), undefined, 'a password')
  t.equal(
    await begins(t, { type: 'string', format: 'password' }, sends('own'), declared({ type: 'text' })), undefined,
    'a password that is shown as a text'
  )
  t.strictSame(
    await begins(t, { type: 'integer', default: 1 }, sends(5), declared({ options: { route: 'List' } })), ['5'],
    'a linked choice'
  )
  t.strictSame(
    await begins(t, { type: 'integer', default: 1 }, sends(null), declared({ options: { route: 'List' } })), undefined,
    'no linked choice'
  )
  t.strictSame(
    await begins(t, list, sends(['x', 'y']), declared({ options: { route: 'List' } })), ['x', 'y'],
    'several linked choices'
  )
})

t.test('values of nested members fill their fields', async t => {
  const values = async (value: object) => {
    const fields = await fieldsOf(t, { address, 'a.b': text }, action => action.prefill(() => value), true)
    return Object.fromEntries(fields.map(field => [field['name'], field['value']]))
  }
  const none = { 'address.street': 'by default', 'address.place.zip': undefined, 'a.b': 'by default' }
  t.strictSame(await values({ address: { street: 'Main', place: { zip: 1000 } } }), {
    ...none, 'address.street': 'Main', 'address.place.zip': '1000'
  }, 'nested as the input is')
  t.strictSame(await values({ 'address.street': 'Main', 'address.place.zip': 1000 }), {
    ...none, 'address.street': 'Main', 'address.place.zip': '1000'
  }, "by the fields' names")
  t.strictSame(await values({ 'address.street': 'Main', address: { street: 'Side' } }), {
    ...none, 'address.street': 'Main'
  }, 'the name first')
  t.strictSame(await values({ 'a.b': 'own' }), { ...none, 'a.b': 'own' }, 'a name with a dot')
  t.strictSame(await values({ address: null, a: { b: 'own' } }), none, 'a part that is missing')
  t.strictSame(await values({ address: 'Main' }), none, 'a part that is no object')
})

t.test('a function that throws fails the response', async t => {
  const links = defineLinks<object>(links => {
    links.affordance('go', LinkTarget.uri('/go')).accepts({
      type: 'object', properties: { field: text }
    }).prefill(() => { throw new Error('no stock') })
  })
  const { get } = await project(t, { links }, {})
  t.match((await get('hal-forms')).document, { statusCode: 500, message: 'no stock' })
  t.equal((await get()).status, 200, 'only where it is evaluated')
})

// What a resource shows, the body that a PUT or PATCH of it takes, and what the fields start with.
const EDITED = {
  title: 'x', on: false, n: 7, note: null, tags: ['a'], secret: 's', hidden: 'h', name: { first: 'A' }
}
const SHOWN_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(Object.keys(EDITED).filter(name => name !== 'hidden').map(name => [name, {}]))
}
const BODY = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    on: { type: 'boolean', default: true },
    n: { type: 'integer', default: 1 },
    note: { type: ['string', 'null'], default: 'none' },
    tags: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] },
    secret: { type: 'string', writeOnly: true },
    hidden: { type: 'string', default: 'd' },
    name: { type: 'string', default: 'd' },
    other: { type: 'string', default: 'd' },
    kind: { const: 'k' }
  }
}

async function startOf (t: Test, method: 'POST' | 'PUT' | 'PATCH', chain: Chain = () => {}): Promise<object> {
  const links = defineLinks<object>(links => { chain(links.affordance('edit', LinkTarget.route('Edit'))) })
  const { get } = await project(t, { links }, EDITED, {
    schema: { response: { 200: SHOWN_SCHEMA } },
    routes: app => app.route({
      method, url: '/edit', schema: { body: BODY }, config: { hyper: { name: 'Edit' } }, handler: async () => ({})
    })
  })
  const fields = member((await get('hal-forms')).document, '_templates', 'edit', 'properties') as object[]
  return Object.fromEntries(fields.flatMap(field => {
    const value = member(field, 'value') ?? member(field, 'options', 'selectedValues')
    return value === undefined ? [] : [[member(field, 'name'), value]]
  }))
}

t.test('a form that changes a resource starts with what the response shows, not with defaults', async t => {
  const shown = { title: 'x', on: ['false'], n: '7', tags: ['a'], kind: 'k' }
  const created = {
    on: ['true'], n: '1', note: 'none', tags: ['b'], hidden: 'd', name: 'd', other: 'd', kind: 'k'
  }
  t.strictSame(await startOf(t, 'PATCH'), shown)
  t.strictSame(await startOf(t, 'PUT'), shown)
  t.strictSame(await startOf(t, 'POST'), created, 'a default belongs to creation')
  const { n: _n, ...others } = shown
  const prefill: Chain = action => action.prefill(async () => ({ title: 'y', n: null, other: 'o', secret: 's' }))
  const wanted = { ...others, title: 'y', other: 'o' }
  t.strictSame(await startOf(t, 'PATCH', prefill), wanted, 'and with what the function returns')
})
