import type { DeclaredNested } from '../declare/declarations.ts'
import { type HyperPage, isPage, relationOf } from '../declare/pages.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import type { ClassMatch } from '../links/class-configs.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import type { ListSchema, SchemaConfigs } from '../links/response-schemas.ts'
import { mostShown, sentType } from './content-type.ts'
import { type Elements, elementsOf, type EnvelopeMatch, type Match, matchNested, reportElements } from './elements.ts'
import { withArrays } from './envelope-value.ts'
import type { Exchange } from './plan.ts'
import { reportUnmatched } from './unmatched.ts'

/** Finds the configurations for a value. Returns null if nothing of it gets links. */
export function match (exchange: Exchange, value: unknown): Match | null {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const elements = matchElements(exchange, value, schemaConfigs(exchange, false).elements)
    reportElements(exchange, elements, 'in its array')
    const hasLinks = elements.configs.some(Boolean)
    return hasLinks || isCounted(exchange, value) ? { kind: 'list', ...elements, hasLinks } : null
  }
  if (isPage(value)) return matchPage(exchange, value)
  const schemas = schemaConfigs(exchange)
  const ofClass = exchange.plan.registry.match(value)
  const compiled = ofClass.linkable ? configFor(exchange, ofClass, schemas.resource) : null
  if (compiled === null) {
    reportUnmatched(exchange, value, 'that it sends', schemas.id)
    return null
  }
  if (compiled.nested.length === 0) return { kind: 'resource', value, compiled }
  const envelope = withArrays(value, compiled)
  return { kind: 'envelope', value: envelope, compiled, nested: matchNested(exchange, envelope, compiled, schemas) }
}

// What a document only counts is not serialized, also in a list without links. Errors stay as the app sends them.
function isCounted (exchange: Exchange, list: readonly unknown[]): boolean {
  return exchange.reply.statusCode < 400 && list.length > mostShown(exchange)
}

function matchPage (exchange: Exchange, value: HyperPage<unknown>): EnvelopeMatch {
  const { registry, pages } = exchange.plan
  const schemas = schemaConfigs(exchange)
  const compiled = pages.of(value, registry.match(value).compiled ?? schemas.resource)
  const declared = compiled.nested.find(({ member }) => member === 'items') ?? UNDECLARED
  const elements = matchElements(exchange, value.items, schemas.list('items'), declared)
  const others = matchNested(exchange, value, compiled, schemas).filter(({ member }) => member !== 'items')
  const relation = relationOf(value)
  if (exchange.format.embedsItems) checkRelation(relation, compiled)
  const items = { member: 'items', relation, linked: declared.linked, ...elements }
  return { kind: 'envelope', value, compiled, nested: [items, ...others] }
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

type DeclaredElements = Pick<DeclaredNested, 'config' | 'linked'>

const UNDECLARED: DeclaredElements = Object.freeze({ config: null, linked: true })

/** @param declared what a configuration declares of the list */
function matchElements (
  exchange: Exchange, list: readonly unknown[], { compiled, ...schema }: ListSchema,
  { config, linked }: DeclaredElements = UNDECLARED
): Elements {
  const { registry } = exchange.plan
  const named = config === null ? null : registry.compiledOf(config)
  return elementsOf(list, schema, registry, match => linked ? named ?? configFor(exchange, match, compiled) : null)
}

// The bound configuration, else the one of the class, else of the response schema.
// Errors of the app get links only by their class.
function configFor (
  { plan: { bound }, reply }: Exchange, { compiled }: ClassMatch, bySchema: CompiledConfig | null
): CompiledConfig | null {
  const isError = reply.statusCode >= 400
  if (bound !== null) return isError ? null : bound
  return compiled ?? (isError ? null : bySchema)
}

// An array keeps its media type.
function schemaConfigs ({ plan: { schemas }, reply, format }: Exchange, isLabelled = true): SchemaConfigs {
  // Only schemas by media type depend on it.
  return schemas.find(reply.statusCode, schemas.byMediaType ? sentType(isLabelled ? format : null, reply) : '')
}
