import t from 'tap'
import { pathInHash, hashOf } from '../../explorer/page/history.ts'
import { destinationOf, type Destination } from '../../explorer/page/hypermedia/destination.ts'

const BASE = 'http://api.example.com/orders/42?x=1'

const inside = (path: string): Destination => ({ kind: 'inside', path })
const outside = (url: string): Destination => ({ kind: 'outside', url })
const nowhere: Destination = { kind: 'nowhere' }

t.test('where an href leads', async t => {
  const rows: ReadonlyArray<readonly [href: string, destination: Destination]> = [
    ['/', inside('/')],
    ['', inside('/orders/42?x=1')],
    ['7', inside('/orders/7')],
    ['../customers/1#name', inside('/customers/1')],
    ['?page=2', inside('/orders/42?page=2')],
    ['http://api.example.com/a b', inside('/a%20b')],
    ['HTTP://API.EXAMPLE.COM:80/', inside('/')],
    ['http://user:password@api.example.com/', inside('/')],
    ['//api.example.com/x', inside('/x')],
    ['https://api.example.com/', outside('https://api.example.com/')],
    ['http://api.example.com:8080/', outside('http://api.example.com:8080/')],
    ['//elsewhere.example.com/', outside('http://elsewhere.example.com/')],
    ['/\\elsewhere.example.com/', outside('http://elsewhere.example.com/')],
    ['.//x', inside('/orders//x')],
    // To a browser such a path is another host.
    ...['/.//elsewhere.example.com/x', '/a/..//elsewhere.example.com/x', '/%2e//x', 'http://api.example.com//x'].map(href => [href, nowhere] as const),
    ...['javascript:alert(1)', ' java\nscript:alert(1)', 'JAVASCRIPT:x', 'data:text/html,x', 'blob:http://api.example.com/x', 'mailto:a@example.com', 'file:///x', 'urn:x:y', 'http://', 'http://[', 'about:blank']
      .map(href => [href, nowhere] as const)
  ]
  for (const [href, destination] of rows) t.same(destinationOf(href, BASE), destination, JSON.stringify(href))
})

t.test('the path in a hash', async t => {
  const rows: ReadonlyArray<readonly [hash: string, path: string | null]> = [
    ['#/orders/42?a=1', '/orders/42?a=1'], ['#/', '/'], ['', null], ['#', null], ['#orders', null],
    ['#//elsewhere.example.com/', null], ['#/.//elsewhere.example.com/x', null], ['#/\\elsewhere.example.com', null], ['#javascript:alert(1)', null], ['#http://api.example.com/', null]
  ]
  for (const [hash, path] of rows) t.equal(pathInHash(hash, 'http://api.example.com'), path, hash)
  t.equal(pathInHash(hashOf('/a?b=%23'), 'http://api.example.com'), '/a?b=%23')
})
