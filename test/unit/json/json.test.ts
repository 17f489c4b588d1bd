import fc from 'fast-check'
import t from 'tap'
import { flattenTogether, isJsonArray, splitElements } from '../../../lib/json/array.ts'
import { appendMembers, isJsonObject, memberNames, memberSpans, withValues } from '../../../lib/json/object.ts'
import { readNames } from '../../support/member-names.ts'
import { runs } from '../../support/runs.ts'

// JSON.parse is the reference: whatever is removed from a string or added to it must parse to the expected value.

const RUNS = runs(20_000)

type Members = Array<[name: string, value: string]>

/** The names and the texts of an object's members, as they stand in the text. */
const membersOf = (text: string): Members => memberSpans(text)
  .map(({ name, valueStart, end }) => [name, text.slice(valueStart, end)])

const objects: Array<[name: string, text: string, members: Members]> = [
  ['nothing inside', '{}', []],
  ['space inside', ' { \t\r\n } ', []],
  ['scalars', '{"a":1,"b":true,"c":null,"d":-1.5e+3}', [['a', '1'], ['b', 'true'], ['c', 'null'], ['d', '-1.5e+3']]],
  ['space everywhere', '\n{ "a" : 1 ,\t"b" :"x" }\n', [['a', '1'], ['b', '"x"']]],
  ['nested', '{"a":{"b":[{"c":1}]},"d":[]}', [['a', '{"b":[{"c":1}]}'], ['d', '[]']]],
  ['brackets in strings', '{"a":"}],{[","b":{"c":"]}"}}', [['a', '"}],{["'], ['b', '{"c":"]}"}']]],
  ['quotes in strings', '{"a":"\\"","b":"\\\\","c":"\\\\\\""}', [['a', '"\\""'], ['b', '"\\\\"'], ['c', '"\\\\\\""']]],
  ['quotes in names', '{"\\"":1,"a\\\\":2,"\\\\\\"}":3}', [['"', '1'], ['a\\', '2'], ['\\"}', '3']]],
  ['escaped names', '{"\\u005flinks":1,"\\ud83d\\ude00":2,"\\/\\n":3}', [['_links', '1'], ['😀', '2'], ['/\n', '3']]],
  ['the empty name', '{"":{"":""}}', [['', '{"":""}']]],
  ['one name twice', '{"a":1,"a":2}', [['a', '1'], ['a', '2']]],
  ['names of the language', '{"__proto__":1,"constructor":{}}', [['__proto__', '1'], ['constructor', '{}']]]
]

for (const [name, text, members] of objects) t.same(membersOf(text), members, `members: ${name}`)

t.test('a name is read as it is, whatever JSON.parse read before', async t => {
  // See docs/compatibility.md, "A defect of JSON.parse".
  JSON.parse('{"read before":1,"\\\\":2}')
  t.same(membersOf('{"read before":1,"\\"":2}').map(([name]) => name), ['read before', '"'])
})

const arrays: Array<[name: string, text: string, elements: string[]]> = [
  ['nothing inside', '[]', []],
  ['space inside', '[ \n\t]', []],
  ['scalars', '[1,null,"a",-0.5]', ['1', 'null', '"a"', '-0.5']],
  ['space everywhere', ' [ 1 , {} ,\n[ ] ] ', ['1', '{}', '[ ]']],
  ['commas and brackets in strings', '[",",{"a":"],["},"\\"]"]', ['","', '{"a":"],["}', '"\\"]"']],
  ['nested', '[[[1],[2]],{"a":[3]}]', ['[[1],[2]]', '{"a":[3]}']],
  ['objects', '[{"a":1},{"a":{"b":2}},{"c":"x"}]', ['{"a":1}', '{"a":{"b":2}}', '{"c":"x"}']],
  ['objects that end with an object', '[{"a":{"b":1}},{"c":1}]', ['{"a":{"b":1}}', '{"c":1}']],
  ['what is between objects in a string', '[{"a":"},{\\"b\\":1"},{"c":1}]', ['{"a":"},{\\"b\\":1"}', '{"c":1}']],
  ['a string that ends like an object and begins one', '[{"a":1},{},{"b":"},{"}]', ['{"a":1}', '{}', '{"b":"},{"}']],
  ['a name that ends so', '[{"a},{":1},{"b":1}]', ['{"a},{":1}', '{"b":1}']],
  ['null beside such a string', '[{"a":"},{"},null,{"b":1}]', ['{"a":"},{"}', 'null', '{"b":1}']],
  ['arrays of as many objects inside', '[{"a":[{"x":1},{"y":2},{"z":3}]},5,{"b":1}]', [
    '{"a":[{"x":1},{"y":2},{"z":3}]}', '5', '{"b":1}'
  ]],
  ['arrays inside, and an empty object', '[{"a":[{"x":1},{"y":2}]},{}]', ['{"a":[{"x":1},{"y":2}]}', '{}']],
  ['a bracket in a string', '[{"a":"["},{"b":1}]', ['{"a":"["}', '{"b":1}']],
  ['an empty object among others', '[{"a":1},{},{"b":1}]', ['{"a":1}', '{}', '{"b":1}']],
  ['objects with space between', '[{"a":1}, {"b":1}]', ['{"a":1}', '{"b":1}']]
]

for (const [name, text, elements] of arrays) {
  t.same(splitElements(text), elements, `elements: ${name}`)
}

const appended: Array<[name: string, object: string, members: string, expected: string]> = [
  ['nothing', '{"a":1}', '', '{"a":1}'],
  ['to an empty object', '{}', ',"b":2', '{"b":2}'],
  ['to an empty object with space', ' { } ', ',"b":2', ' { "b":2}'],
  ['to members', '{"a":1}', ',"b":2,"c":3', '{"a":1,"b":2,"c":3}'],
  ['to an empty object as a value', '{"a":{}}', ',"b":2', '{"a":{},"b":2}'],
  ['to a value that ends in braces', '{"a":"{}"}', ',"b":2', '{"a":"{}","b":2}'],
  ['before a line end', '{"a":1\n}\n', ',"b":2', '{"a":1\n,"b":2}']
]

for (const [name, object, members, expected] of appended) {
  t.equal(appendMembers(object, members), expected, `appended: ${name}`)
}

const kinds: Array<[text: unknown, isObject: boolean, isArray: boolean]> = [
  ['{}', true, false],
  [' \r\n\t{"a":1}', true, false],
  ['[]', false, true],
  ['\n[{}]', false, true],
  ['"{"', false, false],
  ['"["', false, false],
  ['1', false, false],
  ['', false, false],
  [' ', false, false],
  [undefined, false, false],
  [Buffer.from('{}'), false, false],
  [['{}'], false, false]
]

for (const [text, isObject, isArray] of kinds) {
  t.same([
    isJsonObject(text), isJsonArray(text)
  ], [isObject, isArray], `kind of ${typeof text} ${JSON.stringify(text)}`)
}

// What a serializer of the app writes need not be JSON: looking at it ends, and finds no elements.
for (const text of [
  '[', '[}', '[1:2]', '[section: a]', '[object Object]', '["', '["a', '["a\\"]', '[{', '[1,', '[1,]', '[,1]', '[,,',
  '[]]', '[1]]', '[1}', '[[}', '[:]', '[1]\n[2]', '[1] x'
]) {
  t.equal(splitElements(text), null, `no array: ${text}`)
}
for (const text of [
  '{', '{:"a"', '{a:1}', '{,"a":1}', '{"a"}', '{"a":}', '{"a":[', '{"a":1 "b":2', '{"a":1', '{"a":"', '{"a":{"b":1}'
]) {
  t.ok(memberSpans(text).length <= 2, `ends: ${text}`)
}

const awkward = fc.string({ unit: fc.constantFrom(...'"\\{}[]:,\n \t/_aé😀\u2028\ud800') })
const text = fc.oneof(
  awkward, fc.string({ unit: 'binary' }), fc.constantFrom('_links', '__proto__', '', '\\', '"', '\\"')
)
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(readNames(text), tie('value'), { maxKeys: 4 })
  )
}))
const spacing = fc.constantFrom<Array<number | string | undefined>>(undefined, 1, 2, '\t', '\r\n ')
const outside = fc.constantFrom('', ' ', '\r\n\t')

/** The value as its own text, and what that text is read as. */
const written = fc.record({ value, spacing, before: outside, after: outside })
  .map(({ value, spacing, before, after }) =>
    ({
      text: before + JSON.stringify(value, null, spacing) + after, value: JSON.parse(JSON.stringify(value)) as unknown
    }))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkKind (text: string, value: unknown): void {
  if (isJsonObject(text) !== isObject(value) || isJsonArray(text) !== Array.isArray(value)) throw new Error('the kind')
}

function checkSame (seen: unknown, wanted: unknown): void {
  // As strings: the order of the members counts, and 0 equals -0.
  if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
    throw new Error(
    `${JSON.stringify(seen)} where ${JSON.stringify(wanted)} was expected`
    )
  }
}

// Written in the order of the text, which an object would not keep for names like 10 and 9.
const pairs = (text: string) => membersOf(text).map(([name, member]) => [name, JSON.parse(member) as unknown])

function checkObject (text: string, value: Record<string, unknown>): void {
  const spans = memberSpans(text)
  checkSame(pairs(text), Object.entries(value))
  checkSame(pairs(appendMembers(text, ',"x\\"}":{"a":[]},"y":2')), [
    ...Object.entries(value), ['x"}', { a: [] }], ['y', 2]
  ])
  checkSame(JSON.parse(appendMembers(text, '')), value)
  spans.forEach((span, index) => {
    const others = spans.filter(other => other !== span)
    const without = withValues(text, spans, new Map([[span, null]]))
    checkSame(pairs(without), Object.entries(value).toSpliced(index, 1))
    checkSame(JSON.parse(without), Object.fromEntries(Object.entries(value).toSpliced(index, 1)))
    checkSame(pairs(withValues(text, spans, new Map([[span, '[7]']]))),
      Object.entries(value).with(index, [span.name, [7]]))
    checkSame(pairs(withValues(text, spans, new Map(others.map(other => [other, null])))),
      Object.entries(value).slice(index, index + 1))
  })
}

const NAMES: [object: string, names: string[] | null][] = [
  ['{"a":1}', null],
  ['{"a_b":"c_"}', null],
  ['{"a":"\\"_"}', ['a']],
  ['{"a_b":1,"_links":2}', ['a_b', '_links']],
  ['{"\\u005flinks":1}', ['_links']]
]
for (const [object, names] of NAMES) {
  t.same(memberNames(object), names === null
    ? null
    : new Set(names), `names, null if none can begin with an underscore: ${object}`)
}

for (const strings of [[], ['{}'], ['{"a":1}', '', '"Ł"', '{"b":[2]}']]) {
  t.same(flattenTogether(strings), strings, `flattened together: ${strings.join(' ')}`)
}

t.test(`${RUNS} random values, with any spacing`, async t => {
  const seen = { object: 0, array: 0, scalar: 0 }
  fc.assert(fc.property(written, ({ text, value }) => {
    checkKind(text, value)
    if (Array.isArray(value)) checkSame(splitElements(text)!.map(element => JSON.parse(element) as unknown), value)
    if (isObject(value)) checkObject(text, value)
    seen[isObject(value) ? 'object' : Array.isArray(value) ? 'array' : 'scalar']++
  }), { numRuns: RUNS })
  t.equal(seen.object + seen.array + seen.scalar, RUNS)
  t.ok(seen.object > RUNS / 10 && seen.array > RUNS / 10, `${seen.object} objects, ${seen.array} arrays`)
})

// Texts that look like what stands between objects, in lists that are read by searching for it.
const lookalike = fc.array(fc.constantFrom('},{', '}', '{', ',', '"', '\\', 'a', ':', ' '), { maxLength: 4 })
  .map(parts => parts.join(''))
const almostObjects = fc.array(fc.oneof({
  weight: 6,
  arbitrary: fc.dictionary(lookalike, fc.oneof(
    lookalike, fc.constant(null), fc.dictionary(lookalike, lookalike, { maxKeys: 2 })
  ), { maxKeys: 3 })
}, fc.constantFrom(null, {}, 1, '},{')), { maxLength: 6 })

t.test(`${RUNS} lists that are hard to distinguish`, async t => {
  let searched = 0
  fc.assert(fc.property(almostObjects, values => {
    const expected = values.map(value => JSON.stringify(value))
    const text = JSON.stringify(values)
    checkSame(splitElements(text), expected)
    const isFilled = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (values.length > 1 && values.every(isFilled)) searched++
  }), { numRuns: RUNS })
  t.ok(searched > RUNS / 50, `${searched} lists with nothing but objects`)
})
