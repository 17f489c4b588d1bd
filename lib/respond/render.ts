import { gather, isPromise } from '../async/promises.ts'
import type { Items, ResourceWriter, WireFormat } from '../formats/format.ts'
import { isJsonObject } from '../json/object.ts'
import type { CompiledConfig, ResolvedResource } from '../links/compiled.ts'
import { prefetch, type LinkedResource } from '../links/prefetch.ts'
import { resolve } from '../links/resolve.ts'
import { CallbackContext } from '../resolution/callback-context.ts'
import { Resolution } from '../resolution/resolution.ts'
import { embed, type ResourceRenderer, type Trail } from './embed.ts'
import type { Elements } from './match.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/** Resolves and writes the resources of one response. */
export class Renderer implements ResourceRenderer {
  readonly plan: RoutePlan
  readonly resolution: Resolution
  readonly #format: WireFormat
  #lastConfig: CompiledConfig | null = null
  #lastWriter: ResourceWriter | null = null

  constructor ({ plan, request, reply, languages }: Exchange, format: WireFormat) {
    const context = new CallbackContext(request, reply, plan.server)
    this.plan = plan
    this.resolution = new Resolution(plan.environment, context, request, format.forms, languages)
    this.#format = format
  }

  /** Resolves what batches decide on, for all resources of the response together; nothing in a response without batches. */
  prefetch (resources: () => readonly LinkedResource[]): void | Promise<void> {
    const { registry } = this.plan
    if (!registry.hasBatches) return
    const batched = resources().filter(({ compiled }) => registry.batchedParts(compiled) !== null)
    return batched.length === 0 ? undefined : prefetch(batched, registry, this.resolution, this.#format.actions)
  }

  /** Resolves a resource, and serializes what is embedded in it. */
  resolve (value: unknown, compiled: CompiledConfig, parent: Trail | null = null): ResolvedResource | Promise<ResolvedResource> {
    const resource = resolve(compiled, value, this.resolution, this.#format.actions)
    return isPromise(resource)
      ? resource.then(resource => this.#embed(resource, value, compiled, parent))
      : this.#embed(resource, value, compiled, parent)
  }

  #embed (
    resource: ResolvedResource<unknown>, value: unknown, compiled: CompiledConfig, parent: Trail | null
  ): ResolvedResource | Promise<ResolvedResource> {
    if (embedsNothing(resource)) return resource
    return embed(resource, { value, compiled, parent, depth: parent === null ? 0 : parent.depth + 1 }, this)
  }

  /** Writes a resolved resource in the format of the response. */
  write (compiled: CompiledConfig, body: string, resource: ResolvedResource, items: Items | null = null): string {
    return this.#writerOf(compiled).write(body, resource, items, this.resolution)
  }

  /** Resolves and writes a resource. */
  render (value: unknown, body: string, compiled: CompiledConfig, parent: Trail | null = null): string | Promise<string> {
    const resource = this.resolve(value, compiled, parent)
    return isPromise(resource) ? resource.then(resource => this.write(compiled, body, resource)) : this.write(compiled, body, resource)
  }

  /** Resolves and writes the elements of a list. @param json of each element */
  renderElements ({ values, configs }: Elements, json: readonly string[]): string[] | Promise<string[]> {
    return gather(values.length, index => {
      const compiled = configs[index]!
      const body = json[index]!
      return compiled === null || !isJsonObject(body) ? body : this.render(values[index], body, compiled)
    }, this.resolution)
  }

  // The last writer is remembered: the elements of a list mostly have one type.
  #writerOf (compiled: CompiledConfig): ResourceWriter {
    if (this.#lastWriter === null || compiled !== this.#lastConfig) {
      this.#lastConfig = compiled
      this.#lastWriter = this.#format.writerFor(compiled)
    }
    return this.#lastWriter
  }
}

// An empty array contains JSON as well as values.
function embedsNothing (resource: ResolvedResource<unknown>): resource is ResolvedResource {
  return resource.embedded.length === 0
}
