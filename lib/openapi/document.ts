import type { RouteTable } from '../routes/named-routes.ts'
import { part, type Schema } from './schema.ts'
import { COMPONENTS, type ComponentName } from './components.ts'

type OnOperationId = (operationId: string) => void

const documents = new WeakMap<object, Document>()

/** The state of one document while @fastify/swagger builds it, route by route. */
export class Document {
  readonly #components: Schema
  /** Whether it is OpenAPI 3.0, whose schemas differ from JSON schema. */
  readonly isVersion30: boolean
  readonly #references = new Map<ComponentName, Schema>()
  readonly #operationIds = new Set<string>()
  readonly #named = new WeakMap<RouteTable, Map<string, string>>()
  readonly #waiting = new WeakMap<RouteTable, Map<string, OnOperationId[]>>()

  constructor (openapi: Schema) {
    const components = openapi['components'] = openapi['components'] ?? {}
    this.#components = (components as Schema)['schemas'] = part(components, 'schemas')
    this.isVersion30 = String(openapi['openapi'] ?? '3.0').startsWith('3.0')
  }

  /** Returns the state of the document that a transform is called for. */
  static of (openapi: object): Document {
    let document = documents.get(openapi)
    if (document === undefined) documents.set(openapi, document = new Document(openapi as Schema))
    return document
  }

  /** Returns a schema in the components, or null. */
  component (name: string): Schema | null {
    return Object.hasOwn(this.#components, name) ? part(this.#components, name) : null
  }

  /** Returns a reference to a schema of this package, which is added to the components on first use. */
  sharedSchema (name: ComponentName): Schema {
    let reference = this.#references.get(name)
    if (reference === undefined) {
      let free: string = name
      for (let count = 2; Object.hasOwn(this.#components, free); count++) free = `${name}${count}`
      this.#components[free] = COMPONENTS[name]()
      this.#references.set(name, reference = { $ref: `#/components/schemas/${free}` })
    }
    return reference
  }

  /** Reserves an operationId. Returns false if another operation has it. */
  claim (operationId: string): boolean {
    if (this.#operationIds.has(operationId)) return false
    this.#operationIds.add(operationId)
    return true
  }

  /** Sets the operationId of a named route, and calls the waiting callbacks. */
  setOperationId (routes: RouteTable, name: string, operationId: string): void {
    const named = entryOf(this.#named, routes)
    if (named.has(name)) return
    named.set(name, operationId)
    for (const callback of entryOf(this.#waiting, routes).get(name) ?? []) callback(operationId)
  }

  /** Calls back once the operationId of a named route is known; never for hidden routes. */
  onOperationId (routes: RouteTable, name: string, callback: OnOperationId): void {
    const operationId = entryOf(this.#named, routes).get(name)
    if (operationId !== undefined) return callback(operationId)
    const waiting = entryOf(this.#waiting, routes)
    waiting.set(name, [...waiting.get(name) ?? [], callback])
  }
}

function entryOf<V> (owners: WeakMap<RouteTable, Map<string, V>>, owner: RouteTable): Map<string, V> {
  let entry = owners.get(owner)
  if (entry === undefined) owners.set(owner, entry = new Map())
  return entry
}
