import Fastify from 'fastify'
import t from 'tap'
import { collectionJson } from '../../../formats/collection-json.ts'
import { hydra } from '../../../formats/hydra.ts'
import { jsonApi } from '../../../formats/json-api.ts'
import { siren } from '../../../formats/siren.ts'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'

// The formats of others beside the built-in ones: 4,096 Accept headers, and a tag for each format.

const TYPES = [
  'application/json', 'application/vnd.siren+json', 'application/vnd.collection+json', 'application/vnd.api+json',
  'application/ld+json', 'application/hal+json'
] as const
const QUALITIES = [null, 0, 0.5, 1] as const

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/1')) })

const app = Fastify()
await app.register(hyper, { formatters: [siren(), collectionJson(), jsonApi(), hydra()] })
app.get('/1', { config: { hyper: { links, etag: () => 'v1' } } }, () => ({ id: 1 }))
t.teardown(() => app.close())

const typeOf = (header: unknown) => String(header).split(';')[0]!

t.test('the highest quality is sent, then the first registered', async t => {
  for (let row = 0; row < 4 ** TYPES.length; row++) {
    const wanted = TYPES.map((type, index) => ({ type, q: QUALITIES[Math.floor(row / 4 ** index) % 4]! }))
    const accept = wanted.flatMap(({ type, q }) => q === null ? [] : [`${type};q=${q}`]).reverse().join(', ')
    const [best] = wanted.filter(({ q }) => q !== null && q > 0).sort((one, other) => other.q - one.q)
    const { statusCode, headers } = await app.inject({ url: '/1', headers: accept === '' ? {} : { accept } })
    t.strictSame(
      [statusCode, typeOf(headers['content-type']), headers.vary], [200, best?.type ?? TYPES[0], 'Accept'], accept
    )
  }
})

t.test('each format has its own tag', async t => {
  const tags = await Promise.all(TYPES.map(async accept =>
    (await app.inject({ url: '/1', headers: { accept } })).headers.etag))
  t.equal(new Set(tags).size, TYPES.length)
})
