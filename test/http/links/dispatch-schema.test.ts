import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import { defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project, type Value } from '../../support/projection.ts'

// Contract, part 2, rule 3: the response schema names the configuration of plain objects.

const links = (name: string) =>
  (links: { self (target: LinkTarget): unknown }) => { links.self(LinkTarget.uri(`/${name}`)) }

class Invoice { readonly id = 1 }

const orderLinks = defineLinks<object>('order', links('order'))
const problemLinks = defineLinks<object>('problem', links('problem'))
const invoiceLinks = defineLinks(Invoice, links('invoice'))

const body = { type: 'object', additionalProperties: true } as const
const order = { $id: 'order', ...body } as const
const reference = { $ref: 'order' }
const plain = { id: 1 }

const pageOf = (items: object) =>
  ({ type: 'object', properties: { items: { type: 'array', items }, totalPages: { type: 'integer' } } })
const asProblem = { content: { 'application/json': { schema: { $ref: 'problem#' } } } }
const page = offsetPage([plain], { page: 1, pageSize: 1, totalCount: 1 })
const as = (status: number, value: unknown, type?: string): Value => (_, reply) => {
  if (type !== undefined) reply.type(type)
  reply.code(status)
  return value
}

type Row = readonly [response: Record<string, unknown>, value: Value, applies: string | undefined]

const withShared = (app: FastifyInstance) => {
  app.addSchema(order)
  app.addSchema({ $id: 'problem', ...body })
  app.addSchema({ $id: 'orders', type: 'array', items: reference })
  app.addSchema({ $id: 'order-page', ...pageOf(reference) })
  app.addSchema({ $id: 'parted', definitions: { order: body } })
}

const ROWS: Readonly<Record<string, Row>> = {
  'an $id': [{ 200: { ...order, $id: 'order#' } }, plain, 'order'],
  'a reference': [{ 200: reference }, plain, 'order'],
  'a reference with an empty fragment': [{ 200: { $ref: 'order#' } }, plain, 'order'],
  'a reference to a part': [{ 200: { $ref: 'parted#/definitions/order' } }, plain, undefined],
  'an instance of a class without configuration': [{ 200: reference }, new (class Entity { id = 1 })(), 'order'],
  'an object without a prototype': [{ 200: reference }, Object.assign(Object.create(null) as object, plain), 'order'],
  'the class comes first': [{ 200: reference }, new Invoice(), 'invoice'],
  'another $id': [{ 200: { $ref: 'orders#' } }, plain, undefined],
  'no schema for the status': [{ 201: reference }, plain, undefined],
  'a union of two objects': [{ 200: { anyOf: [reference, { $ref: 'problem#' }] } }, plain, undefined],
  'a union with one candidate': [{ 200: { oneOf: [reference] } }, plain, 'order'],
  'an error': [{ 200: reference }, as(200, Object.assign(new Error('broken'), plain)), undefined],

  'a class of statuses': [{ '2xx': reference }, as(201, plain), 'order'],
  'a class of statuses in capitals': [{ '2XX': reference }, as(201, plain), 'order'],
  'a status before its class': [{ 200: reference, '2xx': { $ref: 'problem#' } }, plain, 'order'],
  'a class before the default': [{ '2xx': reference, default: { $ref: 'problem#' } }, plain, 'order'],
  default: [{ default: reference }, plain, 'order'],
  'status 399': [{ 399: reference }, as(399, plain), 'order'],
  'status 400': [{ 400: reference }, as(400, plain), undefined],
  'status 500 by default': [{ default: reference }, as(500, plain), undefined],

  content: [{ 200: { content: { 'application/json': { schema: reference } } } }, plain, 'order'],
  'content of several types': [
    {
      200: {
        content: { 'application/xml': { schema: { $ref: 'problem#' } }, 'application/json': { schema: reference } }
      }
    }, plain, 'order'
  ],
  'content for any type': [{ 200: { content: { '*/*': { schema: reference } } } }, plain, 'order'],
  'content of the type that the handler set': [
    {
      200: {
        content: {
          'application/vnd.acme+json': { schema: reference }, 'application/json': asProblem.content['application/json']
        }
      }
    },
    as(200, plain, 'application/vnd.acme+json'), 'order'
  ],
  'content of another type': [{ 200: { content: { 'application/xml': { schema: reference } } } }, plain, undefined],

  'items by $ref': [{ 200: { type: 'array', items: reference } }, [plain], 'order'],
  'items by $id': [{ 200: { type: 'array', items: { ...body, $id: 'order' } } }, [plain], 'order'],
  'a shared array': [{ 200: { $ref: 'orders#' } }, [plain], 'order'],
  'elements of a class': [{ 200: { type: 'array', items: reference } }, [new Invoice()], 'invoice'],
  'the schema of the array itself': [{ 200: { $id: 'order', type: 'array', items: body } }, [plain], undefined],
  'an array with status 400': [{ 400: { type: 'array', items: reference } }, as(400, [plain]), undefined],
  'items of a page': [{ 200: pageOf(reference) }, page, 'order'],
  'a shared page': [{ 200: { $ref: 'order-page#' } }, page, 'order'],
  'a page in content': [{ 200: { content: { 'application/json': { schema: pageOf(reference) } } } }, page, 'order'],
  'items of a page without a name': [{ 200: pageOf(body) }, page, undefined]
}

t.test('plain objects, elements and items have the links of the response schema', async t => {
  for (const [name, [response, value, applies]] of Object.entries(ROWS)) {
    const { get } = await project(t, { links: true }, value, {
      options: { links: [orderLinks, problemLinks, invoiceLinks] }, schema: { response }, routes: withShared
    })
    const { document } = await get()
    const items = Array.isArray(document) ? document : member(document, 'items') ?? [document]
    t.strictSame((items as unknown[]).map(item => member(item, '_links', 'self', 'href')), [
      applies === undefined ? undefined : `/${applies}`
    ], name)
  }
})

t.test('types of the config', async t => {
  const TypeBox = Type.Object({ id: Type.Integer() }, { $id: 'boxed' })
  const TYPES = {
    text: 'boxed', 'text with a fragment': 'boxed#', 'a JSON schema': { $id: 'boxed', type: 'object' }, TypeBox
  }
  for (const [name, type] of Object.entries(TYPES)) {
    const config = defineLinks<object>(type as string, links('boxed'))
    const { get } = await project(t, { links: true }, { id: 1, secret: 2 }, {
      options: { links: [config] }, schema: { response: { 200: TypeBox } }
    })
    t.strictSame((await get()).document, { id: 1, _links: { self: { href: '/boxed' } } }, name)
  }
})

t.test('a schema of Zod chooses the configuration as a JSON schema does', async t => {
  const Order = z.object({ id: z.number() }).meta({ id: 'zod-order' })
  const zodPage = z.object({ items: z.array(Order), page: z.number() })
  const RESPONSES: Readonly<Record<string, [schema: z.ZodType, value: Value, path: string[]]>> = {
    'an object': [Order, { id: 1, secret: 2 }, []],
    'an array': [z.array(Order), [{ id: 1, secret: 2 }], ['0']],
    'a page': [zodPage, page, ['items', '0']]
  }
  for (const type of [Order, 'zod-order']) {
    const config = defineLinks<object>(type as string, links('zod'))
    for (const [name, [response, value, path]] of Object.entries(RESPONSES)) {
      const { get } = await project(t, { links: true }, value, {
        options: { links: [config] },
        schema: { response: { 200: response } },
        routes: app => { app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler) }
      })
      t.strictSame(
        member((await get()).document, ...path), { id: 1, _links: { self: { href: '/zod' } } },
        `${name}, by ${typeof type}`
      )
    }
  }
})
