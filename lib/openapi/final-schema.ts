// @fastify/swagger converts the schemas in routes, but not those that a transform adds to the components.
// So these are converted here.
import { referenceId } from '../routes/schema-id.ts'
import { isSchemaObject, type Schema } from './schema.ts'

const COMPONENTS_POINTER = '#/components/schemas/'

// Keywords with data, not schemas.
const DATA = new Set(['enum', 'required', 'default', 'example', 'examples'])
// Keywords with schemas by name.
const MAPS = new Set(['properties'])
const IDENTIFIERS = new Set(['$id', '$schema'])
// Keywords that @fastify/swagger moves or replaces by rules of its own.
const FOREIGN = new Set(['$defs', 'definitions', 'patternProperties', 'contentEncoding', 'x-examples'])

/** Returns the pointer to the component of a shared schema, or null if it is not known. */
type SharedReference = (id: string) => string | null

/** Returns a schema in the form that components have, or null if only @fastify/swagger can convert it. */
export function finalSchema (schema: Schema, isVersion30: boolean, shared: SharedReference): Schema | null {
  const conversion = new Conversion(isVersion30, shared)
  const final = conversion.schema(schema)
  return conversion.failed ? null : final
}

class Conversion {
  failed = false
  readonly #isVersion30: boolean
  readonly #shared: SharedReference

  constructor (isVersion30: boolean, shared: SharedReference) {
    this.#isVersion30 = isVersion30
    this.#shared = shared
  }

  schema (schema: Schema): Schema {
    if (typeof schema['$ref'] === 'string') return { $ref: this.#reference(schema) }
    const entries = Object.entries(schema).filter(([keyword]) => !IDENTIFIERS.has(keyword))
    return this.#nullable(Object.fromEntries(entries.map(([keyword, value]) => this.#entry(keyword, value))))
  }

  #entry (keyword: string, value: unknown): [string, unknown] {
    if (FOREIGN.has(keyword)) this.failed = true
    if (keyword === 'const') return ['enum', [value]]
    if (DATA.has(keyword)) return [keyword, value]
    if (MAPS.has(keyword) && isSchemaObject(value)) return [keyword, this.#map(value)]
    return [keyword, this.#value(value)]
  }

  #map (schemas: Schema): Schema {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.#value(schema)]))
  }

  #value (value: unknown): unknown {
    if (Array.isArray(value)) return value.map(element => this.#value(element))
    return isSchemaObject(value) ? this.schema(value) : value
  }

  #reference (schema: Schema): string {
    const reference = String(schema['$ref'])
    if (reference.startsWith(COMPONENTS_POINTER)) return reference
    const id = referenceId(schema)
    const found = id === null ? null : this.#shared(id)
    if (found === null) this.failed = true
    return found ?? reference
  }

  // OpenAPI 3.0 has `nullable`, later versions have the type `null`.
  #nullable (schema: Schema): Schema {
    const { nullable, ...others } = schema
    const { type } = schema
    if (!this.#isVersion30) {
      return nullable === true && typeof type === 'string' ? { ...others, type: [type, 'null'] } : others
    }
    if (type === 'null' || Array.isArray(type)) this.failed = true
    return schema
  }
}
