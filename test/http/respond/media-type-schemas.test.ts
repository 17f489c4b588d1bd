import type { FastifyReply } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, type HypermediaFormatter, type HyperOptions, type HyperRouteOptions,
  LinkTarget
} from '../../../lib/index.ts'
import { contentKey, hasContent } from '../../../lib/schema/content.ts'
import { project, type Setup } from '../../support/projection.ts'
import { tryServe } from '../../support/servers.ts'

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

class Order {
  readonly secret = SECRET
}

// The keys of `content` and the format; whether every media type of the route has a schema.
const ROWS: ReadonlyArray<[keys: readonly string[], format: string | false, isComplete: boolean]> = [
  [[HAL], 'hal', true],
  [[HAL], false, false],
  [[HAL, JSON_TYPE], 'hal', true],
  [[HAL, JSON_TYPE], false, true],
  [[HAL, FORMS, '*/*'], false, true],
  [[FORMS], 'hal-forms', true],
  [[FORMS], 'hal', false],
  [['application/vnd.hyper+json'], 'application/vnd.hyper+json', true],
  [[CUSTOM], CUSTOM, true],
  [[HAL], 'none', false],
  [[HAL], 'default', false],
  [['Application/HAL+JSON'], 'hal', true],
  [['application/*'], false, true],
  [['application/json; charset=utf-8'], false, true]
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
      for (const [keys, format, isComplete] of ROWS) {
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
        t.equal(logged('HYPER017').length, isComplete ? 0 : 1, `${row}: reported once`)
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
  t.strictSame([
    hasContent([HAL], HAL), hasContent([HAL], FORMS), hasContent([JSON_TYPE], FORMS), hasContent(['*/*'], FORMS)
  ], [true, false, true, true])

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

const start = (response: object, options: HyperOptions, route: HyperRouteOptions = { links }, setup: Setup = {}) =>
  tryServe(t, async app => {
    await app.register(hyper, options)
    await setup.routes?.(app)
    app.get('/value', { schema: { response }, config: { hyper: route } }, async () => order)
  })

t.test('strict mode does not start with a response without a schema for a media type that is sent', async t => {
  const strict = { mode: 'strict' } as const
  const rejected = { rejected: 'FST_ERR_HYPER_NO_RESPONSE_SCHEMA' }
  const hal = byType({ [HAL]: schema })
  const errors = byType({ 'application/problem+json': schema })
  t.match(await start({ 200: hal }, strict), rejected, 'negotiated')
  t.match(await start({ default: hal }, strict), rejected, 'default')
  t.match(await start({ '2XX': hal }, strict, { links, format: 'default' }), rejected, 'forced')
  t.match(await start({ default: errors }, strict), rejected, 'only problems')
  t.match(
    await start({ 200: byType({ 'text/csv': { type: 'string' } }) }, strict), rejected,
    'no JSON, and bound to a configuration'
  )
  t.match(await start({ 200: hal }, {
    ...strict, negotiateFormat: false, defaultFormat: 'hal-forms'
  }), rejected, 'not negotiated')
  const STARTS: Readonly<Record<string, Parameters<typeof start>>> = {
    forced: [{ 200: hal }, strict, { links, format: 'hal' }],
    'not negotiated': [{ 200: hal }, { ...strict, negotiateFormat: false, defaultFormat: 'hal' }],
    'a format that is not registered': [{ 200: hal }, strict, { links, format: 'nothing/known' }],
    errors: [{ 200: schema, 404: hal, '4xx': hal }, strict],
    'problems by default': [{ 200: schema, default: errors }, strict],
    'no JSON in a group': [{ 200: byType({ 'text/csv': { type: 'string' } }) }, strict, { links: true }],
    'no links': [{ 200: hal }, strict, { links: false, etag: () => 'v1' }],
    'another serializer': [
      { 200: hal }, strict, { links }, { routes: app => app.setReplySerializer(value => JSON.stringify(value)) }
    ]
  }
  for (const [name, row] of Object.entries(STARTS)) t.match(await start(...row), { server: {} }, name)
})

t.test('content without any JSON type: every field, and a warning at start; in a group with the response, ' +
  'where strict mode sends an error', async t => {
  const response = { 200: byType({ 'text/csv': { type: 'string' } }) }
  const options = { links: [defineLinks(Order, links => { links.self(LinkTarget.uri('/self')) })] }
  const bound = await project(t, { links }, order, { schema: { response } })
  t.match(
    bound.logged('HYPER017'),
    [/^route GET \/value, response 200: its content has no schema for application\/json, application\/hal\+json/]
  )
  t.match((await bound.get(HAL)).document, { secret: SECRET })
  const lax = await project(t, { links: true }, new Order(), { schema: { response }, options })
  t.same(lax.logged('HYPER017'), [])
  t.match((await lax.get(HAL)).document, { secret: SECRET })
  await lax.get(JSON_TYPE)
  t.match(lax.logged('HYPER017'), [
    /^route GET \/value, response 200: its content has no schema for application\/hal\+json/
  ])
  const strict = await project(t, { links: true }, new Order(), {
    schema: { response }, options: { ...options, mode: 'strict' }
  })
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
