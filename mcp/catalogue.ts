// What the API offers, from its declarations: the same for every caller.
import type { ApiModel, ModelType, TypeAction, TypeRelation } from '../lib/model/model.ts'
import { annotationsOf } from './annotations.ts'
import { selfContained } from './self-contained.ts'

/** The resource types of an API. */
export type Catalogue = readonly CatalogueEntry[]

interface CatalogueEntry {
  readonly described: CatalogueType
  /** The names of the type, its routes, relations and actions, in lower case. */
  readonly names: string
}

/** A resource type with its relations and actions. */
export interface CatalogueType {
  readonly type: string
  readonly routes: readonly string[]
  readonly relations: readonly object[]
  readonly embedded: readonly object[]
  readonly actions: readonly object[]
}

/** Describes the types of an API that have relations, embedded resources or actions. */
export function catalogueOf ({ types }: ApiModel): Catalogue {
  return types.map(describeType).map(described => ({ described, names: namesIn(described) }))
}

function describeType ({ name, routes, relations, embedded, actions, item }: ModelType): CatalogueType {
  return {
    type: name,
    ...(item === undefined || item === null ? {} : { itemType: item }),
    routes,
    relations: relations.map(describeRelation),
    embedded: embedded.map(({ relation, target, always }) => ({ relation, type: target, always })),
    actions: actions.map(describeAction)
  }
}

function describeRelation ({ relation, target, always, deprecated, variables = [] }: TypeRelation): object {
  return {
    relation,
    type: target,
    always,
    ...(deprecated ? { deprecated } : {}),
    ...(variables.length === 0
      ? {}
      : {
          variables: variables.map(({ name, required, schema }) =>
            ({ name, required, ...(schema === null ? {} : { schema: selfContained(schema) }) }))
        })
  }
}

function describeAction (
  { name, title, method, route, input, output, always, deprecated, requiresIfMatch }: TypeAction
): object {
  return {
    action: name,
    ...(title === null ? {} : { title }),
    route: route === null ? null : `${method} ${route.url}`,
    always,
    ...(deprecated ? { deprecated } : {}),
    ...(requiresIfMatch ? { requiresEtag: true } : {}),
    ...(input === undefined || input === null ? {} : { inputSchema: selfContained(input) }),
    output: output.types.filter(type => type !== null),
    ...(route === null ? {} : { annotations: annotationsOf(method) })
  }
}

/** Returns the types in whose names, or in the names of whose relations and actions, each word of a query occurs. */
export function search (types: Catalogue, query: string): readonly CatalogueType[] {
  const words = [...new Set(query.toLowerCase().split(/\s+/))]
  return types.filter(({ names }) => words.every(word => names.includes(word))).map(({ described }) => described)
}

function namesIn ({ type, routes, relations, embedded, actions }: CatalogueType): string {
  const named = [...relations, ...embedded, ...actions] as { relation?: string, action?: string, title?: string }[]
  const names = named.flatMap(({ relation = '', action = '', title = '' }) => [relation, action, title])
  return [type, ...routes, ...names].join('\n').toLowerCase()
}
