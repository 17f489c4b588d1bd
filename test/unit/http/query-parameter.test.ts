import fc from 'fast-check'
import t from 'tap'
import { QueryParameter } from '../../../lib/http/query-parameter.ts'
import { runs } from '../../support/runs.ts'

const withParameter = (path: string, name: string, value: string) => new QueryParameter(name).set(path, value)

t.test('one query parameter is set, the others are unchanged', async t => {
  const rows: Record<string, [path: string, expected: string]> = {
    'no query': ['/o', '/o?page=3'],
    'an empty query': ['/o?', '/o?page=3'],
    'another parameter': ['/o?size=5', '/o?size=5&page=3'],
    'in its place': ['/o?a=1&page=2&b=2', '/o?a=1&page=3&b=2'],
    'without case': ['/o?PAGE=2', '/o?page=3'],
    'percent-encoded': ['/o?p%61ge=2', '/o?page=3'],
    'several times': ['/o?page=1&a=1&Page=2', '/o?page=3&a=1'],
    'without a value': ['/o?page', '/o?page=3'],
    'invalid percent-encoding': ['/o?%zz=1&page%=2', '/o?%zz=1&page%=2&page=3'],
    'empty parts': ['/o?a=1&&b=2', '/o?a=1&&b=2&page=3'],
    'empty parts around it': ['/o?&page=1&&', '/o?&page=3&&'],
    'a longer name, and a shorter one': ['/o?pages=1&xpage=1&pag=1', '/o?pages=1&xpage=1&pag=1&page=3'],
    'in a value': ['/o?a=page&b=page=1', '/o?a=page&b=page=1&page=3'],
    'in the path': ['/page=1?page=2', '/page=1?page=3'],
    'a question mark in the query': ['/o?a?page=1&page=2', '/o?a?page=1&page=3']
  }
  for (const [name, [path, expected]] of Object.entries(rows)) t.equal(withParameter(path, 'page', '3'), expected, name)
  t.equal(withParameter('/o', 'after this', 'a&b=c'), '/o?after%20this=a%26b%3Dc', 'name and value are encoded')
})

t.test('one query parameter is removed', async t => {
  const rows: Record<string, [path: string, expected: string]> = {
    'no query': ['/o', '/o'],
    'an empty query': ['/o?', '/o?'],
    'another parameter': ['/o?size=5', '/o?size=5'],
    'the only one': ['/o?page=2', '/o'],
    'the first': ['/o?page=2&a=1', '/o?a=1'],
    'in the middle': ['/o?a=1&page=2&b=2', '/o?a=1&b=2'],
    'the last': ['/o?a=1&page=2', '/o?a=1'],
    'several times': ['/o?page=1&a=1&Page=2', '/o?a=1']
  }
  for (const [name, [path, expected]] of Object.entries(rows)) {
    t.equal(new QueryParameter('page').remove(path), expected, name)
  }
})

// The definition: cut the query, decode each name, compare.
function model (path: string, name: string, value: string): string {
  const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  const question = path.indexOf('?')
  if (question === -1) return `${path}?${parameter}`
  const query = path.slice(question + 1)
  const parts = query === '' ? [] : query.split('&')
  const isNamed = (part: string) => decoded(part.split('=', 1)[0]!).toLowerCase() === name.toLowerCase()
  const first = parts.findIndex(isNamed)
  const kept = parts.flatMap((part, index) => index === first ? parameter : isNamed(part) ? [] : part)
  return `${path.slice(0, question)}?${(first === -1 ? [...kept, parameter] : kept).join('&')}`
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

t.test('a parameter is found however it is encoded', async () => {
  const names = ['page', 'p[n]', 'a b', 'a&b=c+#', 'é', 'x.y*', '\u{1f600}']
  const encodings = [
    (name: string) => encodeURIComponent(name),
    (name: string) => encodeURIComponent(name.toUpperCase()).toLowerCase(),
    (name: string) => Array.from(Buffer.from(name), byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    (name: string) => encodeURIComponent(name).replaceAll('%20', '+')
  ]
  const part = fc.oneof(
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...encodings), fc.constantFrom('', '=', '=1', '=%zz'))
      .map(([name, encode, value]) => encode(name) + value),
    fc.string({ unit: fc.constantFrom('p', 'a', 'g', 'e', '%', '7', '0', '=', '+', '?', 'é') })
  )
  fc.assert(fc.property(fc.array(part), fc.constantFrom(...names), (parts, name) => {
    const path = `/o?${parts.join('&')}`
    return withParameter(path, name, '3') === model(path, name, '3')
  }), { numRuns: runs(2_000) })
})

t.test('the links of one URL cut it once', async t => {
  const searches = t.capture(String.prototype, 'search', String.prototype.search)
  const page = new QueryParameter('page')
  const path = '/o?a=1&page=2&b=2'
  for (const value of ['1', '2', '3']) t.equal(page.set(path, value), `/o?a=1&page=${value}&b=2`)
  t.equal(searches().length, 1)
  t.equal(page.set('/o', '4'), '/o?page=4', 'another URL')
  t.equal(page.set(path, '5'), '/o?a=1&page=5&b=2')
})
