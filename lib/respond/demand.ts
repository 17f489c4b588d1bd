import { appliedPreference, preferenceOf } from '../http/prefer.ts'
import { addVary } from '../http/vary.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import { listsOf, type Match } from './elements.ts'
import type { LinkedResponse } from './response.ts'
import { setValueHeader } from './value-headers.ts'

const PREFERENCE = 'transclude'
// Of relation types (RFC 8288, section 3.3) in the value of the preference.
const SEPARATORS = /[\s,;]+/

/**
 * Finds the relations that a client prefers to get embedded, of those that the resources of a response embed on demand.
 * Such a response has `Vary: Prefer`, and `Preference-Applied` if there are any (RFC 7240, sections 2 and 3).
 */
export function findDemand (response: LinkedResponse): void {
  const { plan: { registry }, request, reply, format, matched } = response
  if (matched === null || format.bare) return
  const offered = onDemandRelations(matched, registry)
  if (offered.size === 0) return
  addVary(reply, 'Prefer')
  const wanted = wantedRelations(request.headers.prefer)
  const demanded = [...offered].filter(relation => wanted.has(relation)).sort()
  if (demanded.length === 0) return
  response.demanded = new Set(demanded)
  const before = reply.getHeader('preference-applied') ?? []
  const applied = [before, appliedPreference(PREFERENCE, demanded.join(' '))].flat()
  setValueHeader(reply, 'preference-applied', applied.join(', '))
}

function onDemandRelations (matched: Match, registry: Registry): ReadonlySet<string> {
  const configs = new Set<CompiledConfig | null>(listsOf(matched).flatMap(({ configs }) => configs))
  if (matched.kind !== 'list') configs.add(matched.compiled)
  // Envelopes in envelopes, as far as they name the configurations. The set grows while it is iterated.
  for (const compiled of configs) {
    for (const { config } of compiled?.nested ?? []) if (config !== null) configs.add(registry.compiledOf(config))
  }
  const embeds = [...configs].flatMap(compiled => compiled?.embeds ?? [])
  return new Set(embeds.flatMap(({ relation, onDemand }) => onDemand ? [relation.toLowerCase()] : []))
}

function wantedRelations (field: string | string[] | undefined): ReadonlySet<string> {
  if (field === undefined) return new Set()
  const value = preferenceOf([field].flat().join(','), PREFERENCE)
  return new Set(value?.toLowerCase().split(SEPARATORS))
}
