import t from 'tap'
import { pathOf, withParameter } from '../../lib/http/current-url.ts'

t.test('the path of a request target', async t => {
  const rows: Record<string, [target: string, path: string]> = {
    'a path': ['/orders?page=2', '/orders?page=2'],
    'an absolute form': ['http://evil.example/orders?page=2', '/orders?page=2'],
    'an absolute form without a path': ['HTTP://evil.example', '/'],
    'an absolute form with a query alone': ['http://evil.example?page=2', '/?page=2'],
    'leading slashes': ['//evil.example/orders', '/evil.example/orders'],
    'an absolute form with leading slashes': ['http://good.example//evil.example', '/evil.example'],
    'leading backslashes, which browsers take for slashes': ['/\\evil.example/orders', '/evil.example/orders'],
    'a fragment': ['/orders?page=2#top', '/orders?page=2'],
    nothing: ['', '/'],
    'a path that looks like a scheme': ['/a://b', '/a://b']
  }
  for (const [name, [target, path]] of Object.entries(rows)) t.equal(pathOf(target), path, name)
})

t.test('one query parameter set, the rest as it was', async t => {
  const rows: Record<string, [path: string, expected: string]> = {
    'no query': ['/o', '/o?page=3'],
    'an empty query': ['/o?', '/o?page=3'],
    'another parameter': ['/o?size=5', '/o?size=5&page=3'],
    'in its place': ['/o?a=1&page=2&b=2', '/o?a=1&page=3&b=2'],
    'without case': ['/o?PAGE=2', '/o?page=3'],
    'percent-encoded': ['/o?p%61ge=2', '/o?page=3'],
    'several times': ['/o?page=1&a=1&Page=2', '/o?page=3&a=1'],
    'without a value': ['/o?page', '/o?page=3'],
    'what nobody can decode': ['/o?%zz=1&page%=2', '/o?%zz=1&page%=2&page=3'],
    'empty parts': ['/o?a=1&&b=2', '/o?a=1&&b=2&page=3']
  }
  for (const [name, [path, expected]] of Object.entries(rows)) t.equal(withParameter(path, 'page', '3'), expected, name)
  t.equal(withParameter('/o', 'after this', 'a&b=c'), '/o?after%20this=a%26b%3Dc', 'name and value are encoded')
})
