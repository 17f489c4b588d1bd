import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { type JsonObject, member, parseMediaType, readDocument } from './documents.ts'
import { schemaErrors } from './openapi-schemas.ts'
import { header, type RawResponse } from './raw.ts'

export type OpenApi =
  JsonObject & { readonly openapi: string, readonly paths: Record<string, Record<string, JsonObject>> }

/** The document of an app with @fastify/swagger, as a client reads it. */
export function openApiOf (app: FastifyInstance): OpenApi {
  return JSON.parse(JSON.stringify((app as unknown as { swagger (): unknown }).swagger())) as OpenApi
}

/** The component that a schema refers to, or the schema itself. */
export function dereferenced (document: unknown, schema: unknown): unknown {
  const reference = member(schema, '$ref')
  return typeof reference === 'string' ? member(document, ...reference.slice('#/'.length).split('/')) : schema
}

/** A response of an operation in a document. */
export function responseIn (document: unknown, path: string, status = '200', method = 'get'): unknown {
  return member(document, 'paths', path, method, 'responses', status)
}

/** The media types of a response. */
export function mediaTypesIn (document: unknown, path: string, status = '200'): string[] {
  return Object.keys(member(responseIn(document, path, status), 'content') ?? {})
}

/** The schema of a response in a media type. */
export function schemaIn (
  document: unknown, path: string, mediaType = 'application/json', status = '200', method = 'get'
): unknown {
  return member(responseIn(document, path, status, method), 'content', mediaType, 'schema')
}

/** A validator of documents. */
export type Validator = (document: OpenApi) => Promise<string[]> | string[]

/** Independent validators; `lint.ts` adds one, which `npm run test:apart -- openapi` has. */
export const validators: Validator[] = [schemaErrors, parserErrors]

/** The errors that the validators find in a document. */
export async function documentErrors (document: OpenApi): Promise<string[]> {
  return (await Promise.all(validators.map(validate => validate(document)))).flat()
}

async function parserErrors (document: OpenApi): Promise<string[]> {
  try {
    // References; the schema is compiled once, above.
    await SwaggerParser.validate(structuredClone(document) as never, { validate: { schema: false } })
    return []
  } catch (error) {
    return [`swagger-parser: ${(error as Error).message}`]
  }
}

export interface Documented {
  readonly method: string
  /** The path as the document has it: `/orders/{id}`. */
  readonly path: string
  readonly response: RawResponse
}

/** The errors of a response under a document; empty where they agree. */
export type Check = (exchange: Documented) => string[]

/** Compares responses with the schema that a document has for their status and media type. */
export function checkerOf (document: OpenApi): Check {
  const ajv = new (document.openapi.startsWith('3.0') ? Ajv : Ajv2020)({
    strict: false, allErrors: true, inlineRefs: false, code: { optimize: false }
  })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (...path: readonly string[]) => {
    const pointer = path.map(token => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
  return ({ method, path, response }) => {
    const place = `${method} ${path} ${response.status}`
    const responses = member(document, 'paths', path, method.toLowerCase(), 'responses')
    const status = [String(response.status), `${String(response.status)[0]}XX`, 'default']
      .find(key => member(responses, key) !== undefined)
    if (status === undefined) return [`${place}: the status is not documented`]
    const reference = member(responses, status, '$ref')
    const at = typeof reference === 'string'
      ? reference.split('/').slice(1)
      : ['paths', path, method.toLowerCase(), 'responses', status]
    const missing = Object.keys(member(document, ...at, 'headers') ?? {}).filter(name =>
      NEEDED.includes(name) && header(response, name) === null)
    if (missing.length > 0) return [`${place}: ${missing.join(', ')} is documented, and not there`]
    if (response.body.length === 0) return []
    const type = parseMediaType(header(response, 'content-type')!)!.type
    if (member(document, ...at, 'content', type) === undefined) return [`${place}: ${type} is not documented`]
    const validate = validatorAt(...at, 'content', type, 'schema')
    return validate(readDocument(response))
      ? []
      : validate.errors!.map(({ instancePath, message }) => `${place} ${type}: ${instancePath} ${message}`)
  }
}

// Headers that a response always has where they are documented.
const NEEDED = ['ETag', 'Vary', 'Deprecation', 'Sunset']
