// The resources of a value that get links, with the configurations that apply to them.
import { listOf } from '../declare/lists.ts'
import { isPage } from '../declare/pages.ts'
import { describe, kindOf, placeOf } from '../diagnostics/wording.ts'
import type { ClassMatch } from '../links/class-configs.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { ListSchema, SchemaConfigs } from '../links/response-schemas.ts'
import { omit } from '../targets/why-omitted.ts'
import { memberOf, withArrays } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import { reportUnmatched } from './unmatched.ts'

/** A value that gets links, with the configurations that apply. */
export type Match = ResourceMatch | ListMatch

/** An object with its configuration. */
export interface Linked {
  readonly value: object
  readonly compiled: CompiledConfig
}

/** One resource: also a page of `offsetPage` or `cursorPage`, or an envelope of the app. */
export interface ResourceMatch extends Linked {
  readonly kind: 'resource'
  /** Its members that contain resources. */
  readonly nested: readonly Nested[]
}

/** An array. */
export interface ListMatch extends Elements {
  readonly kind: 'list'
  /** Whether any element gets links. */
  readonly hasLinks: boolean
}

/** A member of an envelope: a list, or one resource as a list of one. */
export interface Nested extends Elements {
  readonly member: string
  /** The relation of the list in HAL; null for one resource, which stays in its member. */
  readonly relation: string | null
  /** Whether the resources have links; false for rows that are data. */
  readonly linked: boolean
}

/** The elements of a list as they were when the handler returned it: callbacks may change the list. */
export interface Elements extends Pick<ListSchema, 'schema' | 'id'> {
  readonly list: readonly unknown[]
  readonly values: readonly unknown[]
  /** One for each element; null for elements that get no links. */
  readonly configs: readonly (CompiledConfig | null)[]
}

/** Which configuration values get: the one that the app names, else of their class, else of their schema. */
export interface Rule {
  readonly named: CompiledConfig | null
  readonly bySchema: CompiledConfig | null
}

/** A list, with what applies to its elements: null if they get no links. */
interface UnmatchedList {
  readonly list: readonly unknown[]
  readonly schema: ListSchema
  readonly rule: Rule | null
}

/** The JSON of an element that a document only counts. */
export const COUNTED = '0'

/** The lists of resources in a value; none for a resource itself. */
export function listsOf (match: Match): readonly Elements[] {
  if (match.kind === 'list') return [match]
  return match.nested
}

/** Returns the configuration of values of a class; null if they get no links. */
export function appliedTo ({ linkable, compiled }: ClassMatch, rule: Rule | null): CompiledConfig | null {
  if (rule === null || !linkable) return null
  return rule.named ?? compiled ?? rule.bySchema
}

/**
 * Finds the configurations for the members of a value that contain resources: those that they name, else by
 * class, else by schema.
 * @param schemas what the response schema names for the lists
 */
export function matchNested (
  exchange: Exchange, { value, compiled: { nested, subject } }: Linked, schemas: SchemaConfigs
): Nested[] {
  const { plan: { registry, environment }, request } = exchange
  return nested.flatMap(({ member, relation, config, linked }) => {
    const found = memberOf(value, member)
    if (found === undefined || (found === null && relation !== null)) return []
    const list = relation === null ? [found] : listInJson(found)
    if (list === null) {
      const omittable = { place: placeOf(subject, 'member', member), subject, relation: member }
      omit(omittable, { reason: () => whyNoList(found) }, { environment, request })
      return []
    }
    const schema = schemas.list(member)
    const named = config === null ? null : registry.compiledOf(config)
    const rule = linked ? nestedRule(exchange, named, schema.compiled) : null
    return { member, relation, linked, ...elementsOf({ list, schema, rule }, registry) }
  })
}

// The schema of an error of the app does not decide.
function nestedRule ({ reply }: Exchange, named: CompiledConfig | null, bySchema: CompiledConfig | null): Rule {
  if (reply.statusCode >= 400) return { named, bySchema: null }
  return { named, bySchema }
}

// What is an array in JSON: other lists were replaced where that is possible.
function listInJson (found: unknown): readonly unknown[] | null {
  if (Array.isArray(found) || typeof (found as { toJSON?: unknown }).toJSON === 'function') return listOf(found)
  return null
}

function whyNoList (found: unknown): string {
  return `it is ${kindOf(found)}, which is no list in JSON. Give an array, or a value whose toJSON returns one`
}

/** Finds the configurations for the elements of a list. */
export function elementsOf ({ list, schema: { schema, id }, rule }: UnmatchedList, registry: Registry): Elements {
  const given = snapshot(list)
  const configs: (CompiledConfig | null)[] = []
  // The last class is remembered: most lists have one.
  let last: unknown
  let config: CompiledConfig | null = null
  let hasEnvelopes = false
  for (const element of given) {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) {
      configs.push(null)
      continue
    }
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== last) {
      last = prototype
      config = appliedTo(registry.match(element), rule)
      hasEnvelopes ||= config !== null && config.nested.length > 0
    }
    configs.push(config)
  }
  if (!hasEnvelopes) return { list, values: given, configs, schema, id }
  const values = given.map((element, index) => {
    const config = configs[index] ?? null
    if (config === null) return element
    return withArrays(element as object, config)
  })
  const isSame = values.every((value, index) => value === given[index])
  return { list: isSame ? list : values, values, configs, schema, id }
}

/**
 * Reports elements that no configuration applies to (`HYPER002`), once for each class in a row.
 * @param where they are: `in its array`
 */
export function reportElements (exchange: Exchange, { values, configs, id }: Elements, where: string): void {
  if (!configs.includes(null)) return
  let reported: unknown
  values.forEach((element, index) => {
    if (configs[index] !== null || typeof element !== 'object' || element === null) return
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== reported) reportUnmatched(exchange, element, { where, id })
    reported = prototype
  })
}

/** Where the elements of a member are, for messages. */
export function whereIn ({ member }: Nested, value: object): string {
  if (isPage(value) && member === 'items') return 'in its page'
  return `in its member ${describe(member)}`
}

// A subclass of Array may have an iterator of its own, which is not used.
function snapshot (list: readonly unknown[]): readonly unknown[] {
  if (Object.getPrototypeOf(list) === Array.prototype) return [...list]
  return Array.from({ length: list.length }, (_, index) => list[index])
}
