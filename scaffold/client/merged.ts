import type { ApiDescription, DescribedType } from '../../lib/diagnostics/api-description.ts'

type Rename = (name: string | null) => string | null

/** Merges the descriptions of several registrations of the plugin: a type gets another name if an earlier one has it. */
export function merged (descriptions: readonly ApiDescription[]): ApiDescription {
  const used = new Set<string>()
  const all = descriptions.map(description => renamed(description, used))
  return { types: all.flatMap(({ types }) => types), entries: new Map(all.flatMap(({ entries }) => [...entries])) }
}

function renamed ({ types, entries }: ApiDescription, used: Set<string>): ApiDescription {
  const names = new Map(types.map(({ name }) => [name, distinct(name, used)]))
  const rename: Rename = name => name === null ? null : names.get(name)!
  return {
    types: types.map(type => withNames(type, names.get(type.name)!, rename)),
    entries: new Map([...entries].map(([url, name]) => [url, rename(name)]))
  }
}

function withNames (type: DescribedType, name: string, rename: Rename): DescribedType {
  return {
    ...type,
    name,
    relations: type.relations.map(relation => ({ ...relation, target: rename(relation.target) })),
    embedded: type.embedded.map(embed => ({ ...embed, target: rename(embed.target) })),
    actions: type.actions.map(action => ({ ...action, output: { ...action.output, types: action.output.types.map(rename) } })),
    item: type.item === undefined ? undefined : rename(type.item)
  }
}

function distinct (name: string, used: Set<string>): string {
  let free = name
  for (let count = 2; used.has(free); count++) free = `${name}${count}`
  used.add(free)
  return free
}
