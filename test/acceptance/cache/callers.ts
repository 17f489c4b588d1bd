import t from 'tap'
import { ACCEPT } from '../../support/projection.ts'
import { header, type HeaderPair, sendRaw } from '../../support/raw.ts'
import { ALICES, createApi, PATHS } from './callers.app.ts'
import { startCache } from './nginx.ts'

// Two users, and hosts that a client chooses, behind a cache that stores all it may.
// Needs nginx: `npm run test:apart -- cache`.

const app = createApi()
await app.listen({ port: 0, host: '127.0.0.1' })
t.teardown(() => app.close())
const { port } = app.server.address() as { port: number }
const cache = await startCache(t, [port], { key: null, valid: '1h' })

const IDENTIFIED: Readonly<Record<string, (user: string) => HeaderPair>> = {
  'a cookie': user => ['Cookie', `user=${user}`],
  'a bearer token': user => ['Authorization', `Bearer ${user}`]
}

let made = 0
const unseen = (path: string) => `${path}?n=${++made}`

async function get (path: string, headers: readonly HeaderPair[], host = 'api.example.com') {
  const response = await sendRaw(cache, { method: 'GET', path, headers: [['Host', host], ...headers] })
  const [state, tag, type] = ['x-cache', 'etag', 'content-type'].map(name => header(response, name))
  return { status: response.status, text: response.body.toString(), state, tag: tag!, type: type?.split(';')[0] }
}

t.test('no user receives what policies allow another to', async t => {
  for (const [name, identify] of Object.entries(IDENTIFIED)) {
    for (const path of PATHS) {
      for (const accept of [ACCEPT['default']!, ACCEPT['hal']!, ACCEPT['hal-forms']!]) {
        for (const users of [['alice', 'bob', 'alice'], ['bob', 'alice', 'bob']]) {
          const url = unseen(`/gated/${path}`)
          const tags = new Map<string, string>()
          for (const user of users) {
            const response = await get(url, [identify(user), ['Accept', accept]])
            const place = `${user} by ${name}, ${path} as ${accept}`
            t.equal(response.status, 200, place)
            t.equal(ALICES.test(response.text), user === 'alice', place)
            t.equal(response.state, 'MISS', `${place} is not stored`)
            tags.set(user, response.tag)
          }
          t.equal((await get(url, [identify('bob'), ['Accept', accept]])).text.includes('users/bob'), true)
          const switched = await get(url, [identify('bob'), ['Accept', accept], ['If-None-Match', tags.get('alice')!]])
          t.equal(switched.status, 200, "alice's tag is not bob's")
          t.notMatch(switched.text, ALICES)
        }
      }
    }
  }
})

t.test('the cache would store them without Cache-Control', async t => {
  for (const identify of Object.values(IDENTIFIED)) {
    const url = unseen('/unmarked/order')
    t.match((await get(url, [identify('alice')])).text, ALICES)
    const response = await get(url, [identify('bob')])
    t.equal(response.state, 'HIT')
    t.match(response.text, ALICES, 'so the test above is able to fail')
  }
})

t.test('responses without policies are stored, each format on its own', async t => {
  const url = unseen('/gated/leaflet')
  for (const state of ['MISS', 'HIT']) {
    for (const accept of [ACCEPT['default']!, ACCEPT['hal']!]) {
      const response = await get(url, [['Accept', accept]])
      t.same([response.state, response.type], [state, accept])
    }
  }
})

t.test('a JSON tag does not stand for HAL', async t => {
  const url = unseen('/gated/leaflet')
  const json = await get(url, [])
  const hal = await get(url, [['Accept', ACCEPT['hal']!], ['If-None-Match', json.tag]])
  t.same([hal.status, hal.type], [200, ACCEPT['hal']])
  t.equal((await get(url, [['Accept', ACCEPT['hal']!], ['If-None-Match', hal.tag]])).status, 304)
})

t.test('a host that a client chose reaches nobody else', async t => {
  for (const scope of ['path', 'base']) {
    const url = unseen(`/${scope}/leaflet`)
    t.notMatch((await get(url, [], 'evil.example.com')).text, 'evil', scope)
    const response = await get(url, [])
    t.equal(response.state, 'HIT')
    t.notMatch(response.text, 'evil', scope)
    t.match(
      response.text, scope === 'path' ? '"href":"/path/leaflet"' : '"href":"https://api.example.com/base/leaflet"'
    )
  }
  const url = unseen('/gated/leaflet')
  await get(url, [], 'evil.example.com')
  t.match((await get(url, [])).text, 'evil.example.com', 'with the host of the request in hrefs, it does')
})
