import { Type } from '@sinclair/typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler as zodSerializer, validatorCompiler as zodValidator } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import { collectionJson } from '../../../formats/collection-json.ts'
import { hydra } from '../../../formats/hydra.ts'
import { jsonApi } from '../../../formats/json-api.ts'
import { siren } from '../../../formats/siren.ts'
import hyper, { cursorPage, defineLinks, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { parseJson } from '../../support/strict-json.ts'
import { ACCEPTS, everything } from './documents.ts'
import { sampled } from './scale.ts'

// 11 styles of schema x 6 keys of a response x 11 structures of a value x 10 values of Accept:
// no response contains a field that the schema hides.

const SECRET = 'never sent'
const SHOWN = 'always sent'

const row = (id: number) => ({ id, shown: SHOWN, secret: SECRET, detail: { id, secret: SECRET } })

const detail = { type: 'object', properties: { id: { type: 'integer' } } }
const id = { type: 'integer' }
const shown = { type: 'string' }
const properties = { id, shown, detail }
const order = { type: 'object', properties }
const discreet = (value: unknown) =>
  JSON.stringify(value, (name, inner: unknown) => name === 'secret' ? undefined : inner)

interface Schemas {
  readonly one: object
  readonly list: object
  readonly page: object
}

const schemasOf = (one: object): Schemas => {
  const list = { type: 'array', items: one }
  return { one, list, page: { type: 'object', properties: { items: list } } }
}

interface Style {
  readonly name: string
  readonly schemas: Schemas
  readonly prepare?: (app: FastifyInstance) => unknown
  /** A scope beside the one that is tested. */
  readonly sibling?: (app: FastifyInstance) => unknown
}

const zodOrder = z.object({ id: z.number(), shown: z.string(), detail: z.object({ id: z.number() }) })
const typeboxOrder = Type.Object({
  id: Type.Integer(), shown: Type.String(), detail: Type.Object({ id: Type.Integer() })
})

const STYLES: readonly Style[] = [
  { name: 'inline', schemas: schemasOf(order) },
  { name: 'shared', schemas: schemasOf({ $ref: 'order#' }), prepare: app => app.addSchema({ ...order, $id: 'order' }) },
  {
    name: 'part of a shared schema',
    schemas: schemasOf({ $ref: 'book#/definitions/order' }),
    prepare: app => app.addSchema({ $id: 'book', definitions: { order } })
  },
  {
    name: 'local reference',
    schemas: {
      one: { $ref: '#/definitions/order', definitions: { order } },
      list: { type: 'array', items: { $ref: '#/definitions/order' }, definitions: { order } },
      page: {
        type: 'object',
        properties: { items: { type: 'array', items: { $ref: '#/definitions/order' } } },
        definitions: { order }
      }
    }
  },
  {
    name: 'allOf',
    schemas: schemasOf({
      allOf: [{ type: 'object', properties: { id, shown } }, { type: 'object', properties: { detail } }]
    })
  },
  { name: 'union with null', schemas: schemasOf({ anyOf: [order, { type: 'null' }] }) },
  { name: 'TypeBox', schemas: schemasOf(typeboxOrder) },
  {
    name: 'Zod',
    schemas: { one: zodOrder, list: z.array(zodOrder), page: z.object({ items: z.array(zodOrder) }) },
    prepare: app => app.setValidatorCompiler(zodValidator).setSerializerCompiler(zodSerializer)
  },
  { name: 'serializer compiler', schemas: schemasOf({}), prepare: app => app.setSerializerCompiler(() => discreet) },
  { name: 'reply serializer', schemas: schemasOf(order), prepare: app => app.setReplySerializer(discreet) },
  {
    name: 'one $id in two scopes',
    schemas: schemasOf({ $ref: 'order#' }),
    prepare: app => app.addSchema({ ...order, $id: 'order' }),
    sibling: app => app.addSchema({
      $id: 'order', type: 'object', properties: { ...properties, secret: { type: 'string' }, detail: {} }
    })
  }
]

const keyed = (mediaType: string) => (schema: object) => ({ 200: { content: { [mediaType]: { schema } } } })

const KEYS: ReadonlyArray<readonly [name: string, response: (schema: object) => object]> = [
  ['200', schema => ({ 200: schema })],
  ['2xx', schema => ({ '2xx': schema })],
  ['default', schema => ({ default: schema })],
  ['content application/json', keyed('application/json')],
  ['content application/hal+json', keyed('application/hal+json')],
  ['content */*', keyed('*/*')]
]

const self = (links: LinkBuilder<object>) => {
  links.self(LinkTarget.uri('/self'))
  links.affordance('act', LinkTarget.uri('/act'))
}

class RowError extends Error {
  readonly id = 1
  readonly shown = SHOWN
  readonly secret = SECRET
  readonly detail = { id: 1, secret: SECRET }
}

interface Sample {
  readonly name: string
  readonly kind: keyof Schemas
  readonly value: () => object
  /** The configuration of the route, made with that of a child. */
  readonly links: (child: LinkConfig<object>) => LinkConfig<object>
}

const plain = () => defineLinks<object>(self)
const embedding = (children: () => object | Promise<object>) =>
  (child: LinkConfig<object>) => defineLinks<object>(links => {
    self(links)
    links.embedMany('children', async () => [await children()].flat(), child)
    links.embed('child', () => row(2), child)
  })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index))

const SAMPLES: readonly Sample[] = [
  { name: 'object', kind: 'one', value: () => row(1), links: plain },
  { name: 'list of one', kind: 'list', value: () => rows(1), links: plain },
  { name: 'list', kind: 'list', value: () => rows(3), links: plain },
  { name: 'long list', kind: 'list', value: () => rows(100), links: plain },
  {
    name: 'offset page',
    kind: 'page',
    value: () => offsetPage(rows(2), { page: 1, pageSize: 2, totalCount: 3 }),
    links: plain
  },
  { name: 'cursor page', kind: 'page', value: () => cursorPage(rows(2), { next: 'n' }), links: plain },
  { name: 'embedded', kind: 'one', value: () => row(1), links: embedding(() => row(2)) },
  { name: 'embedded many', kind: 'one', value: () => row(1), links: embedding(() => rows(3)) },
  { name: 'embedded in an element', kind: 'list', value: () => rows(2), links: embedding(() => rows(2)) },
  { name: 'embedded, asynchronous', kind: 'one', value: () => row(1), links: embedding(async () => row(2)) },
  { name: 'embedded error', kind: 'one', value: () => row(1), links: embedding(() => new RowError('failed')) }
]

const FORMATTERS = [everything, siren(), collectionJson(), jsonApi(), hydra()]
const EVERY_ACCEPT = [...ACCEPTS, ...FORMATTERS.slice(1).map(({ mediaType }) => mediaType)]

const CELLS = STYLES.flatMap(style => KEYS.map(([key, response]) => ({ style, key, response })))

async function appOf ({ style, response }: typeof CELLS[number]): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { formatters: FORMATTERS })
  const child = defineLinks<object>(self, { schema: style.schemas.one })
  if (style.sibling !== undefined) {
    await app.register(async scope => { await declare(scope, style.sibling!, '/sibling') })
  }
  await app.register(async scope => { await declare(scope, style.prepare ?? (() => {}), '') })
  return app

  async function declare (
    scope: FastifyInstance, prepare: NonNullable<Style['prepare']>, prefix: string
  ): Promise<void> {
    prepare(scope)
    SAMPLES.forEach(({ kind, value, links }, index) => {
      const options = {
        schema: { response: response(style.schemas[kind]) }, config: { hyper: { links: links(child) } }
      }
      scope.get(`${prefix}/${index}`, options, (_, reply) => { reply.send(value()) })
    })
  }
}

for (const cell of sampled(CELLS)) {
  t.test(`${cell.style.name}, ${cell.key}: hidden fields stay hidden`, async t => {
    const app = await appOf(cell)
    t.teardown(() => app.close())
    for (const [index, sample] of SAMPLES.entries()) {
      for (const accept of EVERY_ACCEPT) {
        const { statusCode, payload } = await app.inject({
          url: `/${index}`, headers: accept === null ? {} : { accept }
        })
        const place = `${sample.name}, Accept: ${accept ?? 'none'}`
        parseJson(payload)
        const isShown = payload.includes(SHOWN) && /"(?:href|@id|jsonapi)"/.test(payload)
        const isHidden = !payload.includes('secret') && !payload.includes(SECRET)
        t.ok(statusCode === 200 && isShown && isHidden, place, { payload: payload.slice(0, 500), statusCode })
      }
    }
  })
}
