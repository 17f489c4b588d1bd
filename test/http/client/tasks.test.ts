import t, { type Test } from 'tap'
import { type ClientOptions, createClient } from '../../../client/index.ts'
import { fetchOf } from '../../../testing/index.ts'
import type { HyperOptions } from '../../../types/options.ts'
import type { Api } from '../../process/package/consumers/client-tasks-api.ts'
import buildTasks from './tasks.ts'

// The client with its generated types: envelopes of the app, and resources that are embedded on demand.

async function open (t: Test, options: HyperOptions = {}, more: ClientOptions = {}) {
  const app = await buildTasks(options)
  t.teardown(() => app.close())
  const requests: string[] = []
  app.addHook('onResponse', async ({ method, url, headers: { prefer } }, { statusCode }) => {
    requests.push(`${method} ${url} ${statusCode}${prefer === undefined ? '' : ` ${String(prefer)}`}`)
  })
  return { requests, api: createClient<Api>('http://localhost/', { fetch: fetchOf(app), ...more }) }
}

// In HAL the list is moved, in the default format it stays in its member.
const FORMATS: [name: string, options: HyperOptions, isMoved: boolean][] =
  [['HAL-FORMS', {}, true], ['the default format only', { negotiateFormat: false }, false]]

for (const [name, options, isMoved] of FORMATS) {
  t.test(`links.items: ${name}`, async t => {
    const { api, requests } = await open(t, options)
    const tasks = await (await api.start()).follow('tasks')
    t.same(tasks.data, {
      total: 5,
      page: 1,
      ...isMoved ? {} : { tasks: [{ id: 1, title: 'Plan', done: true }, { id: 2, title: 'Write', done: false }] }
    })
    t.same(tasks.embedded('tasks')
      .map(({ data, actions }) => [data.title, ...actions]), [['Plan'], ['Write', 'finish']])
    const titles: string[] = []
    for await (const task of tasks.items()) titles.push(task.data.title)
    t.same(titles, ['Plan', 'Write', 'Test', 'Ship', 'Rest'])
    t.equal(requests.length, 4, 'the entry point and three pages')
    const [, second] = tasks.embedded('tasks')
    t.equal((await second!.act('finish')).data.done, true)
  })

  t.test(`an envelope of two lists: ${name}`, async t => {
    const { api } = await open(t, options)
    const board = await (await api.start()).follow('board')
    const done = isMoved ? board.embedded('finished') : board.embedded('done' as 'finished')
    t.same([board.embedded('open').length, done.length], [4, 1])
    const items = (board as unknown as { items: () => AsyncGenerator }).items()
    await t.rejects(items.next(), /embeds open, (?:finished|done): call embedded\(relation\)/, 'either may be meant')
  })

  t.test(`config.at: ${name}`, async t => {
    const { api, requests } = await open(t, options)
    const full = await (await api.start()).follow('full', { id: 2 })
    t.same(full.data, { task: { id: 2, title: 'Write', done: false }, comments: 3 }, 'without hypermedia')
    const [task] = full.embedded('task')
    t.ok(full.has('task') && task!.can('finish'))
    t.equal(await full.follow('task').then(({ href }) => href), 'http://localhost/tasks/2')
    t.equal(requests.length, 2, 'the member is the resource')
    t.equal((await task!.act('finish')).data.done, true)
  })
}

t.test('embeds on demand', async t => {
  const { api, requests } = await open(t)
  const root = await api.start()
  const bare = await root.follow('task', { id: 1 })
  t.same(bare.embedded('owner'), [])
  const task = await root.follow('task', { id: 1 }, { transclude: ['owner', 'others'] })
  t.same(task.embedded('owner').map(({ data }) => data.name), ['Ada'])
  t.same(task.embedded('others').map(({ data }) => data.id), [3, 5])
  t.equal((await task.follow('owner')).data.name, 'Ada')
  t.same(
    requests.slice(1), ['GET /tasks/1 200', 'GET /tasks/1 200 transclude="owner others"'], 'the owner costs no request'
  )
})

t.test('a preference is kept by refresh, and by the pages of items', async t => {
  const { api, requests } = await open(t)
  const root = await api.start()
  const owners: string[] = []
  for await (const task of (await root.follow('tasks', {}, { transclude: ['owner'] })).items()) {
    owners.push(
      ...task.embedded('owner').map(({ data }) => data.name)
    )
  }
  t.same(owners, ['Ada', 'Grace', 'Ada', 'Grace', 'Ada'])
  t.same(
    requests.slice(1).map(line => line.replace(/^.*? 200 /, '')), Array.from({ length: 3 }, () => 'transclude="owner"')
  )
  const task = await root.follow('task', { id: 1 }, { transclude: ['owner'] })
  t.equal(await task.refresh(), task, 'unchanged')
  t.equal(requests.at(-1), 'GET /tasks/1 304 transclude="owner"')
  t.same((await task.refresh({ transclude: [] })).embedded('owner'), [], 'another representation')
  t.equal((await root.follow('task', { id: 1 }, { transclude: ['owner'] })), task, 'known by URL and preference')
})

t.test('a preference reads what is embedded already', async t => {
  const { api, requests } = await open(t)
  const [task] = (await (await api.start()).follow('tasks')).embedded('tasks')
  t.equal((await task!.refresh({ transclude: ['owner'] })).embedded('owner').length, 1)
  const full = await (await api.start()).follow('full', { id: 1 })
  t.equal((await full.follow('task', {}, { transclude: ['owner'] })).embedded('owner').length, 1)
  const [read] = await full.followAll('task', { transclude: ['owner'] })
  t.equal(read!.embedded('owner').length, 1)
  t.same((await full.followAll('task')).map(({ data }) => data.id), [1])
  t.equal(requests.filter(line => line.includes('GET /tasks/1 ')).length, 3)
})

t.test('open and start take a preference; one of the app is kept', async t => {
  const { api, requests } = await open(t, {}, { headers: { prefer: 'return=minimal' } })
  const untyped = await api.open('/tasks/1', { transclude: ['owner', 'a"b'] })
  t.equal(untyped.embedded('owner').length, 1)
  t.equal(requests.at(-1), 'GET /tasks/1 200 return=minimal, transclude="owner a\\"b"')
})

t.test('the pages of a bare array', async t => {
  const { api, requests } = await open(t)
  const names: string[] = []
  const users = await (await api.start()).follow('users')
  t.same(users.relations, ['next'])
  for await (const user of users.items()) names.push(user.data.name)
  t.same(names, ['Ada', 'Grace'])
  t.equal(requests.length, 3)
})
