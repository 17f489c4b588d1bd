// The resources of a value that get links, with the configurations that apply to them.
import { listOf } from '../declare/lists.ts'
import { isPage } from '../declare/pages.ts'
import { describe, kindOf, placeOf } from '../diagnostics/wording.ts'
import type { ClassMatch } from '../links/class-configs.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { SchemaConfigs } from '../links/response-schemas.ts'
import { omit } from '../targets/why-omitted.ts'
import { memberOf, withArrays } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import { reportUnmatched } from './unmatched.ts'

/** A value that gets links, with the configurations that apply. */
export type Match = ResourceMatch | ListMatch | EnvelopeMatch

/** One resource. */
export interface ResourceMatch {
  readonly kind: 'resource'
  readonly value: object
  readonly compiled: CompiledConfig
}

/** An array. */
export interface ListMatch extends Elements {
  readonly kind: 'list'
  /** Whether any element gets links. */
  readonly hasLinks: boolean
}

/** An object with members that contain resources: a page of `offsetPage` or `cursorPage`, or an envelope of the app. */
export interface EnvelopeMatch {
  readonly kind: 'envelope'
  readonly value: object
  readonly compiled: CompiledConfig
  readonly nested: readonly Nested[]
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
export interface Elements {
  readonly list: readonly unknown[]
  /**
   * The schema that each can be serialized with, outside of its list; null for none,
   * undefined without a response schema.
   */
  readonly schema: object | null | undefined
  /** The `$id` of their schema, for messages. */
  readonly id: string | null
  readonly values: readonly unknown[]
  /** One for each element; null for elements that get no links. */
  readonly configs: readonly (CompiledConfig | null)[]
}

/** The JSON of an element that a document only counts. */
export const COUNTED = '0'

/** The lists of resources in a value; none for a resource itself. */
export function listsOf (match: Match): readonly Elements[] {
  return match.kind === 'list' ? [match] : match.kind === 'envelope' ? match.nested : []
}

/**
 * Finds the configurations for the members of a value that contain resources: those that they name, else by
 * class, else by schema.
 * @param schemas what the response schema names for the lists
 */
export function matchNested (
  { plan, request, reply }: Exchange, value: object, { nested, subject }: CompiledConfig, schemas: SchemaConfigs
): Nested[] {
  const { registry, environment } = plan
  return nested.flatMap(({ member, relation, config, linked }) => {
    const found = memberOf(value, member)
    if (relation === null ? found === undefined : isNothing(found)) return []
    const list = relation === null ? [found] : listInJson(found)
    if (list === null) {
      const omittable = { place: placeOf(subject, 'member', member), subject, relation: member }
      omit(omittable, { reason: () => whyNoList(found) }, { environment, request })
      return []
    }
    const named = config === null ? null : registry.compiledOf(config)
    const { compiled, ...schema } = schemas.list(member)
    const otherwise = reply.statusCode < 400 ? compiled : null
    const configOf = (match: ClassMatch) => linked ? named ?? match.compiled ?? otherwise : null
    return { member, relation, linked, ...elementsOf(list, schema, registry, configOf) }
  })
}

function isNothing (found: unknown): boolean {
  return found === null || found === undefined
}

// What is an array in JSON: other lists were replaced where that is possible.
function listInJson (found: unknown): readonly unknown[] | null {
  return Array.isArray(found) || typeof (found as { toJSON?: unknown }).toJSON === 'function' ? listOf(found) : null
}

function whyNoList (found: unknown): string {
  return `it is ${kindOf(found)}, which is no list in JSON. Give an array, or a value whose toJSON returns one`
}

/**
 * Finds the configurations for the elements of a list.
 * @param configOf the configuration for elements of a class that can have links
 */
export function elementsOf (
  list: readonly unknown[], schema: Pick<Elements, 'schema' | 'id'>, registry: Registry,
  configOf: (match: ClassMatch) => CompiledConfig | null
): Elements {
  const given = snapshot(list)
  // The last class is remembered: most lists have one.
  let last: unknown
  let config: CompiledConfig | null = null
  const configs = given.map(element => {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) return null
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== last) {
      last = prototype
      const match = registry.match(element)
      config = match.linkable ? configOf(match) : null
    }
    return config
  })
  if (!configs.some(config => config !== null && config.nested.length > 0)) {
    return { list, values: given, configs, ...schema }
  }
  const values = given.map((element, index) => {
    const config = configs[index] ?? null
    return config === null ? element : withArrays(element as object, config)
  })
  return { list: values.some((value, index) => value !== given[index]) ? values : list, values, configs, ...schema }
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
    if (prototype !== reported) reportUnmatched(exchange, element, where, id)
    reported = prototype
  })
}

/** Where the elements of a member are, for messages. */
export function whereIn ({ member }: Nested, value: object): string {
  return isPage(value) && member === 'items' ? 'in its page' : `in its member ${describe(member)}`
}

// A subclass of Array may have an iterator of its own, which is not used.
function snapshot (list: readonly unknown[]): readonly unknown[] {
  return Object.getPrototypeOf(list) === Array.prototype
    ? [...list]
    : Array.from({ length: list.length }, (_, index) => list[index])
}
