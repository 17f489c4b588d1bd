// The types of what configurations read, in TypeScript.
import { key } from '../catalog-text.ts'
import type { Config, Declaration, ListConfig } from './draft.ts'
import type { Shape } from './shape.ts'
import type { Value } from './values.ts'

/** The members of an interface, by name. */
export type Members = Map<string, Member>

interface Member {
  readonly type: string
  readonly optional: boolean
  readonly nullable: boolean
  readonly members: Members
}

/**
 * Returns the members that a configuration reads.
 * @param itemType the type of the items of a list; null for none
 */
export function membersRead (config: Config, itemType: string | null): Members {
  const members: Members = new Map()
  for (const { path } of config.declarations.flatMap(valuesRead)) add(members, path, config.shape)
  const { member, page } = config as Partial<ListConfig>
  if (itemType !== null) {
    const { required, shape: { nullable } } = config.shape.members.get(member!)!
    members.set(member!, { type: `${itemType}[]`, optional: !required, nullable, members: new Map() })
  }
  for (const path of [...Object.values(page?.sources ?? {}), ...Object.values(page?.guards ?? {})]) {
    if (typeof path === 'string') add(members, path.split('.'), config.shape)
  }
  return members
}

/** Returns the values that a declaration reads. */
export function valuesRead ({ values, query }: Pick<Declaration, 'values' | 'query'>): readonly Value[] {
  return [...values === 'request' ? [] : values, ...query === null || query === 'request' ? [] : [query.value]]
}

function add (members: Members, [name, ...inner]: readonly string[], shape: Shape): void {
  const { required, shape: member } = shape.members.get(name!)!
  const entry = members.get(name!) ??
    { type: typeText(member), optional: !required, nullable: member.nullable, members: new Map() }
  members.set(name!, entry)
  if (inner.length > 0) add(entry.members, inner, member)
}

function typeText ({ kind, types, element }: Shape): string {
  if (kind === 'list') {
    const inner = element === null ? 'unknown' : typeText(element)
    return inner.includes(' ') ? `Array<${inner}>` : `${inner}[]`
  }
  const names = [...new Set(types.map(type => type === 'integer' ? 'number' : type))]
  return kind === 'scalar' && names.length > 0 ? names.join(' | ') : 'unknown'
}

/** Returns the type of an object. */
export function typeLiteral (members: Members, indent = ''): string {
  const lines = [...members].map(([name, { optional, type, nullable, members }]) => {
    const inner = members.size === 0 ? type : typeLiteral(members, `${indent}  `)
    return `${indent}  ${key(name)}${optional ? '?' : ''}: ${inner}${nullable ? ' | null' : ''};`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
