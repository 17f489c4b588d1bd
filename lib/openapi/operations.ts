// The names of operations, and the OpenAPI links from a success response to the operations of its links and actions.
import type { RouteOptions } from 'fastify'
import { addMark, type Marked, ROUTE } from '../fastify/marks.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { configModel } from '../model/config.ts'
import type { Document } from './document.ts'
import type { DocumentedRoute } from './documented-route.ts'
import type { Schema } from './schema.ts'

// Status to name to Link Object.
type Links = Record<string, Record<string, unknown>>

/** One operation among the others of its document. */
export class LinkedOperation {
  readonly #route: RouteOptions
  readonly #facts: DocumentedRoute | null
  readonly #document: Document

  constructor (route: RouteOptions, facts: DocumentedRoute | null, document: Document) {
    this.#route = route
    this.#facts = facts
    this.#document = document
  }

  /** Sets the operationId to the name of the route, unless the operation has one. Each operationId is used once. */
  named (operation: Schema): Schema {
    const facts = this.#facts
    const { operationId: own, ...unnamed } = operation
    const { name = null } = facts ?? this.#route.config?.hyper ?? {}
    const operationId = own ?? this.#only(name)
    if (typeof operationId !== 'string') return operation
    // Several versions, hosts or scopes may have routes of one name, and a HEAD route is copied from its GET route:
    // the first operation gets it.
    if (!this.#document.claim(operationId)) return unnamed
    if (facts !== null && name !== null) this.#document.setOperationId(facts.routes, name, operationId)
    return { ...operation, operationId }
  }

  // A route with several methods has several operations, so none of them gets the name; and HEAD reads what GET does.
  #only (name: string | null): string | null {
    const { method } = this.#route
    if ([method].flat().length === 1 && String(method) !== 'HEAD') return name
    return null
  }

  /** Adds the links of each response to the route options, where @fastify/swagger reads them. */
  link (compiledConfigs: ReadonlyMap<string, CompiledConfig>): void {
    const route = this.#route as { links?: Links }
    // Those of the app (the option `links` of @fastify/swagger), before ours were added.
    const declaredLinks = (this.#route as Marked)[ROUTE]?.declaredLinks ?? route.links ?? {}
    addMark(this.#route, ROUTE, { declaredLinks })
    // The app may modify its document, but must not modify what it declared with it.
    const links: Links = structuredClone(declaredLinks) as Links
    for (const [status, compiled] of compiledConfigs) {
      const targets = targetsOf(compiled)
      const key = status === 'default' ? status : status.toUpperCase()
      if (targets.length > 0) links[key] = this.#linksTo(targets, links[key])
    }
    if (Object.keys(links).length > 0) route.links = links
  }

  // A link to an operation that comes later in the document is added when its operationId is known.
  // Parameters are omitted: they are functions of the resource, which runtime expressions cannot express.
  #linksTo (targets: readonly Target[], own: Links[string] | undefined): Links[string] {
    const links = { ...own }
    for (const [name, route] of targets) {
      // A key consists of letters, digits and `. - _` (OpenAPI, Components Object).
      const key = name.replaceAll(/[^\w.-]/g, '-')
      this.#document.onOperationId(this.#facts!.routes, route, operationId => {
        if (!Object.hasOwn(links, key)) define(links, key, { operationId })
      })
    }
    return links
  }
}

/** The names of a relation or an action and of its route. */
type Target = readonly [name: string, route: string]

function targetsOf (compiled: CompiledConfig): Target[] {
  const { relations, actions } = configModel(compiled)
  return [
    ...relations.flatMap(({ relation, routes }) => routes.map((route): Target => [relation, route])),
    ...actions.filter(({ route }) => route !== null).map(({ name, route }): Target => [name, route!.name])
  ]
}

// Assignment would set the prototype for a relation `__proto__`.
function define (links: Record<string, unknown>, key: string, value: object): void {
  Object.defineProperty(links, key, { value, enumerable: true, configurable: true, writable: true })
}
