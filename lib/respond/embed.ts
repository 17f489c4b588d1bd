import { chain, gather } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isJsonObject } from '../json/object.ts'
import type { CompiledConfig, CompiledEmbed, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { reportNoEmbeddedSchema } from '../links/embedded-schema-notice.ts'
import { omit } from '../resolution/omission.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { RoutePlan } from './plan.ts'

/** A resource that others are embedded in, and the one that it is embedded in itself. */
export interface Trail {
  readonly value: unknown
  readonly compiled: CompiledConfig
  readonly parent: Trail | null
  readonly depth: number
}

/** Writes embedded resources with their own links. */
export interface ResourceRenderer {
  readonly plan: RoutePlan
  readonly resolution: Resolution
  /** What is serialized in place of an embedded resource. */
  plainOf (child: object): unknown
  render (value: unknown, body: string, compiled: CompiledConfig, parent: Trail | null): string | Promise<string>
}

// More than any response needs, and little enough for the stack.
const MAX_DEPTH = 250

/** Serializes the embedded resources of a resource, each with its own links. */
export function embed (
  resource: ResolvedResource<unknown>, trail: Trail, renderer: ResourceRenderer
): ResolvedResource | Promise<ResolvedResource> {
  const { embeds } = trail.compiled
  const json = gather(embeds.length, index => embedRelation(resource.embedded[index], embeds[index]!, trail, renderer))
  return chain<EmbeddedJson[], ResolvedResource>(json, embedded => ({ links: resource.links, embedded, actions: resource.actions }))
}

function embedRelation (
  found: unknown, relation: CompiledEmbed, trail: Trail, renderer: ResourceRenderer
): EmbeddedJson | Promise<EmbeddedJson> {
  if (found === null || found === undefined) return null
  if (!relation.many && !Array.isArray(found)) return embedOne(found, relation, trail, renderer)
  const children = ([found].flat() as unknown[]).filter(child => child !== null && child !== undefined)
  const json = gather(children.length, index => embedOne(children[index], relation, trail, renderer), renderer.resolution)
  return chain<(string | null)[], readonly string[]>(json, withoutNulls)
}

function withoutNulls (json: readonly (string | null)[]): readonly string[] {
  return json.includes(null) ? json.filter(one => one !== null) : json as readonly string[]
}

function embedOne (child: unknown, relation: CompiledEmbed, trail: Trail, renderer: ResourceRenderer): string | null | Promise<string> {
  if (typeof child !== 'object' || child === null) return omitChild(child, relation, trail, renderer)
  const { serializing, compiled } = renderer.plan.registry.matchChild(child, relation)
  if (compiled !== null) checkTrail(child, compiled, relation, trail)
  const body = serializeChild(renderer.plainOf(child), serializing, relation, trail, renderer.plan)
  if (!isJsonObject(body)) return omitChild(child, relation, trail, renderer)
  return compiled === null ? body : renderer.render(child, body, compiled, trail)
}

// An embedded resource is an object (draft-kelly-json-hal, section 4.1.2).
function omitChild (child: unknown, { relation, many }: CompiledEmbed, { compiled }: Trail, { resolution }: ResourceRenderer): null {
  return omit({ resourceType: compiled.subject, relation }, {
    reason: () => `its function returned ${many ? 'an array with ' : ''}${kindOf(child)}, which is no object in JSON. ` +
      'Return the resource itself, or null',
    values: () => child
  }, resolution)
}

// By its schema, also if it is a value that never gets links, such as an error or a map.
function serializeChild (
  child: unknown, config: CompiledConfig | null, { relation }: CompiledEmbed, { compiled }: Trail, { children, environment }: RoutePlan
): unknown {
  const serializer = config === null ? null : children.of(config)
  if (serializer !== null) return serializer(child)
  reportNoEmbeddedSchema(environment, compiled.subject, relation, config !== null)
  return JSON.stringify(child)
}

// The same object by another configuration is no cycle: with every ORM that has an identity map, a child refers to its parent.
function checkTrail (child: object, compiled: CompiledConfig, { relation }: CompiledEmbed, trail: Trail): void {
  if (trail.depth < MAX_DEPTH && !contains(trail, child, compiled)) return
  const path = [...subjects(trail).slice(-6), relation].join(' > ')
  fail('FST_ERR_HYPER_EMBED_CYCLE', `links of ${trail.compiled.subject}`, path)
}

function contains (trail: Trail | null, child: object, compiled: CompiledConfig): boolean {
  for (; trail !== null; trail = trail.parent) if (trail.value === child && trail.compiled === compiled) return true
  return false
}

function subjects (trail: Trail | null): string[] {
  return trail === null ? [] : [...subjects(trail.parent), trail.compiled.subject]
}
