import type { ApiDescription, DescribedType } from '../../lib/diagnostics/api-description.ts'
import { freeName, typeName } from '../../lib/description/names.ts'
import { methodAndPath } from '../../lib/description/route-labels.ts'

type Rename = (name: string | null) => string | null

/**
 * Merges the descriptions of several registrations, by prefix; a type has it in its name if an earlier
 * type has that name.
 */
export function merged (descriptions: readonly ApiDescription[]): Pick<ApiDescription, 'types' | 'entries'> {
  const used = new Set<string>()
  const all = descriptions.toSorted((one, other) => placeOf(one) < placeOf(other) ? -1 : 1)
    .map(description => renamed(description, used))
  return { types: all.flatMap(({ types }) => types), entries: new Map(all.flatMap(({ entries }) => [...entries])) }
}

function renamed (
  { prefix, types, entries }: ApiDescription, used: Set<string>
): Pick<ApiDescription, 'types' | 'entries'> {
  const scope = prefix === '' ? '' : typeName(prefix.replaceAll('/', '-'))
  const names = new Map(types.map(({ name, routes }) =>
    [name, freeName([name, scope + name, ...routes.slice(0, 1).map(routeName)], used)]))
  const rename: Rename = name => name === null ? null : names.get(name)!
  return {
    types: types.map(type => withNames(type, names.get(type.name)!, rename)),
    entries: new Map([...entries].map(([url, name]) => [url, rename(name)]))
  }
}

// Two scopes of one prefix have different routes. The order of their registration is not part of a name.
function placeOf ({ prefix, entries }: ApiDescription): string {
  return [prefix, ...[...entries.keys()].toSorted()].join(' ')
}

// `GET /orders/:id`
function routeName (route: string): string {
  const [method, path] = route.split(' ') as [string, string]
  return methodAndPath(method, path)
}

function withNames (type: DescribedType, name: string, rename: Rename): DescribedType {
  return {
    ...type,
    name,
    relations: type.relations.map(relation => ({ ...relation, target: rename(relation.target) })),
    embedded: type.embedded.map(embed => ({ ...embed, target: rename(embed.target) })),
    actions: type.actions.map(action => ({
      ...action, output: { ...action.output, types: action.output.types.map(rename) }
    })),
    item: type.item === undefined ? undefined : rename(type.item)
  }
}
