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
import type { Registry } from '../links/registry.ts'
import { settle } from '../links/settle.ts'
import { omit } from '../targets/why-omitted.ts'
import { withArrays } from './envelope-value.ts'
import { SerializedResource, type Written } from './resources.ts'
import type { LinkedResponse } from './response.ts'

// More than any response needs, and little enough for the stack.
const MAX_DEPTH = 250

/** Evaluates the resources of a response, and what they embed, level by level: at once until something waits. */
export function * evaluateLevels (response: LinkedResponse): Steps<void> {
  const { format: { actions: withActions }, next } = response
  for (let areEmbedded = false; ; areEmbedded = true) {
    const level = next.take()
    const pending = evaluate(level, { withActions, areEmbedded }, response)
    if (pending !== null) yield settle(pending, response)
    const parents = parentsIn(level)
    if (parents.length === 0) return
    const embedder = new Embedder(response)
    if (pending === null) for (const parent of parents) embedder.embed(parent)
    else yield each(parents.length, index => embedder.embed(parents[index]!), response)
  }
}

const NONE: readonly never[] = Object.freeze([])

// In the order of the level.
function parentsIn (level: readonly Group<SerializedResource>[]): readonly SerializedResource[] {
  let parents: readonly SerializedResource[] = NONE
  for (const { compiled, resources } of level) {
    if (compiled.embeds.length > 0) parents = parents.length === 0 ? resources : [...parents, ...resources]
  }
  return level.length < 2 ? parents : parents.toSorted((one, other) => one.position - other.position)
}

/** Serializes the resources that others embed: they are the next level. */
class Embedder {
  readonly #response: LinkedResponse

  constructor (response: LinkedResponse) {
    this.#response = response
  }

  embed (parent: SerializedResource): void {
    const first = firstEmbed(parent.compiled)
    parent.children = parent.compiled.embeds.map((embed, index) => {
      const found: unknown = parent.parts[first + index]
      if (found === null || found === undefined) return null
      const list = !embed.many && this.#isResource(found) ? null : listOf(found)
      if (!embed.many && list === null) return this.#embedOne(found, embed, parent)
      const all = (list ?? [found]).filter(child => child !== null && child !== undefined)
      return all.map(child => this.#embedOne(child, embed, parent)).filter(child => child !== null)
    })
  }

  // An object of a class with a configuration is one, also if it can be iterated.
  #isResource (found: unknown): boolean {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return false
    return this.#response.plan.registry.match(found).nearest !== null
  }

  #embedOne (found: unknown, embed: CompiledEmbed, parent: SerializedResource): Written | null {
    const { plan: { registry }, reply, next } = this.#response
    if (!canBeEmbedded(found, registry)) return this.#omitChild(found, embed, parent)
    const { serializing, compiled } = registry.matchChild(found, embed)
    if (compiled !== null) checkCycle(found, compiled, embed, parent)
    const child = compiled === null ? found : withArrays(found, compiled)
    const body = this.#serializeChild(plainOf(reply, child), serializing, embed, parent)
    if (!isJsonObject(body) || (body === '{}' && isOtherInJson(found))) return this.#omitChild(found, embed, parent)
    if (compiled === null) return body
    const resource = new SerializedResource(child, compiled, body)
    resource.parent = parent
    return next.add(resource)
  }

  // An embedded resource is an object (draft-kelly-json-hal, section 4.1.2).
  #omitChild (
    child: unknown, { place, relation, many }: CompiledEmbed, { compiled: { subject } }: SerializedResource
  ): null {
    ignoreRejections(child)
    return omit({ place, subject, relation }, {
      reason: () =>
        `its function returned ${many ? 'a list with ' : ''}${kindOf(child)}, which is no object in JSON. ` +
        'Return the resource itself, or null',
      values: () => child
    }, this.#response)
  }

  // By its schema, also if it is a value that never gets links, such as an error or a map.
  #serializeChild (
    child: unknown, config: CompiledConfig | null, { relation }: CompiledEmbed, { compiled }: SerializedResource
  ): unknown {
    const { children, environment } = this.#response.plan
    const serializer = config === null ? null : children.of(config)
    if (serializer !== null) return serializer(child)
    reportNoEmbeddedSchema(environment, compiled.subject, relation, config !== null)
    return JSON.stringify(child)
  }
}

// A schema would make an empty object of a list, a date or a promise. An error has members, which its schema names.
function canBeEmbedded (found: unknown, registry: Registry): found is object {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false
  const { linkable, nearest } = registry.match(found)
  return linkable || nearest !== null || found instanceof Error
}

function isOtherInJson (value: { readonly toJSON?: () => unknown }): boolean {
  if (typeof value.toJSON !== 'function') return false
  const json = value.toJSON()
  return typeof json !== 'object' || json === null
}

// The same object by another configuration is no cycle: with every ORM that has an identity map,
// a child refers to its parent.
function checkCycle (
  child: object, compiled: CompiledConfig, { relation }: CompiledEmbed, parent: SerializedResource
): void {
  let depth = 0
  let isCycle = false
  for (let above: SerializedResource | null = parent; above !== null && !isCycle; above = above.parent) {
    isCycle = ++depth > MAX_DEPTH || (above.value === child && above.compiled === compiled)
  }
  if (!isCycle) return
  const path = [...subjects(parent).slice(-6), relation].join(' > ')
  fail('FST_ERR_HYPER_EMBED_CYCLE', `links of ${parent.compiled.subject}`, path)
}

function subjects (resource: SerializedResource | null): string[] {
  return resource === null ? [] : [...subjects(resource.parent), resource.compiled.subject]
}
