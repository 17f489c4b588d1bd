import type { Counter, MeterProvider, MetricsAPI } from '@opentelemetry/api'
import { isInstalled, requirePackage } from '../optional-package.ts'

// The name of the instrumentation, as OpenTelemetry specifies for meters.
const METER = 'fastify-hyper'

const API = '@opentelemetry/api'

/**
 * Counts unresolved links on the metric `hyper.links.unresolved`,
 * if the optional package `@opentelemetry/api` is installed.
 */
export class UnresolvedLinks {
  readonly #isInstalled = isInstalled(API)
  #provider: MeterProvider | undefined
  #counter: Counter | undefined

  add (resourceType: string, relation: string): void {
    this.#current()?.add(1, { resource_type: resourceType, relation })
  }

  // A counter of the provider before an SDK was set up counts nothing, so each provider has its own.
  #current (): Counter | undefined {
    if (!this.#isInstalled) return
    const provider = loadMetrics().getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      this.#counter = provider.getMeter(METER).createCounter('hyper.links.unresolved', {
        description: 'Links and actions that were omitted because their target could not be resolved'
      })
    }
    return this.#counter
  }
}

// Loaded for the first link that is counted: an app that measures has loaded it before.
function loadMetrics (): MetricsAPI {
  return (requirePackage(API) as { readonly metrics: MetricsAPI }).metrics
}
