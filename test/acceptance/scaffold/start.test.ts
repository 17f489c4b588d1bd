import type { FastifyInstance, InjectOptions } from 'fastify'
import t from 'tap'
import { buildApp } from '../../../examples/orders/app.ts'
import { buildApp as buildReference } from '../../../scaffold/templates/minimal/app.ts'
import { crawl } from '../../../testing/index.ts'

// What `npm start` serves: the reference API on a database, with more for whoever signs in.

const app = await buildApp()
t.teardown(() => app.close())

const ACCEPTS = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json', 'text/plain']
const PATHS = [
  '/', '/orders', '/orders/42', '/orders/042', '/orders/7', '/orders/99', '/orders/999999', '/orders/abc', '/orders/-1',
  `/orders/${'9'.repeat(30)}`, '/nothing'
]
const cancel = (id: string): InjectOptions => ({ method: 'POST', url: `/orders/${id}/cancel` })
const create = (payload: object): InjectOptions => ({ method: 'POST', url: '/orders', payload })
const REQUESTS: readonly InjectOptions[] = [
  ...PATHS.flatMap(url => ACCEPTS.map(accept => ({ url, headers: { accept } }))),
  ...['42', '42', '7', 'abc', '999999', '9'.repeat(30)].map(cancel),
  ...[{}, { quantity: 2, speed: 'Express' }, { quantity: 0 }, { speed: 'x' }, []].map(create),
  { url: '/orders' }, { url: '/' }, { url: '/orders/100' }, cancel('100')
]

/** What is sent, but for what is new: the reason of a 409, and that a response is for one caller. */
async function sentBy (app: FastifyInstance, request: InjectOptions): Promise<object> {
  const { statusCode, body, headers: { date: _, 'cache-control': _private, ...headers } } = await app.inject(request)
  return statusCode === 409 ? { statusCode } : { statusCode, body, headers }
}

t.test('without a token, it is the reference API', async t => {
  const reference = await buildReference()
  t.teardown(() => reference.close())
  for (const request of REQUESTS) {
    t.same(await sentBy(app, request), await sentBy(reference, request), JSON.stringify(request))
  }
})

async function tokenOf (name: string): Promise<{ authorization: string }> {
  const { token } = (await app.inject({ method: 'POST', url: '/login', payload: { name } })).json<{ token: string }>()
  return { authorization: `Bearer ${token}` }
}

interface Sent {
  readonly totalCount?: number
  readonly customer?: string
  readonly items?: readonly { readonly customer?: string }[]
  readonly _actions?: object
}

const read = async (url: string, headers: Record<string, string>) => (await app.inject({ url, headers })).json<Sent>()

t.test('a customer and the staff see and do more', async t => {
  const [ann, sam] = [await tokenOf('ann'), await tokenOf('sam')]
  const customers = async (headers: Record<string, string>) =>
    [...new Set((await read('/orders/search?pageSize=100', headers)).items!.map(({ customer }) => customer))].sort()
  t.same(await customers(sam), ['ann', 'bob', undefined])
  t.same(await customers(ann), ['ann', undefined])
  const { id } = (await app.inject({ ...create({ quantity: 2 }), headers: ann })).json<{ id: number }>()
  const actions = async (headers: Record<string, string>) =>
    Object.keys((await read(`/orders/${id}`, headers))._actions!)
  t.same([await actions(ann), await actions(sam)], [['cancel'], ['ship', 'cancel']])
  t.equal((await app.inject(`/orders/${id}`)).statusCode, 404, 'without a token, it is not there')
  const ship = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: `/orders/${id}/ship`, headers })).statusCode
  t.equal(await ship(ann), 403)
  t.same((await Promise.all([ship(sam), ship(sam)])).sort(), [204, 409], 'once')
})

t.test('a wrong token is an error', async t => {
  t.equal((await app.inject({ url: '/orders', headers: { authorization: 'Bearer x' } })).statusCode, 401)
})

t.test('whoever signs in on the pages can search there', async t => {
  const { headers } = await app.inject({
    method: 'POST',
    url: '/_html/form?page=/&name=sign-in&method=POST&target=/login&type=application/json',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'name=sam'
  })
  const page = async (cookie = '') => (await app.inject({ url: '/', headers: { accept: 'text/html', cookie } })).body
  t.match(await page(String(headers['set-cookie']).split(';')[0]), /Signed in.*sam.*role="search"/s)
  t.notMatch(await page(), 'role="search"')
})

t.test('every link works, for every caller', async t => {
  const as = await Promise.all(['ann', 'sam'].map(async name => ({ name, headers: await tokenOf(name) })))
  const { findings, complete } = await crawl(app, { as: [{ name: 'anonymous' }, ...as], formats: ['default'] })
  t.same([findings, complete], [[], true])
})
