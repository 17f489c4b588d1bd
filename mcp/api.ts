import type { FastifyInstance } from 'fastify'
import type { ApiDescription } from '../lib/diagnostics/api-description.ts'
import type { DeclaredRoute } from '../lib/fastify/routes.ts'
import { inputOf } from '../lib/forms/fields/action-input.ts'
import type { JsonSchema } from '../lib/forms/schema/json-schema.ts'
import type { Environment } from '../lib/resolution/environment.ts'
import { PathRoutes } from '../lib/routes/path-routes.ts'
import { catalogueOf, type Catalogue } from './catalogue.ts'
import type { OfferedAction } from './document.ts'
import { schemaOfFields, withValues } from './field-schema.ts'
import type { McpSettings } from './options.ts'
import { selfContained } from './self-contained.ts'

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
  readonly requiresEtag: boolean
}

/** What all callers of one registration share: the declarations of the app. */
export class Api {
  readonly app: FastifyInstance
  readonly environment: Environment
  readonly settings: McpSettings
  catalogue: Catalogue
  #routes: PathRoutes | undefined
  /** By action and route. */
  readonly #declared = new Map<string, DeclaredInput>()

  constructor (app: FastifyInstance, environment: Environment, settings: McpSettings) {
    this.app = app
    this.environment = environment
    this.settings = settings
    this.catalogue = { entryPoint: settings.entryPoint, types: [] }
  }

  /** Reads the declarations, when the app is ready. */
  describe (description: ApiDescription): void {
    this.catalogue = catalogueOf(description, this.settings.entryPoint)
    for (const { name, route, input, requiresIfMatch } of description.types.flatMap(({ actions }) => actions)) {
      if (route === null) continue
      const key = `${name} ${route}`
      const known = this.#declared.get(key)
      const isUnknown = input === undefined || (known !== undefined && known.source !== input?.schema)
      const schema = isUnknown ? null : input === null ? NONE : selfContained(input)
      this.#declared.set(key, { schema, source: input?.schema, requiresEtag: requiresIfMatch })
    }
  }

  /**
   * Returns the input of an action with its JSON schema: the declared one, else what its form has, else that of the route. The values that
   * the form contains are its defaults.
   */
  inputOf (action: OfferedAction): ActionInput {
    const { name, method, path, fields = [] } = action
    this.#routes ??= new PathRoutes(this.app)
    const route = this.#routes.find(method, path)
    const declared = route === null ? undefined : this.#declared.get(`${name} ${method} ${route.config.url}`)
    const inputSchema = declared?.schema ?? null
    return {
      inputSchema: inputSchema === null ? undeclared(action, route) : withValues(inputSchema, fields),
      requiresEtag: declared?.requiresEtag === true
    }
  }
}

function undeclared ({ method, fields = [] }: OfferedAction, route: DeclaredRoute | null): JsonSchema {
  if (fields.length > 0) return schemaOfFields(fields)
  if (route === null) return ANY
  const { schema } = inputOf(method, { schema: route.schema ?? {} }, null)
  return schema === undefined ? ANY : selfContained({ schema, shared: id => route.server.getSchema(id) as object | undefined })
}
