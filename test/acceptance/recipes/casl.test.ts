import t from 'tap'
import { orders } from './casl.ts'
import { authenticated, databaseOf } from './setup.ts'

const TABLES = `
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, owner TEXT NOT NULL, status TEXT NOT NULL, total INTEGER NOT NULL, margin INTEGER NOT NULL
  );
  INSERT INTO orders VALUES (1, 'ann', 'pending', 10, 3), (2, 'bob', 'pending', 20, 6), (3, 'ann', 'shipped', 30, 9);
`

type Resource = Record<string, unknown> & { _actions?: object }

async function start (t: Parameters<typeof databaseOf>[0]) {
  const db = databaseOf(t, TABLES)
  const { app, as } = await authenticated(t, app => orders(app, db))
  const users = { ann: as('ann'), bob: as('bob'), sue: as('sue', 'staff') }
  const get = async (user: keyof typeof users, url: string, accept = 'application/json') => {
    const response = await app.inject({ url, headers: { ...users[user], accept } })
    return { status: response.statusCode, body: response.json<Resource & Resource[]>() }
  }
  const cancel = async (user: keyof typeof users, id: number) =>
    (await app.inject({ method: 'POST', url: `/orders/${id}/cancel`, headers: users[user] })).statusCode
  return { db, get, cancel }
}

const OWN = ['id', 'status', 'total']
const ALL = ['id', 'owner', 'status', 'total', 'margin']
const fields = (resource: Resource) => Object.keys(resource).filter(name => !name.startsWith('_'))

t.test('a list has the rows that the caller may read', async t => {
  const { get } = await start(t)
  const ids = async (user: 'ann' | 'bob' | 'sue') => (await get(user, '/orders')).body.map(({ id }) => id)
  t.same(await ids('ann'), [1, 3])
  t.same(await ids('bob'), [2])
  t.same(await ids('sue'), [1, 2, 3])
})

t.test('a representation has the fields that the caller may read, with the links of the whole resource', async t => {
  const { get } = await start(t)
  for (const accept of ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']) {
    for (const [user, expected] of [['ann', OWN], ['sue', ALL]] as const) {
      const { body } = await get(user, '/orders/1', accept)
      t.same(fields(body), expected, `${user}, ${accept}`)
      t.match(body['_links'], { self: { href: /\/orders\/1$/ } })
      for (const one of (await get(user, '/orders', accept)).body) {
        t.same(fields(one), expected)
        t.match(one['_links'], { self: { href: new RegExp(`/orders/${String(one['id'])}$`) } })
      }
    }
  }
})

t.test('an order is offered to be cancelled if the ability and its state allow that', async t => {
  const { get } = await start(t)
  const offered = async (user: 'ann' | 'sue', id: number) =>
    Object.keys((await get(user, `/orders/${id}`)).body._actions ?? {})
  t.same(await offered('ann', 1), ['cancel'])
  t.same(await offered('ann', 3), [], 'a shipped order')
  t.same(await offered('sue', 1), [], 'an order of somebody else')
})

t.test('the ability decides before the state does', async t => {
  const { db, get, cancel } = await start(t)
  t.equal((await get('ann', '/orders/2')).status, 404)
  t.equal(await cancel('ann', 2), 403)
  t.equal(await cancel('sue', 1), 403, 'who reads it does not cancel it')
  t.equal(await cancel('ann', 3), 409)
  t.equal(await cancel('ann', 1), 204)
  t.same(db.all("SELECT id FROM orders WHERE status = 'cancelled'"), [{ id: 1 }])
})
