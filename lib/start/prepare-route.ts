import type { FastifyInstance, RouteOptions } from 'fastify'
import { readResponseSchemas } from '../links/response-schemas.ts'
import type { RouteSettings } from '../options/route-options.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { ReplySerializers } from '../fastify/reply-serializer.ts'
import type { Serialization } from '../fastify/schema-compilers.ts'
import type { ChildSerializers } from '../links/child-serializers.ts'
import { checkContent } from '../respond/content-schemas.ts'
import type { ProjectionService, RoutePlan } from '../respond/service.ts'

/** A route as it was declared, until the app is ready. */
export interface DeclaredRoute {
  readonly place: string
  readonly settings: RouteSettings
  readonly server: FastifyInstance
  /** Its response schemas, as they are now. */
  readonly response: () => unknown
  /** Whether it has a serializer compiler of its own now. */
  readonly ownCompiler: () => boolean
}

/** How the routes of one scope serialize. */
export interface RouteScope {
  readonly serialization: Serialization
  readonly children: ChildSerializers
  readonly replies: ReplySerializers
}

/** What a route of the app is called in messages. */
export function placeOf (route: Pick<RouteOptions, 'method' | 'url'>): string {
  return `route ${Array.isArray(route.method) ? route.method.join(',') : route.method} ${route.url}`
}

/**
 * Prepares an opted-in route when the app becomes ready, and says what will not work.
 * @throws FST_ERR_HYPER_NO_RESPONSE_SCHEMA in strict mode
 */
export function prepareRoute (route: DeclaredRoute, { serialization, children, replies }: RouteScope, service: ProjectionService): RoutePlan {
  const { place, settings, server } = route
  const isOwn = route.ownCompiler()
  const shared = (id: string) => server.getSchema(id) as object | undefined
  const response = route.response()
  const schemas = readResponseSchemas(response, shared, service.registry)
  const plan: RoutePlan = Object.freeze({
    place,
    settings,
    service,
    server,
    schemas,
    matchable: settings.links !== true || service.registry.hasResourceClasses || schemas.matchable,
    bound: typeof settings.links === 'object' ? service.registry.compiledOf(settings.links) : null,
    children,
    replies,
    ownSerializer: serialization.isReplaced,
    keepsOrder: serialization.isFastifys && !isOwn,
    writesByElement: serialization.isOrdinary && !isOwn,
    forced: settings.format === null ? undefined : service.formats.named(settings.format) ?? null
  })
  sayWhatIsMissing(plan)
  checkContent(plan, response)
  return plan
}

function sayWhatIsMissing ({ place, settings, matchable, forced, service }: RoutePlan): void {
  const { notices } = service.environment
  if (forced === null) {
    notices.warn('HYPER009', place, () => [describe(settings.format), suggestion(settings.format!, service.formats.names)])
  }
  if (!matchable) notices.warn('HYPER002', place, () => [null])
}
