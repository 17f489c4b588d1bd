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

interface Row {
  readonly name: string
  readonly value: unknown
  readonly response?: object
  readonly links?: LinkConfig<never> | true
  readonly configs?: Array<LinkConfig<never>>
  /** Children whose texts show `SHOWN`. */
  readonly embeds?: true
  readonly route?: RouteShorthandOptions
  readonly prepare?: (app: FastifyInstance) => unknown
  readonly reply?: (reply: FastifyReply) => unknown
}

const addShared = (app: FastifyInstance) => app.addSchema(shared).addSchema(book)
const childSchema = (schema: object) => defineLinks<object>(self, { schema })
const orderPage = (rel?: string) =>
  offsetPage(many, { page: 1, pageSize: 2, totalCount: 3, ...(rel === undefined ? {} : { rel }) })

const rows: Row[] = [
  { name: 'a schema for 200', value: one, response: { 200: schema } },
  { name: 'a schema for 2xx', value: one, response: { '2xx': schema } },
  { name: 'a schema for 2XX', value: one, response: { '2XX': schema } },
  { name: 'a schema for default', value: one, response: { default: schema } },
  {
    name: 'schemas for 201 and others',
    value: one,
    response: { 200: { type: 'string' }, 201: schema, default: { type: 'string' } },
    reply: reply => reply.code(201)
  },
  {
    name: 'a class of its own for an error',
    value: one,
    links: true,
    response: { '4xx': schema },
    reply: reply => reply.code(404)
  },
  { name: 'content, application/json', value: one, response: { 200: json(schema) } },
  { name: 'content, */*', value: one, response: { 200: json(schema, '*/*') } },
  { name: 'content for 2xx', value: one, response: { '2xx': json(schema) } },
  { name: 'content for default', value: one, response: { default: json(schema, '*/*') } },
  { name: 'content beside a plain schema', value: one, response: { 200: schema, 404: json(schema) } },
  {
    name: 'content, the type that the handler sets',
    value: one,
    response: { 200: json(schema, 'application/vnd.order+json') },
    reply: reply => reply.type('application/vnd.order+json')
  },
  {
    name: 'content, the type in another case',
    value: one,
    response: { 200: json(schema) },
    reply: reply => reply.type('Application/JSON; Charset=UTF-8')
  },
  {
    name: 'content, a type of ours that the handler sets',
    value: one,
    response: { 200: json(schema, 'application/hal+json') },
    reply: reply => reply.type('application/hal+json')
  },
  { name: 'content, a list', value: many, response: { 200: json(list) } },
  {
    name: 'a schema that a later plugin puts in its place',
    value: one,
    response: { 200: {} },
    prepare: app => app.addHook('onRoute', route => { route.schema = { response: { 200: json(schema) } } })
  },
  { name: 'setReplySerializer', value: one, prepare: app => app.setReplySerializer(discreet) },
  {
    name: 'setReplySerializer over content',
    value: one,
    response: { 200: json({}) },
    prepare: app => app.setReplySerializer(discreet)
  },
  { name: 'setReplySerializer, a list', value: many, prepare: app => app.setReplySerializer(discreet) },
  {
    name: 'setSerializerCompiler',
    value: one,
    response: { 200: {} },
    prepare: app => app.setSerializerCompiler(() => discreet)
  },
  {
    name: 'setSerializerCompiler, content',
    value: one,
    response: { 200: json({}) },
    prepare: app => app.setSerializerCompiler(() => discreet)
  },
  {
    name: 'a serializer compiler of the route',
    value: many,
    response: { 200: {} },
    route: { serializerCompiler: () => discreet }
  },
  { name: 'a serializer of the handler', value: one, reply: reply => reply.serializer(discreet) },
  {
    name: 'a serializer of the handler over content',
    value: one,
    response: { 200: json({}) },
    reply: reply => reply.serializer(discreet)
  },
  {
    name: 'a serializer of the handler, spaced',
    value: many,
    reply: reply => reply.serializer(value => JSON.stringify(JSON.parse(discreet(value)), null, 2))
  },
  { name: 'toJSON', value: new Cart() },
  { name: 'a shared schema', value: one, response: { 200: { $ref: 'order#' } }, prepare: addShared },
  { name: 'a shared schema by content', value: one, response: { 200: json({ $ref: 'order#' }) }, prepare: addShared },
  {
    name: 'a part of a shared schema',
    value: one,
    response: { 200: { $ref: 'book#/definitions/order' } },
    prepare: addShared
  },
  { name: 'a list', value: many, response: { 200: list } },
  {
    name: 'a list of a shared schema',
    value: many,
    response: { 200: { type: 'array', items: { $ref: 'order#' } } },
    prepare: addShared
  },
  { name: 'a list with a local reference', value: many, response: { 200: local } },
  {
    name: 'a shared list',
    value: many,
    response: { 200: { $ref: 'orders#' } },
    prepare: app => app.addSchema({ ...list, $id: 'orders' })
  },
  {
    name: 'a mixed list',
    value: [one, null, 'text', [one]],
    response: { 200: { type: 'array', items: { anyOf: [schema, { type: ['null', 'string'] }, list] } } }
  },
  { name: 'an offset page', value: orderPage(), response: { 200: page(list) } },
  { name: 'an offset page by content', value: orderPage(), response: { 200: json(page(list)) } },
  {
    name: 'an offset page of a shared schema',
    value: orderPage(),
    response: { 200: page({ type: 'array', items: { $ref: 'order#' } }) },
    prepare: addShared
  },
  {
    name: 'an offset page without its items',
    value: orderPage(),
    response: { 200: { type: 'object', properties: { page: { type: 'integer' } } } }
  },
  { name: 'an offset page, setReplySerializer', value: orderPage(), prepare: app => app.setReplySerializer(discreet) },
  { name: 'a cursor page', value: cursorPage(many, { next: 'n', prev: 'p' }), response: { 200: page(list) } },
  {
    name: 'a cursor page, a serializer of the handler',
    value: cursorPage(many),
    reply: reply => reply.serializer(discreet)
  },
  {
    name: 'embedded, a schema of the configuration',
    value: { id: 1 },
    links: embedding(childSchema(schema)),
    embeds: true
  },
  {
    name: 'embedded, a reference',
    value: { id: 1 },
    links: embedding(childSchema({ $ref: 'order#' })),
    prepare: addShared,
    embeds: true
  },
  {
    name: 'embedded, a configuration of a schema',
    value: { id: 1 },
    links: embedding(defineLinks(shared, self)),
    embeds: true
  },
  {
    name: 'embedded, a configuration of an $id',
    value: { id: 1 },
    links: embedding(defineLinks('order#', self)),
    prepare: addShared,
    embeds: true
  },
  {
    name: 'embedded, the class decides',
    value: { id: 1 },
    links: defineLinks<object>(links => { links.embedMany('many', () => many) }),
    configs: [defineLinks(Order, self, { schema })],
    embeds: true
  },
  {
    name: 'embedded, setSerializerCompiler',
    value: { id: 1 },
    links: embedding(childSchema({})),
    prepare: app => app.setSerializerCompiler(() => discreet),
    embeds: true
  },
  {
    name: 'embedded in embedded',
    value: { id: 1 },
    links: defineLinks<object>(links => { links.embed('outer', () => ({ id: 1 }), embedding(childSchema(schema))) }),
    embeds: true
  },
  {
    name: 'embedded in an element',
    value: [new Order(4)],
    response: { 200: list },
    links: embedding(childSchema(schema)),
    embeds: true
  }
]

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

async function appOf (row: Row, linked: boolean): Promise<FastifyInstance> {
  const app = Fastify()
  if (linked) await app.register(hyper, { links: row.configs ?? [defineLinks(Order, self)], formatters: [showsAll] })
  await row.prepare?.(app)
  const options = row.response === undefined ? { ...row.route } : { ...row.route, schema: { response: row.response } }
  const declare = (url: string, format: string | false) =>
    app.get(url, { ...options, config: { hyper: { links: row.links ?? selfLinks, format } } }, (_, reply) => {
      row.reply?.(reply)
      reply.send(row.value)
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

for (const row of rows) {
  t.test(row.name, async t => {
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
      if (row.embeds === true && !bare) t.match(seen.payload, SHOWN, `${name}: children`)
    }
  })
}
