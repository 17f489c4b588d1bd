import { each, ignoreRejections } from '../async/promises.ts'
import type { Steps } from '../async/steps.ts'
import { listOf } from '../declare/lists.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { plainOf } from '../fastify/reply-serializer.ts'
import { isJsonObject } from '../json/object.ts'
import { reportNoEmbeddedSchema } from '../links/child-serializers.ts'
import { firstEmbed } from '../links/columns.ts'
import type { CompiledConfig, CompiledEmbed } from '../links/compiled.ts'
import { evaluate, type Group } from '../links/level.ts'
import { settle } from '../links/settle.ts'
import { omit } from '../targets/why-omitted.ts'
import { withArrays } from './envelope-value.ts'
import { SerializedResource, type Written } from './resources.ts'
import type { LinkedResponse } from './response.ts'

// More than any response needs, and little enough for the stack.
const MAX_DEPTH = 250

/** Evaluates the resources of a response, and what they embed, level by level: at once until something waits. */
export function * evaluateLevels (response: LinkedResponse): Steps<void> {
  const { plan, format: { actions: withActions }, next } = response
  for (let areEmbedded = false; ; areEmbedded = true) {
    const level = next.take()
    const pending = evaluate(level, { withActions, areEmbedded }, response)
    if (pending !== null) yield settle(pending, response)
    if (!plan.embeds) return
    const parents = parentsIn(level)
    if (parents.length === 0) return
    const embedIn = (parent: SerializedResource) => {
      parent.children = parent.compiled.embeds.map(embed => new Embedding(response, embed, parent).written)
    }
    if (pending === null) for (const parent of parents) embedIn(parent)
    else yield each(parents.length, index => embedIn(parents[index]!), response)
  }
}

// In the order of the level.
function parentsIn (level: readonly Group<SerializedResource>[]): readonly SerializedResource[] {
  const embedding = level.filter(({ compiled }) => compiled.embeds.length > 0)
  if (embedding.length === 1) return embedding[0]!.resources
  return embedding.flatMap(({ resources }) => resources).toSorted((one, other) => one.position - other.position)
}

/** What one resource embeds of one relation. It is serialized, and in the next level. */
class Embedding {
  readonly #response: LinkedResponse
  readonly #embed: CompiledEmbed
  readonly #parent: SerializedResource

  constructor (response: LinkedResponse, embed: CompiledEmbed, parent: SerializedResource) {
    this.#response = response
    this.#embed = embed
    this.#parent = parent
  }

  /** What is written of it; null for nothing. */
  get written (): Written | readonly Written[] | null {
    const { compiled, parts } = this.#parent
    const { many } = this.#embed
    const found: unknown = parts[firstEmbed(compiled) + compiled.embeds.indexOf(this.#embed)]
    if (isNothing(found)) return null
    if (!many && this.#isResource(found)) return this.#writtenOf(found)
    const list = listOf(found)
    if (!many && list === null) return this.#writtenOf(found)
    const children = (list ?? [found]).filter(child => !isNothing(child))
    return children.map(child => this.#writtenOf(child)).filter(written => written !== null)
  }

  // An object of a class with a configuration is one, also if it can be iterated.
  #isResource (found: unknown): boolean {
    return isObject(found) && this.#response.plan.registry.match(found).nearest !== null
  }

  #writtenOf (found: unknown): Written | null {
    const { plan: { registry }, reply, next } = this.#response
    if (!isObject(found)) return this.#omit(found)
    const { linkable, nearest } = registry.match(found)
    // A schema would make an empty object of a date or a promise. An error has members, which its schema names.
    if (!linkable && nearest === null && !(found instanceof Error)) return this.#omit(found)
    const { config } = this.#embed
    const serializing = config === null ? nearest : registry.compiledOf(config)
    const compiled = linkable ? serializing : null
    let child = found
    if (compiled !== null) {
      this.#checkCycle(found, compiled)
      child = withArrays(found, compiled)
    }
    const body = this.#serialize(plainOf(reply, child), serializing)
    if (!isJsonObject(body) || (body === '{}' && isOtherInJson(found))) return this.#omit(found)
    if (compiled === null) return body
    const resource = new SerializedResource(child, compiled, body)
    resource.parent = this.#parent
    next.push(resource)
    if (compiled.nested.length > 0) next.addNested(resource)
    return resource
  }

  // An embedded resource is an object (draft-kelly-json-hal, section 4.1.2).
  #omit (child: unknown): null {
    const { place, relation, many } = this.#embed
    ignoreRejections(child)
    return omit({ place, subject: this.#parent.compiled.subject, relation }, {
      reason: () =>
        `its function returned ${many ? 'a list with ' : ''}${kindOf(child)}, which is no object in JSON. ` +
        'Return the resource itself, or null',
      values: () => child
    }, this.#response)
  }

  // By its schema, also if it is a value that never gets links, such as an error or a map.
  #serialize (child: unknown, config: CompiledConfig | null): unknown {
    const { children, environment } = this.#response.plan
    const serializer = config === null ? null : children.of(config)
    if (serializer !== null) return serializer(child)
    reportNoEmbeddedSchema(environment, this.#parent.compiled.subject, this.#embed.relation, config !== null)
    return JSON.stringify(child)
  }

  // The same object by another configuration is no cycle: with every ORM that has an identity map,
  // a child refers to its parent.
  #checkCycle (child: object, compiled: CompiledConfig): void {
    let depth = 0
    for (let above: SerializedResource | null = this.#parent; above !== null; above = above.parent) {
      if (++depth <= MAX_DEPTH && (above.value !== child || above.compiled !== compiled)) continue
      const path = [...subjects(this.#parent).slice(-6), this.#embed.relation].join(' > ')
      fail('FST_ERR_HYPER_EMBED_CYCLE', `links of ${this.#parent.compiled.subject}`, path)
    }
  }
}

function isNothing (found: unknown): found is null | undefined {
  return found === null || found === undefined
}

function isObject (found: unknown): found is object {
  return typeof found === 'object' && found !== null && !Array.isArray(found)
}

function isOtherInJson (value: { readonly toJSON?: () => unknown }): boolean {
  if (typeof value.toJSON !== 'function') return false
  const json = value.toJSON()
  return typeof json !== 'object' || json === null
}

function subjects (resource: SerializedResource | null): string[] {
  if (resource === null) return []
  return [...subjects(resource.parent), resource.compiled.subject]
}
