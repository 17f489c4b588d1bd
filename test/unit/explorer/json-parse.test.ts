import { randomUUID } from 'node:crypto'
import t from 'tap'
import { mayBeInexact, parseJson } from '../../../lib/json/exact.ts'

t.test('a number that JavaScript would change is kept as the string in the JSON', async t => {
  const rows: ReadonlyArray<readonly [json: string, value: unknown]> = [
    ['9007199254740993', '9007199254740993'], ['-12345678901234567890', '-12345678901234567890'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['1e400', '1e400'], ['-1E+400', '-1E+400'], ['1e-400', '1e-400'],
    ['9007199254740991', 9007199254740991], ['0.30000000000000004', 0.30000000000000004], ['1.0', 1], ['1.50e2', 150],
    ['0e5', 0], ['1e21', 1e21],
    ['1.7976931348623157e+308', 1.7976931348623157e+308], ['true', true], ['"9007199254740993"', '9007199254740993'],
    [
      '{"a":[9007199254740993,1],"1e400":"1e400","b":{"c":1e400,"__proto__":2}}',
      JSON.parse('{"a":["9007199254740993",1],"1e400":"1e400","b":{"c":"1e400","__proto__":2}}')
    ],
    ['[ "\\"9007199254740993" ]', ['"9007199254740993']]
  ]
  for (const [json, value] of rows) t.strictSame(parseJson(json), value, json)
})

t.test('what is no JSON throws', async t => {
  for (const json of [
    '', '{', '1e', '[1e400', '9007199254740993 1', '01', 'NaN', '"12345678901234567'
  ]) t.throws(() => parseJson(json), SyntaxError, json)
})

t.test('names and strings are no numbers: JSON with UUIDs is parsed once', async t => {
  const uuids = ['1eaaaaaa-aaaa-4aaa-aaaa-1e1234567890', '12345678-1234-4123-8123-123456789012', randomUUID()]
  for (const uuid of uuids) t.notOk(mayBeInexact(`{"${uuid}":{"_links":{}},"id":"${uuid}","tags":["${uuid}"]}`), uuid)
  for (const number of ['1e400', '-1E400', '1.5e2', '9007199254740993', '-0.1234567890123456789']) {
    for (const json of [number, ` ${number}`, `[${number}]`, `[1,${number}]`, `{"a":${number}}`, `{"a":\n${number}}`]) {
      t.ok(mayBeInexact(json), json)
    }
  }
})
