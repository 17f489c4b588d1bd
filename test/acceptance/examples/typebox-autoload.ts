import { spawnSync } from 'node:child_process'
import t from 'tap'
import { judgeReadme, judgeScripts, type Reply, startExample } from '../../support/examples.ts'

// The example with TypeBox, autoload and knex, with MariaDB that it starts itself.

const NAME = 'typebox-autoload'
const LINKED = { accept: 'application/vnd.hyper+json' }
const skip = spawnSync('mariadbd', ['--version']).status === 0 ? false : 'MariaDB is not installed'

await t.test('the example with TypeBox, autoload and MariaDB', { skip }, async t => {
  const example = await startExample(t, NAME)

  const logIn = async (username: string) => {
    const { status, headers } = await example.send('/api/auth/login', {
      method: 'POST', body: { username, password: username }
    })
    t.equal(status, 200, `${username} logs in`)
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    return (href: string, { headers = {}, ...options }: Parameters<typeof example.send>[1] = {}) =>
      example.send(href, { ...options, headers: { cookie, ...headers } })
  }

  await t.test('the README shows what is sent', t => judgeReadme(t, NAME, example))
  const [basic, moderator, admin] = [await logIn('basic'), await logIn('moderator'), await logIn('admin')]

  await t.test('clients that do not request links get exact bodies', async t => {
    const row = (id: number) =>
      `{"id":${id},"name":"Task ${id}","author_id":1,"assigned_user_id":null,` +
      `"status":"${id === 1 ? 'completed' : 'new'}",` +
      '"created_at":"2030-01-01T08:00:00.000Z","updated_at":"2030-01-01T08:00:00.000Z"}'
    for (const accept of ['*/*', 'application/json']) {
      const headers = { accept }
      t.equal((await basic('/api/tasks?limit=2', { headers })).body, `{"total":25,"tasks":[${row(1)},${row(2)}]}`)
      t.equal((await basic('/api/tasks/2', { headers })).body, row(2))
    }
    const created = await basic('/api/tasks', { method: 'POST', body: { name: 'Task 26' } })
    t.equal(created.body, '{"id":26}')
    t.equal(created.headers.get('location'), '/api/tasks/26')
  })

  await t.test('pages: their links reach each task once', async t => {
    const ids: unknown[] = []
    let pages = 0
    for (let href = '/api/tasks?limit=10'; href !== ''; pages++) {
      const { resource }: Reply = await basic(href, { headers: LINKED })
      ids.push(...resource.items().map(({ data }) => data['id']))
      href = resource.has('next') ? resource.link('next').href : ''
    }
    t.same([pages, ids], [3, Array.from({ length: 26 }, (_, index) => index + 1)])
  })

  await t.test('each role is offered what it may do, and sent 403 or 401 for all else', async t => {
    const actions = async (send: typeof basic) =>
      Object.keys((await send('/api/tasks/3', { headers: LINKED })).resource.snapshot().actions)
    t.same(await Promise.all([basic, moderator, admin].map(actions)), [
      ['update'], ['assign', 'update'], ['assign', 'delete', 'update']
    ])
    const remove = { method: 'DELETE' }
    t.same([
      (await example.send('/api/tasks/3', remove)).status, (await basic('/api/tasks/3', remove)).status,
      (await moderator('/api/tasks/3', remove)).status, (await admin('/api/tasks/3', remove)).status,
      (await admin('/api/tasks/3')).status
    ], [401, 403, 403, 204, 404])
  })

  await t.test('a completed task is not assigned: 409', async t => {
    const assign = (id: number) => moderator(`/api/tasks/${id}/assign`, { method: 'POST', body: { userId: 2 } })
    t.equal((await assign(1)).status, 409)
    t.match((await assign(4)).json, { id: 4, assigned_user_id: 2 })
  })

  await t.test('entity tags from dates: 304, and 412 for a task that has changed', async t => {
    const tag = (await basic('/api/tasks/5')).headers.get('etag')!
    t.equal((await basic('/api/tasks/5', { headers: { 'if-none-match': tag } })).status, 304)
    const rename = () => basic('/api/tasks/5', {
      method: 'PATCH', headers: { 'if-match': tag }, body: { name: 'Renamed' }
    })
    t.match([(await rename()).status, (await rename()).status], [200, 412])
  })

  await t.test(
    'its types and its own tests, which crawl it as each role', t => judgeScripts(t, example, ['check', 'test'])
  )
})
