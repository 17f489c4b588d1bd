import t from 'tap'
import { hashOf, pathInHash } from '../../../explorer/page/hash.ts'
import { type Destination, destinationOf } from '../../../hypermedia/destination.ts'

const BASE = 'http://api.example.com/orders/42?x=1'

const internal = (path: string): Destination => ({ kind: 'internal', path })
const external = (url: string): Destination => ({ kind: 'external', url })
const blocked: Destination = { kind: 'blocked' }

t.test('the target of an href', async t => {
  const rows: ReadonlyArray<readonly [href: string, destination: Destination]> = [
    ['/', internal('/')],
    ['', internal('/orders/42?x=1')],
    ['7', internal('/orders/7')],
    ['../customers/1#name', internal('/customers/1')],
    ['?page=2', internal('/orders/42?page=2')],
    ['http://api.example.com/a b', internal('/a%20b')],
    ['HTTP://API.EXAMPLE.COM:80/', internal('/')],
    ['http://user:password@api.example.com/', internal('/')],
    ['//api.example.com/x', internal('/x')],
    ['https://api.example.com/', external('https://api.example.com/')],
    ['http://api.example.com:8080/', external('http://api.example.com:8080/')],
    ['//elsewhere.example.com/', external('http://elsewhere.example.com/')],
    ['/\\elsewhere.example.com/', external('http://elsewhere.example.com/')],
    ['.//x', internal('/orders//x')],
    // To a browser such a path is another host.
    ...[
      '/.//elsewhere.example.com/x', '/a/..//elsewhere.example.com/x', '/%2e//x', 'http://api.example.com//x'
    ].map(href =>
      [href, blocked] as const),
    ...[
      'javascript:alert(1)', ' java\nscript:alert(1)', 'JAVASCRIPT:x', 'data:text/html,x',
      'blob:http://api.example.com/x',
      'mailto:a@example.com', 'file:///x', 'urn:x:y', 'http://', 'http://[', 'about:blank'
    ]
      .map(href => [href, blocked] as const)
  ]
  for (const [href, destination] of rows) t.same(destinationOf(href, BASE), destination, JSON.stringify(href))
})

t.test('the path in a hash', async t => {
  const rows: ReadonlyArray<readonly [hash: string, path: string | null]> = [
    ['#/orders/42?a=1', '/orders/42?a=1'], ['#/', '/'], ['', null], ['#', null], ['#orders', null],
    ['#//elsewhere.example.com/', null], ['#/.//elsewhere.example.com/x', null], ['#/\\elsewhere.example.com', null],
    ['#javascript:alert(1)', null], ['#http://api.example.com/', null]
  ]
  for (const [hash, path] of rows) t.equal(pathInHash(hash, 'http://api.example.com'), path, hash)
  t.equal(pathInHash(hashOf('/a?b=%23'), 'http://api.example.com'), '/a?b=%23')
})
