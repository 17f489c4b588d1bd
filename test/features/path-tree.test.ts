import t from 'tap'
import { readRequired } from '../../lib/url/pattern.ts'
import { PathTree } from '../../lib/features/options-method/accepted-media-types.ts'

const PATTERNS = [
  '/', '/orders', '/orders/', '/orders/:id', '/orders/special', '/orders/:id/lines/:line', '/Upper/:id',
  '/:tenant/items', '/date/:day-:month',
  '/at/:hour(^\\d+)h', '/dash/a-:id', '/files/*', '/files/fi*', '/inner/:id/part', '//twice//here', '/col::on'
]

function treeOf (patterns: readonly string[]): PathTree<string> {
  const tree = new PathTree<string>()
  for (const pattern of patterns) tree.add(readRequired(pattern), pattern)
  return tree
}

const ROWS: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/orders': ['/orders', '/orders/'],
  '/ORDERS': ['/orders', '/orders/'],
  '/orders/': ['/orders/:id', '/orders', '/orders/'],
  '/orders/7': ['/orders/:id'],
  '/orders/7/': ['/orders/:id'],
  '/orders/special': ['/orders/special', '/orders/:id'],
  '/orders/a%2Fb%20c': ['/orders/:id'],
  '/orders/7/lines/8': ['/orders/:id/lines/:line'],
  '/orders//lines/8': ['/orders/:id/lines/:line'],
  '/upper/7': ['/Upper/:id'],
  '/t/items': ['/:tenant/items'],
  '/date/1-2': ['/date/:day-:month'],
  '/at/10h': ['/at/:hour(^\\d+)h'],
  '/dash/a-1': ['/dash/a-:id'],
  '/files/first': ['/files/*', '/files/fi*'],
  '/files/a/b': ['/files/*', '/files/fi*'],
  '/inner//part': ['/inner/:id/part'],
  '/twice/here': ['//twice//here'],
  '//twice//here': ['//twice//here'],
  '/col:on': ['/col::on'],
  '/none/at/all': [],
  'http://127.0.0.1/orders': []
}

t.test('the patterns that a path may belong to', async t => {
  const tree = treeOf(PATTERNS)
  for (const [path, patterns] of Object.entries(ROWS)) t.same([...tree.candidates(path)], patterns, path)
})

t.test('a wildcard at the start takes every path', async t => {
  const tree = treeOf(['*', '/a'])
  t.same([...tree.candidates('/a')], ['*', '/a'])
  t.same([...tree.candidates('/b/c')], ['*'])
})

t.test('other patterns are no candidates, however many there are', async t => {
  const tree = treeOf(Array.from({ length: 1000 }, (_, index) => `/:tenant/x${index}/:id`))
  t.same([...tree.candidates('/t/x999/7')], ['/:tenant/x999/:id'])
})
