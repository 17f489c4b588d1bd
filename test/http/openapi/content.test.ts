import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { cursorPage, defineLinks, type HypermediaFormatter, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { agree, type Agreement } from '../../support/agreement.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { mediaTypesIn, responseIn } from '../../support/openapi.ts'

// Response schemas that are keyed by media type: `content: { 'application/hal+json': { schema } }`.

const HAL = 'application/hal+json'
const HAL_FORMS = 'application/prs.hal-forms+json'
const JSON_TYPE = 'application/json'
const HYPER = 'application/vnd.hyper+json'

const links = defineLinks(links => {
  links.self(LinkTarget.uri('/value'))
  links.affordance('rename', LinkTarget.uri('/rename'))
})
const object = (...names: string[]) =>
  ({ type: 'object', properties: Object.fromEntries(names.map(name => [name, { type: 'integer' }])) })
const keyed = (content: Readonly<Record<string, object>>) => ({
  content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
})

/** The media types of one response with the names of their schema's properties. */
async function contentOf (
  t: Test, response: object, setup: Agreement = {}, make: () => object = () => ({ id: 1 }), config: object = { links }
): Promise<Record<string, string[]>> {
  const declare = (app: FastifyInstance) => {
    app.get('/value', { schema: { response: { 200: response } }, config: { hyper: config } }, make)
  }
  const document = await agree(t, declare, ['/value'], setup)
  const content = member(responseIn(document, '/value'), 'content') as JsonObject
  return Object.fromEntries(Object.entries(content).map(([type, media]) =>
    [type, Object.keys(member(media, 'schema', 'properties') ?? {})]))
}

t.test('members of a format are in the schema of its media type, else of application/json, else of */*', async t => {
  t.strictSame(await contentOf(t, keyed({ [HAL]: object('id', 'hal'), [JSON_TYPE]: object('id', 'json') })), {
    [JSON_TYPE]: ['id', 'json', '_links', '_actions'],
    [HAL]: ['id', 'hal', '_links'],
    [HAL_FORMS]: ['id', 'json', '_links', '_templates'],
    [HYPER]: ['id', 'json', '_links', '_actions']
  })
  t.strictSame(await contentOf(t, keyed({ [HAL_FORMS]: object('id', 'forms'), '*/*': object('id', 'any') })), {
    [JSON_TYPE]: ['id', 'any', '_links', '_actions'],
    [HAL]: ['id', 'any', '_links'],
    [HAL_FORMS]: ['id', 'forms', '_links', '_templates'],
    [HYPER]: ['id', 'any', '_links', '_actions'],
    '*/*': ['id', 'any', '_links', '_actions', '_templates']
  })
})

t.test('a format without any schema is documented without properties of the app', async t => {
  t.strictSame(await contentOf(t, keyed({ [HAL]: object('id') })), {
    [JSON_TYPE]: ['_links', '_actions'],
    [HAL]: ['id', '_links'],
    [HAL_FORMS]: ['_links', '_templates'],
    [HYPER]: ['_links', '_actions']
  })
  const forced = await contentOf(t, keyed({ [HAL]: object('id') }), {}, undefined, { links, format: 'hal' })
  t.strictSame(forced, { [HAL]: ['id', '_links'] }, 'only the formats of the route')
})

t.test('media types of no format are left to the handler', async t => {
  const response = keyed({ 'text/csv': { type: 'string' } })
  const document = await agree(t, app => {
    const options = { schema: { response: { 200: response } }, config: { hyper: { links } } }
    app.get('/value', options, (_, reply) => reply.type('text/csv').send('"a"'))
  }, [])
  t.same(mediaTypesIn(document, '/value'), ['text/csv'])
})

t.test('the media type of a formatter of the app', async t => {
  const siren: HypermediaFormatter = {
    mediaType: 'application/vnd.siren+json', format: ({ body }) => `{"properties":${body}}`
  }
  const setup = { hyper: { formatters: [siren] }, accepts: [siren.mediaType] }
  const content = await contentOf(t, keyed({ [siren.mediaType]: object('id'), [JSON_TYPE]: object('id') }), setup)
  t.strictSame(content[siren.mediaType], [], 'only the app knows what it writes')
})

t.test('lists and pages that are keyed by media type', async t => {
  const items = { type: 'array', items: object('id') }
  t.strictSame(await contentOf(t, keyed({ '*/*': items }), {}, () => [{ id: 1 }]), { [JSON_TYPE]: [], '*/*': [] })
  const page = { type: 'object', required: ['items'], properties: { items, totalCount: { type: 'integer' } } }
  const make = () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 })
  t.strictSame(await contentOf(t, keyed({ [JSON_TYPE]: page, [HAL]: page }), {}, make), {
    [JSON_TYPE]: ['items', 'totalCount', '_links'],
    [HAL]: ['totalCount', '_links', '_embedded'],
    [HAL_FORMS]: ['totalCount', '_links', '_embedded'],
    [HYPER]: ['items', 'totalCount', '_links']
  })
})

t.test('a format that is renamed', async t => {
  const hal = 'application/vnd.acme+json'
  const content = await contentOf(t, keyed({ [JSON_TYPE]: object('id'), [hal]: object('id') }), {
    hyper: { mediaTypes: { hal } }, accepts: [hal]
  })
  t.match(content, { [hal]: ['id', '_links'], [JSON_TYPE]: ['id', '_links', '_actions'] })
})

t.test('groups, deprecated routes and pages by cursor in every format', async t => {
  const rows: readonly NonNullable<Agreement['hyper']>[] = [
    {},
    { defaultFormat: 'hal' },
    { defaultFormat: 'hal-forms', mode: 'strict' },
    { negotiateFormat: false, defaultFormat: 'hal' },
    { defaultFormat: 'none' }
  ]
  const ok = { schema: { response: { '2xx': object('id') } } }
  const page = { type: 'object', required: ['items'], properties: { items: { type: 'array', items: object('id') } } }
  const old = { deprecatedAt: '2026-01-01', sunset: '2027-01-01' }
  for (const hyper of rows) {
    await agree(t, async app => {
      await app.register(async group => {
        group.get('/value', ok, () => ({ id: 1 }))
        group.get('/bare', { ...ok, config: { hyper: { format: 'none' } } }, () => ({ id: 1 }))
        group.get('/hal', { ...ok, config: { hyper: { format: 'hal', deprecation: old } } }, () => ({ id: 1 }))
        group.get('/page', { schema: { response: { default: page } } }, () => cursorPage([{ id: 1 }], { next: 'a' }))
        group.get('/forms', {
          schema: { response: { 200: page } }, config: { hyper: { format: 'hal-forms' } }
        }, () => cursorPage([{ id: 1 }]))
      }, { prefix: '/group', hyper: { links, deprecation: true } })
    }, ['/group/value', '/group/bare', '/group/hal', '/group/page', '/group/forms'], { hyper })
  }
})
