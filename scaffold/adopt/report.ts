// What is printed of a draft.
import { type Config, configsOf, type Declaration, type Draft, type ListConfig, placeOf } from './draft.ts'

/** Returns the table of what was inferred, and what is missing. */
export function reportOf (draft: Draft): string {
  return [tableOf(draft), ...sections(draft)].join('\n')
}

const HEAD = ['type', 'self', 'links', 'actions', 'pages'] as const

function tableOf (draft: Draft): string {
  const rows = configsOf(draft).map(config => rowOf(config, draft))
  const widths = HEAD.map((head, column) =>
    Math.min(60, Math.max(head.length, ...rows.map(row => row[column]!.length)))
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return `${[line(HEAD), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`
}

function rowOf (config: Config, { rootUrl }: Draft): string[] {
  const { name, declarations, kind } = config
  const self = declarations.find(({ call }) => call === 'self')
  const relations = (actions: boolean) =>
    declarations
      .filter(({ call }) => call !== 'self' && (call === 'affordance') === actions)
      .map(labelOf)
      .join(', ') || '-'
  const url = kind === 'root' ? rootUrl : self?.route.url ?? '-'
  return [name, url, relations(false), relations(true), pagesOf(config)]
}

function labelOf ({ relation, template, values }: Declaration): string {
  const isConditional = values !== 'request' && values.some(({ absent }) => absent.length > 0)
  return `${relation}${template ? ' (template)' : isConditional ? ' (if present)' : ''}`
}

function pagesOf (config: Config): string {
  const { page } = config as Partial<ListConfig>
  return page == null ? '-' : Object.values(page.query).join(', ')
}

function sections (draft: Draft): string[] {
  const { omitted, notes } = draft
  const left = [...omitted]
    .filter(([route]) => !['HEAD', 'OPTIONS'].includes(route.method))
    .map(([route, reason]) => `${placeOf(route)}: ${reason}`)
  return [
    ...section('Left out:', [...left, ...notes, ...withoutSchemas(draft)]),
    ...section('Conditions and policies:', [...hooked(draft), ...stateful(draft)])
  ]
}

function section (title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map(line => `  ${line}`), '']
}

function withoutSchemas ({ routes }: Draft): string[] {
  const reads = routes.filter(({ method }) => method === 'GET')
  const unknown = reads.filter(({ response }) => response === undefined).length
  const sampled = reads.filter(route => route.sampled).length
  return [
    ...(unknown === 0
      ? []
      : [
          `${unknown} of ${reads.length} GET routes have no response schema, so their links, ` +
            'and the types of clients, are not known. Declare schemas, or read their responses with --crawl.'
        ]),
    ...(sampled === 0
      ? []
      : [
          `${sampled} GET routes have no response schema. Their links are of the responses that were read: ` +
            'a property that another response lacks gives no link.'
        ])
  ]
}

function hooked (draft: Draft): string[] {
  const targets = configsOf(draft)
    .flatMap(({ declarations }) => declarations)
    .filter(({ route }) => route.hooks.length > 0)
  const places = new Map(targets.map(({ route, call }) => [route, call === 'affordance']))
  return [...places].map(
    ([route, isAction]) =>
      `${placeOf(route)} has a ${route.hooks.join(' and a ')}: add its policy, ` +
      `or callers see ${isAction ? 'an action that they may not use' : 'a link that they may not follow'}.`
  )
}

function stateful (draft: Draft): string[] {
  const states = draft.resources.filter(
    ({ shape, declarations }) =>
      [...shape.members.keys()].some(name => /^(?:status|state)$/i.test(name)) &&
      declarations.some(({ call }) => call === 'affordance')
  )
  return states.map(({ name }) => `${name} has a state: add conditions to its actions with .when().`)
}
