import type { FastifyReply } from 'fastify'
import t from 'tap'
import { cursorPage, defineLinks, type HypermediaFormatter, LinkTarget } from '../../../lib/index.ts'
import { contentKey } from '../../../lib/schema/content.ts'
import { project } from '../../support/projection.ts'

// Response schemas by media type (`content`): that of the media type that is sent,
// whatever it is called while Fastify looks.

const SECRET = 'hidden from everybody'
const HAL = 'application/hal+json'
const FORMS = 'application/prs.hal-forms+json'
const JSON_TYPE = 'application/json'
const CUSTOM = 'application/vnd.custom+json'

const order = { id: 1, shown: 'shown', secret: SECRET }
const schema = { type: 'object', properties: { id: { type: 'integer' }, shown: { type: 'string' } } }
const idOnly = { type: 'object', properties: { id: { type: 'integer' } } }
const list = { type: 'array', items: schema }
const page = { type: 'object', properties: { items: list } }
const byType = (schemas: Record<string, object>) =>
  ({ content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])) })
const links = defineLinks<object>('order', links => { links.self(LinkTarget.uri('/self')) })
const custom: HypermediaFormatter = {
  mediaType: CUSTOM, format: ({ body, embedded }) => JSON.stringify({ _links: {}, body, embedded: [...embedded] })
}
const formatters = [custom]

// The keys of `content`, and the format.
const ROWS: ReadonlyArray<[keys: readonly string[], format: string | false]> = [
  [[HAL], 'hal'],
  [[HAL], false],
  [[HAL, JSON_TYPE], 'hal'],
  [[HAL, JSON_TYPE], false],
  [[HAL, FORMS, '*/*'], false],
  [[FORMS], 'hal-forms'],
  [[FORMS], 'hal'],
  [['application/vnd.hyper+json'], 'application/vnd.hyper+json'],
  [[CUSTOM], CUSTOM],
  [[HAL], 'none'],
  [[HAL], 'default'],
  [['Application/HAL+JSON'], 'hal'],
  [['application/*'], false],
  [['application/json; charset=utf-8'], false]
]

const ACCEPTS = ['*/*', JSON_TYPE, 'application/vnd.hyper+json', HAL, FORMS, CUSTOM]
const VALUES: Readonly<Record<string, [value: object, schema: object]>> = {
  'a resource': [order, schema],
  'a list': [[order, order], list],
  'a page': [cursorPage([order], { next: 'n' }), page]
}

t.test('no key and no format sends a hidden field', async t => {
  for (const [name, [value, schema]] of Object.entries(VALUES)) {
    for (const status of ['200', '2XX', 'default']) {
      for (const [keys, format] of ROWS) {
        const response = { [status]: byType(Object.fromEntries(keys.map(key => [key, schema]))) }
        const { get, logged } = await project(t, { links, format }, value, {
          schema: { response }, options: { formatters }
        })
        const row = `${name}, ${status}, ${keys.join(' and ')}, ${format}`
        const seen: object[] = []
        for (const accept of ACCEPTS) {
          const { text, status } = await get(accept)
          seen.push({
            accept,
            status,
            secret: text.includes('secret'),
            shown: text.includes('shown'),
            links: format === 'none' || text.includes('_links')
          })
        }
        t.same(
          seen, ACCEPTS.map(accept => ({ accept, status: 200, secret: false, shown: true, links: true })),
          `${row}: written by the schema, with links`
        )
        t.same(logged('HYPER017'), [], `${row}: nothing is reported`)
      }
    }
  }
})

t.test('the media type that is sent comes first, then application/json, then any type', async t => {
  const KEYS: ReadonlyArray<[keys: readonly string[], mediaType: string, key: string | null]> = [
    [[JSON_TYPE, HAL, '*/*'], HAL, HAL],
    [['*/*', JSON_TYPE], HAL, JSON_TYPE],
    [['text/html', '*/*'], HAL, '*/*'],
    [['text/html', FORMS], HAL, FORMS],
    [['text/html'], HAL, null],
    [['*/*', 'application/*'], HAL, 'application/*'],
    [['text/*'], HAL, null],
    [[], HAL, null],
    [['APPLICATION/JSON;charset=utf-8'], JSON_TYPE, 'APPLICATION/JSON;charset=utf-8']
  ]
  for (const [keys, mediaType, key] of KEYS) {
    t.equal(contentKey(keys, mediaType), key, `${mediaType} of ${keys.join(' and ')}`)
  }

  const response = { 200: byType({ [JSON_TYPE]: schema, [HAL]: idOnly }) }
  const { get } = await project(t, { links }, order, { schema: { response } })
  t.strictSame((await get(HAL)).document, { id: 1, _links: { self: { href: '/self' } } })
  t.strictSame((await get(FORMS)).document, { id: 1, shown: 'shown', _links: { self: { href: '/self' } } })
})

t.test('a list keeps its content type, and its schema', async t => {
  const response = { 200: byType({ [HAL]: { type: 'array', items: idOnly }, [JSON_TYPE]: list }) }
  const { get } = await project(t, { links }, [order], { schema: { response } })
  const { type, document } = await get(HAL)
  t.match(type, JSON_TYPE)
  t.match(document, [{ shown: 'shown' }])
})

t.test('the $id under the media type that is sent chooses the configuration', async t => {
  const response = { 200: byType({ [HAL]: { $id: 'order', ...schema }, [JSON_TYPE]: schema }) }
  const { get } = await project(t, { links: true }, order, { schema: { response }, options: { links: [links] } })
  t.strictSame((await get(HAL)).document, { id: 1, shown: 'shown', _links: { self: { href: '/self' } } })
  t.strictSame((await get(JSON_TYPE)).document, { id: 1, shown: 'shown' }, 'no configuration there')
})

const typed = (type: string) => (_: unknown, reply: FastifyReply) => {
  reply.type(type)
  return order
}

t.test('a content type of the handler is not relabelled, and has its own schema', async t => {
  const response = { 200: byType({ [CUSTOM]: idOnly, [JSON_TYPE]: schema, [HAL]: schema }) }
  const { get } = await project(t, { links }, typed(CUSTOM), { schema: { response } })
  t.strictSame((await get(HAL)).document, { id: 1, _links: { self: { href: '/self' } } })
})

t.test('content without any JSON type: every field, and a notice; in strict mode an error', async t => {
  const response = { 200: byType({ 'text/csv': { type: 'string' } }) }
  const { get, logged } = await project(t, { links }, order, { schema: { response } })
  t.same(logged('HYPER017'), [], 'it may be a download')
  t.match((await get(HAL)).document, { secret: SECRET })
  await get(JSON_TYPE)
  t.match(logged('HYPER017'), [
    /^route GET \/value, response 200: its content has no schema for application\/hal\+json, and without one/
  ])
  const strict = await project(t, { links }, order, { schema: { response }, options: { mode: 'strict' } })
  const { status, text } = await strict.get(HAL)
  t.equal(status, 500)
  t.match(JSON.parse(text), { code: 'FST_ERR_HYPER_NO_RESPONSE_SCHEMA' })
  t.notMatch(text, SECRET)
})

t.test('a value without links is written by its schema too', async t => {
  const response = { 200: byType({ [HAL]: schema }), 404: byType({ [HAL]: schema }) }
  for (const format of [false, 'hal', 'none'] as const) {
    const { get } = await project(t, { links: true, format }, order, { schema: { response } })
    for (const accept of [HAL, JSON_TYPE]) {
      t.strictSame((await get(accept)).document, { id: 1, shown: 'shown' }, `${format}, ${accept}`)
    }
  }
  const { get } = await project(
    t, { links: true }, (_, reply) => { reply.code(404); return order }, { schema: { response } }
  )
  t.match(await get(HAL), { status: 404, document: { secret: SECRET } }, 'an error stays as the app sends it')
})
