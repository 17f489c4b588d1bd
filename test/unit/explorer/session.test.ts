import t from 'tap'
import type { Exchange } from '../../../explorer/page/http/exchange.ts'
import { isSecret, masked } from '../../../explorer/page/http/secrets.ts'
import { authorizationOf } from '../../../explorer/page/http/token.ts'
import { remember } from '../../../explorer/page/request-history.ts'
import { crumbsOf, trailTo } from '../../../explorer/page/trail.ts'

t.test('the header of a token', async t => {
  t.same(authorizationOf('abc'), ['Authorization', 'Bearer abc'])
  t.same(authorizationOf(' abc\n'), ['Authorization', 'Bearer abc'])
  t.same(authorizationOf('Basic dTpw'), ['Authorization', 'Basic dTpw'], 'another scheme')
  t.equal(authorizationOf('  '), null)
})

t.test('headers that contain secrets', async t => {
  for (const name of ['Authorization', 'proxy-authorization', 'X-API-Key', 'X-Auth-Token', 'X-Client-Secret']) {
    t.ok(isSecret(name), name)
  }
  for (const name of ['Accept', 'If-Match', 'X-Tenant']) t.notOk(isSecret(name), name)
  t.equal(masked('Authorization', 'Bearer s3cret'), 'Bearer ••••••••')
  t.equal(masked('X-API-Key', 'two words'), '••••••••')
})

t.test('the trail of a user', async t => {
  const walk = (...paths: readonly string[]) =>
    paths.reduce<readonly string[]>((trail, path) => trailTo(trail, path), [])
  t.same(walk('/', '/orders', '/orders/1'), ['/', '/orders', '/orders/1'])
  t.same(walk('/', '/orders', '/orders/1', '/orders'), ['/', '/orders'], 'the way back')
  t.same(walk('/', '/orders', '/orders?page=2', '/orders/1'), [
    '/', '/orders?page=2', '/orders/1'
  ], 'pages replace each other')
  t.equal(walk(...Array.from({ length: 100 }, (_, index) => `/${index}`)).length, 6)
})

t.test('breadcrumbs begin at the entry point and skip nothing', async t => {
  t.same(crumbsOf(['/'], '/', null), ['/'])
  t.same(crumbsOf(['/', '/orders', '/orders/1'], '/', '/orders'), ['/', '/orders', '/orders/1'])
  t.same(
    crumbsOf(['/orders/1'], '/', '/orders'), ['/', '/orders', '/orders/1'],
    'a resource that is opened by its address has its parent'
  )
  t.same(crumbsOf(['/orders/1'], '/', null), ['/', '/orders/1'])
  t.same(crumbsOf(['/orders/1'], '/', '/'), ['/', '/orders/1'], 'no crumb twice')
})

t.test('the history is bounded', async t => {
  const exchange = (id: number, size = 0) => ({ id, response: { size } }) as Exchange
  const all = Array.from({ length: 60 }, (_, id) => exchange(id)).reduce<readonly Exchange[]>(remember, [])
  t.same([all.length, all[0]?.id, all.at(-1)?.id], [50, 59, 10], 'the newest first')
  const large = [exchange(1, 6_000_000), exchange(2, 6_000_000), exchange(3, 20_000_000), exchange(4)]
  t.same(large.reduce<readonly Exchange[]>(remember, []).map(({ id }) => id), [4], 'in bytes too')
})
