import { HyperPage } from '../declare/pages.ts'
import { describe } from '../diagnostics/wording.ts'
import type { WireFormat } from '../formats/format.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { SchemaConfigs, SchemaPart } from '../links/response-schemas.ts'
import { sentType } from './content-type.ts'
import type { Exchange, RoutePlan } from './plan.ts'

/** A value that gets links, with the configurations that apply. */
export type Match = ResourceMatch | ListMatch | PageMatch

/** One resource. */
export interface ResourceMatch {
  readonly kind: 'resource'
  readonly value: object
  readonly compiled: CompiledConfig
}

/** An array. */
export interface ListMatch extends Elements {
  readonly kind: 'list'
  readonly value: readonly unknown[]
}

/** A page of `offsetPage` or `cursorPage`. */
export interface PageMatch {
  readonly kind: 'page'
  readonly value: HyperPage<unknown>
  readonly compiled: CompiledConfig
  readonly items: Elements
}

/** The elements of a list as they were when the handler returned it: callbacks may change the list. */
export interface Elements {
  /** The schema that each can be serialized with alone; null for none, undefined without a response schema. */
  readonly schema: object | null | undefined
  readonly values: readonly unknown[]
  /** One for each element; null for elements that get no links. */
  readonly configs: readonly (CompiledConfig | null)[]
}

/** Finds the configurations for a value. Returns null if nothing of it gets links. */
export function match (exchange: Exchange, format: WireFormat, value: unknown): Match | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const elements = matchElements(exchange, null, value, 'element')
    reportElements(exchange, null, elements, 'element')
    return elements.configs.some(Boolean) ? { kind: 'list', value, ...elements } : null
  }
  if (value instanceof HyperPage) return matchPage(exchange, format, value)
  const compiled = configFor(exchange.plan, value, () => schemaConfigs(exchange, format).resource, exchange.reply.statusCode)
  if (compiled !== null) return { kind: 'resource', value, compiled }
  reportUnmatched(exchange, format, value, 'resource')
  return null
}

/** Whether policies may decide on members that a format shows of a value. */
export function isJudged ({ plan: { registry } }: Exchange, format: WireFormat, match: Match): boolean {
  if (format.bare || !registry.hasPolicies) return false
  const judged = (compiled: CompiledConfig | null) => compiled !== null && registry.isJudged(compiled, format.actions)
  if (match.kind === 'list') return match.configs.some(judged)
  return judged(match.compiled) || (match.kind === 'page' && match.items.configs.some(judged))
}

function matchPage (exchange: Exchange, format: WireFormat, value: HyperPage<unknown>): PageMatch {
  const { registry, pages } = exchange.plan
  const added = registry.match(value).compiled ?? schemaConfigs(exchange, format).resource
  return { kind: 'page', value, compiled: pages.of(value, added), items: matchElements(exchange, format, value.items, 'item') }
}

function matchElements (exchange: Exchange, format: WireFormat | null, list: readonly unknown[], part: 'element' | 'item'): Elements {
  const { plan, reply: { statusCode } } = exchange
  const values = snapshot(list)
  const found = schemaConfigs(exchange, format)
  const bySchema = () => found[part]
  const configs = values.map(element =>
    typeof element === 'object' && element !== null ? configFor(plan, element, bySchema, statusCode) : null)
  return { values, configs, schema: part === 'element' ? found.elementSchema : found.itemSchema }
}

/** Reports elements that no configuration applies to (`HYPER002`), once for each class in a row. */
export function reportElements (
  exchange: Exchange, format: WireFormat | null, { values, configs }: Elements, part: 'element' | 'item'
): void {
  let reported: unknown
  values.forEach((element, index) => {
    if (configs[index] !== null || typeof element !== 'object' || element === null) return
    const prototype: unknown = Object.getPrototypeOf(element)
    if (prototype !== reported) reportUnmatched(exchange, format, element, part)
    reported = prototype
  })
}

// A subclass of Array may have an iterator of its own, which is not used.
function snapshot (list: readonly unknown[]): readonly unknown[] {
  return Object.getPrototypeOf(list) === Array.prototype ? [...list] : Array.from({ length: list.length }, (_, index) => list[index])
}

// The bound configuration, else that of the class, else that of the response schema. Errors of the app get links only by their class.
function configFor (
  { bound, registry }: RoutePlan, value: object, bySchema: () => CompiledConfig | null, status: number
): CompiledConfig | null {
  const { linkable, compiled } = registry.match(value)
  if (!linkable || Array.isArray(value)) return null
  if (bound !== null) return status < 400 ? bound : null
  return compiled ?? (status < 400 ? bySchema() : null)
}

function schemaConfigs ({ plan, reply }: Exchange, format: WireFormat | null): SchemaConfigs {
  // Only schemas by media type depend on it.
  return plan.schemas.find(reply.statusCode, plan.schemas.byMediaType ? sentType(format, reply) : '')
}

const WHERE: Readonly<Record<SchemaPart, string>> = { resource: 'that it sends', element: 'in its array', item: 'in its page' }

function reportUnmatched (exchange: Exchange, format: WireFormat | null, value: object, part: SchemaPart): void {
  const { plan: { matchable, place, environment, registry }, reply } = exchange
  // A status without a body needs no links; neither do errors of the app, and values that never get any.
  if (!matchable || [204, 304].includes(reply.statusCode) || reply.statusCode >= 400 || !registry.match(value).linkable) return
  const type = typeOf(value, schemaConfigs(exchange, format).ids[part])
  environment.notices.warn('HYPER002', place, () => [`${type} ${WHERE[part]}`], `${place} ${type}`)
}

// By the class itself: a value may have a member `constructor`.
function typeOf (value: object, id: string | null): string {
  if (Array.isArray(value)) return 'arrays'
  const { constructor } = (Object.getPrototypeOf(value) ?? Object.prototype) as { constructor?: { name?: unknown } }
  const name = constructor?.name
  if (constructor !== Object) return `instances of ${typeof name === 'string' && name !== '' ? name : 'a class without a name'}`
  return id === null ? 'plain objects' : `plain objects of the schema ${describe(id)}`
}
