import findMyWay from 'find-my-way'
import t, { type Test } from 'tap'
import { compilePath, type RouterSettings } from '../../../lib/url/path.ts'
import { ROUTER } from '../../support/router-settings.ts'

type Values = Record<string, unknown>
type Options = Partial<RouterSettings>
type PathRow = [name: string, pattern: string, values: Values, path: string | null, options?: Options]

function pathOf (pattern: string, values: Values, options: Options = {}): string | null {
  return compilePath(pattern, { ...ROUTER, ...options }).path(values)
}

/** What the router reads from a path, as a plain object; null where no route matches. */
function readBack (pattern: string, path: string, options: Options = {}): Values | null {
  const router = findMyWay({ ...options, allowUnsafeRegex: true } as findMyWay.Config<findMyWay.HTTPVersion.V1>)
  router.on('GET', pattern, () => {})
  const found = router.find('GET', path)
  return found === null ? null : { ...found.params }
}

function check (t: Test, rows: readonly PathRow[]): void {
  for (const [name, pattern, values, path, options] of rows) {
    t.equal(pathOf(pattern, values, options), path, name)
    if (path === null) continue
    const used = compilePath(pattern, { ...ROUTER, ...options }).parameters.filter((parameter) =>
      values[parameter] !== undefined && values[parameter] !== null)
    t.same(
      readBack(pattern, path, options),
      Object.fromEntries(used.map((parameter) => [parameter, String(values[parameter])])), `${name}: read back`
    )
    t.equal(new URL(`http://h${path}`).pathname, path, `${name}: unchanged by a URL parser`)
  }
}

t.test('values of every kind', async (t) => {
  const rows: Array<[name: string, value: unknown, path: string | null]> = [
    ['an integer', 42, '/o/42'],
    ['minus zero', -0, '/o/0'],
    ['a negative integer', -5, '/o/-5'],
    ['a fraction', 1.5, '/o/1.5'],
    ['a number with an exponent', 1e21, '/o/1e%2B21'],
    ['a bigint', 9007199254740993n, '/o/9007199254740993'],
    ['true', true, '/o/true'],
    ['false', false, '/o/false'],
    ['a word', 'abc', '/o/abc'],
    ['a long word', 'x'.repeat(100), `/o/${'x'.repeat(100)}`],
    ['a word that is too long', 'x'.repeat(101), null],
    ['100 UTF-16 units', '😀'.repeat(50), `/o/${'%F0%9F%98%80'.repeat(50)}`],
    ['101 UTF-16 units', '😀'.repeat(50) + 'x', null],
    ['everything reserved', ':/?#[]@!$&\'()*+,;=', "/o/%3A%2F%3F%23%5B%5D%40!%24%26'()*%2B%2C%3B%3D"],
    ['a dot segment', '.', null],
    ['two dots', '..', null],
    ['three dots', '...', '/o/...'],
    ['a dot before an encoded slash', './', '/o/.%2F'],
    ['an encoded dot', '%2e', '/o/%252e'],
    ['a line feed', 'a\nb', '/o/a%0Ab'],
    ['empty', '', null],
    ['a lone surrogate', '\ud800', null],
    ['null', null, null],
    ['undefined', undefined, null],
    ['NaN', NaN, null],
    ['infinity', Infinity, null],
    ['an object', {}, null],
    ['an array', ['1'], null],
    ['a date', new Date(0), null],
    ['a symbol', Symbol('x'), null],
    ['a function', () => '1', null],
    ['a boxed string', Object('x'), null]
  ]
  check(t, rows.map(([name, value, path]) => [name, '/o/:id', { id: value }, path]))
})

t.test('literal text of a path stays, encoded as the router reads it', async (t) => {
  check(t, [
    ['the root', '/', {}, '/'],
    ['without parameters', '/a/b', {}, '/a/b'],
    ['an escaped colon', '/name::verb', {}, '/name:verb'],
    ['reserved characters stay', '/a@$&+,;=\'()!~/:id', { id: 1 }, '/a@$&+,;=\'()!~/1'],
    ['a percent sign', '/a%20b/:id', { id: 1 }, '/a%2520b/1'],
    ['a space', '/a b/:id', { id: 1 }, '/a%20b/1'],
    ['brackets and a backslash', '/[a]\\/:id', { id: 1 }, '/%5Ba%5D%5C/1'],
    ['beyond ASCII', '/münchen/:id', { id: 1 }, '/m%C3%BCnchen/1'],
    ['a question mark is never reached', '/a?b/:id', { id: 1 }, null],
    ['a number sign is never reached', '/a#b', {}, null],
    ['a lone surrogate is never reached', '/\ud800/:id', { id: 1 }, null],
    ['a semicolon', '/a;b/:id', { id: 1 }, '/a;b/1'],
    ['a semicolon that begins the query', '/a;b/:id', { id: 1 }, null, { useSemicolonDelimiter: true }],
    ['a semicolon in a value', '/a/:id', { id: 'a;b' }, '/a/a%3Bb', { useSemicolonDelimiter: true }],
    ['a dot segment', '/a/./:id', { id: 1 }, null],
    ['a dot segment at the end', '/a/..', {}, null],
    ['a dot that a value makes a segment', '/.:x', { x: '.' }, null],
    ['a dot before another value', '/.:x', { x: 'a' }, '/.a'],
    ['a dot after a value that is one', '/:x.', { x: '.' }, null],
    ['a dot after a word', '/:x.', { x: 'a' }, '/a.'],
    ['slashes on both sides', '/o/:id/', { id: 1 }, '/o/1/'],
    ['a trailing slash stays', '/o/:id/', { id: 1 }, '/o/1/', { ignoreTrailingSlash: true }],
    ['double slashes', '/a//:id', { id: 1 }, '/a//1'],
    ['double slashes become one', '/a//:id', { id: 1 }, '/a/1', { ignoreDuplicateSlashes: true }]
  ])
})

t.test('parameters may have any name', async (t) => {
  check(t, [
    ['__proto__', '/o/:__proto__', { ['__proto__']: 'x' }, '/o/x'],
    ['constructor', '/o/:constructor', { constructor: 'x' }, '/o/x'],
    ['beyond ASCII', '/k/:üser', { üser: 1 }, '/k/1'],
    ['with colons', '/n/:id::undelete', { 'id::undelete': '3:x' }, '/n/3%3Ax'],
    ['two segments', '/:a/x/:b', { a: 1, b: 'c d' }, '/1/x/c%20d'],
    ['a missing one of two', '/:a/x/:b', { a: 1 }, null],
    ['five', '/:a/:b/:c/:d/:e/f', { a: 1, b: 2, c: 3, d: 4, e: 5 }, '/1/2/3/4/5/f'],
    ['one name twice', '/:a/:a', { a: 'x' }, '/x/x'],
    ['surplus values', '/o/:id', { id: 1, page: 2 }, '/o/1']
  ])
  t.equal(pathOf('/o/:toString', {}), null, 'an inherited value')
  t.equal(pathOf('/:a/:id', Object.assign(Object.create({ id: 1 }), { a: 2 })), null, 'an inherited value of two')
  t.equal(pathOf('/:a-:id', Object.create({ a: 1, id: 1 })), null, 'inherited values in one segment')
  t.same(compilePath('/:a/:b-:a/*', ROUTER).parameters, ['a', 'b', '*'], 'the parameters, each once')
})

t.test('a value must match the expression of its parameter', async (t) => {
  check(t, [
    ['an integer', '/u/:id(^\\d+$)', { id: 7 }, '/u/7'],
    ['a text of digits', '/u/:id(^\\d+$)', { id: '08' }, '/u/08'],
    ['a negative integer', '/u/:id(^\\d+$)', { id: -7 }, null],
    ['a word', '/u/:id(^\\d+$)', { id: 'abc' }, null],
    ['an integer that is rejected', '/u/:id(^[a-z]+$)', { id: 7 }, null],
    ['an integer longer than the limit', '/u/:id', { id: 123456 }, null, { maxParamLength: 5 }],
    ['text after it', '/f/:file(^\\d+).png', { file: 12 }, '/f/12.png'],
    ['a value that ends like the text after it', '/f/:file(^.+).png', { file: 'a.png' }, '/f/a.png.png'],
    ['two in one segment', '/at/:hour(^\\d{2})h:minute(^\\d{2})m', { hour: '08', minute: 24 }, '/at/08h24m'],
    ['one of two is rejected', '/at/:hour(^\\d{2})h:minute(^\\d{2})m', { hour: '8', minute: 24 }, null],
    ['alternatives', '/s/:status(^(Pending|Shipped)$)', { status: 'Pending' }, '/s/Pending'],
    ['none of the alternatives', '/s/:status(^(Pending|Shipped)$)', { status: 'Lost' }, null],
    ['a slash that the expression takes', '/s/:w(^.+$)', { w: 'a/b' }, '/s/a%2Fb'],
    ['a slash that it rejects', '/s/:w(^[^/]+$)', { w: 'a/b' }, null],
    ['a line feed that a dot rejects', '/s/:w(^.+$)', { w: 'a\nb' }, null],
    ['reserved text after it', '/s/:w(^\\d+)@x?y;', { w: 1 }, '/s/1@x%3Fy%3B', { useSemicolonDelimiter: true }],
    ['a percent sign after it', '/s/:w-50%', { w: 'a' }, '/s/a-50%2525'],
    ['a lone surrogate after it', '/s/:w-\ud800', { w: 'a' }, null],
    ['a group within shifts the next parameter', '/:id((\\d+)-(\\d+))/:n', { id: '1-2', n: '1' }, '/1-2/1'],
    ['a value that the shift loses', '/:id((\\d+)-(\\d+))/:n', { id: '1-2', n: '3' }, null],
    ['a group without capture loses the value', '/:id(?:x+)', { id: 'x' }, null],
    ['a group that takes no part', '/:id((a)|b)', { id: 'b' }, '/b'],
    ['a group that ends in a character class', '/:id([(])|(b[)])', { id: '(' }, '/('],
    ['the same, by its other alternative', '/:id([(])|(b[)])', { id: 'b)' }, null],
    ['the second of one name counts', '/:a(^\\d+$)/:a', { a: 5 }, '/5/5'],
    ['two parameters', '/:lat-:lng', { lat: -15, lng: 30 }, '/-15-30'],
    ['two that are read back differently', '/:lat-:lng', { lat: 15, lng: -30 }, null],
    ['two around a dot', '/:name.:ext', { name: 'a.b', ext: 'txt' }, '/a.b.txt'],
    ['two with a reserved character', '/:name.:ext', { name: 'a/b', ext: '?' }, '/a%2Fb.%3F'],
    ['a lone surrogate of two', '/:name.:ext', { name: 'a', ext: '\udc00' }, null],
    ['one of two too long', '/:name.:ext', { name: 'a', ext: 'abcdef' }, null, { maxParamLength: 5 }],
    ['dots around a dot', '/:name.:ext', { name: '.', ext: '.' }, '/...'],
    ['a dot before a dot', '/:name./:x', { name: '.', x: 1 }, null],
    ['a dot before a dot, checked', '/:name./:name', { name: '.' }, null],
    ['an empty one of two', '/:a-:b', { a: '', b: 1 }, null]
  ])
})

t.test('a wildcard takes the rest of a path', async (t) => {
  const star = (value: unknown): Values => ({ '*': value })
  check(t, [
    ['slashes stay', '/files/*', star('a/b c'), '/files/a/b%20c'],
    ['everything else is encoded', '/files/*', star('a?b#c%2F'), '/files/a%3Fb%23c%252F'],
    ['an integer', '/files/*', star(7), '/files/7'],
    ['no limit', '/files/*', star('x'.repeat(300)), `/files/${'x'.repeat(300)}`],
    ['empty', '/files/*', star(''), null],
    ['missing', '/files/*', {}, null],
    ['a lone surrogate', '/files/*', star('\ud800'), null],
    ['a dot segment', '/files/*', star('../x'), null],
    ['a dot segment at the end', '/files/*', star('x/.'), null],
    ['a dot segment with the text before it', '/files/.*', star('./x'), null],
    ['dots in a name', '/files/*', star('a..b/...'), '/files/a..b/...'],
    ['in the middle of a segment', '/files*', star('x/y'), '/filesx/y'],
    ['a slash at the start', '/files/*', star('/x'), '/files//x'],
    ['a slash at the start that is lost', '/files/*', star('/x'), null, { ignoreDuplicateSlashes: true }],
    ['a slash at the start that is not', '/files*', star('/x'), '/files/x', { ignoreDuplicateSlashes: true }],
    ['two slashes that become one', '/files/*', star('x//y'), null, { ignoreDuplicateSlashes: true }],
    ['a slash at the end', '/files/*', star('x/'), '/files/x/'],
    ['a slash at the end that is lost', '/files/*', star('x/'), null, { ignoreTrailingSlash: true }],
    ['the whole path', '*', star('/x/y'), '/x/y'],
    ['the whole path, the root', '*', star('/'), '/', { ignoreTrailingSlash: true }],
    ['the whole path, without a slash', '*', star('x'), null],
    ['two slashes in front', '/*', star('/x'), '//x'],
    ['after a parameter', '/:id/*', { id: 'a/b', '*': 'c/d' }, '/a%2Fb/c/d'],
    ['after two parameters in a segment', '/:a-:b/*', { a: 1, b: 2, '*': 'c/d' }, '/1-2/c/d'],
    ['after two parameters, rejected', '/:a-:b/*', { a: 1, b: 2, '*': '..' }, null]
  ])
})

t.test('an optional parameter', async (t) => {
  check(t, [
    ['given', '/posts/:id?', { id: 5 }, '/posts/5'],
    ['absent', '/posts/:id?', {}, '/posts'],
    ['null', '/posts/:id?', { id: null }, '/posts'],
    ['undefined', '/posts/:id?', { id: undefined }, '/posts'],
    ['empty', '/posts/:id?', { id: '' }, null],
    ['NaN', '/posts/:id?', { id: NaN }, null],
    ['the whole path, and absent', '/:id?', {}, '/'],
    ['the whole path, and given', '/:id?', { id: 'a' }, '/a'],
    ['after another', '/u/:u/posts/:id?', { u: 1 }, '/u/1/posts'],
    ['another is missing', '/u/:u/posts/:id?', { id: 1 }, null],
    ['before a slash, absent', '/posts/:id?/', {}, '/posts/'],
    ['before a slash, given', '/posts/:id?/', { id: 1 }, '/posts/1/'],
    ['two of which one is given', '/:a-:b?', { a: 1 }, null],
    ['literal text that is never reached', '/a#/:id?', {}, null]
  ])
})

t.test('a router that ignores case', async (t) => {
  const options: Options = { caseSensitive: false }
  const trimmed: Options = { caseSensitive: false, ignoreTrailingSlash: true }
  check(t, [
    ['upper case stays', '/Orders/:Id', { Id: 'AbC' }, '/Orders/AbC', options],
    ['an integer', '/Orders/:id', { id: 5 }, '/Orders/5', options],
    ['a lower case that is longer, at the end', '/o/:id', { id: 'aİ' }, '/o/a%C4%B0', options],
    ['a lower case that is longer, before literal text', '/o/:id/x', { id: 'İ' }, null, options],
    ['a lower case that is longer, before a slash that is trimmed', '/o/:id/', { id: 'İ' }, '/o/%C4%B0/', trimmed],
    ['one before a wildcard', '/:id/*', { id: 'İ', '*': 'x' }, null, options],
    ['one in a wildcard', '/o/*', { '*': 'İ/%/?' }, '/o/%C4%B0/%25/%3F', options],
    ['in literal text before a value', '/İ/:id', { id: 'abc' }, null, options],
    ['in literal text after a value', '/:id/İ', { id: 'abc' }, '/abc/%C4%B0', options],
    ['in literal text that repeats the value', '/İİ/:a/q/q', { a: 'q' }, '/%C4%B0%C4%B0/q/q/q', options],
    ['only in literal text', '/İ', {}, '/%C4%B0', options],
    ['in a segment with text', '/İ/:id-x', { id: 'abc' }, null, options],
    ['in literal text before an expression', '/İ/:id(^\\d\\d$)', { id: 12 }, null, options],
    ['a final sigma', '/ΑΣ/:id', { id: 1 }, '/%CE%91%CE%A3/1', options],
    ['a sigma that a value makes inner', '/ΑΣ:id', { id: 'b' }, null, options],
    ['a sigma that stays final', '/ΑΣ:id', { id: '%' }, '/%CE%91%CE%A3%25', options],
    ['a sigma with case', '/ΑΣ:id', { id: 'b' }, '/%CE%91%CE%A3b'],
    ['a sigma after a percent sign', '/%Σ/:id', { id: 'a' }, '/%25%CE%A3/a', options],
    ['a sigma, trimmed', '/Σ/:id', { id: 'a' }, '/%CE%A3/a', trimmed]
  ])
})

t.test('every value is read once', async (t) => {
  const patterns = ['/:a', '/:a/:b', '/:a-:b', '/:a/:a', '/:a?', '/x/:b/:a?', '/:a(^(x)$)/:b']
  for (const pattern of patterns) {
    const read: string[] = []
    const values = { get a () { read.push('a'); return 'x' }, get b () { read.push('b'); return 'y' } }
    const compiled = compilePath(pattern, ROUTER)
    compiled.path(values)
    t.same(read.toSorted(), compiled.parameters.toSorted(), pattern)
  }
})

t.test('the error of a getter is passed on', async (t) => {
  const values = { get id () { throw new RangeError('mine') } }
  for (const pattern of ['/o/:id', '/:id/:id', '/:x-:id', '/o/:id?', '/o/:id/:x']) {
    t.throws(() => pathOf(pattern, values), RangeError, pattern)
  }
})

t.test('a pattern that the router cannot match has no path', async t => {
  const pattern = compilePath('/:a-:b-:c-:d-:e(?:1)', ROUTER)
  t.equal(pattern.path({ a: 1, b: 1, c: 1, d: 1, e: 1 }), null)
})
