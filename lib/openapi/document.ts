import { OPENAPI } from '../fastify/marks.ts'
import { remembered } from '../remembered.ts'
import type { NamedRoutes } from '../routes/route-record.ts'
import { part } from '../schema/json-schema.ts'
import type { SharedSchemas } from '../schema/references.ts'
import { type ComponentName, COMPONENTS } from './components.ts'
import { finalSchema } from './final-schema.ts'
import type { Schema } from './schema.ts'

interface NamedOperation {
  id: string | null
  /** Called with the identifier once it is known. */
  readonly waiting: ((operationId: string) => void)[]
}

/** What is kept on a document while it is built. */
interface DocumentMark {
  state?: Document
  /** Whether a warning was emitted for a route that is deprecated without the plugin. */
  isWarned?: true
}

/** Returns what is kept on a document; not enumerable, so that nothing writes it. */
export function markOf (document: { [OPENAPI]?: DocumentMark }): DocumentMark {
  if (document[OPENAPI] !== undefined) return document[OPENAPI]
  const mark: DocumentMark = {}
  Object.defineProperty(document, OPENAPI, { value: mark })
  return mark
}

/** The state of one document while @fastify/swagger builds it, route by route. */
export class Document {
  readonly #components: Schema
  // The names of the components that the app declares, and of its shared schemas.
  readonly #given: readonly string[]
  /** Whether it is OpenAPI 3.0, whose schemas differ from JSON schema. */
  readonly isVersion30: boolean
  readonly #references = new Map<ComponentName, Schema>()
  // The components of this package: name to JSON.
  readonly #added = new Map<string, string>()
  readonly #operationIds = new Set<string>()
  /** By app and name of the route. */
  readonly #operations = new Map<NamedRoutes, Map<string, NamedOperation>>()

  constructor (openapi: Schema) {
    const components = openapi['components'] = openapi['components'] ?? {}
    this.#components = (components as Schema)['schemas'] = part(components, 'schemas')
    this.#given = Object.keys(this.#components)
    this.isVersion30 = String(openapi['openapi'] ?? '3.0').startsWith('3.0')
  }

  /** Returns the state of the document that a transform is called for. */
  static of (openapi: object): Document {
    const mark = markOf(openapi)
    mark.state ??= new Document(openapi as Schema)
    return mark.state
  }

  component (name: string): Schema | null {
    if (Object.hasOwn(this.#components, name)) return part(this.#components, name)
    return null
  }

  /** Returns a reference to a schema of this package, which is added to the components on first use. */
  sharedSchema (name: ComponentName): Schema {
    return remembered(this.#references, name, () =>
      this.share(name, COMPONENTS[name](name => this.sharedSchema(name))))
  }

  /**
   * Adds a schema to the components, once, and returns a reference to it; the schema if it cannot be converted.
   * @param shared returns a shared schema of the scope
   */
  define (name: string, schema: Schema, shared: SharedSchemas): Schema {
    const final = finalSchema(schema, this.isVersion30, id =>
      this.#sharedReference(id, part({ schema: shared(id) }, 'schema')))
    if (final === null) return schema
    return this.share(name, final)
  }

  // The option `refResolver` of @fastify/swagger names shared schemas: by default `def-0`,
  // with the `$id` as title if there is none.
  #sharedReference (id: string, { title = id }: Schema): string | null {
    const numbered = this.#given.filter(name =>
      /^def-\d+$/.test(name) && part(this.#components, name)['title'] === title)
    if (numbered.length === 1) return pointerTo(numbered[0]!)
    if (this.#given.includes(id)) return pointerTo(id)
    return null
  }

  /**
   * Adds a schema to the components as it is, once, and returns a reference to it.
   * Another schema of the name gets a number.
   */
  share (name: string, schema: Schema): Schema {
    let free = name
    for (let count = 2; !this.#isFree(free, schema); count++) free = `${name}${count}`
    if (!this.#added.has(free)) this.#components[free] = schema
    this.#added.set(free, JSON.stringify(schema))
    return { $ref: pointerTo(free) }
  }

  // Whether no component has the name, or the same schema has it.
  #isFree (name: string, schema: Schema): boolean {
    return !Object.hasOwn(this.#components, name) || this.#added.get(name) === JSON.stringify(schema)
  }

  /** Reserves an operationId. Returns false if another operation has it. */
  claim (operationId: string): boolean {
    if (this.#operationIds.has(operationId)) return false
    this.#operationIds.add(operationId)
    return true
  }

  /** Sets the operationId of a named route, unless it has one, and calls the waiting callbacks. */
  setOperationId (routes: NamedRoutes, name: string, operationId: string): void {
    const operation = this.#operation(routes, name)
    if (operation.id !== null) return
    operation.id = operationId
    for (const callback of operation.waiting) callback(operationId)
  }

  /** Calls back once the operationId of a named route is known; never for hidden routes. */
  onOperationId (routes: NamedRoutes, name: string, callback: (operationId: string) => void): void {
    const { id, waiting } = this.#operation(routes, name)
    if (id === null) waiting.push(callback)
    else callback(id)
  }

  #operation (routes: NamedRoutes, name: string): NamedOperation {
    const operations = remembered(this.#operations, routes, () => new Map<string, NamedOperation>())
    return remembered(operations, name, () => ({ id: null, waiting: [] }))
  }
}

function pointerTo (name: string): string {
  return `#/components/schemas/${name}`
}
