// What is printed of a draft.
import type { AppRoute } from './collect.ts'
import { type Config, configsOf, type Declaration, type Draft, type ListConfig, placeOf } from './draft.ts'

/** Returns the table of what was inferred, and what is missing. */
export function reportOf (draft: Draft): string {
  const { omitted, notes } = draft
  const left = [...omitted].filter(([{ method }]) => !['HEAD', 'OPTIONS'].includes(method))
    .map(([route, reason]) => `${placeOf(route)}: ${reason}`)
  return [
    tableOf(draft),
    ...section('Left out:', [...left, ...notes, ...withoutSchemas(draft)]),
    ...section('Conditions and policies:', [...hooked(draft), ...stateful(draft)])
  ].join('\n')
}

const HEAD = ['type', 'self', 'links', 'actions', 'pages'] as const

function tableOf (draft: Draft): string {
  const rows = configsOf(draft).map(config => rowOf(config, draft).map(cell => wrapped(cell, 44)))
  const widths = HEAD.map((head, column) =>
    Math.max(...[head, ...rows.flatMap(row => row[column]!)].map(({ length }) => length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()
  const linesOf = (row: readonly string[][]) =>
    Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, index) =>
      line(row.map(cell => cell[index] ?? '')))
  return `${[line(HEAD), line(widths.map(width => '-'.repeat(width))), ...rows.flatMap(linesOf)].join('\n')}\n`
}

// Lines of whole parts of a list.
function wrapped (list: string, width: number): string[] {
  const lines: string[] = []
  for (const part of list.split(/(?<=,) /)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + part.length >= width) lines.push(part)
    else lines[lines.length - 1] = `${last} ${part}`
  }
  return lines
}

function rowOf (config: Config, { rootUrl }: Draft): string[] {
  const { name, declarations, kind } = config
  const self = declarations.find(({ call }) => call === 'self')?.route.url ?? '-'
  const relations = (...calls: readonly Declaration['call'][]) =>
    declarations.filter(({ call }) => calls.includes(call)).map(labelOf).join(', ') || '-'
  const { page } = config as Partial<ListConfig>
  const pages = page == null ? '-' : Object.values(page.query).join(', ')
  return [name, kind === 'root' ? rootUrl : self, relations('link', 'linkMany'), relations('affordance'), pages]
}

function labelOf ({ relation, template, values }: Declaration): string {
  const isConditional = values !== 'request' && values.some(({ absent }) => absent.length > 0)
  return `${relation}${template ? ' (template)' : isConditional ? ' (if present)' : ''}`
}

function section (title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map(line => `  ${line}`), '']
}

function withoutSchemas ({ routes }: Draft): string[] {
  const reads = routes.filter(({ method }) => method === 'GET')
  const unknown = reads.filter(({ response }) => response === undefined).length
  const sampled = reads.filter(route => route.sampled).length
  if (unknown + sampled === 0) return []
  const start = `${unknown + sampled} of ${reads.length} GET routes have no response schema`
  if (sampled === 0) {
    return [`${start}, so their links, and the types of clients, are not known. ` +
      'Declare schemas, or read their responses with --crawl.']
  }
  const rest = unknown === 0 ? '' : ' The links of the others are not known: declare schemas.'
  return [`${start}. ${sampled} were read: a property that another response lacks gives no link.${rest}`]
}

function hooked (draft: Draft): string[] {
  const targets = configsOf(draft).flatMap(({ declarations }) => declarations)
  const calls = new Map(targets.map(({ route, call }) => [route, call === 'affordance']))
  const groups = new Map<string, AppRoute[]>()
  for (const [route, isAction] of calls) {
    const hooks = hooksOf(route, draft)
    const warning = isAction ? 'an action that they may not use' : 'a link that they may not follow'
    const end = `${hooks}: add its policy, or callers see ${warning}.`
    if (hooks !== '') groups.set(end, [...groups.get(end) ?? [], route])
  }
  return [...groups].flatMap(([end, routes]) => {
    const places = wrapped(routes.map(placeOf).join(', '), 110)
    if (routes.length === 1) return [`${places[0]} has ${end}`]
    return [`Each of these has ${end}`, ...places.map(line => `  ${line}`)]
  })
}

// A hook that all routes have, such as one for CORS, is about none of them.
function hooksOf ({ hooks, scopeHooks }: AppRoute, { routes }: Draft): string {
  const own = scopeHooks.filter(({ run }) =>
    !routes.every(({ scopeHooks }) => scopeHooks.some(hook => hook.run === run)))
  return [...hooks, ...new Set(own.map(({ name }) => `${name} of the scope`))]
    .map(name => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`).join(' and ')
}

function stateful ({ resources }: Draft): string[] {
  const states = resources.filter(({ shape, declarations }) =>
    [...shape.members.keys()].some(name => /^(?:status|state)$/i.test(name)) &&
    declarations.some(({ call }) => call === 'affordance'))
  return states.map(({ name }) => `${name} has a state: add conditions to its actions with .when().`)
}
