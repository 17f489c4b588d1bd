import type { RouteOptions } from 'fastify'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { readResponseSchemas, type ReadSchemas } from '../links/response-schemas.ts'
import { checkContent } from '../respond/content-schemas.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import type { RouteRecord } from '../routes/route-record.ts'
import { sharedSchemas } from '../schema/references.ts'
import type { RouteScope } from './route-scopes.ts'

/** A route when the app becomes ready. */
export interface PreparedRoute {
  readonly plan: RoutePlan
  readonly read: ReadSchemas
}

/**
 * Prepares an opted-in route when the app becomes ready, and reports what will fail.
 * @param group the place of the group that opted it in; null if the route did
 * @throws FST_ERR_HYPER_NO_RESPONSE_SCHEMA in strict mode
 */
export function prepareRoute (
  { place, settings, server, options }: RouteRecord, group: string | null,
  { serialization, children, elements, replySerializers }: RouteScope, shared: SharedPlan
): PreparedRoute {
  const { environment, registry, pages, formats, variants } = shared
  const isOwn = options.serializerCompiler !== undefined
  const response = responseOf(options)
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
    schemas: read.schemas,
    matchable: settings.links !== true || registry.hasResourceClasses || read.matchable,
    bound: typeof settings.links === 'object' ? registry.compiledOf(settings.links) : null,
    children,
    elements,
    replySerializers,
    replacesSerializer: serialization.isReplaced,
    keepsOrder: serialization.isFastifys && !isOwn,
    hasPlainLists: serialization.hasPlainLists && !isOwn,
    forced: settings.format === null ? undefined : formats.named(settings.format) ?? null
  })
  reportMissing(plan)
  checkContent(plan, response)
  return { plan, read }
}

/**
 * Reports routes that get no links (`HYPER002`): the routes of a group together.
 * Fastify's own HEAD route has the place of its GET route.
 */
export function reportUnmatchable (prepared: readonly PreparedRoute[], { environment: { notices } }: SharedPlan): void {
  const byGroup = new Map<string, Set<string>>()
  for (const { plan: { matchable, group, place } } of prepared) {
    if (!matchable) byGroup.set(group ?? place, (byGroup.get(group ?? place) ?? new Set()).add(place))
  }
  for (const [group, places] of byGroup) {
    const [place, ...others] = places
    if (others.length === 0) notices.report('HYPER002', place!, () => [null])
    else notices.report('HYPER002', group, () => [null, Array.from(places, place => place.slice('route '.length))])
  }
}

/** The response schemas of a route. */
export function responseOf (route: RouteOptions): unknown {
  return (route.schema as { response?: unknown } | undefined)?.response
}

function reportMissing ({ place, settings, forced, formats, environment }: RoutePlan): void {
  const { notices } = environment
  if (forced === null) {
    notices.report('HYPER009', place, () => [describe(settings.format), suggestion(settings.format!, formats.names)])
  }
}
