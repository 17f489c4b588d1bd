import fc from 'fast-check'
import t from 'tap'
import {
  baseOf, isAuthority, mayHaveDotSegment, originFormOf, prefixOf, withoutTrailingSlashes
} from '../../../lib/http/urls.ts'
import { runs } from '../../support/runs.ts'
import { sixteenKibibytes } from './long-text.ts'

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
    '/a/./b': null,
    '/a/..;/b': null,
    '/%252e%252e': null
  }
  for (const [path, expected] of Object.entries(rows)) t.equal(prefixOf(path), expected, path)
})

t.test('dot segments as servers and proxies may read them', async t => {
  const hidden = [
    '..', '.', '%2e%2e', '.%2E', '..;', '..;x=1', '.;', '%2e%2e;', '..%3B', '..%3bx', ';..', 'x;..', '%3b..', '..;..',
    'a%2f..', '..%2f', '..%5c', '%5c..%5C', '..\\', '%252e%252e', '%25252e.', '..%253b', '%252525253b..', '%2%65.',
    '..%3f', '..%23x', '..%00', '..%20', '%09..', '%c0%ae%c0%ae', '..%c0%af', '..%e0%80%af', '..%f0%80%80%af',
    '%u002e%u002e', '%25%32%65.'
  ]
  for (const segment of hidden) {
    for (const path of [`/v1/${segment}/admin`, `/v1/${segment}`]) t.ok(mayHaveDotSegment(path), path)
  }
  const plain = [
    'a', '...', '.a', '..a', 'a..', 'a.', '..%41', 'a%2Fb', 'v=..', ';v=..', '100%25', '%2', '%c3%a9', '%e2%82%ac',
    'a%20..%20b', '%F0%9F%92%A9', '%2525', ''
  ]
  for (const segment of plain) t.notOk(mayHaveDotSegment(`/v1/${segment}/x`), segment)
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

t.test('the path of a request target', async t => {
  const rows: Record<string, [target: string, path: string]> = {
    'a path': ['/orders?page=2', '/orders?page=2'],
    'an absolute form': ['http://evil.example/orders?page=2', '/orders?page=2'],
    'an absolute form without a path': ['HTTP://evil.example', '/'],
    'an absolute form with nothing but a query': ['http://evil.example?page=2', '/?page=2'],
    'leading slashes': ['//evil.example/orders', '/evil.example/orders'],
    'an absolute form with leading slashes': ['http://good.example//evil.example', '/evil.example'],
    'leading backslashes, which browsers read as slashes': ['/\\evil.example/orders', '/evil.example/orders'],
    'a fragment': ['/orders?page=2#top', '/orders?page=2'],
    nothing: ['', '/'],
    'a path that looks like a scheme': ['/a://b', '/a://b']
  }
  for (const [name, [target, path]] of Object.entries(rows)) t.equal(originFormOf(target), path, name)
})

t.test('an authority that every reader takes alike', async (t) => {
  const rows: Array<[name: string, host: string]> = [
    ['a name', 'api.example.com'],
    ['one label', 'internal'],
    ['another case', 'API.Example.COM'],
    ['a final dot', 'example.com.'],
    ['an underscore', 'my_host'],
    ['Punycode', 'xn--bcher-kva.example'],
    ['Punycode in another case and with a port', 'api.XN--BCHER-KVA.example:8080'],
    ['a name that begins with a hyphen', '-a.example'],
    ['a port', 'localhost:3000'],
    ['the default port', 'localhost:80'],
    ['the port of https', 'localhost:443'],
    ['an empty port', 'api.example.com:'],
    ['the first port', 'localhost:0'],
    ['the last port', 'localhost:65535'],
    ['an IPv4 address', '127.0.0.1:8080'],
    ['an IPv6 literal', '[::1]'],
    ['an IPv6 literal with a port', '[::1]:8080'],
    ['an IPv6 literal with the default port', '[2001:DB8::80]:80'],
    ['the unspecified address', '[::]'],
    ['255 characters', 'a'.repeat(255)],
    ['255 characters and a port', `${'a'.repeat(255)}:65535`]
  ]
  for (const [name, host] of rows) t.equal(isAuthority(host), true, name)
})

t.test('a text that is none, or that a URL parser would write otherwise', async (t) => {
  const hosts = [
    '', ' ', '  ', '.', '-', '_', '..', '.:80', ':80', 'a:b', 'a:80:80', 'api.example.com:65536',
    'api.example.com:99999',
    'api.example.com:999999', 'api.example.com:080', 'api.example.com:abc', 'api.example.com:-1', 'javascript:alert(1)',
    'evil.com#frag', 'evil.com?x', 'evil.com/x', 'evil.com\\@good.com', 'good@evil', 'ex ample.com', ' example.com',
    'example.com\n',
    'a,b', 'a;b', "o'reilly.com", 'host{x}', 'host|x', 'host^x', 'x"><script>', 'evil.com"onload="x', '%2e%2e', 'a%41',
    '127.1', '0x7f000001', '2130706433', '127.0.0.01', '1.2.3.256', 'bücher.example', '\u212a.example',
    '[::1', '::1', '[]', '[:]', '[::1]x', '[::1]:99999', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]',
    '[fe80::1%25eth0]:80', '[v1.a]', 'a'.repeat(256)
  ]
  for (const host of hosts) t.equal(isAuthority(host), false, JSON.stringify(host))
})

t.test('Punycode that decodes to no name', async t => {
  // As a URL, Node.js 20 and 22 accept none of them, and 24 and 26 each (URL Standard, June 2026).
  for (const host of ['xn--a', 'XN--A', 'xn--', 'xn--0', 'a.xn--a.example', 'xn--xn--a', 'xn--a-ecp.example:8080']) {
    t.equal(isAuthority(host), false, host)
  }
})

t.test('an origin made of it links to the same host', async () => {
  const characters = fc.constantFrom(...'aZ09.-_:[]@/%# ')
  fc.assert(fc.property(fc.string({ unit: characters }), (host) => {
    if (!isAuthority(host)) return true
    const url = new URL(`http://${host}/path?query`)
    return url.pathname === '/path' && url.username === '' && host.toLowerCase().startsWith(url.host)
  }), { numRuns: runs(2_000) })
})

t.test('a long text is no authority', async (t) => {
  for (const text of ['.', 'a', ':', '[']) {
    t.equal(isAuthority(sixteenKibibytes(text)), false, text)
  }
})
