import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '../lib/context/environment.ts'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { inputOf } from '../lib/forms/fields/action-input.ts'
import type { ApiModel } from '../lib/model/model.ts'
import { PathRoutes, requiresIfMatch } from '../lib/routes/path-routes.ts'
import { propertiesOf } from '../lib/schema/declared.ts'
import type { JsonSchema } from '../lib/schema/json-schema.ts'
import { withoutDefaults } from '../lib/schema/objects.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { selfContained } from '../lib/schema/self-contained.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import type { OfferedAction } from './document.ts'
import { schemaOfFields } from './field-schema.ts'
import { type CollectionItems, collectionItems, type Items } from './item-links.ts'
import type { McpSettings } from './options.ts'

const ANY: JsonSchema = Object.freeze({ type: 'object' })
const NONE: JsonSchema = Object.freeze({ type: 'object', properties: {}, additionalProperties: false })

/** The input of an action. */
export interface ActionInput {
  readonly inputSchema: JsonSchema
  /** Whether the route requires the entity tag of the resource. */
  readonly requiresEtag: boolean
}

interface DeclaredInput {
  /** Null where declarations differ, or where the input is unknown. */
  readonly schema: JsonSchema | null
  readonly source: unknown
}

/** What all callers of one registration share: the declarations of the app. */
export class Api {
  readonly app: FastifyInstance
  readonly environment: Environment
  readonly settings: McpSettings
  catalogue: Catalogue = []
  #items: CollectionItems = new Map()
  /** By action and route. */
  readonly #declared = new Map<string, DeclaredInput>()
  /** The inputs of routes without a declared action, by method. */
  readonly #undeclared = new WeakMap<DeclaredRoute, Map<string, JsonSchema>>()

  constructor (app: FastifyInstance, environment: Environment, settings: McpSettings) {
    this.app = app
    this.environment = environment
    this.settings = settings
  }

  /** Reads the declarations, when the app is ready. */
  describe (model: ApiModel): void {
    this.catalogue = catalogueOf(model)
    this.#items = collectionItems(model)
    for (const { name, method, route, input } of model.types.flatMap(({ actions }) => actions)) {
      if (route === null) continue
      const key = `${name} ${method} ${route.url}`
      const known = this.#declared.get(key)
      const isUnknown = input === undefined || (known !== undefined && known.source !== input?.schema)
      const schema = isUnknown ? null : input === null ? NONE : withoutDefaults(selfContained(input))
      this.#declared.set(key, { schema, source: input?.schema })
    }
  }

  /**
   * Returns the input of an action with its JSON schema: the declared one, else the schema of the route if it has the
   * fields of the form, which are the same objects for all resources; else what the form has.
   * @param caller a request of the caller: its version and host choose the route
   */
  inputOf (action: OfferedAction, caller: FastifyRequest): ActionInput {
    const { name, method, path } = action
    const routes = PathRoutes.of(this.app)
    // The route of a service is unknown: its form has the input.
    const route = path.startsWith('/') ? routes.find(method, path, caller) : null
    // A declaration has one input for all versions and hosts of its route.
    const isDeclared = route !== null && !routes.isShared(method, path)
    const inputSchema = isDeclared ? this.#declared.get(`${name} ${method} ${route.config.url}`)?.schema ?? null : null
    return {
      inputSchema: inputSchema ?? this.#undeclaredInput(action, route),
      requiresEtag: route !== null && requiresIfMatch(route)
    }
  }

  /** Returns the items of the collection at a path; null for any other path. */
  itemsAt (path: string, caller: FastifyRequest): Items | null {
    const route = path.startsWith('/') ? PathRoutes.of(this.app).find('GET', path, caller) : null
    return route === null ? null : this.#items.get(route.config.url.replace(/\/$/, '')) ?? null
  }

  /** Returns the schema of the query of the route at a path. */
  queryAt (path: string, caller: FastifyRequest): JsonSchema {
    const route = path.startsWith('/') ? PathRoutes.of(this.app).find('GET', path, caller) : null
    return route === null ? ANY : this.#routeInput('GET', route)
  }

  #undeclaredInput ({ method, fields }: OfferedAction, route: DeclaredRoute | null): JsonSchema {
    const input = route === null ? ANY : this.#routeInput(method, route)
    // The fields of an input that is not the route's are of `accepts`.
    return fields.every(({ name }) => hasField(input, name)) ? input : schemaOfFields(fields)
  }

  #routeInput (method: string, route: DeclaredRoute): JsonSchema {
    const inputs = this.#undeclared.get(route) ?? new Map<string, JsonSchema>()
    this.#undeclared.set(route, inputs)
    const input = inputs.get(method) ?? inputOfRoute(method, route)
    inputs.set(method, input)
    return input
  }
}

// The members of a combined schema are not known.
function hasField (input: JsonSchema, name: string): boolean {
  if (input === ANY) return false
  const properties = propertiesOf(input) ?? {}
  return Object.hasOwn(properties, name) || Object.hasOwn(properties, name.split('.', 1)[0]!) ||
    ['allOf', 'anyOf', 'oneOf'].some(keyword => keyword in input)
}

function inputOfRoute (method: string, route: DeclaredRoute): JsonSchema {
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  return schema === undefined
    ? ANY
    : withoutDefaults(selfContained({ schema, shared: sharedSchemas(route.server) }))
}
