import t from 'tap'
import { judgeReadme, judgeScripts, type Reply, startExample } from '../../support/examples.ts'

// The example with Zod and PostgreSQL, with a database in a folder.

const NAME = 'zod-postgres'
const INPUT = { title: 'A title', body: 'A body.' }

await t.test('the example with Zod and PostgreSQL', async t => {
  const example = await startExample(t, NAME)
  const { send } = example

  await t.test('the README shows what is sent', t => judgeReadme(t, NAME, example))

  await t.test('pages: their links reach each article once, newest first', async t => {
    const ids: unknown[] = []
    let pages = 0
    for (let href = '/articles?limit=8'; href !== ''; pages++) {
      const { resource }: Reply = await send(href)
      ids.push(...resource.items().map(({ data }) => data['id']))
      href = resource.has('next') ? resource.link('next').href : ''
    }
    t.same(ids, Array.from({ length: 30 }, (_, index) => 30 - index))
    t.equal(pages, 4)
    const { status, headers } = await send('/articles?cursor=x')
    t.same([status, headers.get('content-type')], [400, 'application/problem+json'])
    t.equal((await send('/articles?limit=1000')).status, 400, 'the limit has a limit')
  })

  await t.test('If-Match: a write requires the version that was read', async t => {
    const { href } = (await send('/articles?limit=1')).resource.items()[0]!.link('self')
    const read = await send(href)
    const { href: target, method } = read.resource.action('edit')
    const etag = read.headers.get('etag')!
    const put = (headers: Record<string, string> = {}) => send(target, { method, headers, body: INPUT })
    t.equal((await put()).status, 428)
    const written = await put({ 'if-match': etag })
    t.equal(written.status, 200)
    t.not(written.headers.get('etag'), etag)
    t.equal((await put({ 'if-match': etag })).status, 412)
    t.equal((await send(href, { headers: { 'if-none-match': written.headers.get('etag')! } })).status, 304)
    t.match((await send(href)).json, INPUT)
    t.equal((await send(href, { method: 'DELETE', headers: { 'if-match': etag } })).status, 412)
    t.equal((await send(href, { method: 'DELETE', headers: { 'if-match': written.headers.get('etag')! } })).status, 204)
    t.equal((await send(href)).status, 404)
  })

  await t.test('concurrent writes with one tag: one wins, the others are sent 412', async t => {
    const etag = (await send('/articles/7')).headers.get('etag')!
    const write = async () =>
      (await send('/articles/7', { method: 'PUT', headers: { 'if-match': etag }, body: INPUT })).status
    t.same((await Promise.all(Array.from({ length: 8 }, write))).sort(), [200, ...Array<number>(7).fill(412)])
  })

  await t.test('invalid input is a problem with the names of the fields', async t => {
    const { href, method } = (await send('/articles')).resource.action('create')
    const rejected = await send(href, { method, body: { title: '' } })
    t.match(rejected.json, { status: 400, errors: [{ name: 'title' }, { name: 'body' }] })
  })

  await t.test('its types and its own tests, which crawl it', t => judgeScripts(t, example, ['check', 'test']))
})
