import type { FastifyInstance, RouteOptions } from 'fastify'
import { readResponseSchemas } from '../links/response-schemas.ts'
import type { RouteSettings } from '../options/route-options.ts'
import { describe, suggestion } from '../diagnostics/wording.ts'
import type { ElementSerializers } from '../fastify/element-serializers.ts'
import type { ReplySerializers } from '../fastify/reply-serializer.ts'
import type { Serialization } from '../fastify/schema-compilers.ts'
import type { ChildSerializers } from '../links/child-serializers.ts'
import { checkContent } from '../respond/content-schemas.ts'
import type { SharedPlan, RoutePlan } from '../respond/plan.ts'

/** A route as it was declared, until the app is ready. */
export interface OptedInRoute {
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
  readonly elements: ElementSerializers
  readonly replies: ReplySerializers
}

/** How messages name a route: `route GET /orders`. */
export function placeOf (route: Pick<RouteOptions, 'method' | 'url'>): string {
  return `route ${Array.isArray(route.method) ? route.method.join(',') : route.method} ${route.url}`
}

/**
 * Prepares an opted-in route when the app becomes ready, and reports what will fail.
 * @throws FST_ERR_HYPER_NO_RESPONSE_SCHEMA in strict mode
 */
export function prepareRoute (
  route: OptedInRoute, { serialization, children, elements, replies }: RouteScope, shared: SharedPlan
): RoutePlan {
  const { place, settings, server } = route
  const isOwn = route.ownCompiler()
  const schemaOf = (id: string) => server.getSchema(id) as object | undefined
  const response = route.response()
  const schemas = readResponseSchemas(response, schemaOf, shared.registry)
  const plan: RoutePlan = Object.freeze({
    ...shared,
    place,
    settings,
    server,
    schemas,
    matchable: settings.links !== true || shared.registry.hasResourceClasses || schemas.matchable,
    bound: typeof settings.links === 'object' ? shared.registry.compiledOf(settings.links) : null,
    children,
    elements,
    replies,
    ownSerializer: serialization.isReplaced,
    keepsOrder: serialization.isFastifys && !isOwn,
    hasPlainLists: serialization.hasPlainLists && !isOwn,
    forced: settings.format === null ? undefined : shared.formats.named(settings.format) ?? null
  })
  reportMissing(plan)
  reportLacking(plan)
  checkContent(plan, response)
  return plan
}

function reportMissing ({ place, settings, matchable, forced, formats, environment }: RoutePlan): void {
  const { notices } = environment
  if (forced === null) {
    notices.warn('HYPER009', place, () => [describe(settings.format), suggestion(settings.format!, formats.names)])
  }
  if (!matchable) notices.warn('HYPER002', place, () => [null])
}

// Members that a bound configuration declares, and no response can have (`HYPER024`).
function reportLacking ({ place, bound, schemas, environment }: RoutePlan): void {
  for (const { member } of bound?.nested ?? []) {
    if (schemas.lacks(member)) environment.notices.warn('HYPER024', place, () => [describe(member)], `${place} ${member}`)
  }
}
