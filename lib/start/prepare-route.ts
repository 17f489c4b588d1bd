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

/** How the routes of one scope serialize. */
interface RouteScope {
  readonly serialization: Serialization
  readonly children: ChildSerializers
  readonly elementSerializer: SchemaCompiler['elementSerializer']
}

/** Prepares the opted-in routes of an app when it becomes ready, and reports what will fail. */
export class RoutePreparation {
  readonly #shared: SharedPlan
  readonly #compilers = new SchemaCompilers()
  readonly #children = new Map<SchemaCompiler, ChildSerializers>()
  readonly #scopes = new Map<FastifyInstance, RouteScope>()

  constructor (shared: SharedPlan) {
    this.#shared = shared
  }

  /** @param group the place of the group that opted the route in; null if the route did */
  prepare ({ place, settings, server, options }: RouteRecord, group: string | null): PreparedRoute {
    const { environment, registry, pages, formats, variants } = this.#shared
    const { serialization, children, elementSerializer } = this.#scopeOf(server, place)
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
      embeds: registry.embeds,
      embedsOnDemand: registry.embedsOnDemand,
      emitsLinkHeader: environment.settings.emitLinkHeader
    })
    if (plan.forced === null) {
      const { format } = settings
      environment.notices.report('FST_ERR_HYPER_FORMAT_NOT_REGISTERED', place, () =>
        [describe(format), suggestion(format!, formats.names)])
    }
    return { plan, read }
  }

  // Scopes with the same compiler and shared schemas share serializers.
  #scopeOf (server: FastifyInstance, place: string): RouteScope {
    return remembered(this.#scopes, server, () => {
      const compiler = this.#compilers.of(server)
      return {
        serialization: serializationOf(server),
        children: remembered(this.#children, compiler, () => new ChildSerializers(compiler, place)),
        elementSerializer: compiler.elementSerializer
      }
    })
  }
}
