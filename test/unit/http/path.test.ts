import t from 'tap'
import { baseOf, prefixOf, withoutTrailingSlashes } from '../../../lib/http/urls.ts'

t.test('slashes at the end of a path', async t => {
  const rows: Record<string, string> = {
    '': '', '/': '', '//': '', '/a': '/a', '/a/': '/a', '/a//': '/a', '/a//b/': '/a//b'
  }
  for (const [path, expected] of Object.entries(rows)) {
    t.equal(withoutTrailingSlashes(path), expected, JSON.stringify(path))
  }
})

t.test('dots in the segments of a prefix', async t => {
  const rows: Record<string, string | null> = {
    '/v1.': '/v1.',
    '/.v1': '/.v1',
    '/a%2e': '/a%2e',
    '/%2ea': '/%2ea',
    '/...': '/...',
    '/.': null,
    '/..': null,
    '/.%2E': null,
    '/a/./b': null
  }
  for (const [path, expected] of Object.entries(rows)) t.equal(prefixOf(path), expected, path)
})

t.test('a prefix is a path from its first character to its last', async t => {
  const rows: Record<string, string | null> = {
    '/v1': '/v1', 'v1/a': null, '<x>/a': null, '/a<x>': null, '//evil.example/a': null
  }
  for (const [path, expected] of Object.entries(rows)) t.equal(prefixOf(path), expected, path)
})

t.test('a base URL is an origin and a path', async t => {
  const rows: Record<string, string | null> = {
    'https://api.example': 'https://api.example',
    'http://api.example:8080/v1/': 'http://api.example:8080/v1',
    'https://api.example/?': 'https://api.example',
    'https://api.example/v1?a': null,
    'https://api.example/v1#a': null,
    'https://user@api.example': null,
    'https://:password@api.example': null,
    'https://api.example//v1': null,
    'ftp://api.example': null,
    'xhttp://api.example': null,
    'httpsx://api.example': null,
    'api.example/v1': null
  }
  for (const [href, expected] of Object.entries(rows)) t.equal(baseOf(href), expected, href)
})
