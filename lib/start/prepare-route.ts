import type { FastifyInstance } from 'fastify'
import { describe, suggestion } from '../diagnostics/wording.ts'
import {
  type SchemaCompiler, SchemaCompilers, type Serialization, serializationOf
} from '../fastify/schema-compilers.ts'
import { isFollowed } from '../http/methods.ts'
import { ChildSerializers } from '../links/child-serializers.ts'
import { readResponseSchemas, type ReadSchemas } from '../links/response-schemas.ts'
import { remembered } from '../remembered.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import type { RouteRecord } from '../routes/route-record.ts'
import { memberOf } from '../schema/json-schema.ts'
import { sharedSchemas } from '../schema/references.ts'

/** A route when the app becomes ready. */
export interface PreparedRoute {
  readonly plan: RoutePlan
  readonly read: ReadSchemas
}

/**
 * Prepares an opted-in route when the app becomes ready, and reports what will fail.
 * @param group the place of the group that opted it in; null if the route did
 */
export function prepareRoute (
  { place, settings, server, options }: RouteRecord, group: string | null,
  { serialization, children, elementSerializer }: RouteScope, shared: SharedPlan
): PreparedRoute {
  const { environment, registry, pages, formats, variants } = shared
  const isOwn = options.serializerCompiler !== undefined
  const response = memberOf(options.schema, 'response')
  const read = readResponseSchemas(response, sharedSchemas(server), registry)
  // Each property by its name: V8 gives copies of the shared ones a hidden class for each route.
  const plan: RoutePlan = Object.freeze({
    environment,
    registry,
    pages,
    formats,
    variants,
    place,
    group,
    settings,
    server,
    constraints: options.constraints ?? {},
    hasPageLinks: [options.method].flat().some(isFollowed),
    schemas: read.schemas,
    matchable: settings.links !== true || registry.hasResourceClasses || read.matchable,
    bound: typeof settings.links === 'object' ? registry.compiledOf(settings.links) : null,
    children,
    elementSerializer,
    replacesSerializer: serialization.isReplaced,
    hasFastifySerializers: serialization.isFastifys && !isOwn,
    hasPlainLists: serialization.hasPlainLists && !isOwn,
    forced: settings.format === null ? undefined : formats.named(settings.format) ?? null,
    isNegotiated: settings.format === null && environment.settings.negotiateFormat,
    isLocalized: environment.languages.any,
    hasTag: settings.etag !== null,
    embedsOnDemand: registry.hasOnDemand,
    emitsLinkHeader: environment.settings.emitLinkHeader
  })
  if (plan.forced === null) {
    const { format } = settings
    environment.notices.report('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, () =>
      [describe(format), suggestion(format!, formats.names)])
  }
  return { plan, read }
}

/** How the routes of one scope serialize. */
interface RouteScope {
  readonly serialization: Serialization
  readonly children: ChildSerializers
  readonly elementSerializer: SchemaCompiler['elementSerializer']
}

/**
 * How the routes of each scope of an app serialize. Scopes with the same compiler and shared schemas share serializers.
 */
export class RouteScopes {
  readonly #compilers = new SchemaCompilers()
  readonly #children = new Map<SchemaCompiler, ChildSerializers>()
  readonly #made = new Map<FastifyInstance, RouteScope>()

  of ({ server, place }: RouteRecord): RouteScope {
    return remembered(this.#made, server, () => {
      const compiler = this.#compilers.of(server)
      return {
        serialization: serializationOf(server),
        children: remembered(this.#children, compiler, () => new ChildSerializers(compiler, place)),
        elementSerializer: compiler.elementSerializer
      }
    })
  }
}
