import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler, validatorCompiler
} from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import * as z from 'zod'
import { createHyperTransform, cursorPage, defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { documented, type DocumentedSetup } from '../../support/documented.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { dereferenced, mediaTypesIn, responseIn, schemaIn } from '../../support/openapi.ts'

const links = defineLinks(links => { links.self(LinkTarget.uri('/self')) })
const LINKS = { type: 'object', required: ['self'], properties: { self: { $ref: '#/components/schemas/HyperLink' } } }
const FLAT: DocumentedSetup = { hyper: { negotiateFormat: false } }

/** The responses of a route that is bound to a configuration. */
async function responsesOf (
  t: Test, response: unknown, setup: DocumentedSetup = FLAT, declare: (app: FastifyInstance) => unknown = () => {},
  schema: object = {}
): Promise<JsonObject> {
  const document = await documented(t, async app => {
    await declare(app)
    app.get('/value', { schema: { ...schema, response } as never, config: { hyper: { links } } }, () => ({}))
  }, setup)
  return {
    ...member(document, 'paths', '/value', 'get', 'responses') as JsonObject, components: member(document, 'components')
  }
}

async function schemaOf (t: Test, schema: unknown, declare?: (app: FastifyInstance) => unknown): Promise<unknown> {
  const { components, ...responses } = await responsesOf(t, { 200: schema }, FLAT, declare)
  return dereferenced({ components }, member(responses, '200', 'content', 'application/json', 'schema'))
}

const ADDED = { required: ['_links'], properties: { _links: LINKS } }

t.test('a schema of the route is copied unchanged', async t => {
  t.same(await schemaOf(t, {
    type: 'object',
    $id: 'Own',
    description: 'Mine',
    required: ['id'],
    properties: { id: { type: 'integer' } },
    additionalProperties: false
  }), {
    type: 'object',
    description: 'Mine',
    required: ['id', '_links'],
    properties: { id: { type: 'integer' }, _links: LINKS },
    additionalProperties: false
  })
})

t.test('shared schemas', async t => {
  const share = (schema: object) => (app: FastifyInstance) => { app.addSchema(schema) }
  t.same(
    await schemaOf(t, { $ref: 'Open#' }, share({ $id: 'Open', type: 'object' })),
    { allOf: [{ $ref: '#/components/schemas/def-0' }, ADDED] }
  )
  t.same(await schemaOf(t, { $ref: 'Closed#' }, share({
    $id: 'Closed',
    type: 'object',
    additionalProperties: false,
    definitions: { part: { type: 'string' } },
    properties: { part: { $ref: '#/definitions/part' } }
  })), {
    type: 'object',
    additionalProperties: false,
    required: ['_links'],
    properties: { part: { $ref: '#/components/schemas/def-0-part' }, _links: LINKS }
  }, 'what it refers to is still found')
  t.same(await schemaOf(
    t, { $ref: 'Parts#/definitions/part' },
    share({ $id: 'Parts', definitions: { part: { type: 'object', properties: {} } } })
  ),
  { allOf: [{ $ref: '#/components/schemas/def-0-part' }, ADDED] }, 'a part that cannot be seen is left as it is')
  t.same(await schemaOf(t, { $ref: 'Relative#' }, app => {
    app.addSchema({ $id: 'Part', type: 'string' })
    app.addSchema({
      $id: 'Relative', type: 'object', additionalProperties: false, properties: { part: { $ref: 'Part#' } }
    })
  }), {
    type: 'object',
    additionalProperties: false,
    required: ['_links'],
    properties: { part: { $ref: '#/components/schemas/def-0' }, _links: LINKS }
  })
})

t.test('schemas without a type', async t => {
  t.same(await schemaOf(t, {}), { properties: ADDED.properties }, 'anything, also a list')
  t.same(
    await schemaOf(t, { items: { type: 'object' } }), { type: 'array', items: { type: 'object', ...ADDED } }, 'a list'
  )
  t.same(await schemaOf(t, { type: 'array' }), { type: 'array', items: ADDED })
})

t.test('choices and sums', async t => {
  t.same(await schemaOf(t, { oneOf: [{ type: 'object' }, { type: 'string' }, { type: 'array', items: {} }] }), {
    oneOf: [{ type: 'object', ...ADDED }, { type: 'string' }, { type: 'array', items: {} }]
  })
  t.same(await schemaOf(t, {
    allOf: [{ $ref: 'Closed#' }, { type: 'object' }, { $ref: 'Parts#/definitions/part' }]
  }, app => {
    app.addSchema({ $id: 'Closed', type: 'object', additionalProperties: false })
    app.addSchema({ $id: 'Parts', definitions: { part: { type: 'object', properties: {} } } })
  }), { allOf: [{ type: 'object' }, { type: 'object' }, { $ref: '#/components/schemas/def-1-part' }, ADDED] })
})

t.test('a type that refers to itself', async t => {
  const tree = Type.Recursive(Tree => Type.Object({ children: Type.Array(Tree) }), { $id: 'Tree' })
  const responses = await responsesOf(t, { 200: tree })
  t.same(member(
    responses, '200', 'content', 'application/json', 'schema', 'properties', 'children', 'items'
  ), { $ref: '#/components/schemas/def-0' })
  t.match(member(
    responses, 'components', 'schemas', 'def-0'
  ), { properties: { children: { items: { $ref: '#/components/schemas/def-0' } } } })
})

t.test('which responses carry hypermedia', async t => {
  const object = { type: 'object' }
  const isLinked = (responses: JsonObject, status: string) =>
    member(responses, status, 'content', 'application/json', 'schema', 'properties', '_links') !== undefined
  const some = await responsesOf(t, {
    201: object, 204: { type: 'null' }, 205: object, 304: object, 404: object, default: object
  })
  t.same(Object.keys(some).filter(status => isLinked(some, status)), ['201', 'default'])
  t.equal(member(some, 'default', 'content', 'application/json', 'schema', 'required'), undefined, 'an error has none')
  const all = await responsesOf(t, { '2xx': object, 206: { type: 'null' }, default: object })
  t.same(Object.keys(all).filter(status => isLinked(all, status)), ['2XX'])
})

t.test('the description of a response by the app is kept', async t => {
  const headers = { etag: { type: 'string', description: 'Mine' }, 'x-count': { type: 'integer' } }
  const responses = await responsesOf(
    t, { 200: { type: 'object', 'x-response-description': 'A value', headers } }, { hyper: {} }
  )
  t.equal(member(responses, '200', 'description'), 'A value')
  t.same(Object.keys(member(responses, '200', 'headers') as object), ['etag', 'x-count'])
  t.equal(member(responses, '200', 'content', 'application/json', 'schema', 'headers'), undefined)
})

t.test('media types of the app', async t => {
  const object = { type: 'object' }
  const types = async (response: unknown, schema?: object) => {
    const content =
      member(await responsesOf(t, { 200: response }, { hyper: {} }, undefined, schema), '200', 'content') as JsonObject
    return Object.entries(content)
      .map(([type, media]) => [type, member(media, 'schema', 'properties', '_links') !== undefined])
  }
  t.same(await types(object, { produces: ['text/csv'] }), [['text/csv', true]])
  t.same(await types({
    content: { 'application/hal+json': { schema: object }, 'application/json; charset=utf-8': { schema: object } }
  }),
  [
    ['application/json', true], ['application/hal+json', true], ['application/prs.hal-forms+json', true],
    ['application/vnd.hyper+json', true]
  ])
  t.same(await types({ content: { 'text/csv': { schema: { type: 'string' }, example: 'a' } } }), [['text/csv', false]])
})

t.test('a forced format labels what is surely an object', async t => {
  const forced = async (schema: object) => {
    const document = await documented(
      t, app => {
        app.get(
          '/value', { schema: { response: { 200: schema } }, config: { hyper: { links, format: 'hal' } } }, () => ({})
        )
      }
    )
    return mediaTypesIn(document, '/value')
  }
  t.same(await forced({ type: 'object' }), ['application/hal+json'])
  t.same(await forced({ type: 'object', nullable: true }), ['application/hal+json', 'application/json'])
  t.same(await forced({}), ['application/hal+json', 'application/json'])
})

t.test('a name under which tools look for something else is not described', async t => {
  const odd = defineLinks(links => {
    links.link('$ref', LinkTarget.uri('/a'))
    links.link('$id', LinkTarget.uri('/b'))
  })
  const document = await documented(
    t, app => {
      app.get(
        '/value', { schema: { response: { 200: { type: 'object' } } }, config: { hyper: { links: odd } } }, () => ({})
      )
    },
    FLAT
  )
  t.same(schemaIn(document, '/value'), {
    type: 'object'
  })
})

t.test('names of components that the app has are not reused', async t => {
  const HyperLink = { type: 'string' } as const
  const components = { schemas: { HyperLink } }
  const setup = { ...FLAT, swagger: { openapi: { info: { title: 'Test', version: '1' }, components } } }
  const responses = await responsesOf(t, { 200: { type: 'object' } }, setup)
  t.same(member(responses, 'components', 'schemas', 'HyperLink'), HyperLink)
  t.same(member(
    responses, '200', 'content', 'application/json', 'schema', 'properties', '_links', 'properties', 'self'
  ), { $ref: '#/components/schemas/HyperLink2' })
})

t.test('strict mode leaves nothing out', async t => {
  const strict = defineLinks<{ id: number }>(links => { links.self(LinkTarget.route('Value', ({ id }) => ({ id }))) })
  for (const mode of ['lax', 'strict'] as const) {
    const document = await documented(t, app => {
      app.get('/value/:id', {
        schema: { response: { 200: { type: 'object' } } }, config: { hyper: { name: 'Value', links: strict } }
      }, () => ({}))
    }, { hyper: { negotiateFormat: false, mode } })
    const isRequired = mode === 'strict'
    t.same(member(schemaIn(document, '/value/{id}'), 'required'), isRequired ? ['_links'] : undefined)
  }
})

t.test('pages', async t => {
  const item = { type: 'object', additionalProperties: false }
  const page = {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: item }, totalCount: { type: 'integer' } }
  }
  const pageOf = async (hyper: object) => {
    const document = await documented(t, app => {
      app.get('/page', {
        schema: { response: { 200: page } }, config: { hyper: { links: true } }
      }, () => offsetPage([], { page: 1, pageSize: 1, totalCount: 0 }))
      app.get('/own', {
        schema: { response: { 200: { content: { 'application/vnd.acme+json': { schema: page } } } } },
        config: { hyper: { links: true } }
      }, () => cursorPage([], {}))
    }, { hyper })
    return {
      hal: schemaIn(document, '/page', 'application/hal+json'),
      json: schemaIn(document, '/page'),
      own: schemaIn(document, '/own', 'application/vnd.acme+json')
    }
  }
  const withoutItems = await pageOf({})
  t.same(Object.keys(member(withoutItems.hal, 'properties') as object), ['totalCount', '_links', '_embedded'])
  t.same(member(withoutItems.hal, 'required'), ['_links', '_embedded'])
  t.same(member(withoutItems.hal, 'properties', '_embedded', 'additionalProperties'), { type: 'array', items: item })
  t.same(member(withoutItems.json, 'required'), ['items', '_links'])
  t.same(Object.keys(member(withoutItems.own, 'properties') as object), [
    'items', 'totalCount', '_links', '_embedded'
  ], 'in any format')
  const bare = await pageOf({ defaultFormat: 'none' })
  t.same(bare.json, page)
})

t.test('a Zod type with an id, of which the document has a component', async t => {
  const Known = z.object({ name: z.string() }).meta({ id: 'KnownToZod' })
  const document = await documented(t, app => {
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    const config = { hyper: { links } }
    app.get('/value', { schema: { response: { 200: Known } }, config }, () => ({ name: 'a' }))
    app.get('/optional', { schema: { response: { 200: Known.optional() } }, config }, () => ({ name: 'a' }))
  },
  {
    ...FLAT,
    swagger: {
      transform: createHyperTransform({ transform: jsonSchemaTransform }), transformObject: jsonSchemaTransformObject
    }
  })
  t.match(dereferenced(document, schemaIn(document, '/value')), {
    type: 'object', additionalProperties: false, required: ['name', '_links']
  })
  t.match(member(document, 'components', 'schemas', 'KnownToZod'), {
    type: 'object', additionalProperties: false
  }, 'the component is as it was')
})

t.test('a transform of the app that refers to its own components', async t => {
  const components = { schemas: { Known: { type: 'object', properties: {}, additionalProperties: false } as const } }
  const refer = (name: string) => ({ schema, url }: { schema: object, url: string }) =>
    ({ schema: { ...schema, response: { 200: { $ref: `#/components/schemas/${name}` } } }, url })
  const made = async (name: string) => {
    const setup = {
      ...FLAT,
      swagger: {
        transform: createHyperTransform({ transform: refer(name) }),
        openapi: { info: { title: 'Test', version: '1' }, components }
      }
    }
    const responses = await responsesOf(t, { 200: { type: 'object' } }, setup)
    return dereferenced(responses, member(responses, '200', 'content', 'application/json', 'schema'))
  }
  t.same(await made('Known'), { type: 'object', additionalProperties: false, ...ADDED })
})

t.test('a list or a page of what has no configuration', async t => {
  const object = { type: 'object', properties: { name: { type: 'string' } } }
  const document = await documented(t, app => {
    const config = { hyper: { links: true } }
    app.get('/list', { schema: { response: { 200: { type: 'array', items: object } } }, config }, () => [])
    app.get('/page', {
      schema: { response: { 200: { type: 'object', properties: { items: { type: 'array', items: object } } } } }, config
    }, () => cursorPage([], {}))
    app.get('/value', { schema: { response: { 200: object } }, config }, () => ({}))
    app.get('/free', { config }, () => ({}))
  }, FLAT)
  t.same(schemaIn(document, '/list'), { type: 'array', items: object })
  t.same(member(schemaIn(document, '/page'), 'properties', 'items', 'items'), object)
  t.same(schemaIn(document, '/value'), object)
  t.equal(schemaIn(document, '/free'), undefined)
})

t.test('a page under a media type of the app, in a format that only the app knows', async t => {
  const formatters = [{ mediaType: 'application/vnd.siren+json', format: () => '{}' }]
  const page = { type: 'object', properties: { items: { type: 'array', items: { type: 'object' } } } }
  const responses = await responsesOf(
    t, { 200: { content: { 'application/vnd.acme+json': { schema: page } } } }, { hyper: { formatters } }
  )
  t.same(member(responses, '200', 'content', 'application/vnd.acme+json', 'schema'), {})
})

t.test('one name for two versions of a route', async t => {
  const document = await documented(t, app => {
    for (const version of ['1.0.0', '2.0.0']) {
      app.route({
        method: 'GET',
        url: `/v${version[0]}`,
        constraints: { version },
        schema: { operationId: `Read${version[0]}` },
        config: { hyper: { name: 'Read' } },
        handler: () => 'a'
      })
    }
    const toRead = defineLinks(links => { links.self(LinkTarget.route('Read')) })
    app.get(
      '/value', { schema: { response: { 200: { type: 'object' } } }, config: { hyper: { links: toRead } } }, () => ({})
    )
  }, FLAT)
  t.same(member(responseIn(document, '/value'), 'links', 'self', 'operationId'), 'Read1')
})

t.test('an embedded type that the transform of the app makes nothing of', async t => {
  const child = defineLinks(z.object({}).meta({ id: 'NothingMade' }), links => { links.self(LinkTarget.uri('/child')) })
  const parent = defineLinks(links => { links.embed('child', () => ({}), child) })
  const transform = ({ url }: { url: string }) => ({ schema: {}, url })
  const document = await documented(t, app => {
    app.setSerializerCompiler(serializerCompiler)
    app.get('/value', { config: { hyper: { links: parent } } }, () => ({}))
  }, { ...FLAT, swagger: { transform: createHyperTransform({ transform }) } })
  const schema = schemaIn(document, '/value')
  t.same(dereferenced(document, member(schema, 'properties', '_embedded', 'properties', 'child')), {
    required: ['_links'], properties: ADDED.properties
  })
})
