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
  const rows = configsOf(draft).map(config => rowOf(config, draft))
  const widths = HEAD.map((head, column) => Math.min(60, Math.max(...[head, ...rows.map(row => row[column]!)]
    .map(({ length }) => length))))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()
  return `${[HEAD, widths.map(width => '-'.repeat(width)), ...rows].map(line).join('\n')}\n`
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
  return [
    unknown > 0 && `${unknown} of ${reads.length} GET routes have no response schema, so their links, and the types ` +
      'of clients, are not known. Declare schemas, or read their responses with --crawl.',
    sampled > 0 && `${sampled} GET routes have no response schema. Their links are of the responses that were read: ` +
      'a property that another response lacks gives no link.'
  ].filter(line => line !== false)
}

function hooked (draft: Draft): string[] {
  const targets = configsOf(draft).flatMap(({ declarations }) => declarations)
  const places = new Map(targets.map(({ route, call }) => [route, call === 'affordance']))
  return [...places].flatMap(([route, isAction]) => {
    const hooks = hooksOf(route, draft).map(name => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`).join(' and ')
    if (hooks === '') return []
    return `${placeOf(route)} has ${hooks}: add its policy, or callers see ` +
      `${isAction ? 'an action that they may not use' : 'a link that they may not follow'}.`
  })
}

// A hook that all routes have, such as one for CORS, is about none of them.
function hooksOf ({ hooks, scopeHooks }: AppRoute, { routes }: Draft): string[] {
  const own = scopeHooks.filter(({ run }) =>
    !routes.every(({ scopeHooks }) => scopeHooks.some(hook => hook.run === run)))
  return [...hooks, ...new Set(own.map(({ name }) => `${name} of its scope`))]
}

function stateful ({ resources }: Draft): string[] {
  const states = resources.filter(({ shape, declarations }) =>
    [...shape.members.keys()].some(name => /^(?:status|state)$/i.test(name)) &&
    declarations.some(({ call }) => call === 'affordance'))
  return states.map(({ name }) => `${name} has a state: add conditions to its actions with .when().`)
}
