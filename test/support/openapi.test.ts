import SwaggerParser from '@apidevtools/swagger-parser'
import t from 'tap'
import { documentErrors, type OpenApi } from './openapi.ts'

const info = { title: 'Orders', version: '1.0.0', license: { name: 'MIT', url: 'https://example.com/license' } }
const operation = {
  operationId: 'ListOrders', responses: { 200: { description: 'Orders' }, 400: { description: 'No orders' } }
}
const valid = { info, paths: { '/orders': { get: operation } } }
const withSchema = (schema: unknown) => {
  const content = { 'application/json': { schema } }
  return {
    info,
    paths: {
      '/orders': {
        get: { ...operation, responses: { ...operation.responses, 200: { description: 'Orders', content } } }
      }
    }
  }
}

const DOCUMENTS: Readonly<Record<string, object>> = {
  'no information about the API': { paths: valid.paths },
  'a method that is none': { info, paths: { '/orders': { fetch: operation } } },
  'a response without a description': { info, paths: { '/orders': { get: { ...operation, responses: { 200: {} } } } } },
  'a schema that is none': withSchema('orders'),
  'a reference without a target': withSchema({ $ref: '#/components/schemas/Order' })
}

for (const openapi of ['3.0.3', '3.1.0']) {
  t.test(`a document of OpenAPI ${openapi} is valid, also with a schema`, async t => {
    for (const document of [valid, withSchema({ type: 'array', items: { type: 'integer' } })]) {
      t.same(await documentErrors({ openapi, ...document } as OpenApi), [])
      await t.resolves(SwaggerParser.validate({ openapi, ...structuredClone(document) } as never))
    }
  })

  for (const [name, document] of Object.entries(DOCUMENTS)) {
    t.test(`a document of OpenAPI ${openapi} is not valid: ${name}`, async t => {
      t.not((await documentErrors({ openapi, ...document } as OpenApi)).filter(error =>
        /^(?:schema of OpenAPI|swagger-parser)/.test(error))
        .length, 0)
      await t.rejects(
        SwaggerParser.validate({ openapi, ...structuredClone(document) } as never), 'as swagger-parser finds alone'
      )
    })
  }
}
