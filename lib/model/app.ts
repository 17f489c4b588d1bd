import type { FastifyInstance } from 'fastify'
import type { CompiledConfig } from '../links/compiled.ts'
import type { PageConfigs } from '../links/page-links.ts'
import type { Registry } from '../links/registry.ts'
import type { ResponseSchemas } from '../links/response-schemas.ts'
import type { RouteSettings } from '../options/route-options.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'

/** A route of an app that is ready. */
export interface AppRoute {
  readonly methods: readonly string[]
  /** The full pattern, prefixes included. */
  readonly url: string
  readonly constraints: Readonly<Record<string, unknown>>
  readonly name: string | null
  /** The route as links know it; null without a name. */
  readonly named: NamedRoute | null
  readonly response: unknown
  readonly settings: RouteSettings
  /** Whether documents omit it. */
  readonly isHidden: boolean
  readonly server: FastifyInstance
  /** What applies to its responses; null if it is not opted in. */
  readonly plan: {
    readonly bound: CompiledConfig | null
    readonly schemas: ResponseSchemas
    /** Whether its pages have links to each other. */
    readonly hasPageLinks: boolean
  } | null
}

/** What a model is made of: one registration of the plugin, when the app is ready. */
export interface ModelledApp {
  /** The prefix of its scope. */
  readonly prefix: string
  readonly formats: readonly string[]
  readonly defaultFormat: string
  readonly baseUrl: string | null
  readonly routes: readonly AppRoute[]
  readonly table: RouteTable
  readonly registry: Registry
  readonly pages: PageConfigs
}
