import t from 'tap'
import { projects } from './rows.ts'
import { authenticated, databaseOf } from './setup.ts'

const TABLES = `
  CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE members (project INTEGER NOT NULL, user TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (project, user));
  INSERT INTO projects VALUES (1, 'Roof'), (2, 'Cellar');
  INSERT INTO members VALUES (1, 'ann', 'owner'), (1, 'bob', 'guest'), (2, 'bob', 'owner');
`

async function start (t: Parameters<typeof databaseOf>[0]) {
  const db = databaseOf(t, TABLES)
  const { app, as } = await authenticated(t, app => projects(app, db))
  return {
    db,
    get: (user: string, url: string) => app.inject({ url, headers: as(user) }),
    archive: (user: string, id: number) =>
      app.inject({ method: 'POST', url: `/projects/${id}/archive`, headers: as(user) })
  }
}

const names = (response: { json (): unknown }) => (response.json() as { name: string }[]).map(({ name }) => name)

t.test('a list has the rows of the caller', async t => {
  const { get } = await start(t)
  t.same(names(await get('ann', '/projects')), ['Roof'])
  t.same(names(await get('bob', '/projects')), ['Roof', 'Cellar'])
  t.same(names(await get('carol', '/projects')), [])
})

t.test('a row of others is one that does not exist', async t => {
  const { get, archive } = await start(t)
  t.equal((await get('bob', '/projects/2')).statusCode, 200)
  const [concealed, missing] = [await get('ann', '/projects/2'), await get('ann', '/projects/3')]
  t.same([concealed.statusCode, missing.statusCode], [404, 404])
  t.equal(concealed.payload, missing.payload)
  t.equal((await archive('ann', 2)).statusCode, 404)
  t.equal((await get('bob', '/projects/2')).statusCode, 200, 'and it is unchanged')
})

t.test('only an owner is offered to archive', async t => {
  const { get } = await start(t)
  const offered = async (user: string) => (await get(user, '/projects')).json<{ name: string, _actions?: object }[]>()
    .map(({ name, _actions }) => [name, ...Object.keys(_actions ?? {})])
  t.same(await offered('ann'), [['Roof', 'archive']])
  t.same(await offered('bob'), [['Roof'], ['Cellar', 'archive']])
})

t.test('one query for each policy judges all rows of a list', async t => {
  const db = databaseOf(t, TABLES)
  const queries: unknown[][] = []
  const { app, as } = await authenticated(t, app => projects(app, new Proxy(db, {
    get: (target, name) => name === 'all'
      ? (sql: string, values: never[]) => {
          queries.push([sql.slice(0, sql.indexOf(' FROM')), ...[values].flat()])
          return target.all(sql, values)
        }
      : (target[name as 'get'] as () => unknown).bind(target)
  })))
  await app.inject({ url: '/projects', headers: as('bob') })
  const checked = ['SELECT project, role', 'bob', 1, 2]
  t.same(queries, [['SELECT id, name', 'bob'], checked, checked])
})

t.test('only an owner archives', async t => {
  const { db, archive } = await start(t)
  t.equal((await archive('bob', 1)).statusCode, 404)
  t.equal(db.all('SELECT * FROM projects').length, 2)
  t.equal((await archive('ann', 1)).statusCode, 204)
  t.same(db.all('SELECT id FROM projects'), [{ id: 2 }])
})
