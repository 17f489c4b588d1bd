import { chain, gather, isPromise } from '../async/promises.ts'
import { plainOf } from '../fastify/plain-values.ts'
import type { Items, WireFormat, WriteResource } from '../formats/format.ts'
import { flat, splitElements } from '../json/array.ts'
import { isJsonObject } from '../json/object.ts'
import type { CompiledConfig, ResolvedResource } from '../links/compiled.ts'
import { prefetch, type LinkedResource } from '../links/prefetch.ts'
import { resolve } from '../links/resolve.ts'
import { NO_CONFIGS } from '../links/response-schemas.ts'
import { CallbackContext } from '../resolution/callback-context.ts'
import { Resolution } from '../resolution/resolution.ts'
import { embed, type ResourceRenderer, type Trail } from './embed.ts'
import { splitEnvelope, writeEnvelope, type SerializedEnvelope } from './envelope.ts'
import { matchNested, reportElements, whereIn, type Elements, type EnvelopeMatch, type Nested } from './match.ts'
import type { Exchange, RoutePlan } from './plan.ts'
import { isWrittenByApp, keepsOrder, reportOrder } from './serialize.ts'
import { isLongList, joinInTurns } from './long-response.ts'

/** An envelope with its links and those of the resources in it. */
export interface RenderedEnvelope {
  readonly body: string
  readonly resource: ResolvedResource
}

const NO_ITEMS: readonly Items[] = Object.freeze([])

/** Resolves and writes the resources of one response. */
export class Renderer implements ResourceRenderer {
  readonly plan: RoutePlan
  readonly resolution: Resolution
  readonly #exchange: Exchange
  readonly #format: WireFormat
  #lastConfig: CompiledConfig | null = null
  #lastWriter: WriteResource | null = null

  constructor (exchange: Exchange, format: WireFormat) {
    const { plan, request, reply, languages } = exchange
    const context = new CallbackContext(request, reply, plan.server)
    this.plan = plan
    this.resolution = new Resolution(plan.environment, context, format.forms, languages)
    this.resolution.demanded = exchange.demanded
    this.resolution.yields = plan.settings.yields
    this.#exchange = exchange
    this.#format = format
  }

  /**
   * Resolves what batches decide on, for all resources of the response together; nothing in a response without batches.
   * @param resources with those that are nested in them
   * @param envelope without those that are nested in it
   */
  prefetch (
    resources: () => readonly LinkedResource[] | Promise<readonly LinkedResource[]>, envelope: LinkedResource | null = null
  ): void | Promise<void> {
    const { registry } = this.plan
    if (!registry.hasBatches) return
    return chain<readonly LinkedResource[], void>(resources(), known => {
      const all = envelope === null ? known : [...known, envelope]
      if (all.every(({ compiled }) => compiled.nested.length === 0 && registry.batchedParts(compiled) === null)) return
      const nestedIn = ({ resource, compiled }: LinkedResource) => this.#nestedIn(resource as object, compiled)
      return prefetch(known, envelope, { registry, resolution: this.resolution, withActions: this.#format.actions, nestedIn })
    })
  }

  // Before it is serialized: a response schema may omit some of them.
  #nestedIn (value: object, compiled: CompiledConfig): LinkedResource[] {
    const nested = matchNested(this.#exchange, value, compiled, NO_CONFIGS)
    return nested.flatMap(({ values, configs }) => values.flatMap((resource, index) => {
      const compiled = configs[index]!
      return compiled === null ? [] : [{ resource, compiled }]
    }))
  }

  plainOf (child: object): unknown {
    return plainOf(this.#exchange.reply, child)
  }

  /** Resolves a resource, and serializes what is embedded in it. */
  resolve (value: unknown, compiled: CompiledConfig, parent: Trail | null = null): ResolvedResource | Promise<ResolvedResource> {
    const embeds = parent === null ? compiled.embeds : compiled.childEmbeds
    const resource = resolve(compiled, embeds, value, this.resolution, this.#format.actions)
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
  write (compiled: CompiledConfig, body: string, resource: ResolvedResource, items: readonly Items[] = NO_ITEMS): string {
    const json = this.#writerOf(compiled)(body, resource, items)
    return this.resolution.yields ? flat(json) : json
  }

  /** Resolves and writes a resource. */
  render (value: unknown, body: string, compiled: CompiledConfig, parent: Trail | null = null): string | Promise<string> {
    if (compiled.nested.length > 0) return this.#renderNestedEnvelope(value as object, body, compiled, parent)
    const resource = this.resolve(value, compiled, parent)
    return isPromise(resource) ? resource.then(resource => this.write(compiled, body, resource)) : this.write(compiled, body, resource)
  }

  /** Resolves and writes the elements of a list. @param json of each element */
  renderElements ({ values, configs }: Elements, json: readonly string[], parent: Trail | null = null): string[] | Promise<string[]> {
    return gather(values.length, index => {
      const compiled = configs[index]!
      const body = json[index]!
      return compiled === null || !isJsonObject(body) ? body : this.render(values[index], body, compiled, parent)
    }, this.resolution)
  }

  // The same, as JSON that makes the same array: neighbours may be joined.
  #renderJoined (elements: Elements, json: readonly string[], parent: Trail | null): readonly string[] | Promise<readonly string[]> {
    const rendered = this.renderElements(elements, json, parent)
    if (!isLongList(json.length, this.resolution)) return rendered
    return chain<readonly string[], readonly string[]>(rendered, rendered => joinInTurns(rendered, this.resolution))
  }

  /** Resolves and writes an envelope and the resources in it. @param json of its elements */
  renderEnvelope (
    { value, compiled, nested }: Omit<EnvelopeMatch, 'kind'>, body: string, json: SerializedEnvelope['json'], parent: Trail | null = null
  ): RenderedEnvelope | Promise<RenderedEnvelope> {
    const render = (index: number) => this.#renderNested(nested[index]!, json[index]!, value, parent)
    return chain<(readonly string[] | null)[], RenderedEnvelope>(gather(nested.length, render), rendered =>
      chain<ResolvedResource, RenderedEnvelope>(this.resolve(value, compiled, parent), resource => {
        const write = (body: string, items: readonly Items[]) => this.write(compiled, body, resource, items)
        return { resource, body: writeEnvelope(body, nested, rendered, this.#format.embedsItems, write) }
      }))
  }

  #renderNested (
    nested: Nested, json: readonly string[] | null, value: object, parent: Trail | null
  ): readonly string[] | null | Promise<readonly string[]> {
    if (json === null) return null
    reportElements(this.#exchange, nested, whereIn(nested, value))
    return this.#format.readsItems === true ? this.renderElements(nested, json, parent) : this.#renderJoined(nested, json, parent)
  }

  // An envelope that is embedded or an element itself. It is serialized: a list that the app may have reordered gets no links.
  #renderNestedEnvelope (value: object, json: string, compiled: CompiledConfig, parent: Trail | null): string | Promise<string> {
    const nested = matchNested(this.#exchange, value, compiled, NO_CONFIGS)
    const isPlain = !('toJSON' in value)
    const serialized = splitEnvelope(json, nested, (json, { list, relation }) => {
      if (relation === null && isPlain && !isWrittenByApp(this.#exchange)) return [json]
      const elements = isPlain && keepsOrder(this.#exchange, list, this.#format) ? splitElements(json) : null
      if (elements?.length === list.length) return elements
      reportOrder(this.plan)
      return null
    })
    const rendered = this.renderEnvelope({ value, compiled, nested }, serialized.body as string, serialized.json, parent)
    return chain<RenderedEnvelope, string>(rendered, ({ body }) => body)
  }

  // The last writer is remembered: the elements of a list mostly have one type.
  #writerOf (compiled: CompiledConfig): WriteResource {
    if (this.#lastWriter === null || compiled !== this.#lastConfig) {
      this.#lastConfig = compiled
      this.#lastWriter = this.#format.writerFor(compiled).forResponse(this.resolution)
    }
    return this.#lastWriter
  }
}

// An empty array contains JSON as well as values.
function embedsNothing (resource: ResolvedResource<unknown>): resource is ResolvedResource {
  return resource.embedded.length === 0
}
