import type { LinkConfig } from '../../types/links.ts'
import { awaitElements } from '../async/promises.ts'
import { after, eventual } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import { collect } from '../declare/collector.ts'
import { type DeclaredAction, type DeclaredEmbed, type DeclaredLink, isBatchCallback } from '../declare/declarations.ts'
import { listed } from '../declare/lists.ts'
import { placeOf } from '../diagnostics/wording.ts'
import { memberKey } from '../json/object.ts'
import { type AnyCondition, compileConditions, isBatched, policyNames } from '../policies/conditions.ts'
import { remembered } from '../remembered.ts'
import { type ActionKeys, compileAction } from './action.ts'
import { compileCallback } from './callbacks.ts'
import { compileColumns } from './columns.ts'
import type { CompiledConfig, CompiledCurie, CompiledEmbed, CompiledRelation } from './compiled.ts'
import { ConfigSubjects } from './config-type.ts'
import { curieOf, relationType, usedCuries } from './curies.ts'
import { compileLink } from './link.ts'
import { compileScheme, pagingMembers, withRelations } from './page-links.ts'

/**
 * Compiles a link configuration.
 * @param binder the route or the member that binds it; null for one of the app
 * @throws the errors of `collect`, `compileLink` and `compileAction`
 */
export function compileConfig (
  source: LinkConfig<never>, binder: string | null, subjects: ConfigSubjects, environment: Environment
): CompiledConfig {
  const declared = collect(source, ConfigSubjects.before(source, binder))
  const names = subjects.of(source, declared, binder)
  const { subject } = names
  const curies = usedCuries(declared, environment.settings.curies)
  const relations = compileRelations(declared.links, subject, curies, environment)
  const pages = declared.scheme === null ? [] : compileScheme(declared.scheme, subject, environment.settings.paging)
  const all = withRelations(relations, pages)
  const embeds = declared.embeds.map(embed => compileEmbed(embed, subject, curies, environment))
  const actions = declared.actions.map(action => compileAction(action, keysOf(action, curies), subject, environment))
  const parts = {
    ...names,
    ...all,
    embeds,
    nested: declared.nested,
    actions,
    curies,
    linksByPolicy: [...all.links, ...embeds].some(isByPolicy),
    actionsByPolicy: actions.some(isByPolicy),
    source,
    declared,
    ...(declared.scheme === null ? {} : { paging: pagingMembers(declared.scheme, environment.settings.paging) })
  }
  return Object.freeze({ ...parts, columns: compileColumns(parts) })
}

function isByPolicy ({ byPolicy }: { readonly byPolicy: boolean }): boolean {
  return byPolicy
}

function compileRelations (
  declared: readonly DeclaredLink[], subject: string, curies: readonly CompiledCurie[], environment: Environment
): CompiledRelation[] {
  return byRelation(declared).map(group => {
    const { relation, many } = group[0]!
    const curie = curieOf(relation, curies)
    return {
      relation,
      type: relationType(relation, curies[curie]),
      key: memberKey(relation),
      curie,
      array: many || group.length > 1,
      isPaging: false,
      first: 0,
      links: group.map(link => compileLink(link, subject, environment))
    }
  })
}

/** Groups links by relation. Relations compare without case (RFC 8288, section 3.3). */
export function byRelation (links: readonly DeclaredLink[]): DeclaredLink[][] {
  const groups = new Map<string, DeclaredLink[]>()
  for (const link of links) remembered(groups, link.relation.toLowerCase(), (): DeclaredLink[] => []).push(link)
  return [...groups.values()]
}

function compileEmbed (
  embed: DeclaredEmbed, subject: string, curies: readonly CompiledCurie[], environment: Environment
): CompiledEmbed {
  const { policies } = environment.settings
  const { relation, many, child, onDemand, config, conditions } = embed
  const place = placeOf(subject, 'embedded', relation)
  // An empty list is written; only a condition omits it.
  const missing = many ? [] : null
  const call = compileCallback(child, place)
  const demand: AnyCondition = { kind: 'target', check: (_resource, resolution) => resolution.demands(relation) }
  const all = onDemand ? [demand, ...conditions] : conditions
  return {
    place,
    relation,
    key: memberKey(relation),
    curie: curieOf(relation, curies),
    many,
    config,
    onDemand,
    conditional: onDemand || conditions.length > 0,
    policies: policyNames(conditions),
    byPolicy: conditions.some(({ kind }) => kind === 'policy'),
    always: many && !onDemand && conditions.length === 0,
    check: compileConditions(all, environment, place),
    batched: isBatchCallback(child) || conditions.some(condition => isBatched(condition, policies)),
    resolve: (resource, resolution) =>
      after(after(call(resource, resolution), found => eventual(awaitElements(many ? listed(found) : found))),
        found => found ?? missing)
  }
}

function keysOf ({ name, isDefault }: DeclaredAction, curies: readonly CompiledCurie[]): ActionKeys {
  const key = memberKey(name)
  const curie = curieOf(name, curies)
  return isDefault
    ? { key, curie, templateName: 'default', templateKey: memberKey('default'), templateCurie: -1 }
    : { key, curie, templateName: name, templateKey: key, templateCurie: curie }
}
