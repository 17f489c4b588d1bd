import type { FastifyInstance } from 'fastify'
import type { ApiDescription, ScopedSchema } from '../lib/diagnostics/api-description.ts'
import { inputOf } from '../lib/forms/fields/action-input.ts'
import type { JsonSchema } from '../lib/forms/schema/json-schema.ts'
import type { Environment } from '../lib/resolution/environment.ts'
import type { NamedRoute } from '../lib/routes/named-routes.ts'
import { PathRoutes } from '../lib/routes/path-routes.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import type { OfferedAction } from './document.ts'
import { schemaOfFields, withValues } from './field-schema.ts'
import type { McpSettings } from './options.ts'
import { selfContained } from './self-contained.ts'

const ANY: JsonSchema = Object.freeze({ type: 'object' })
const NONE: JsonSchema = Object.freeze({ type: 'object', properties: {}, additionalProperties: false })

/** What all callers of one registration share: the declarations of the app. */
export class Api {
  readonly app: FastifyInstance
  readonly environment: Environment
  readonly settings: McpSettings
  catalogue: Catalogue
  #routes: PathRoutes | undefined
  /** By action and route: the declared input, or null where declarations differ. */
  readonly #declared = new Map<string, JsonSchema | null>()

  constructor (app: FastifyInstance, environment: Environment, settings: McpSettings) {
    this.app = app
    this.environment = environment
    this.settings = settings
    this.catalogue = { entryPoint: settings.entryPoint, types: [] }
  }

  /** Reads the declarations, when the app is ready. */
  describe (description: ApiDescription): void {
    this.catalogue = catalogueOf(description, this.settings.entryPoint)
    const sources = new Map<string, unknown>()
    for (const { name, route, input } of description.types.flatMap(({ actions }) => actions)) {
      if (route === null || input === undefined) continue
      const key = `${name} ${route}`
      const isKnown = sources.has(key) && sources.get(key) !== input?.schema
      this.#declared.set(key, isKnown ? null : input === null ? NONE : selfContained(input))
      sources.set(key, input?.schema)
    }
  }

  /**
   * Returns the JSON schema of the input of an action: the declared one, else that of the route, else what its form has. The values that
   * the form contains are its defaults.
   */
  inputSchema ({ name, method, path, fields = [] }: OfferedAction): JsonSchema {
    this.#routes ??= new PathRoutes(this.app)
    const route = this.#routes.find(method, path)
    const declared = route === null ? null : this.#declared.get(`${name} ${method} ${route.config.url}`)
    if (declared !== null && declared !== undefined) return withValues(declared, fields)
    if (fields.length > 0) return schemaOfFields(fields)
    if (route === null) return ANY
    const { schema } = inputOf(method, { schema: route.schema ?? {} } as NamedRoute, null)
    const shared: ScopedSchema['shared'] = id => route.server.getSchema(id) as object | undefined
    return schema === undefined ? ANY : selfContained({ schema, shared })
  }
}
