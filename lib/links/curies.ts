// CURIEs of HAL (section 8.2): `acme:widgets` stands for the template of `acme` with `widgets` in place of `{rel}`.
import type { Declarations } from '../declare/declarations.ts'
import { expandTemplate } from '../http/uri-template.ts'

/** One CURIE. */
export interface CompiledCurie {
  readonly prefix: string
  readonly template: string
  readonly json: string
}

/** The CURIE that a name uses: the first of its prefix; undefined for none. */
export function curieOf (name: string, curies: readonly CompiledCurie[]): CompiledCurie | undefined {
  const colon = name.indexOf(':')
  return colon < 1 ? undefined : curies.find(({ prefix }) => prefix === name.slice(0, colon))
}

/** The relation type of a name: only what follows the prefix is expanded. */
export function relationType (relation: string, curies: readonly CompiledCurie[]): string {
  const curie = curieOf(relation, curies)
  return curie === undefined
    ? relation
    : expandTemplate(curie.template, new Map([['rel', relation.slice(curie.prefix.length + 1)]]))
}

/**
 * The CURIEs that its names use: from the option, unless the configuration declares the prefix itself,
 * then its others.
 */
export function usedCuries (declared: Declarations, shared: Readonly<Record<string, string>>): CompiledCurie[] {
  if (declared.curies.size === 0 && Object.keys(shared).length === 0) return []
  const relations = [...declared.links, ...declared.embeds, ...declared.nested]
    .flatMap(({ relation }) => relation ?? [])
  const prefixes = prefixesOf([...relations, ...declared.actions.map(({ name }) => name)])
  return [...new Map([...Object.entries(shared), ...declared.curies])]
    .filter(([prefix]) => prefixes.has(prefix))
    .map(([prefix, template]) => compileCurie(prefix, template))
}

/** The parts of names before their first colon. */
export function prefixesOf (names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(name => name.slice(0, Math.max(0, name.indexOf(':')))))
}

/** Compiles one CURIE. */
export function compileCurie (prefix: string, template: string): CompiledCurie {
  return { prefix, template, json: JSON.stringify({ href: template, templated: true, name: prefix }) }
}
