import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '../lib/context/environment.ts'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { ActionInputs, routeInput } from '../lib/features/action-inputs.ts'
import type { ApiModel, ScopedSchema } from '../lib/model/model.ts'
import { remembered } from '../lib/remembered.ts'
import { PathRoutes, requiresIfMatch } from '../lib/routes/path-routes.ts'
import type { JsonSchema } from '../lib/schema/json-schema.ts'
import { Parameters } from '../lib/schema/parameters.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { fieldsOf, type OfferedAction } from './document.ts'
import { inputSchemaOf, schemaOfFields } from './field-schema.ts'
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

/** What all callers of one registration share: the declarations of the app. */
export class Api {
  readonly app: FastifyInstance
  readonly environment: Environment
  readonly settings: McpSettings
  catalogue: Catalogue = []
  #items: CollectionItems = new Map()
  #inputs: ActionInputs | undefined
  /** The declared inputs. */
  readonly #declared = new WeakMap<ScopedSchema, JsonSchema>()
  /** The inputs of routes without a declared action, by method. */
  readonly #undeclared = new WeakMap<DeclaredRoute, Map<string, JsonSchema>>()
  /** By the schemas of queries and paths. */
  readonly #parameters = new WeakMap<object, Parameters>()

  constructor (app: FastifyInstance, environment: Environment, settings: McpSettings) {
    this.app = app
    this.environment = environment
    this.settings = settings
  }

  /** Reads the declarations, when the app is ready. */
  describe (model: ApiModel): void {
    this.catalogue = catalogueOf(model)
    this.#items = collectionItems(model)
    this.#inputs = new ActionInputs(this.app, model)
  }

  /**
   * Returns the input of an action with its JSON schema: the declared one, else the schema of the route if it has the
   * fields of the form, which are the same objects for all resources; else what the form has.
   * @param caller a request of the caller: its version and host choose the route
   */
  inputOf (action: OfferedAction, caller: FastifyRequest): ActionInput {
    // The route of a service is unknown: its form has the input.
    const found = action.path.startsWith('/') ? this.#inputs!.at(action, action.path, caller) : null
    const { route = null, declared } = found ?? {}
    const requiresEtag = route !== null && requiresIfMatch(route)
    if (declared === undefined) return { inputSchema: this.#undeclaredInput(action, route), requiresEtag }
    return { inputSchema: this.#declaredInput(declared, action.method), requiresEtag }
  }

  #declaredInput (input: ScopedSchema | null, method: string): JsonSchema {
    return input === null ? NONE : remembered(this.#declared, input, () => inputSchemaOf(input, method))
  }

  /** Returns the GET route of a path; null for none, and for a URL of a service. */
  routeAt (path: string, caller: FastifyRequest): DeclaredRoute | null {
    return path.startsWith('/') ? PathRoutes.of(this.app).find('GET', path, caller) : null
  }

  /** Returns the items of the collection at a path; null for any other path. */
  itemsAt (path: string, caller: FastifyRequest): Items | null {
    const route = this.routeAt(path, caller)
    return route === null ? null : this.#items.get(route.config.url.replace(/\/$/, '')) ?? null
  }

  /** Returns the parameters of the query of a route that is read. */
  queryOf (route: DeclaredRoute): Parameters {
    return this.parametersOf(this.#routeInput('GET', route))
  }

  /** Returns the parameters of the path of a route. */
  pathOf ({ schema: { params = ANY } = {}, server }: DeclaredRoute): Parameters {
    return remembered(this.#parameters, params as object, () =>
      new Parameters({ schema: params, shared: sharedSchemas(server) }))
  }

  /** Returns the parameters of a schema that contains what it refers to. */
  parametersOf (schema: JsonSchema): Parameters {
    return remembered(this.#parameters, schema, () => new Parameters({ schema, shared: () => undefined }))
  }

  #undeclaredInput (action: OfferedAction, route: DeclaredRoute | null): JsonSchema {
    const input = route === null ? ANY : this.#routeInput(action.method, route)
    const fields = fieldsOf(action)
    // The fields of an input that is not the route's are of `accepts`.
    if (input === ANY) return fields.length === 0 ? input : schemaOfFields(fields, action.method)
    const known = this.parametersOf(input)
    return fields.every(({ name }) => known.covers(name)) ? input : schemaOfFields(fields, action.method)
  }

  #routeInput (method: string, route: DeclaredRoute): JsonSchema {
    const inputs = remembered(this.#undeclared, route, () => new Map<string, JsonSchema>())
    return remembered(inputs, method, () => {
      const input = routeInput(route, method)
      return input === null ? ANY : inputSchemaOf(input, method)
    })
  }
}
