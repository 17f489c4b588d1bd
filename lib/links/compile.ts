import type { LinkConfig } from '../../types/links.ts'
import type { Environment } from '../context/environment.ts'
import { collect } from '../declare/collector.ts'
import type { DeclaredLink } from '../declare/declarations.ts'
import { remembered } from '../remembered.ts'
import { ActionPart } from './action.ts'
import { compileColumns } from './columns.ts'
import type { CompiledConfig, CompiledRelation } from './compiled.ts'
import { ConfigSubjects } from './config-type.ts'
import { relationType, usedCuries } from './curies.ts'
import { EmbedPart } from './embed.ts'
import { LinkPart } from './link.ts'
import { pageRelations, withRelations } from './page-links.ts'
import { compileScheme } from './page-scheme.ts'
import type { PartScope } from './part.ts'

/** Compiles the configurations of an app. */
export class Compiler {
  readonly #subjects = new ConfigSubjects()
  readonly #environment: Environment

  constructor (environment: Environment) {
    this.#environment = environment
  }

  /**
   * Compiles a link configuration.
   * @param binder the route or the member that binds it; null for one of the app
   * @throws the errors of `collect` and of its parts
   */
  compile (source: LinkConfig<never>, binder: string | null): CompiledConfig {
    const environment = this.#environment
    const { curies: shared, paging } = environment.settings
    const declared = collect(source, ConfigSubjects.before(source, binder))
    const { nested } = declared
    const names = this.#subjects.of(source, declared, binder)
    const curies = usedCuries(declared, shared)
    const scope = { subject: names.subject, curies, environment }
    const relations = compileRelations(declared.links, scope)
    const pages = declared.scheme === null ? null : compileScheme(declared.scheme, names.subject, paging)
    const all = withRelations(relations, pages === null ? [] : pageRelations(pages, scope))
    const embeds = declared.embeds.map(embed => new EmbedPart(embed, scope))
    const actions = declared.actions.map(action => new ActionPart(action, scope))
    const parts = {
      ...names,
      ...all,
      embeds,
      nested,
      actions,
      curies,
      linksByPolicy: [...all.links, ...embeds].some(({ byPolicy }) => byPolicy),
      actionsByPolicy: actions.some(({ byPolicy }) => byPolicy),
      source,
      declared,
      paging: pages?.paging
    }
    return Object.freeze({ ...parts, ...compileColumns(parts) })
  }
}

function compileRelations (declared: readonly DeclaredLink[], scope: PartScope): CompiledRelation[] {
  return byRelation(declared).map(group => {
    const { relation, many } = group[0]!
    return {
      relation,
      type: relationType(relation, scope.curies),
      array: many || group.length > 1,
      isPaging: false,
      first: 0,
      links: group.map(link => new LinkPart(link, scope))
    }
  })
}

/** Groups links by relation. Relations compare without case (RFC 8288, section 3.3). */
export function byRelation (links: readonly DeclaredLink[]): DeclaredLink[][] {
  const groups = new Map<string, DeclaredLink[]>()
  for (const link of links) remembered(groups, link.relation.toLowerCase(), (): DeclaredLink[] => []).push(link)
  return [...groups.values()]
}
