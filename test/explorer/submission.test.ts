import t from 'tap'
import { readField } from '../../explorer/page/hypermedia/field.ts'
import type { Form } from '../../explorer/page/hypermedia/form.ts'
import { submissionOf } from '../../explorer/page/hypermedia/submission.ts'

const formOf = (properties: readonly object[]): Form => ({ name: 'save', title: undefined, target: undefined, method: 'POST', contentType: undefined, fields: properties.flatMap(readField) })

/** The JSON that is sent for a form. */
function sent (properties: readonly object[], entered: Readonly<Record<string, readonly string[]>>): unknown {
  return submissionOf(formOf(properties), new Map(Object.entries(entered)), '/save').body
}

t.test('a number is sent as it was entered', async t => {
  const rows: ReadonlyArray<readonly [entered: string, json: string]> = [
    ['7', '7'], ['1.50', '1.50'], ['-0', '-0'], ['1e3', '1e3'], ['9007199254740993', '9007199254740993'], ['0.1234567890123456789', '0.1234567890123456789'],
    ['.5', '0.5'], ['007', '7'], ['1e400', '1e400'], ['seven', '"seven"'], [' ', '" "'], ['0x10', '16'], ['Infinity', '"Infinity"']
  ]
  for (const type of ['number', 'range']) {
    for (const [entered, json] of rows) t.equal(sent([{ name: 'a', type }], { a: [entered] }), `{"a":${json}}`, `${type} ${entered}`)
  }
})

t.test('the members of a body', async t => {
  const many = { inline: ['x', 'y'], maxItems: 2 }
  const rows: ReadonlyArray<readonly [properties: readonly object[], entered: Readonly<Record<string, readonly string[]>>, json: string]> = [
    [[{ name: 'b' }, { name: '1' }, { name: '__proto__' }], { b: ['"'], 1: ['2'], ['__proto__']: ['p'] }, '{"b":"\\"","1":"2","__proto__":"p"}'],
    [[{ name: 'a' }, { name: 'b', required: true }, { name: 'c' }], { a: [''], b: [''] }, '{"b":""}'],
    [[{ name: 'a', options: many }], { a: ['x', 'y'] }, '{"a":["x","y"]}'],
    [[{ name: 'a', options: many }], {}, '{}'],
    [[{ name: 'a', options: many, required: true }], {}, '{"a":[]}'],
    [[{ name: 'a', options: { ...many, inline: [] } }], { a: [''] }, '{}'],
    [[{ name: 'a' }, { name: 'a' }], { a: ['x', 'y'] }, '{"a":"x"}']
  ]
  for (const [properties, entered, json] of rows) t.equal(sent(properties, entered), json)
  t.equal(sent([], {}), null, 'a form without fields has no body')
})
