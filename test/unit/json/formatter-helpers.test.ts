import fc from 'fast-check'
import t from 'tap'
import { jsonArray, jsonElements, jsonMembers, jsonObject, jsonScalars, templateQuery } from '../../../lib/index.ts'
import { jsonValues, readNames } from '../../support/member-names.ts'

// The helpers of formatters: JSON as strings, and URI templates of searches.

const SCALARS: Readonly<Record<string, [json: string, isMatch: boolean, except?: string[]]>> = {
  'scalars of each type': ['{"a":1,"b":-1.5e+3,"c":"x","d":true,"e":null}', true],
  'no members': ['{}', true],
  escapes: ['{"a":"a \\" , \\\\","b":1}', true],
  'a string that ends with a backslash': ['{"a":"\\\\"}', true],
  'what looks like a member in a string': ['{"a":"\\",\\"b\\":[1]"}', true],
  'an object': ['{"a":{"b":1}}', false],
  'an empty object': ['{"a":1,"b":{}}', false],
  'an array': ['{"a":[1]}', false],
  'a name that does not match': ['{"a":1,"b:c":2}', false],
  'a name with an escape': ['{"\\u0061":1}', false],
  'a name that is excluded': ['{"a":1,"type":2}', false, ['type']],
  'a name that begins with an excluded one': ['{"types":2}', true, ['type']],
  'an excluded name with characters of patterns': ['{"a":1}', true, ['.', 'a.', '(', '"']],
  'an excluded name in a string': ['{"a":"type"}', true, ['type']]
}

for (const [row, [json, isMatch, except]] of Object.entries(SCALARS)) {
  t.test(`jsonScalars: ${row}`, async t => t.equal(jsonScalars(/\w+/, except)(json), isMatch))
}

t.test('jsonScalars matches what JSON.stringify writes of scalars, and of no others', async t => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
  const object = fc.dictionary(fc.stringMatching(/^\w+$/), fc.oneof(scalar, fc.array(scalar), fc.object()))
  fc.assert(fc.property(object, value => {
    const isFlat = Object.values(value).every(member => typeof member !== 'object' || member === null)
    t.equal(jsonScalars(/\w+/)(JSON.stringify(value)), isFlat)
  }))
})

t.test('jsonScalars tests each object, also after objects with the same names', async t => {
  const isMatch = jsonScalars(/[\w.$]+/)
  const objects = ['{"a.$":1}', '{"a.$":"x"}', '{"a.$":[1]}', '{"a.$":2}', '{"ab$":3}', '{"b":{}}', '{"b":"\\""}']
  t.same(objects.map(isMatch), [true, true, false, true, true, false, true])
})

t.test('jsonScalars does not match very long objects, whose test would exceed a stack', async t => {
  const long = (count: number) => JSON.stringify({ a: '\\"'.repeat(count), b: 1 })
  t.equal(jsonScalars(/\w+/)(long(20_000)), true)
  t.equal(jsonScalars(/\w+/)(long(2_000_000)), false)
})

t.test('jsonObject and jsonArray join what jsonMembers and jsonElements split', async t => {
  const json = jsonValues.map(value => JSON.stringify(value))
  fc.assert(fc.property(fc.dictionary(readNames(fc.string()), json), members => {
    const json = jsonObject(Object.entries(members))
    const values = Object.entries(members).map(([name, value]) => [name, JSON.parse(value) as unknown] as const)
    t.same(JSON.parse(json), Object.fromEntries(values))
    t.equal(jsonObject(jsonMembers(json)), json)
  }))
  t.equal(jsonArray(jsonElements('[1, "a,b" ,{"c":[]}]')!), '[1,"a,b",{"c":[]}]')
  t.equal(jsonArray([]), '[]')
})

const TEMPLATES: Readonly<Record<string, ReturnType<typeof templateQuery>>> = {
  '/orders{?status,page}': { href: '/orders', names: ['status', 'page'] },
  '/orders{?tag*}': { href: '/orders', names: ['tag'] },
  '/orders{?order%5Bby%5D}': { href: '/orders', names: ['order[by]'] },
  '/orders/{id}': null,
  '/orders/{id}{?page}': null,
  '/orders?a=1{&page}': null,
  '/orders': null,
  '/orders{?bad%ff}': { href: '/orders', names: ['bad%ff'] }
}

for (const [template, query] of Object.entries(TEMPLATES)) {
  t.test(`templateQuery: ${template}`, async t => t.same(templateQuery(template), query))
}
