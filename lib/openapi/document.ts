import type { RouteTable } from '../routes/named-routes.ts'
import { part, type Schema } from './schema.ts'
import { SHAPES, type ShapeName } from './shapes.ts'

type Told = (operationId: string) => void

const documents = new WeakMap<object, Document>()

/** One document while @fastify/swagger builds it, route by route. */
export class Document {
  readonly #components: Schema
  /** OpenAPI 3.0, whose schemas are not quite JSON schemas. */
  readonly isVersion30: boolean
  readonly #references = new Map<ShapeName, Schema>()
  readonly #operationIds = new Set<string>()
  readonly #named = new WeakMap<RouteTable, Map<string, string>>()
  readonly #waiting = new WeakMap<RouteTable, Map<string, Told[]>>()

  constructor (openapi: Schema) {
    const components = openapi['components'] = openapi['components'] ?? {}
    this.#components = (components as Schema)['schemas'] = part(components, 'schemas')
    this.isVersion30 = String(openapi['openapi'] ?? '3.0').startsWith('3.0')
  }

  /** The state of the document that a transform is called for. */
  static of (openapi: object): Document {
    let document = documents.get(openapi)
    if (document === undefined) documents.set(openapi, document = new Document(openapi as Schema))
    return document
  }

  /** A component that was there before: of the app's own. */
  component (name: string): Schema | null {
    return Object.hasOwn(this.#components, name) ? part(this.#components, name) : null
  }

  /** A reference to a shared shape, which is added when it is first used. */
  shape (name: ShapeName): Schema {
    let reference = this.#references.get(name)
    if (reference === undefined) {
      let free: string = name
      for (let count = 2; Object.hasOwn(this.#components, free); count++) free = `${name}${count}`
      this.#components[free] = SHAPES[name]()
      this.#references.set(name, reference = { $ref: `#/components/schemas/${free}` })
    }
    return reference
  }

  /** Takes an operationId; false where another operation has it. */
  claim (operationId: string): boolean {
    if (this.#operationIds.has(operationId)) return false
    this.#operationIds.add(operationId)
    return true
  }

  /** A named route is documented under an operationId: links to it can be told. */
  tell (routes: RouteTable, name: string, operationId: string): void {
    const named = entryOf(this.#named, routes)
    if (named.has(name)) return
    named.set(name, operationId)
    for (const told of entryOf(this.#waiting, routes).get(name) ?? []) told(operationId)
  }

  /** Calls back as soon as a named route is documented; never, where it is hidden. */
  whenTold (routes: RouteTable, name: string, told: Told): void {
    const operationId = entryOf(this.#named, routes).get(name)
    if (operationId !== undefined) return told(operationId)
    const waiting = entryOf(this.#waiting, routes)
    waiting.set(name, [...waiting.get(name) ?? [], told])
  }
}

function entryOf<V> (owners: WeakMap<RouteTable, Map<string, V>>, owner: RouteTable): Map<string, V> {
  let entry = owners.get(owner)
  if (entry === undefined) owners.set(owner, entry = new Map())
  return entry
}
