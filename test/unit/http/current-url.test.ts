import t from 'tap'
import { originFormOf } from '../../../lib/http/urls.ts'

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
