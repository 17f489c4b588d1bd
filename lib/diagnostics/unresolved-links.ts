import { createRequire } from 'node:module'
import type { Counter, MeterProvider, MetricsAPI } from '@opentelemetry/api'

// The name of the instrumentation, as OpenTelemetry specifies for meters.
const METER = 'fastify-hyper'

const require = createRequire(import.meta.url)

/** Counts unresolved links on the metric `hyper.links.unresolved`, if the optional package `@opentelemetry/api` is installed. */
export class UnresolvedLinks {
  readonly #metrics = loadMetrics()
  #provider: MeterProvider | undefined
  #counter: Counter | undefined

  add (resourceType: string, relation: string): void {
    this.#current()?.add(1, { resource_type: resourceType, relation })
  }

  // A counter of the provider before an SDK was set up counts nothing, so each provider has its own.
  #current (): Counter | undefined {
    const provider = this.#metrics?.getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      this.#counter = provider?.getMeter(METER).createCounter('hyper.links.unresolved', {
        description: 'Links and actions that were omitted because their target could not be resolved'
      })
    }
    return this.#counter
  }
}

// Not an import: a module with top-level await cannot be loaded with require().
function loadMetrics (): MetricsAPI | null {
  if (!isInstalled('@opentelemetry/api')) return null
  return (require('@opentelemetry/api') as { readonly metrics: MetricsAPI }).metrics
}

// With the permission model of Node.js, a package outside the folders that the process may read cannot be loaded.
const NOT_LOADABLE: readonly unknown[] = ['MODULE_NOT_FOUND', 'ERR_ACCESS_DENIED']

/**
 * Whether a package can be loaded.
 * @throws an error of the package itself, such as a broken installation
 */
export function isInstalled (name: string, resolve: (name: string) => unknown = require.resolve): boolean {
  try {
    resolve(name)
    return true
  } catch (error) {
    if (NOT_LOADABLE.includes((error as { code?: unknown }).code)) return false
    throw error
  }
}
