// The transformObject for @fastify/swagger, which calls it with the whole document: the transform of a route can refer
// to schemas only.
import { STATUS_CODES } from 'node:http'
import type { TransformObjectInput } from '../../types/openapi.ts'
import { isSchemaObject, part, type Schema } from './schema.ts'

/**
 * Returns an OpenAPI document in which headers and responses of errors that occur more than once are components.
 * Documents of Swagger 2 are returned as they are.
 * @example await app.register(swagger, { openapi: {}, transform: hyperTransform, transformObject:
 * hyperTransformObject })
 */
export function hyperTransformObject<OpenApi extends object, Swagger extends object = never> (
  input: TransformObjectInput<OpenApi, Swagger>
): OpenApi | Swagger {
  if ('swaggerObject' in input) return input.swaggerObject
  const document: object = input.openapiObject
  return share('responses', share('headers', document as Schema, mapHeaders), mapErrors) as OpenApi
}

/** Returns what replaces a part: itself, or a reference. */
type Replace = (name: string, value: Schema) => Schema

/** Returns a copy of a document with its parts of one kind replaced. */
type MapParts = (document: Schema, replace: Replace) => Schema

function share (kind: 'headers' | 'responses', document: Schema, mapParts: MapParts): Schema {
  const uses = countUses(document, mapParts)
  const components = part(document, 'components')
  const shared = new Map(Object.entries(part(components, kind)))
  const written = mapParts(document, (name, value) => {
    const json = JSON.stringify(value)
    const reference = { $ref: `#/components/${kind}/${name}` }
    if (uses.get(name + json) === 1 || !isShorter(reference, json) || !/^[\w.-]+$/.test(name)) return value
    if (!shared.has(name)) shared.set(name, value)
    return JSON.stringify(shared.get(name)) === json ? reference : value
  })
  return shared.size === 0
    ? document
    : { ...written, components: { ...components, [kind]: Object.fromEntries(shared) } }
}

function countUses (document: Schema, mapParts: MapParts): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  mapParts(document, (name, value) => {
    const key = name + JSON.stringify(value)
    uses.set(key, (uses.get(key) ?? 0) + 1)
    return value
  })
  return uses
}

// References of the app are kept.
function isShorter (reference: Schema, json: string): boolean {
  return JSON.stringify(reference).length < json.length
}

function mapHeaders (document: Schema, replace: Replace): Schema {
  return mapResponses(document, (_status, response) => mapMember(response, 'headers', replace))
}

function mapErrors (document: Schema, replace: Replace): Schema {
  return mapResponses(document, (status, response) =>
    /^[45]\d\d$/.test(status) ? replace(errorName(status, response), response) : response)
}

// `NotFound`, or `Order.Conflict` for the component `Order.problem`.
function errorName (status: string, response: Schema): string {
  const [, type] = /"#\/components\/schemas\/([\w.-]+\.)problem"/.exec(JSON.stringify(response)) ?? []
  return (type ?? '') + (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '')
}

function mapResponses (document: Schema, replace: Replace): Schema {
  return mapMember(document, 'paths', (_path, item) => mapMembers(
    item, (_method, operation) => mapMember(operation, 'responses', replace)
  ))
}

function mapMember (owner: Schema, name: string, replace: Replace): Schema {
  const value = owner[name]
  return isSchemaObject(value) ? { ...owner, [name]: mapMembers(value, replace) } : owner
}

function mapMembers (owner: Schema, replace: Replace): Schema {
  return Object.fromEntries(Object.entries(owner)
    .map(([name, value]) => [name, isSchemaObject(value) ? replace(name, value) : value]))
}
