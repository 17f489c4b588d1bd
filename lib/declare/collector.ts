import type { LinkBuilder, LinkConfig } from '../../types/links.ts'
import type { ItemsOptions, PageScheme } from '../../types/pages.ts'
import type { LinkAttributes, LinkTarget, ManyTargeting, Targeting } from '../../types/targets.ts'
import { isUnwanted } from '../async/promises.ts'
import { describe, placeOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { COLLECTOR } from '../fastify/marks.ts'
import { isSameRelation } from '../http/link-values.ts'
import { checkConfig, checkCurie, checkFunction, checkKeys, checkName, invalid } from '../options/checks.ts'
import { AffordanceChain, EmbedChain, LinkChain } from './chains.ts'
import { LINK_ATTRIBUTES } from './declarations.ts'
import {
  type AnyCallback, type Declarations, type DeclaredAction, type DeclaredEmbed, type DeclaredLink, type DeclaredNested,
  isBatchCallback
} from './declarations.ts'
import { listOf } from './lists.ts'
import { checkScheme } from './page-scheme.ts'
import { checkTarget } from './target.ts'

/** Runs `configure` of a configuration and returns its declarations: checked, not interpreted. */
export function collect (config: LinkConfig<never>, subject: string): Declarations {
  const collector = new Collector(subject)
  const returned: unknown = config.configure(collector as unknown as LinkBuilder<never>)
  if (isUnwanted(returned)) {
    const remedy = 'Links are declared at once; their targets may be functions that return promises.'
    fail('FST_ERR_HYPER_INVALID_CONFIG', `links of ${subject}`, 'an asynchronous function', remedy)
  }
  checkDefaults(subject, collector.actions)
  collector.checkRelations()
  return collector
}

/** Whether a builder is of this package, in any copy. */
export function isCollector (links: object): links is Collector {
  return COLLECTOR in links
}

/** The builder that a configuration gets; keeps the declarations in their order. */
export class Collector implements LinkBuilder<unknown>, Declarations {
  readonly links: DeclaredLink[] = []
  readonly embeds: DeclaredEmbed[] = []
  readonly actions: DeclaredAction[] = []
  readonly nested: DeclaredNested[] = []
  readonly curies = new Map<string, string>()
  scheme: PageScheme<never> | null = null
  readonly #subject: string

  constructor (subject: string) {
    this.#subject = subject
  }

  get [COLLECTOR] (): true { return true }

  self (target: Targeting<unknown>, attributes?: LinkAttributes): LinkChain {
    return this.link('self', target, attributes)
  }

  link (relation: string, target: Targeting<unknown>, attributes?: LinkAttributes): LinkChain {
    const place = this.#relation(relation)
    if (!isCallback(place, target)) checkTarget(place, target)
    if (isSameRelation(relation, 'self') && this.links.some(link => isSameRelation(link.relation, 'self'))) {
      duplicate(place, relation, 'A resource has one canonical URL.')
    }
    return this.#link(place, { relation, many: false, target, attributes: { ...attributes }, conditions: [] })
  }

  linkMany (relation: string, targets: ManyTargeting<unknown>, attributes?: LinkAttributes): LinkChain {
    const place = this.#relation(relation)
    if (isSameRelation(relation, 'self')) {
      fail('FST_ERR_HYPER_INVALID_NAME', place, describe(relation), 'A resource has one canonical URL: use links.self.')
    }
    let target = targets
    if (!isCallback(place, targets)) {
      target = (listOf(targets) ?? [targets]) as LinkTarget[]
      for (const one of target) checkTarget(place, one)
    }
    return this.#link(place, { relation, many: true, target, attributes: { ...attributes }, conditions: [] })
  }

  affordance (name: string, target: Targeting<unknown>): AffordanceChain {
    const place = this.#placeOf('action', name)
    checkName(place, name)
    if (this.actions.some(action => action.name === name)) duplicate(place, name, 'Give each action a name of its own.')
    if (!isCallback(place, target)) checkTarget(place, target)
    const action: DeclaredAction = {
      name,
      target,
      method: null,
      title: undefined,
      input: null,
      fields: {},
      prefill: null,
      isDefault: false,
      isDangerous: false,
      conditions: []
    }
    this.actions.push(action)
    return new AffordanceChain(place, action)
  }

  embed (relation: string, child: AnyCallback, config: LinkConfig<never> | null = null): EmbedChain {
    return this.#embed({ relation, many: false, child, config })
  }

  embedMany (relation: string, child: AnyCallback, config: LinkConfig<never> | null = null): EmbedChain {
    return this.#embed({ relation, many: true, child, config })
  }

  items (member: string, config?: LinkConfig<never> | null, options: ItemsOptions = {}): void {
    const place = this.#memberPlace(member)
    checkKeys(place, options, ['rel'])
    const relation = options.rel ?? member
    this.#relation(relation)
    const checked = config === undefined || config === null ? null : checkConfig(place, config)
    this.#nest(place, { member, relation, config: checked, linked: config !== null })
  }

  /** Declares that a member of the resource is one resource; for `config.at(member)`. */
  resource (member: string, config: LinkConfig<never>): void {
    const place = this.#memberPlace(member)
    this.#nest(place, { member, relation: null, config: checkConfig(place, config), linked: true })
  }

  page (scheme: PageScheme<never>): void {
    const place = `links of ${this.#subject}, page`
    checkScheme(place, scheme)
    if (this.scheme !== null) duplicate(place, 'page', 'A resource has one scheme of pages.')
    this.scheme = scheme
  }

  curie (prefix: string, template: string): void {
    const place = this.#placeOf('curie', prefix)
    checkCurie(place, prefix, template)
    if (this.curies.has(prefix)) duplicate(place, prefix, 'Declare each prefix once.')
    this.curies.set(prefix, template)
  }

  /** @throws FST_ERR_HYPER_DUPLICATE_NAME if two lists, or a list and an embedded resource, have one relation in HAL */
  checkRelations (): void {
    const relations = new Set(this.embeds.map(({ relation }) => relation.toLowerCase()))
    for (const { member, relation } of this.nested) {
      if (relation === null) continue
      if (relations.has(relation.toLowerCase())) {
        duplicate(this.#memberPlace(member), relation, 'Give the list another one: { rel: … }.')
      }
      relations.add(relation.toLowerCase())
    }
  }

  #memberPlace (member: unknown): string {
    const place = this.#placeOf('member', member)
    if (typeof member !== 'string' || member === '') {
      invalid(place, member, 'Give the name of a member of the resource.')
    }
    return place
  }

  #nest (place: string, nested: DeclaredNested): void {
    const { member } = nested
    if (this.nested.some(other => other.member === member)) duplicate(place, member, 'Declare each member once.')
    this.nested.push(nested)
  }

  #placeOf (kind: Parameters<typeof placeOf>[1], name: unknown): string {
    return placeOf(this.#subject, kind, name)
  }

  #relation (relation: string, kind: 'relation' | 'embedded' = 'relation'): string {
    const place = this.#placeOf(kind, relation)
    checkName(place, relation)
    const isReserved = relation.toLowerCase() === 'curies'
    if (isReserved) {
      fail('FST_ERR_HYPER_INVALID_NAME', place, describe(relation), 'HAL keeps it for CURIE prefixes: use links.curie.')
    }
    return place
  }

  #link (place: string, link: DeclaredLink): LinkChain {
    checkKeys(place, link.attributes, LINK_ATTRIBUTES)
    this.links.push(link)
    return new LinkChain(place, link)
  }

  #embed (given: Omit<DeclaredEmbed, 'onDemand' | 'conditions'>): EmbedChain {
    const { relation, child } = given
    const place = this.#relation(relation, 'embedded')
    const isTwice = this.embeds.some(embed => isSameRelation(embed.relation, relation))
    if (isTwice) duplicate(place, relation, 'Embed many resources under one relation with links.embedMany.')
    if (!isCallback(place, child)) invalid(place, child, 'Give a function of the resource that returns what to embed.')
    const embed: DeclaredEmbed = { ...given, onDemand: false, conditions: [] }
    this.embeds.push(embed)
    return new EmbedChain(place, embed)
  }
}

function isCallback (place: string, value: unknown): boolean {
  if (!isBatchCallback(value)) return typeof value === 'function'
  checkKeys(place, value, ['many'])
  checkFunction(`${place}, many`, value.many, 'Give a function of the resources that returns one result for each.')
  return true
}

function duplicate (place: string, name: string, remedy: string): never {
  return fail('FST_ERR_HYPER_DUPLICATE_NAME', place, describe(name), remedy)
}

// HAL-FORMS has one template with the key `default`.
function checkDefaults (subject: string, actions: readonly DeclaredAction[]): void {
  const defaults = actions.filter(action => action.isDefault || action.name === 'default')
  const second = defaults[1]
  if (second === undefined || !defaults.some(action => action.isDefault)) return
  duplicate(placeOf(subject, 'action', second.name), 'default', 'One action of a resource may be the default.')
}
