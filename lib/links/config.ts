import type { LinkConfigOf } from '../../types/links.ts'
import { collect } from '../declare/collector.ts'
import { placeOf } from '../declare/declared-at.ts'
import type { Condition, DeclaredAffordance, DeclaredEmbed, DeclaredLink, Declarations } from '../declare/declarations.ts'
import { expandTemplate } from '../http/uri-template.ts'
import { awaitElements, chain } from '../async/promises.ts'
import { describe } from '../diagnostics/wording.ts'
import { compileAction, type ActionKeys } from './action.ts'
import { checkCallbacks } from './callback-checks.ts'
import { guarded } from '../resolution/condition.ts'
import { compileLink } from './link.ts'
import type { CompiledCurie, CompiledEmbed, CompiledRelation, CompiledConfig } from './compiled.ts'
import type { CompileEnvironment } from '../forms/fields/form-use.ts'
import type { Environment } from '../resolution/resolution.ts'

/**
 * Compiles a configuration: what it declares, grouped by relation, one slot for each part.
 * @throws whatever `collect`, `compileLink` and `compileAction` refuse
 */
export function compileConfig (config: LinkConfigOf<never>, subject: string, environment: CompileEnvironment): CompiledConfig {
  return environment.notices.declaredAt(placeOf(config), subject, () => {
    const declared = collect(config, subject)
    checkCallbacks(declared, subject, environment)
    return compileDeclarations(declared, subject, config, environment)
  })
}

/** Compiles collected declarations. @param config where they were declared, if not by the plugin */
export function compileDeclarations (declared: Declarations, subject: string, config: LinkConfigOf<never> | null, environment: CompileEnvironment): CompiledConfig {
  const curies = usedCuries(declared, environment.settings.curies)
  const relations = compileRelations(declared.links, subject, curies, environment)
  const embeds = declared.embeds.map(embed => compileEmbed(embed, subject, curies, environment))
  const actions = declared.affordances.map(action => compileAction(action, keysOf(action, curies), subject, environment))
  const links = relations.flatMap(relation => relation.links)
  return Object.freeze({
    subject,
    parts: [...links, ...embeds, ...actions],
    relations,
    embeds,
    embedsAt: links.length,
    actions,
    actionsAt: links.length + embeds.length,
    curies,
    gatesLinks: [...declared.links, ...declared.embeds].some(hasPolicy),
    gatesActions: declared.affordances.some(hasPolicy),
    config
  })
}

function hasPolicy ({ conditions }: { readonly conditions: readonly Condition[] }): boolean {
  return conditions.some(({ kind }) => kind === 'policy')
}

/** The index of the CURIE that a name uses; -1 for none. */
export function curieOf (name: string, curies: readonly CompiledCurie[]): number {
  const colon = name.indexOf(':')
  return colon < 1 ? -1 : curies.findIndex(curie => curie.prefix === name.slice(0, colon))
}

// Only the part after the prefix is expanded (HAL, section 8.2).
function relationType (relation: string, curie: CompiledCurie | undefined): string {
  return curie === undefined ? relation : expandTemplate(curie.template, new Map([['rel', relation.slice(curie.prefix.length + 1)]]))
}

/** JSON text of a member's name and its colon. */
export function keyText (name: string): string {
  return `${JSON.stringify(name)}:`
}

// A prefix of the configuration hides one of the option `curies`; one that no name could use is left out.
function usedCuries (declared: Declarations, shared: Readonly<Record<string, string>>): CompiledCurie[] {
  if (declared.curies.size === 0 && Object.keys(shared).length === 0) return []
  const names = [...declared.links, ...declared.embeds].map(link => link.relation).concat(declared.affordances.map(action => action.name))
  const prefixes = new Set(names.map(name => name.slice(0, Math.max(0, name.indexOf(':')))))
  return [...new Map([...Object.entries(shared), ...declared.curies])]
    .filter(([prefix]) => prefixes.has(prefix))
    .map(([prefix, template]) => compileCurie(prefix, template))
}

/** The JSON object of one CURIE (HAL, section 8.2). */
export function compileCurie (prefix: string, template: string): CompiledCurie {
  return { prefix, template, text: JSON.stringify({ href: template, templated: true, name: prefix }) }
}

function compileRelations (links: readonly DeclaredLink[], subject: string, curies: readonly CompiledCurie[], environment: Environment): CompiledRelation[] {
  // Relations compare without case (RFC 8288, section 3.3); the first spelling is written.
  const groups = new Map<string, DeclaredLink[]>()
  for (const link of links) {
    const group = groups.get(link.relation.toLowerCase())
    if (group === undefined) groups.set(link.relation.toLowerCase(), [link])
    else group.push(link)
  }
  let first = 0
  return [...groups.values()].map(group => {
    const { relation, many } = group[0]!
    const compiled = group.map(link => compileLink(link, subject, environment))
    first += compiled.length
    const curie = curieOf(relation, curies)
    return { relation, type: relationType(relation, curies[curie]), key: keyText(relation), curie, array: many || group.length > 1, first: first - compiled.length, links: compiled }
  })
}

function compileEmbed (embed: DeclaredEmbed, subject: string, curies: readonly CompiledCurie[], { settings }: Environment): CompiledEmbed {
  const { relation, many, child, config, conditions } = embed
  const place = `links of ${subject}, embedded ${describe(relation)}`
  return {
    place,
    relation,
    key: keyText(relation),
    curie: curieOf(relation, curies),
    many,
    config,
    conditional: conditions.length > 0,
    always: many && conditions.length === 0,
    // A list is always written, also an empty one; only a condition leaves it out.
    evaluate: guarded<unknown>(conditions, (resource, resolution) => chain(child(resource, resolution.context!), found => awaitElements(found) ?? (many ? [] : null)), settings.policies, place)
  }
}

function keysOf ({ name, isDefault }: DeclaredAffordance, curies: readonly CompiledCurie[]): ActionKeys {
  const key = keyText(name)
  const curie = curieOf(name, curies)
  return isDefault ? { key, curie, templateKey: keyText('default'), templateCurie: -1 } : { key, curie, templateKey: key, templateCurie: curie }
}
