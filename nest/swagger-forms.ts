// The inputs of routes as @nestjs/swagger documents them, as JSON schemas, which forms are derived from.
import type { INestApplication } from '@nestjs/common'
import type { FastifySchema, RouteOptions } from 'fastify'
import { isInstalled } from '../lib/optional-package.ts'

type Swagger = typeof import('@nestjs/swagger')
type Schema = Record<string, unknown>

/** The part of an operation of an OpenAPI document that describes its input. */
interface Operation {
  readonly summary?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: object
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

const VALIDATED = ['body', 'querystring', 'params', 'headers'] as const

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'query'] as const

/** The documented inputs of an app, by route. */
export class SwaggerForms {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #components: Schema

  constructor ({ DocumentBuilder, SwaggerModule }: Swagger, app: INestApplication) {
    // In this version a schema is a JSON schema.
    const { paths, components } = SwaggerModule.createDocument(
      app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build()
    )
    this.#components = { schemas: components?.schemas ?? {} }
    this.#operations = new Map(Object.entries(paths)
      .flatMap(([path, item]) => METHODS.flatMap((method): [string, Operation][] => {
        const operation: Operation | undefined = item[method as 'get']
        return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation]]
      })))
  }

  /**
   * Adds the schemas of the documented input to a route without schemas. They describe it only: the pipes of Nest
   * validate, not Fastify. A route with a schema of any part keeps Fastify's validation, which a route turns off for
   * all parts or for none.
   */
  describe (route: RouteOptions): void {
    const operation = this.#operations.get(`${String(route.method)} ${route.url.replace(/:(\w+)/g, '{$1}')}`)
    if (operation === undefined || VALIDATED.some(part => route.schema?.[part] !== undefined)) return
    const described = this.#schemaOf(operation)
    route.schema = { ...described, ...route.schema }
    if ('body' in described || 'querystring' in described) route.validatorCompiler ??= () => () => true
  }

  #schemaOf ({ summary, parameters = [], requestBody }: Operation): FastifySchema {
    const [[contentType, body] = []] = Object.entries(
      (requestBody as { content?: Record<string, { schema?: Schema }> })?.content ?? {}
    )
    const query = (parameters as readonly Parameter[]).filter(parameter => parameter.in === 'query')
    return {
      ...(summary === undefined || summary === '' ? {} : { summary }),
      ...(contentType === undefined || contentType === 'application/json' ? {} : { consumes: [contentType] }),
      ...(body?.schema === undefined ? {} : { body: this.#whole(body.schema) }),
      ...(query.length === 0 ? {} : { querystring: this.#whole(querySchema(query)) })
    }
  }

  // References of an OpenAPI document begin at its root.
  #whole (schema: Schema): Schema {
    return { ...schema, components: this.#components }
  }
}

function querySchema (query: readonly Parameter[]): Schema {
  const properties = query.map(({ name, description, schema }) =>
    [name, { ...schema, ...(description === undefined ? {} : { description }) }])
  const required = query.filter(({ required }) => required === true).map(({ name }) => name)
  return { type: 'object', properties: Object.fromEntries(properties) as Schema, required }
}

/** Loads @nestjs/swagger; null if it is not installed. */
export async function loadSwagger (): Promise<Swagger | null> {
  return isInstalled('@nestjs/swagger') ? await import('@nestjs/swagger') : null
}
