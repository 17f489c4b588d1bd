// Compares two contracts as a client of the old one sees the new one: it starts at the entry points, and follows
// relations. So a type is compared with what its relations lead to now, whatever that is named.
import { type SchemaChange, SchemaComparison } from './compare-schemas.ts'
import {
  type ByName, type Contract, type ContractAction, type ContractEmbed, type ContractRelation, type ContractType,
  type ContractVariable, NOTHING, type Presence
} from './contract.ts'
import type { Schema } from './contract-schemas.ts'
import { type ContractFinding, type RuleId, RULES } from './rules.ts'

/** Returns what changed, in the order of the rules: the worst first. */
export function compareContracts (old: Contract, now: Contract): ContractFinding[] {
  const ids = Object.keys(RULES)
  return new Comparison(old, now).findings().toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

// What a change of a schema is, if requests or responses have it. A default of a response means nothing.
const CHANGES: Readonly<Record<'input' | 'output', Readonly<Record<SchemaChange, RuleId | null>>>> = {
  input: {
    narrower: 'input-narrower',
    wider: 'input-wider',
    unknown: 'not-comparable',
    default: 'default-changed',
    'member-removed': 'input-removed',
    'member-added': 'input-added',
    'member-required': 'input-required',
    'member-optional': 'input-wider'
  },
  output: {
    narrower: 'output-narrower',
    wider: 'output-wider',
    unknown: 'not-comparable',
    default: null,
    'member-removed': 'member-removed',
    'member-added': 'member-added',
    'member-required': 'output-narrower',
    'member-optional': 'member-optional'
  }
}

const NO_INPUT: Schema = Object.freeze({ type: 'object' })

class Comparison {
  readonly #old: Contract
  readonly #now: Contract
  readonly #findings = new Map<string, ContractFinding>()
  /** The types that are compared, by their names: more are added while they are compared. */
  readonly #pairs = new Map<string, readonly [old: string, now: string]>()
  readonly #input: SchemaComparison
  readonly #output: SchemaComparison

  constructor (old: Contract, now: Contract) {
    this.#old = old
    this.#now = now
    const schemas = (side: 'input' | 'output') => new SchemaComparison(old, now, side, (change, place, message) => {
      const id = CHANGES[side][change]
      if (id !== null) this.#find(id, place, message)
    })
    this.#input = schemas('input')
    this.#output = schemas('output')
  }

  findings (): readonly ContractFinding[] {
    this.#compareRegistrations()
    for (const name of Object.keys(this.#old.types)) {
      if (Object.hasOwn(this.#now.types, name)) this.#pair(name, name)
    }
    this.#compareEntryPoints()
    for (const [old, now] of this.#pairs.values()) {
      this.#compareType(this.#old.types[old]!, this.#now.types[now]!, old === now ? old : `${old} (${now} now)`)
    }
    const pairs = [...this.#pairs.values()]
    for (const name of Object.keys(this.#old.types)) {
      if (!pairs.some(([old]) => old === name)) this.#find('type-removed', name, 'is in no response')
    }
    for (const name of Object.keys(this.#now.types)) {
      if (!pairs.some(([, now]) => now === name)) this.#find('type-added', name, 'is new')
    }
    return [...this.#findings.values()]
  }

  #find (id: RuleId, place: string, message: string): void {
    this.#findings.set(JSON.stringify([id, place, message]), { id, severity: RULES[id].severity, place, message })
  }

  #pair (old: string, now: string): void {
    this.#pairs.set(JSON.stringify([old, now]), [old, now])
  }

  /** Compares what a link, an action or a list leads to: types that are named, null for an unknown one. */
  #compareTargets (old: string | null | undefined, now: string | null | undefined, place: string): void {
    if (typeof old !== 'string' || now === undefined || !Object.hasOwn(this.#old.types, old)) return
    if (now !== null && Object.hasOwn(this.#now.types, now)) this.#pair(old, now)
    else this.#find('not-comparable', place, `led to ${old}, and leads to an unknown type`)
  }

  // A registration whose prefix changed has other entry points, which are compared.
  #compareRegistrations (): void {
    const all = Object.values(this.#now.registrations)
    for (const [prefix, old] of Object.entries(this.#old.registrations)) {
      const now = this.#now.registrations[prefix] ?? all[0]!
      const place = `registration ${prefix}`
      for (const name of old.formats.filter(name => !now.formats.includes(name))) {
        this.#find('format-removed', `${place}, format '${name}'`, 'cannot be requested')
      }
      for (const name of now.formats.filter(name => !old.formats.includes(name))) {
        this.#find('format-added', `${place}, format '${name}'`, 'can be requested')
      }
      if (old.defaultFormat !== now.defaultFormat) {
        this.#find('default-format-changed', place, `was ${old.defaultFormat}, and is ${now.defaultFormat}`)
      }
      if (old.baseUrl !== now.baseUrl) {
        const [before, after] = [old, now].map(({ baseUrl = 'that of the request' }) => baseUrl)
        this.#find('host-changed', place, `was ${before}, and is ${after}`)
      }
    }
  }

  #compareEntryPoints (): void {
    const types = Object.entries(this.#now.types)
    const served = new Map(types.flatMap(([name, { urls = [] }]) => urls.map(url => [url, name] as const)))
    for (const [url, old] of Object.entries(this.#old.entryPoints)) {
      const now = this.#now.entryPoints[url] ?? served.get(url)
      if (now === undefined) this.#find('entry-point-removed', url, 'is not served')
      else this.#compareTargets(old, now, `entry point ${url}`)
    }
    for (const url of Object.keys(this.#now.entryPoints)) {
      if (!Object.hasOwn(this.#old.entryPoints, url)) this.#find('entry-point-added', url, 'is new')
    }
  }

  #compareType (old: ContractType, now: ContractType, name: string): void {
    this.#compareUrls(old.urls, now.urls)
    if (old.kind !== now.kind || (old.items !== undefined && now.items === undefined)) {
      return this.#find('kind-changed', name, `was a ${kindOf(old)}, and is a ${kindOf(now)}`)
    }
    this.#compareTargets(old.items, now.items, `${name}, items`)
    if (old.tagged === true && now.tagged !== true) this.#find('tag-removed', name, 'is read without an entity tag')
    this.#comparePageSize(old.pageSize, now.pageSize, name)
    if (old.data !== undefined && now.data !== undefined) this.#output.compare(old.data, now.data, `${name}, data`)
    else if (old.data !== undefined) this.#find('not-comparable', `${name}, data`, 'has no schema')
    if (old.open === true) return
    if (now.open === true) return this.#find('not-comparable', name, 'has unknown links and actions')
    this.#compareRelations(old.relations, now.relations, name)
    this.#compareEmbedded(old.embedded, now.embedded, name)
    this.#compareActions(old.actions, now.actions, name)
  }

  // Each is counted once, wherever it is.
  #compareUrls (old: readonly string[] = [], now: readonly string[] = []): void {
    const added = now.filter(url => !old.includes(url))
    for (const url of old.filter(url => !now.includes(url))) {
      if (added.length > 0) this.#find('url-changed', url, `is ${added.join(', ')} now`)
    }
  }

  #comparePageSize (old: ContractType['pageSize'], now: ContractType['pageSize'], name: string): void {
    const place = `${name}, page size`
    const [most, mostNow] = [old?.maximum ?? Infinity, now?.maximum ?? Infinity]
    if (mostNow < most) this.#find('page-size-limited', place, `is at most ${mostNow}, and was ${textOf(old?.maximum)}`)
    if (now?.default !== undefined && now.default < (old?.default ?? Infinity)) {
      this.#find('page-size-limited', place, `is ${now.default} by default, and was ${textOf(old?.default)}`)
    }
  }

  #compareRelations (old: ContractType['relations'], now: ContractType['relations'], owner: string): void {
    this.#compareEach(old, now, ['relation-removed', 'relation-added'], name => `${owner}, relation '${name}'`, (
      old, now, place
    ) => {
      this.#compareUrls(old.urls, now.urls)
      this.#compareTarget(old, now, 'relation-optional', place)
      if (old.mediaType !== now.mediaType && now.mediaType !== undefined) {
        this.#find('media-type-changed', place, `was ${old.mediaType ?? 'undeclared'}, and is ${now.mediaType}`)
      }
      this.#compareDeprecation(old, now, place)
      this.#compareTemplates(old, now, place)
    })
  }

  #compareEmbedded (old: ContractType['embedded'], now: ContractType['embedded'], owner: string): void {
    this.#compareEach(old, now, ['embedded-removed', 'embedded-added'], name => `${owner}, embedded '${name}'`, (
      old, now, place
    ) => { this.#compareTarget(old, now, 'embedded-optional', place) })
  }

  #compareActions (old: ContractType['actions'], now: ContractType['actions'], owner: string): void {
    this.#compareEach(old, now, ['action-removed', 'action-added'], name => `${owner}, action '${name}'`, (
      old, now, place
    ) => {
      if (old.template !== now.template) this.#find('action-removed', place, 'has another name in HAL-FORMS')
      this.#compareOffer(old, now, 'action-optional', place)
      this.#compareRequest(old, now, place)
      this.#compareInput(old.input, now.input, `${place}, input`)
      this.#compareOutputs(old.output, now.output, `${place}, output`)
      this.#compareDeprecation(old, now, place)
    })
  }

  /** Compares what two sides have under one name. */
  #compareEach<V> (
    old: ByName<V> = {}, now: ByName<V> = {}, [removed, added]: readonly [RuleId, RuleId],
    placeOf: (name: string) => string,
    compare: (old: V, now: V, place: string) => void
  ): void {
    for (const [name, one] of Object.entries(old)) {
      if (Object.hasOwn(now, name)) compare(one, now[name]!, placeOf(name))
      else this.#find(removed, placeOf(name), 'is removed')
    }
    for (const name of Object.keys(now)) {
      if (!Object.hasOwn(old, name)) this.#find(added, placeOf(name), 'is new')
    }
  }

  #compareTarget (old: ContractEmbed, now: ContractEmbed, optional: RuleId, place: string): void {
    this.#compareTargets(old.target, now.target, place)
    if (old.many !== now.many) this.#find('array-changed', place, `is ${now.many === true ? 'an array' : 'one object'}`)
    this.#compareOffer(old, now, optional, place)
  }

  #compareOffer (
    old: Pick<ContractEmbed, 'presence' | 'policies'>, now: Pick<ContractEmbed, 'presence' | 'policies'>,
    optional: RuleId, place: string
  ): void {
    if (old.presence !== now.presence) {
      const isLess = LESS[old.presence].includes(now.presence)
      this.#find(isLess ? optional : 'always-present', place, `was present ${old.presence}, and is ${now.presence}`)
    }
    const [before, after] = [old.policies ?? [], now.policies ?? []]
    for (const policy of after.filter(policy => !before.includes(policy))) {
      this.#find('policy-added', place, `has the policy '${policy}'`)
    }
    for (const policy of before.filter(policy => !after.includes(policy))) {
      this.#find('policy-removed', place, `has no policy '${policy}'`)
    }
  }

  #compareDeprecation (old: { readonly deprecated?: true }, now: { readonly deprecated?: true }, place: string): void {
    if (now.deprecated === true && old.deprecated !== true) this.#find('deprecated', place, 'is deprecated')
  }

  #compareRequest (old: ContractAction, now: ContractAction, place: string): void {
    if (old.url !== null && now.url !== null) this.#compareUrls([old.url], [now.url])
    else if (old.url !== now.url) this.#find('not-comparable', place, 'has a target that a callback chooses')
    if (old.method !== now.method) this.#find('method-changed', place, `was ${old.method}, and is ${now.method}`)
    if (old.contentType !== now.contentType && old.input !== undefined && now.input !== undefined) {
      this.#find('media-type-of-input-changed', place, `was ${old.contentType}, and is ${now.contentType}`)
    }
    if (old.requiresIfMatch === now.requiresIfMatch) return
    if (now.requiresIfMatch === true) this.#find('precondition-required', place, 'requires If-Match')
    else this.#find('precondition-removed', place, 'does not require If-Match')
  }

  #compareInput (old: ContractAction['input'], now: ContractAction['input'], place: string): void {
    if (old === 'unknown' || (old === undefined && now === undefined)) return
    if (now === 'unknown') this.#find('not-comparable', place, 'is unknown')
    else this.#input.compare(old ?? NO_INPUT, now ?? NO_INPUT, place)
  }

  #compareOutputs (old: ContractAction['output'], now: ContractAction['output'], place: string): void {
    const [before, after] = [old.filter(type => type !== NOTHING), now.filter(type => type !== NOTHING)]
    if (!old.includes(NOTHING) && now.includes(NOTHING)) this.#find('output-wider', place, 'can be without content')
    if (before.length === 1 && after.length === 1) return this.#compareTargets(before[0], after[0], place)
    // A client that expects nothing reads nothing.
    if (before.length === 0 || before.includes(null)) return
    for (const type of after.filter(type => !before.includes(type))) {
      if (type === null) this.#find('not-comparable', place, 'has an unknown type')
      else this.#find('output-wider', place, `can be ${type}`)
    }
  }

  #compareTemplates (old: ContractRelation, now: ContractRelation, place: string): void {
    const [before, after] = [old.variables ?? {}, now.variables ?? {}]
    if (before === 'unknown') return
    if (after === 'unknown') return this.#find('not-comparable', place, 'has a target that a callback chooses')
    const size = now.target === null ? undefined : this.#now.types[now.target]?.pageSize?.name
    for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
      this.#compareVariable(before[name], after[name], `${place}, variable '${name}'`, name === size)
    }
  }

  // The limits of a page size are compared where the pages are.
  #compareVariable (
    old: ContractVariable | undefined, now: ContractVariable | undefined, place: string, isPageSize: boolean
  ): void {
    if (now === undefined) return this.#find('variable-removed', place, 'is removed')
    if (now.required === true && old?.required !== true) this.#find('input-required', place, 'is required')
    else if (old === undefined) this.#find('input-added', place, 'is new')
    else if (old.required === true && now.required !== true) this.#find('input-wider', place, 'may be omitted')
    if (old !== undefined && !isPageSize) this.#input.compare(old.schema ?? true, now.schema ?? true, place)
  }
}

// What is less than a presence.
const LESS: Readonly<Record<Presence, readonly Presence[]>> = {
  always: ['maybe', 'on demand'], maybe: ['on demand'], 'on demand': []
}

function kindOf ({ kind, items }: ContractType): string {
  return kind === 'resource' && items !== undefined ? 'resource with items' : kind
}

function textOf (limit: number | undefined): string {
  return limit === undefined ? 'unlimited' : String(limit)
}
