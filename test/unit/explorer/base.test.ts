import t from 'tap'
import { folderOf, isBelow } from '../../../explorer/page/http/base.ts'

t.test('the folder of a path', async t => {
  for (const [path, folder] of [
    ['/', '/'], ['/home', '/'], ['/api/', '/api/'], ['/api/v1/home?x=/y', '/api/v1/']
  ] as const) t.equal(folderOf(path), folder, path)
})

t.test('the headers of the session go to paths below the base only', async t => {
  const rows: ReadonlyArray<readonly [path: string, isBelowBase: boolean]> = [
    ['/api/', true], ['/api', true], ['/api?x=1', true], ['/api/orders/42?x=/../', true], ['/api/a..b', true],
    ['/api/..a', true],
    ['/', false], ['/other', false], ['/apis', false], ['/API/', false], ['/?/api/', false], ['/other/api/', false],
    ...[
      '/api/..%2Fadmin', '/api/x%2f..%2F..%2fadmin', '/api/%2E%2e%5Cadmin', '/api/..\\admin', '/api/..;/admin',
      '/api/..;x=1/admin'
    ].map(path => [path, false] as const)
  ]
  for (const [path, expected] of rows) t.equal(isBelow(path, '/api/'), expected, path)
  t.equal(isBelow('/anything', '/'), true, 'an API at the root has the whole origin')
  t.equal(isBelow('/anything', null), false, 'an unknown base has nothing')
})
