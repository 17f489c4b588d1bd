import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../context/environment.ts'
import type { SchemaCompiler } from '../fastify/schema-compilers.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import type { ChildSerializers } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { PageConfigs } from '../links/page-links.ts'
import type { Registry } from '../links/registry.ts'
import type { ResponseSchemas } from '../links/response-schemas.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { Variants } from './variants.ts'

/** What all opted-in routes of one registration of the plugin share. Complete when the app is ready. */
export interface SharedPlan {
  readonly environment: Environment
  readonly registry: Registry
  readonly pages: PageConfigs
  readonly formats: KnownFormats
  readonly variants: Variants
}

/** One opted-in route, prepared when the app becomes ready. */
export interface RoutePlan extends SharedPlan {
  /** What messages call it: `route GET /orders/:id`. */
  readonly place: string
  /** The place of the group that opted it in: its routes are reported together. Null if the route did. */
  readonly group: string | null
  readonly settings: RouteSettings
  readonly server: FastifyInstance
  readonly constraints: Readonly<Record<string, unknown>>
  /** Whether links between pages can be followed: they are requests for the route with GET. */
  readonly hasPageLinks: boolean
  /** The configuration that the route is bound to; null if the class or the schema of a value decides. */
  readonly bound: CompiledConfig | null
  readonly schemas: ResponseSchemas
  /** How embedded resources are serialized. */
  readonly children: ChildSerializers
  /** How elements of lists are serialized one by one. */
  readonly elementSerializer: SchemaCompiler['elementSerializer']
  /** Whether a configuration can apply; if not, start-up reported it. */
  readonly matchable: boolean
  /** Whether the app replaced Fastify's serialization with setReplySerializer. */
  readonly replacesSerializer: boolean
  /**
   * Whether Fastify's compiler made the serializers of its response schemas: lists have all their elements, in order.
   */
  readonly hasFastifySerializers: boolean
  /** Whether, in addition, each element of a list is serialized as it would be by itself. */
  readonly hasPlainLists: boolean
  /** The forced format; undefined if there is none, null if its name is not registered. */
  readonly forced: WireFormat | null | undefined
  /** Whether clients choose the format. */
  readonly isNegotiated: boolean
  /** Whether the app has localized strings. */
  readonly isLocalized: boolean
  /** Whether the route has the option `etag`. */
  readonly hasTag: boolean
  /** Whether any resource embeds others, and whether any does on demand. */
  readonly embeds: boolean
  readonly embedsOnDemand: boolean
  readonly emitsLinkHeader: boolean
}

/** One response of an opted-in route. */
export interface Exchange {
  readonly plan: RoutePlan
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The format that its first step chooses. */
  readonly format: WireFormat
}
