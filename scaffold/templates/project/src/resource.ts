import type { FastifyPluginAsync } from 'fastify'
import type { LinkBuilder, LinkConfig } from 'fastify-hyper'
import type { Database } from './database.ts'

/** One kind of resource, as src/resources.ts lists it. */
export interface Resource {
  /** The links and actions of its types. */
  readonly links: readonly LinkConfig<never>[]
  /** Declares its links and actions at the entry point. */
  readonly entry: (links: LinkBuilder<object>) => void
  /** Opens its store and declares its routes. */
  readonly register: FastifyPluginAsync<StoreOptions>
}

export interface StoreOptions {
  /** Null: resources are stored in memory. */
  readonly database: Database | null
  /** Whether an empty store begins with examples. */
  readonly examples: boolean
}
