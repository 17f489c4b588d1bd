import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChildSerializers } from '../links/child-serializers.ts'
import type { LanguageVariant } from '../resolution/languages.ts'
import type { PageConfigs } from '../links/page-links.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { ResponseSchemas } from '../links/response-schemas.ts'
import type { Environment } from '../resolution/resolution.ts'
import type { WireFormat } from '../formats/format.ts'
import type { KnownFormats } from '../formats/known.ts'
import type { ReplySerializers } from '../fastify/reply-serializer.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { Representations } from './representation.ts'

/** All that one registration of the plugin answers with; complete when the app is ready. */
export interface ProjectionService {
  readonly environment: Environment
  readonly registry: Registry
  readonly pages: PageConfigs
  readonly formats: KnownFormats
  readonly representations: Representations
}

/** One opted-in route, prepared. */
export interface RoutePlan {
  /** `route GET /orders/:id` */
  readonly place: string
  readonly settings: RouteSettings
  readonly service: ProjectionService
  readonly server: FastifyInstance
  /** The configuration that the route is bound to. */
  readonly bound: CompiledConfig | null
  readonly schemas: ResponseSchemas
  /** How its embedded resources are serialized. */
  readonly children: ChildSerializers
  readonly replies: ReplySerializers
  /** False where the start found that no configuration can apply, and reported it. */
  readonly matchable: boolean
  /** The app replaced Fastify's way of writing with setReplySerializer. */
  readonly ownSerializer: boolean
  /** Fastify's own compiler made the serializers of its response schemas: lists have all their elements, in order. */
  readonly keepsOrder: boolean
  /** Fastify's own serializers write its answers, so that each element of a list may be written by itself. */
  readonly writesByElement: boolean
  /** The forced format; undefined where it is negotiated, null where the name is not registered. */
  readonly forced: WireFormat | null | undefined
}

/** One answer of an opted-in route. */
export interface Exchange {
  readonly plan: RoutePlan
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The delegate's tag, until it is known what policies hide; null where no tag waits. */
  waitingTag: string | null
  /** The languages of the response, once they are known. */
  languages: LanguageVariant | undefined
}
