// The contract of an API: what clients that follow links depend on, as JSON that people review in a diff.
import type {
  ApiModel, ModelType, ModelVariable, TypeAction, TypeEmbed, TypeRelation
} from '../../lib/model/model.ts'
import { onlyType } from '../../lib/model/names.ts'
import { withoutMembers } from '../../lib/schema/copies.ts'
import { merged } from '../../scaffold/client/merged.ts'
import { ContractSchemas, type Schema } from './contract-schemas.ts'

export type ByName<V> = Readonly<Record<string, V>>

/** `on demand`: only if the client prefers it. */
export type Presence = 'always' | 'maybe' | 'on demand'

/** The contract of an API, as its file has it. A member that is absent is false, none or empty. */
export interface Contract {
  readonly version: 1
  /** The type at each URL that clients start at; null is an unknown one. */
  readonly entryPoints: ByName<string | null>
  /** By prefix: `/` for none. */
  readonly registrations: ByName<ContractRegistration>
  readonly types: ByName<ContractType>
  /** The shared schemas that types refer to: `{ "$ref": "#/schemas/Address" }`. */
  readonly schemas?: ByName<Schema>
}

export interface ContractRegistration {
  readonly formats: readonly string[]
  readonly defaultFormat: string
  readonly baseUrl?: string
}

export interface ContractType {
  readonly kind: ModelType['kind']
  /** The patterns of the routes that it is read from. */
  readonly urls?: readonly string[]
  /** What responses contain, without embedded resources; absent if it is unknown, and for a list of a known type. */
  readonly data?: Schema
  /** The type of the items of a list, a page or an envelope; null is an unknown one. */
  readonly items?: string | null
  /** Its links and actions depend on the value, and are unknown. */
  readonly open?: true
  /** Each response that is read has an entity tag. */
  readonly tagged?: true
  readonly pageSize?: { readonly name: string, readonly default?: number, readonly maximum?: number }
  readonly relations?: ByName<ContractRelation>
  readonly embedded?: ByName<ContractEmbed>
  readonly actions?: ByName<ContractAction>
}

interface Offered {
  readonly presence: Presence
  /** The names of the policies that decide on it. */
  readonly policies?: readonly string[]
}

export interface ContractEmbed extends Offered {
  /** The type of its target; null is an unknown one. */
  readonly target: string | null
  /** JSON has an array. */
  readonly many?: true
}

export interface ContractRelation extends ContractEmbed {
  readonly urls?: readonly string[]
  readonly mediaType?: string
  readonly deprecated?: true
  /** The variables of its URI template; `unknown` if a callback chooses the target. */
  readonly variables?: ByName<ContractVariable> | 'unknown'
}

export interface ContractVariable {
  readonly required?: true
  readonly schema?: Schema
}

export interface ContractAction extends Offered {
  readonly method: string
  /** Null if a callback chooses the target. */
  readonly url: string | null
  /** The name of its form in HAL-FORMS, if it is another one. */
  readonly template?: string
  readonly contentType?: string
  /** Absent for an action without input. */
  readonly input?: Schema | 'unknown'
  /** The types of its responses: null is an unknown one, `nothing` a response without content. */
  readonly output: readonly (string | null)[]
  readonly requiresIfMatch?: true
  readonly deprecated?: true
}

/** What an output has for a response without content: no type is named so. */
export const NOTHING = 'nothing'

/** Returns the contract of an app: of the models of all registrations of the plugin. */
export function contractOf (models: readonly ApiModel[]): Contract {
  const { types, routes } = merged(models, ({ name }) => name)
  const schemas = new ContractSchemas()
  const described = byName(types, ({ name }) => name, type => typeOf(type, schemas))
  const reads = routes.filter(({ methods, output }) => methods.includes('GET') && output !== null)
  const typesAt = new Map(reads.map(({ url, output }) => [url, onlyType(output)]))
  return {
    version: 1,
    entryPoints: Object.fromEntries(entryPoints(models, types, [...typesAt]).map(url => [url, typesAt.get(url)!])),
    registrations: Object.fromEntries(models.map(model => [model.prefix || '/', registrationOf(model)])),
    types: described,
    ...present({ schemas: schemas.sharedBy(described) })
  }
}

function registrationOf ({ formats, defaultFormat, baseUrl }: ApiModel): ContractRegistration {
  return { formats: formats.toSorted(), defaultFormat, ...baseUrl === null ? {} : { baseUrl } }
}

// The root of each registration; without one, the URLs that no other type leads to, or all without parameters.
function entryPoints (
  models: readonly ApiModel[], types: readonly ModelType[], reads: readonly [url: string, type: string | null][]
): string[] {
  const roots = reads.map(([url]) => url)
    .filter(url => models.some(({ prefix }) => url === `${prefix}/` || (url === prefix && url !== '')))
  if (roots.length > 0) return roots
  const all = reads.filter(([url, type]) => type !== null && !/[:*]/.test(url))
  const linked = new Set(types.flatMap(({ name, relations }) =>
    relations.flatMap(({ urls, target }) => target === name ? [] : urls)))
  const first = all.filter(([url]) => !linked.has(url))
  return (first.length > 0 ? first : all).map(([url]) => url)
}

function typeOf (type: ModelType, schemas: ContractSchemas): ContractType {
  const { kind, routes, data, movedMembers, item, open, tagged, pageSize, relations, embedded, actions } = type
  const isOfKnown = kind === 'list' && item !== null
  return {
    kind,
    ...present({ urls: routes.filter(route => route.startsWith('GET ')).map(route => route.slice('GET '.length)) }),
    ...data === null || isOfKnown ? {} : { data: withoutMembers(schemas.add(data, 'output'), movedMembers) },
    ...item === undefined ? {} : { items: item },
    ...isTrue({ open, tagged }),
    ...pageSize === null ? {} : { pageSize: withoutNull(pageSize) },
    ...present({
      relations: byName(relations, ({ relation }) => relation, relation => relationOf(relation, schemas)),
      embedded: byName(embedded, ({ relation }) => relation, embedOf),
      actions: byName(actions, ({ name }) => name, action => actionOf(action, schemas))
    })
  }
}

function relationOf (relation: TypeRelation, schemas: ContractSchemas): ContractRelation {
  const { target, urls, always, many, mediaType, deprecated, policies, variables } = relation
  return {
    target,
    presence: always ? 'always' : 'maybe',
    ...isTrue({ many, deprecated }),
    ...mediaType === null ? {} : { mediaType },
    ...present({ urls, policies: policies.toSorted() }),
    ...variables?.length === 0 ? {} : { variables: variablesOf(variables, schemas) }
  }
}

function variablesOf (
  variables: readonly ModelVariable[] | undefined, schemas: ContractSchemas
): ByName<ContractVariable> | 'unknown' {
  return variables === undefined
    ? 'unknown'
    : byName(variables, ({ name }) => name, ({ required, schema }) =>
      ({ ...isTrue({ required }), ...schema === null ? {} : { schema: schemas.add(schema, 'input') } }))
}

function embedOf ({ target, many, policies, always, onDemand }: TypeEmbed): ContractEmbed {
  const presence = always ? 'always' : onDemand ? 'on demand' : 'maybe'
  return { target, presence, ...isTrue({ many }), ...present({ policies: policies.toSorted() }) }
}

function actionOf (action: TypeAction, schemas: ContractSchemas): ContractAction {
  const { name, templateName, method, route, contentType, input, output, policies } = action
  const { always, requiresIfMatch, deprecated } = action
  return {
    method,
    url: route?.url ?? null,
    presence: always ? 'always' : 'maybe',
    ...templateName === name ? {} : { template: templateName },
    ...contentType === null ? {} : { contentType },
    ...input === null ? {} : { input: input === undefined ? 'unknown' : schemas.add(input, 'input') },
    output: [...output.types, ...output.empty ? [NOTHING] : []],
    ...isTrue({ requiresIfMatch, deprecated }),
    ...present({ policies: policies.toSorted() })
  }
}

function byName<T, V> (list: readonly T[], nameOf: (one: T) => string, make: (one: T) => V): ByName<V> {
  return Object.fromEntries(list.map(one => [nameOf(one), make(one)]))
}

function isTrue<const K extends string> (flags: Readonly<Record<K, boolean>>): { readonly [key in K]?: true } {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value)) as { [key in K]?: true }
}

// Without lists and objects that are empty.
function present<T extends object> (members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value).length > 0)) as Partial<T>
}

function withoutNull ({ name, ...limits }: NonNullable<ModelType['pageSize']>): NonNullable<ContractType['pageSize']> {
  return { name, ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)) }
}
