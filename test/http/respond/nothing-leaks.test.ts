import Fastify, { type FastifyInstance, type FastifyReply, type RouteShorthandOptions } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, type HypermediaFormatter, type LinkBuilder,
  LinkTarget, offsetPage
} from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { isObject, type JsonObject, member } from '../../support/documents.ts'
import { parseJson } from '../../support/strict-json.ts'

// No response has what the response schema or another serializer of the app hides;
// everything else is what plain Fastify sends.

const SECRET = 'hidden from everybody'
const SHOWN = 'shown to everybody'

class Order {
  readonly id: number
  readonly shown = SHOWN
  readonly secret = SECRET
  readonly detail = { id: 0, secret: SECRET }

  constructor (id: number) {
    this.id = id
  }
}

class Cart {
  readonly id = 1
  readonly secret = SECRET
  toJSON (): object { return { id: this.id } }
}

const one = new Order(1)
const many = [new Order(2), new Order(3)]

const properties = {
  id: { type: 'integer' },
  shown: { type: 'string' },
  detail: { type: 'object', properties: { id: { type: 'integer' } } }
}
const schema = { type: 'object', properties }
const list = { type: 'array', items: schema }
const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })
const page = (items: object) => ({ type: 'object', properties: { items, page: { type: 'integer' } } })

const shared = { ...schema, $id: 'order' }
const book = { $id: 'book', definitions: { order: schema } }
const local = { type: 'array', items: { $ref: '#/definitions/order' }, definitions: { order: schema } }

/** A way of writing that is not Fastify's: every `secret` is omitted. */
const discreet = (value: unknown) =>
  JSON.stringify(value, (name, inner: unknown) => name === 'secret' ? undefined : inner)

/** All that a formatter is given. */
const showsAll: HypermediaFormatter = {
  mediaType: 'application/vnd.all+json',
  format: ({ body, links, actions, embedded }) => {
    const texts = [...embedded].map(([relation, text]) =>
      `${JSON.stringify(relation)}:${typeof text === 'string' ? text : `[${text.join()}]`}`)
    return `{"own":${body},"links":${JSON.stringify(links)},"actions":${JSON.stringify(actions)},` +
      `"_embedded":{${texts.join()}}}`
  }
}

const self = (links: LinkBuilder<object>) => {
  links.self(LinkTarget.uri('/self'))
  links.affordance('act', LinkTarget.uri('/act'))
}
const selfLinks = defineLinks<object>(self)

const embedding = (child: LinkConfig<object>) => defineLinks<object>(links => {
  self(links)
  links.embed('one', () => one, child)
  links.embedMany('many', () => many, child)
})

interface More {
  readonly links?: LinkConfig<never> | true
  readonly configs?: Array<LinkConfig<never>>
  /** Children whose texts show `SHOWN`. */
  readonly embeds?: true
  readonly route?: RouteShorthandOptions
  readonly prepare?: (app: FastifyInstance) => unknown
  readonly reply?: (reply: FastifyReply) => unknown
}

type Row = readonly [value: unknown, response?: object | undefined, more?: More]

const addShared = (app: FastifyInstance) => app.addSchema(shared).addSchema(book)
const childSchema = (schema: object) => defineLinks<object>(self, { schema })
const orderPage = (rel?: string) =>
  offsetPage(many, { page: 1, pageSize: 2, totalCount: 3, ...(rel === undefined ? {} : { rel }) })

const rows: Readonly<Record<string, Row>> = {
  'a schema for 200': [one, { 200: schema }],
  'a schema for 2xx': [one, { '2xx': schema }],
  'a schema for 2XX': [one, { '2XX': schema }],
  'a schema for default': [one, { default: schema }],
  'schemas for 201 and others': [
    one, { 200: { type: 'string' }, 201: schema, default: { type: 'string' } }, { reply: reply => reply.code(201) }
  ],
  'a class of its own for an error': [one, { '4xx': schema }, { links: true, reply: reply => reply.code(404) }],
  'content, application/json': [one, { 200: json(schema) }],
  'content, */*': [one, { 200: json(schema, '*/*') }],
  'content for 2xx': [one, { '2xx': json(schema) }],
  'content for default': [one, { default: json(schema, '*/*') }],
  'content beside a plain schema': [one, { 200: schema, 404: json(schema) }],
  'content, the type that the handler sets': [
    one, { 200: json(schema, 'application/vnd.order+json') },
    { reply: reply => reply.type('application/vnd.order+json') }
  ],
  'content, the type in another case': [
    one, { 200: json(schema) }, { reply: reply => reply.type('Application/JSON; Charset=UTF-8') }
  ],
  'content, a type of ours that the handler sets': [
    one, { 200: json(schema, 'application/hal+json') }, { reply: reply => reply.type('application/hal+json') }
  ],
  'content, a list': [many, { 200: json(list) }],
  'a schema that a later plugin puts in its place': [
    one, { 200: {} },
    { prepare: app => app.addHook('onRoute', route => { route.schema = { response: { 200: json(schema) } } }) }
  ],
  setReplySerializer: [one, undefined, { prepare: app => app.setReplySerializer(discreet) }],
  'setReplySerializer over content': [one, { 200: json({}) }, { prepare: app => app.setReplySerializer(discreet) }],
  'setReplySerializer, a list': [many, undefined, { prepare: app => app.setReplySerializer(discreet) }],
  setSerializerCompiler: [one, { 200: {} }, { prepare: app => app.setSerializerCompiler(() => discreet) }],
  'setSerializerCompiler, content': [
    one, { 200: json({}) }, { prepare: app => app.setSerializerCompiler(() => discreet) }
  ],
  'a serializer compiler of the route': [many, { 200: {} }, { route: { serializerCompiler: () => discreet } }],
  'a serializer of the handler': [one, undefined, { reply: reply => reply.serializer(discreet) }],
  'a serializer of the handler over content': [one, { 200: json({}) }, { reply: reply => reply.serializer(discreet) }],
  'a serializer of the handler, spaced': [
    many, undefined,
    { reply: reply => reply.serializer(value => JSON.stringify(JSON.parse(discreet(value)), null, 2)) }
  ],
  toJSON: [new Cart()],
  'a shared schema': [one, { 200: { $ref: 'order#' } }, { prepare: addShared }],
  'a shared schema by content': [one, { 200: json({ $ref: 'order#' }) }, { prepare: addShared }],
  'a part of a shared schema': [one, { 200: { $ref: 'book#/definitions/order' } }, { prepare: addShared }],
  'a list': [many, { 200: list }],
  'a list of a shared schema': [many, { 200: { type: 'array', items: { $ref: 'order#' } } }, { prepare: addShared }],
  'a list with a local reference': [many, { 200: local }],
  'a shared list': [many, { 200: { $ref: 'orders#' } }, { prepare: app => app.addSchema({ ...list, $id: 'orders' }) }],
  'a mixed list': [
    [one, null, 'text', [one]],
    { 200: { type: 'array', items: { anyOf: [schema, { type: ['null', 'string'] }, list] } } }
  ],
  'an offset page': [orderPage(), { 200: page(list) }],
  'an offset page by content': [orderPage(), { 200: json(page(list)) }],
  'an offset page of a shared schema': [
    orderPage(), { 200: page({ type: 'array', items: { $ref: 'order#' } }) }, { prepare: addShared }
  ],
  'an offset page without its items': [
    orderPage(), { 200: { type: 'object', properties: { page: { type: 'integer' } } } }
  ],
  'an offset page, setReplySerializer': [orderPage(), undefined, { prepare: app => app.setReplySerializer(discreet) }],
  'a cursor page': [cursorPage(many, { next: 'n', prev: 'p' }), { 200: page(list) }],
  'a cursor page, a serializer of the handler': [
    cursorPage(many), undefined, { reply: reply => reply.serializer(discreet) }
  ],
  'embedded, a schema of the configuration': [
    { id: 1 }, undefined, { links: embedding(childSchema(schema)), embeds: true }
  ],
  'embedded, a reference': [
    { id: 1 }, undefined, { links: embedding(childSchema({ $ref: 'order#' })), prepare: addShared, embeds: true }
  ],
  'embedded, a configuration of a schema': [
    { id: 1 }, undefined, { links: embedding(defineLinks(shared, self)), embeds: true }
  ],
  'embedded, a configuration of an $id': [
    { id: 1 }, undefined, { links: embedding(defineLinks('order#', self)), prepare: addShared, embeds: true }
  ],
  'embedded, the class decides': [
    { id: 1 }, undefined,
    {
      links: defineLinks<object>(links => { links.embedMany('many', () => many) }),
      configs: [defineLinks(Order, self, { schema })],
      embeds: true
    }
  ],
  'embedded, setSerializerCompiler': [
    { id: 1 }, undefined,
    { links: embedding(childSchema({})), prepare: app => app.setSerializerCompiler(() => discreet), embeds: true }
  ],
  'embedded in embedded': [
    { id: 1 }, undefined,
    {
      links: defineLinks<object>(links => { links.embed('outer', () => ({ id: 1 }), embedding(childSchema(schema))) }),
      embeds: true
    }
  ],
  'embedded in an element': [[new Order(4)], { 200: list }, { links: embedding(childSchema(schema)), embeds: true }]
}

const accepts: Array<string | undefined> = [
  undefined, '*/*', 'application/*', 'application/json', 'application/vnd.hyper+json', 'application/hal+json',
  'application/prs.hal-forms+json', showsAll.mediaType, 'text/html',
  '', ',', ',,;;', '"', 'application/json;q=0', '*/*;q=0', 'application/hal+json;q=2',
  'application/hal+json;q=0.1, application/prs.hal-forms+json', 'application/hal+json;a="', 'a/b,'.repeat(3000)
]

const forced = ['default', 'hal', 'hal-forms', 'none', 'application/vnd.hyper+json', showsAll.mediaType]

interface RequestRow {
  readonly name: string
  readonly url: string
  readonly headers: Record<string, string>
  /** Nothing is added to the value. */
  readonly bare: boolean
}

const requests: RequestRow[] = [
  ...accepts.map(accept =>
    ({
      name: `Accept: ${accept?.slice(0, 50)}`, url: '/', headers: accept === undefined ? {} : { accept }, bare: false
    })),
  ...forced.map((format, index) => ({
    name: `format ${format}`, url: `/${index}`, headers: {}, bare: format === 'none'
  }))
]

async function appOf ([value, response, more = {}]: Row, linked: boolean): Promise<FastifyInstance> {
  const app = Fastify()
  if (linked) await app.register(hyper, { links: more.configs ?? [defineLinks(Order, self)], formatters: [showsAll] })
  await more.prepare?.(app)
  const options = { ...more.route, ...response !== undefined && { schema: { response } } }
  const declare = (url: string, format: string | false) =>
    app.get(url, { ...options, config: { hyper: { links: more.links ?? selfLinks, format } } }, (_, reply) => {
      more.reply?.(reply)
      reply.send(value)
    })
  declare('/', false)
  forced.forEach((format, index) => declare(`/${index}`, format))
  return app
}

const ADDED = ['_links', '_embedded', '_actions', '_templates']

/** A document without what was added to it; the items of a page stand where they do in its own text. */
function ownOf (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownOf)
  if (!isObject(value)) return value
  const items = member(value, '_embedded', 'item')
  const own = isObject(value['own']) ? value['own'] : value
  const mine = Object.entries(own).filter(([name]) => !ADDED.includes(name))
    .map(([name, inner]) => [name, ownOf(inner)])
  return { ...Object.fromEntries(mine) as JsonObject, ...(items === undefined ? {} : { items: ownOf(items) }) }
}

for (const [name, row] of Object.entries(rows)) {
  t.test(name, async t => {
    const [plain, linked] = await Promise.all([appOf(row, false), appOf(row, true)])
    t.teardown(() => Promise.all([plain.close(), linked.close()]))
    const expected = await plain.inject('/')
    t.notMatch(expected.payload, SECRET, 'plain Fastify hides it')
    for (const { name, url, headers, bare } of requests) {
      const seen = await linked.inject({ url, headers })
      const document = parseJson(seen.payload)
      t.equal(seen.statusCode, expected.statusCode, name)
      t.notOk(seen.payload.includes(SECRET) || seen.payload.includes('"secret"'), `${name}: nothing hidden is shown`)
      t.same(ownOf(document), JSON.parse(expected.payload), `${name}: all else is what plain Fastify sends`)
      t.equal(seen.payload.includes('"href"'), !bare, `${name}: links`)
      if (row[2]?.embeds === true && !bare) t.match(seen.payload, SHOWN, `${name}: children`)
    }
  })
}
