// Prints what ten tasks cost two agents: calls, characters and rejected calls.
// npx tsx test/http/mcp/agents.ts: with --write, the table and the transcripts in docs/agents.md are replaced.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Agent, connect, type Json, type Result } from './agent.ts'
import { type ApiDeclaration, buildApi } from './apis/api.ts'
import { office } from './apis/office.ts'
import { shop } from './apis/shop.ts'
import { tracker } from './apis/tracker.ts'
import { declareOperationTools } from './operation-tools.ts'
import { buildShop } from './shop.ts'

/** What a person wants: an action on one resource, on the first of a list that allows it, or a new resource. */
interface Task {
  readonly api: ApiDeclaration
  readonly text: string
  readonly kind: string
  readonly on: { readonly id: number } | { readonly list: string, readonly query: Json } | 'new'
  readonly action: string
  readonly input?: Json
}

const TASKS: readonly Task[] = [
  {
    api: shop,
    text: 'Cancel the oldest pending order that can be cancelled',
    kind: 'order',
    on: { list: 'orders', query: { status: 'pending', sort: 'placedAt', pageSize: 10 } },
    action: 'cancel'
  },
  { api: shop, text: 'Cancel order 7, if that is possible', kind: 'order', on: { id: 7 }, action: 'cancel' },
  {
    api: shop,
    text: 'Change the address of my last order',
    kind: 'order',
    on: { list: 'orders', query: { customer: 'ada', sort: '-placedAt', pageSize: 10 } },
    action: 'edit',
    input: { address: { street: '1 Ridge Road', city: 'Leeds', country: 'GB' } }
  },
  {
    api: tracker,
    text: 'Close the oldest open bug that can be closed',
    kind: 'issue',
    on: { list: 'issues', query: { status: 'open', label: 'bug', sort: 'openedOn', pageSize: 10 } },
    action: 'close'
  },
  {
    api: tracker,
    text: 'Give issue 8 to Grace',
    kind: 'issue',
    on: { id: 8 },
    action: 'assign',
    input: { assignee: 'grace' }
  },
  {
    api: tracker,
    text: 'Start the next sprint',
    kind: 'sprint',
    on: { list: 'sprints', query: { status: 'planned', sort: 'startsOn', pageSize: 10 } },
    action: 'start'
  },
  {
    api: tracker,
    text: 'Report a bug in project 2',
    kind: 'issue',
    on: 'new',
    action: 'create',
    input: { title: 'The search is slow', label: 'bug', project: 2 }
  },
  {
    api: office,
    text: 'Approve the largest expense that may be approved',
    kind: 'expense',
    on: { list: 'expenses', query: { status: 'waiting', sort: '-amount', pageSize: 10 } },
    action: 'approve'
  },
  { api: office, text: 'Hand over parcel 12', kind: 'parcel', on: { id: 12 }, action: 'collect' },
  { api: office, text: 'Cancel booking 7, if that is possible', kind: 'booking', on: { id: 7 }, action: 'cancel' }
]

/** What a task cost. */
export interface Cost {
  readonly calls: number
  /** What a model reads and writes: names, descriptions and input schemas of tools, arguments and texts of results. */
  readonly characters: number
  /** The same with the structured content of results, which some clients pass on beside the text. */
  readonly both: number
  /** Calls that the API rejected. */
  readonly rejected: number
}

export interface Measured {
  readonly task: string
  readonly api: string
  readonly operations: number
  readonly hypermedia: Cost
  readonly byOperation: Cost
  /** Whether both agents left the same data. */
  readonly isSame: boolean
}

type Call = (tool: string, input: Json) => Promise<Result>

/**
 * Follows what results have: an action, relation or variable that is not there is an error. One item is opened by its
 * identifier. Otherwise the agent asks `find` with words of the task.
 */
async function followTools (call: Call, task: Task): Promise<void> {
  const { kind, on, action, input = {} } = task
  if (on === 'new') {
    const { entryPoint, types } = (await call('find', { query: `${action} ${kind}` })).content
    const found = named(types.flatMap(({ actions = [] }: Json) => actions), 'action', `${action}-${kind}`)
    await call('act', { url: entryPoint, action: found.action, input })
    return
  }
  const { content } = 'id' in on
    ? await call('open', { relation: kind, variables: { id: on.id } })
    : await call('open', await searchOf(call, on, task))
  const [offer, inputs] = offerOf(content, action)
  // The action is not possible: the task ends.
  if (offer === undefined) return
  const { requiresEtag } = named(inputs, 'action', action)
  const etag = requiresEtag ? offer.etag ?? (await call('open', { url: offer.url })).content.etag : undefined
  await call('act', { url: offer.url, action, input, etag })
}

async function searchOf (
  call: Call, { list, query }: { readonly list: string, readonly query: Json }, { action, kind }: Task
): Promise<Json> {
  const { types } = (await call('find', { query: `${action} ${kind} ${list}` })).content
  const { relation, variables } = named(types.flatMap(({ relations = [] }: Json) => relations), 'relation', list)
  const known = variables.map((variable: Json) => variable.name ?? variable)
  if (!Object.keys(query).every(name => known.includes(name))) throw new Error(`${relation} has no such variable`)
  return { relation, variables: query }
}

/** Returns the first resource that offers an action, and the inputs of actions. */
function offerOf (content: Json, action: string): [offer: Json, inputs: Json[]] {
  if (content.actions.some((one: Json) => one.action === action)) return [content, content.actions]
  const rows = Object.entries<Json[]>(content.embedded ?? {}).flatMap(([relation, rows]) =>
    rows.map(row => ({ actions: content.rowActions?.[relation] ?? [], ...row })))
  return [rows.find(({ actions }) => actions.includes(action)), content.embeddedActions]
}

/** Knows the operations, but not what is possible: it tries one resource after the other. */
async function callOperations (call: Call, { kind, on, action, input = {} }: Task): Promise<void> {
  const operation = action + capital(kind)
  if (on === 'new') await call(operation, input)
  else if ('id' in on) await call(operation, { id: on.id, ...input })
  else {
    const { items } = JSON.parse((await call(`list${capital(on.list)}`, on.query)).text)
    for (const { id } of items) if (!(await call(operation, { id, ...input })).isError) return
  }
}

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)

function named (list: Json[], member: string, name: string): Json {
  const found = list.find(one => one[member] === name)
  if (found === undefined) throw new Error(`There is no ${member} ${name}.`)
  return found
}

async function perform (
  { client, call }: Agent, work: (call: Call) => Promise<void>
): Promise<Cost> {
  const { tools } = await client.listTools()
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  let characters = JSON.stringify(read).length + (client.getInstructions() ?? '').length
  let structured = 0
  let calls = 0
  let rejected = 0
  await work(async (name, input) => {
    const result = await call(name, input)
    calls++
    if (result.isError) rejected++
    characters += JSON.stringify({ name, arguments: input }).length + result.text.length
    structured += result.content === undefined ? 0 : JSON.stringify(result.content).length
    return result
  })
  return { calls, characters, both: characters + structured, rejected }
}

/** Performs each task with both agents, each with APIs of its own. */
export async function measure (): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const api of [shop, tracker, office]) measured.push(...await measureApi(api))
  return measured
}

async function measureApi (api: ApiDeclaration): Promise<Measured[]> {
  const [one, other] = [await buildApi(api), await buildApi(api, 'none', declareOperationTools)]
  const [hypermedia, byOperation] = await Promise.all([one, other].map(async ({ app }) =>
    connect(await app.listen({ port: 0, host: '127.0.0.1' })))) as [Agent, Agent]
  const operations = (await byOperation.client.listTools()).tools.length
  const measured: Measured[] = []
  for (const task of TASKS.filter(task => task.api === api)) {
    measured.push({
      task: task.text,
      api: api.title,
      operations,
      hypermedia: await perform(hypermedia, call => followTools(call, task)),
      byOperation: await perform(byOperation, call => callOperations(call, task)),
      isSame: isDeepStrictEqual(one.rows, other.rows)
    })
  }
  await Promise.all([hypermedia.client.close(), byOperation.client.close(), one.app.close(), other.app.close()])
  return measured
}

/** The page of the documentation. */
export const PAGE = 'docs/agents.md'
const TRANSCRIPT = /(?<=<!-- not run: printed by test\/http\/mcp\/agents\.ts: (.+) -->\n```json\n)[^]*?(?=```)/g

// Between the comment and the next empty line.
const TABLE = /(?<=<!-- results: agents -->\n)(?:[^\n]+\n)*/

/** Returns the table of the documentation. */
export function tableOf (measured: readonly Measured[]): string {
  const number = (value: number) => value.toLocaleString('en')
  const cost = ({ calls, characters, rejected }: Cost) => [calls, number(characters), rejected].join(' | ')
  const sum = (costs: readonly Cost[]) => costs.reduce((one, other) => ({
    calls: one.calls + other.calls,
    characters: one.characters + other.characters,
    both: one.both + other.both,
    rejected: one.rejected + other.rejected
  }))
  const all = [sum(measured.map(one => one.hypermedia)), sum(measured.map(one => one.byOperation))] as const
  const both = all.map(one => ({ ...one, characters: one.both }))
  return [
    '| API, operations | task | calls | characters | rejected | calls, by operation | characters | rejected |',
    '|---|---|---|---|---|---|---|---|',
    ...measured.map(({ api, operations, task, hypermedia, byOperation }) =>
      `| ${api}, ${operations} | ${task} | ${cost(hypermedia)} | ${cost(byOperation)} |`),
    `| | all | ${all.map(cost).join(' | ')} |`,
    `| | all, if the client passes on text and structured content | ${both.map(cost).join(' | ')} |`
  ].join('\n')
}

const OF_SHOP: readonly CallOfTool[] = [
  ['open', { url: '/orders/1' }], ['act', { url: '/orders/1', action: 'ship' }]
]
const OF_TRACKER: readonly CallOfTool[] = [['open', { url: '/sprints?status=planned&pageSize=2' }]]

type CallOfTool = readonly [tool: string, input: Json]

/** Returns the results that the documentation shows, by the call: of the shop of the tests, and of the tracker. */
export async function transcripts (): Promise<ReadonlyMap<string, string>> {
  const [{ app: shopApp }, { app: trackerApp }] = [
    await buildShop({ hyper: { hrefs: 'path' } }), await buildApi(tracker)
  ]
  return new Map([...await printed(shopApp, OF_SHOP), ...await printed(trackerApp, OF_TRACKER)])
}

async function printed (app: FastifyInstance, calls: readonly CallOfTool[]): Promise<[call: string, text: string][]> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { client, call } = await connect(origin, { authorization: 'Bearer ada' })
  const texts: [string, string][] = []
  for (const [tool, input] of calls) {
    texts.push([[tool, ...Object.values(input)].join(' '), inLines((await call(tool, input)).content)])
  }
  await Promise.all([client.close(), app.close()])
  return texts
}

// With a comma, 80.
const LONGEST_LINE = 79

/** Writes JSON with each value on one line, if it fits. */
function inLines (value: Json, indent = '', label = ''): string {
  const line = label + JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  if (indent.length + line.length <= LONGEST_LINE || typeof value !== 'object') return line
  const inner = `${indent}  `
  const members = Object.entries(value).map(([name, member]) =>
    inner + inLines(member, inner, Array.isArray(value) ? '' : `${JSON.stringify(name)}: `))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${label}${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Returns the page of the documentation with a table and with transcripts. */
export function pageWith (table: string, results: ReadonlyMap<string, string>): string {
  const page = readFileSync(PAGE, 'utf8').replace(TABLE, () => `${table}\n`)
  return page.replace(TRANSCRIPT, (_all, call: string) => {
    const text = results.get(call)
    if (text === undefined) throw new Error(`${PAGE} has a transcript of ${call}, which is not printed.`)
    return `${text}\n`
  })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const table = tableOf(await measure())
  console.log(table)
  if (process.argv.includes('--write')) writeFileSync(PAGE, pageWith(table, await transcripts()))
}
