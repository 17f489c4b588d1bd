import type { FastifyInstance, RouteOptions } from 'fastify'
import { describe, suggestion } from '../diagnostics/wording.ts'
import { ReplySerializers } from '../fastify/reply-serializer.ts'
import {
  ElementSerializers, type SchemaCompiler, SchemaCompilers, type Serialization, serializationOf
} from '../fastify/schema-compilers.ts'
import { ChildSerializers } from '../links/child-serializers.ts'
import { readResponseSchemas, type ReadSchemas } from '../links/response-schemas.ts'
import { checkContent } from '../respond/content-schemas.ts'
import type { RoutePlan, SharedPlan } from '../respond/plan.ts'
import type { RouteRecord } from '../routes/route-record.ts'
import { sharedSchemas } from '../schema/references.ts'

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

/** How the routes of one scope serialize. */
export interface RouteScope {
  readonly serialization: Serialization
  readonly children: ChildSerializers
  readonly elements: ElementSerializers
  readonly replySerializers: ReplySerializers
}

/**
 * How the routes of each scope of an app serialize. Scopes with the same compiler and shared schemas share serializers.
 */
export class RouteScopes {
  readonly #replySerializers = new ReplySerializers()
  readonly #compilers = new SchemaCompilers()
  readonly #serializers = new Map<SchemaCompiler, Pick<RouteScope, 'children' | 'elements'>>()
  readonly #made = new Map<FastifyInstance, RouteScope>()

  of (route: RouteRecord): RouteScope {
    let scope = this.#made.get(route.server)
    if (scope === undefined) {
      scope = {
        serialization: serializationOf(route.server),
        ...this.#serializersOf(route),
        replySerializers: this.#replySerializers
      }
      this.#made.set(route.server, scope)
    }
    return scope
  }

  #serializersOf ({ server, place }: RouteRecord): Pick<RouteScope, 'children' | 'elements'> {
    const compiler = this.#compilers.of(server)
    let serializers = this.#serializers.get(compiler)
    if (serializers === undefined) {
      serializers = { children: new ChildSerializers(compiler, place), elements: new ElementSerializers(compiler) }
      this.#serializers.set(compiler, serializers)
    }
    return serializers
  }
}
