import { type HyperPage, isPage, relationOf } from '../declare/pages.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { WireFormat } from '../formats/format.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { SchemaConfigs } from '../links/response-schemas.ts'
import { mostShown, sentType } from './content-type.ts'
import {
  appliedTo, elementsOf, type ListMatch, type Match, matchNested, reportElements, type ResourceMatch, type Rule
} from './elements.ts'
import { withArrays } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import { reportUnmatched } from './unmatched.ts'

const NONE: readonly never[] = Object.freeze([])

/** Finds the configurations for a value. Returns null if nothing of it gets links. */
export function match (exchange: Exchange, value: unknown): Match | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return matchList(exchange, value)
  const schemas = schemaConfigs(exchange, exchange.format)
  if (isPage(value)) return matchPage(exchange, value, schemas)
  const compiled = appliedTo(exchange.plan.registry.match(value), ruleOf(exchange, schemas.resource))
  if (compiled === null) {
    reportUnmatched(exchange, value, { where: 'that it sends', id: schemas.id })
    return null
  }
  if (compiled.nested.length === 0) return { kind: 'resource', value, compiled, nested: NONE }
  const envelope = withArrays(value, compiled)
  const nested = matchNested(exchange, { value: envelope, compiled }, schemas)
  return { kind: 'resource', value: envelope, compiled, nested }
}

function matchList (exchange: Exchange, list: readonly unknown[]): ListMatch | null {
  // An array keeps its media type.
  const { elements: schema } = schemaConfigs(exchange, null)
  const elements = elementsOf({ list, schema, rule: ruleOf(exchange, schema.compiled) }, exchange.plan.registry)
  reportElements(exchange, elements, 'in its array')
  const hasLinks = elements.configs.some(Boolean)
  if (!hasLinks && !isCounted(exchange, list)) return null
  return { kind: 'list', ...elements, hasLinks }
}

// What a document only counts is not serialized, also in a list without links. Errors stay as the app sends them.
function isCounted (exchange: Exchange, list: readonly unknown[]): boolean {
  return exchange.reply.statusCode < 400 && list.length > mostShown(exchange)
}

function matchPage (exchange: Exchange, value: HyperPage<unknown>, schemas: SchemaConfigs): ResourceMatch {
  const { plan: { registry, pages }, format } = exchange
  const compiled = pages.of(value, registry.match(value).compiled ?? schemas.resource)
  const { config = null, linked = true } = compiled.nested.find(({ member }) => member === 'items') ?? {}
  const schema = schemas.list('items')
  const rule = linked ? itemsRule(exchange, config, schema.compiled) : null
  const elements = elementsOf({ list: value.items, schema, rule }, registry)
  const others = matchNested(exchange, { value, compiled }, schemas).filter(({ member }) => member !== 'items')
  const relation = relationOf(value)
  if (format.embedsItems) checkRelation(relation, compiled)
  return { kind: 'resource', value, compiled, nested: [{ member: 'items', relation, linked, ...elements }, ...others] }
}

function itemsRule (
  exchange: Exchange, config: CompiledConfig['nested'][number]['config'], bySchema: CompiledConfig | null
): Rule | null {
  if (config === null) return ruleOf(exchange, bySchema)
  return { named: exchange.plan.registry.compiledOf(config), bySchema: null }
}

// Only a page knows the relation of its items, so the start cannot check it.
function checkRelation (relation: string, { embeds, nested, subject }: CompiledConfig): void {
  const isSame = (other: { readonly relation: string | null }) =>
    other.relation?.toLowerCase() === relation.toLowerCase()
  if (!embeds.some(isSame) && !nested.some(other => other.member !== 'items' && isSame(other))) return
  fail(
    'FST_ERR_HYPER_DUPLICATE_NAME', `links of ${subject}, items`, describe(relation),
    'Give the items another relation: { rel: … }.'
  )
}

// Errors of the app get links only by their class, and none on a route that is bound to a configuration.
function ruleOf ({ plan: { bound }, reply }: Exchange, bySchema: CompiledConfig | null): Rule | null {
  if (reply.statusCode < 400) return { named: bound, bySchema }
  if (bound !== null) return null
  return { named: null, bySchema: null }
}

// Only schemas by media type depend on the format.
function schemaConfigs ({ plan: { schemas }, reply }: Exchange, format: WireFormat | null): SchemaConfigs {
  if (!schemas.byMediaType) return schemas.find(reply.statusCode, '')
  return schemas.find(reply.statusCode, sentType(format, reply))
}
