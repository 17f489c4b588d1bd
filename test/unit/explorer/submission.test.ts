import t from 'tap'
import { type GuessedType, guessedType, literalsIn, readChoices } from '../../../hypermedia/choices.ts'
import { sendsJson, submissionOf } from '../../../hypermedia/fill.ts'
import { type Form, readField } from '../../../hypermedia/form.ts'

const formOf = (properties: readonly object[]): Form =>
  ({
    name: 'save',
    title: undefined,
    target: '',
    method: 'POST',
    contentType: undefined,
    fields: properties.flatMap(readField)
  })

/** The JSON that is sent for a form. */
function sent (properties: readonly object[], entered: Readonly<Record<string, readonly string[]>>): unknown {
  const form = formOf(properties)
  const literals = literalsIn(form.fields)
  return submissionOf(form, new Map(Object.entries(entered)), '/save', { literals }).body
}

t.test('a number is sent as it was entered', async t => {
  const rows: ReadonlyArray<readonly [entered: string, json: string]> = [
    ['7', '7'], ['1.50', '1.50'], ['-0', '-0'], ['1e3', '1e3'], ['9007199254740993', '9007199254740993'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['.5', '0.5'], ['007', '7'], ['1e400', '1e400'], ['seven', '"seven"'], [' ', '" "'], ['0x10', '16'],
    ['Infinity', '"Infinity"']
  ]
  for (const type of ['number', 'range']) {
    for (const [entered, json] of rows) {
      t.equal(sent([{ name: 'a', type }], { a: [entered] }), `{"a":${json}}`, `${type} ${entered}`)
    }
  }
})

t.test('a form without fields has a body if it has a media type', async t => {
  for (const [contentType, body] of [
    [undefined, null], ['application/json', '{}'], ['application/x-www-form-urlencoded', '']
  ] as const) {
    t.same(submissionOf({ ...formOf([]), contentType }, new Map(), '/save').body, body, contentType ?? 'none')
  }
})

t.test('choices that are numbers or booleans in the document are sent as such', async t => {
  const rows: ReadonlyArray<readonly [property: object, entered: readonly string[], json: string]> = [
    [{ options: { inline: [1, 2], maxItems: 1 } }, ['2'], '2'],
    [
      { options: { inline: [{ prompt: 'Yes', value: true }, { prompt: 'No', value: false }], maxItems: 1 } }, ['false'],
      'false'
    ],
    [{ options: { inline: [1, 'two'], maxItems: 1 } }, ['two'], '"two"'],
    [{ options: { inline: [1, 'two'] } }, ['1', 'two'], '[1,"two"]'],
    [{ options: { inline: ['x', 'y'], maxItems: 1 } }, ['x'], '"x"'],
    [{ type: 'hidden', value: 5 }, ['5'], '5'],
    [{ type: 'hidden', value: true }, ['true'], 'true'],
    [{ value: 5 }, ['6'], '6'],
    [{ value: 5 }, ['six'], '"six"'],
    [{ value: false }, ['perhaps'], '"perhaps"'],
    [{ type: 'hidden', value: '5' }, ['5'], '"5"'],
    [{ type: 'number', options: { inline: ['1', '2.50'], maxItems: 1 } }, ['2.50'], '2.50']
  ]
  for (const [property, entered, json] of rows) {
    t.equal(
      sent([{ name: 'a', ...property }], { a: entered }), `{"a":${json}}`, JSON.stringify(property)
    )
  }
})

t.test('the type that choices written as strings stand for', async t => {
  const rows: ReadonlyArray<readonly [options: object, type: GuessedType | null]> = [
    [{ inline: ['1', '2', '-1.5', '1e+21'] }, 'number'],
    [{ inline: ['true', 'false'], maxItems: 1 }, 'boolean'],
    [{ inline: [{ prompt: 'No', value: 'false' }, { prompt: 'Yes', value: 'true' }], maxItems: 1 }, 'boolean'],
    ...['', '007', '1.0', ' 1', '1e3', '+1', '.5', 'Infinity', 'NaN', '0x1', '9007199254740993', 'a'].map(value =>
      [{ inline: ['1', value] }, null] as const),
    [{ inline: ['true', 'false'] }, null],
    [{ inline: ['true'], maxItems: 1 }, null],
    [{ inline: ['true', 'false', 'unknown'], maxItems: 1 }, null],
    [{ inline: [] }, null],
    [{ inline: [1, 2] }, null],
    [{ link: { href: '/sizes' } }, null]
  ]
  for (const [options, type] of rows) t.equal(guessedType(readChoices({ options })!), type, JSON.stringify(options))
  t.equal(sent([{ name: 'a', options: { inline: ['1', '2'] } }], { a: ['2', '1'] }), '{"a":[2,1]}')
  t.equal(sent([{ name: 'a', options: { inline: ['true', 'false'], maxItems: 1 } }], { a: ['true'] }), '{"a":true}')
})

t.test('the members of a body', async t => {
  const many = { inline: ['x', 'y'], maxItems: 2 }
  const rows: ReadonlyArray<readonly [
    properties: readonly object[], entered: Readonly<Record<string, readonly string[]>>, json: string
  ]> = [
    [
      [{ name: 'b' }, { name: '1' }, { name: '__proto__' }], { b: ['"'], 1: ['2'], ['__proto__']: ['p'] },
      '{"b":"\\"","1":"2","__proto__":"p"}'
    ],
    [[{ name: 'a' }, { name: 'b', required: true }, { name: 'c' }], { a: [''], b: [''] }, '{"b":""}'],
    [[{ name: 'a', options: many }], { a: ['x', 'y'] }, '{"a":["x","y"]}'],
    [[{ name: 'a', options: many }], {}, '{}'],
    [[{ name: 'a', options: many, required: true }], {}, '{"a":[]}'],
    [[{ name: 'a', options: { ...many, inline: [] } }], { a: [''] }, '{}'],
    [[{ name: 'a' }, { name: 'a' }], { a: ['x', 'y'] }, '{"a":["x","y"]}']
  ]
  for (const [properties, entered, json] of rows) t.equal(sent(properties, entered), json)
  t.equal(sent([], {}), null, 'a form without fields has no body')
})

t.test('the media type of a form is compared without case and parameters', async t => {
  const rows: ReadonlyArray<readonly [contentType: string, body: unknown, json: boolean]> = [
    ['Application/X-WWW-Form-URLencoded; charset=utf-8', 'a=1', false],
    ['Multipart/Form-Data', FormData, false],
    ['application/merge-patch+json', '{"a":"1"}', true]
  ]
  for (const [contentType, body, json] of rows) {
    const form = { ...formOf([{ name: 'a' }]), contentType }
    t.match(submissionOf(form, new Map([['a', ['1']]]), '/save').body, body, contentType)
    t.equal(sendsJson(form), json)
  }
})
