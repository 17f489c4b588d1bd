import type { Test } from 'tap'
import { parseTemplate } from 'url-template'
import type { Store } from '../../scaffold/templates/minimal/store.ts'
import {
  absentFault, type Checks, differs, type Exchange, type Fault,
  faults, first, responseChecks, unless
} from './claims.ts'
import { bodyText, isObject, member, members, readDocument } from './documents.ts'
import type { RawRequest } from './raw.ts'
import { type Server, WARN } from './servers.ts'
import { known, knownKeys, knownRow, type Row } from './tables.ts'

// The checks of the table `reference-api`: of an app in this process, and of one in another.

interface LogClaim {
  readonly level?: 'info' | 'warn'
  readonly times: number
  readonly contains?: readonly string[]
}

interface ElementClaim {
  readonly links: readonly string[]
  readonly cancelIffPending?: true
  readonly memberAbsent?: readonly string[]
}

interface Expect {
  readonly status?: number
  readonly statusAnyOf?: readonly number[]
  readonly contentType?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly bodyBytes?: number
  readonly bodyNotContains?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
  readonly linksPresent?: readonly string[]
  readonly linksAbsent?: readonly string[]
  readonly actions?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly actionsAbsent?: readonly string[]
  readonly memberAbsent?: readonly string[]
  readonly isArray?: true
  readonly each?: ElementClaim
  readonly crawl?: { readonly maxDepth: number, readonly allStatusBelow: number }
  readonly log?: LogClaim
  readonly error?: string
  readonly ownKeys?: readonly string[]
}

interface Step {
  readonly request: RawRequest
  readonly expect: Expect
}

/** A row of the table `reference-api`. */
export interface ReferenceRow extends Row {
  readonly config?: { readonly Mode?: 'Strict', readonly environment?: string, readonly explorer?: boolean }
  readonly steps: readonly Step[]
  /** What was decided: it replaces claims of the last step. */
  readonly expect?: Expect
}

const BESIDE = ['/lax/1', '/gated/1', '/plain-object/1', '/number', '/throws-when/1']

/** Whether a step requests an endpoint beside the reference API. */
export function isBeside ({ request }: Step): boolean {
  return BESIDE.includes(request.path)
}

/** The API under test. */
export interface ReferenceApi extends Omit<Server, 'app'> {
  /** Whether a route matches; no handler needs to run. */
  hasRoute (method: string, path: string): boolean | Promise<boolean>
  /** What only this process can see. */
  readonly inside?: { readonly store: Store, readonly errors: readonly string[] }
}

interface Seen extends Exchange {
  readonly api: ReferenceApi
  readonly request: RawRequest
  /** The words of the warning that the row speaks of. */
  readonly words: readonly string[]
}

const SEEDS = { pending: 42, shipped: 7, cancelled: 99 }

/** Puts the placeholders' values in: an id by itself is a number. */
function fill<V> (value: V, origin: string): V {
  const texts = new Map<string, string>([
    ['{origin}', origin], ...Object.entries(SEEDS).map(([name, id]) => [`{${name}}`, String(id)] as const)
  ])
  const filled = JSON.stringify(value)
    .replace(/"\{(?:pending|shipped|cancelled)\}"/g, text => texts.get(text.slice(1, -1))!)
  return JSON.parse(filled.replace(/\{\w+\}/g, text => texts.get(text) ?? text)) as V
}

const linksOf = (resource: unknown) => Object.keys(members(member(resource, '_links')))

function elementFault (element: unknown, wanted: ElementClaim): Fault {
  knownKeys(wanted, 'links', 'cancelIffPending', 'memberAbsent')
  const missing = wanted.links.filter(rel => typeof member(element, '_links', rel, 'href') !== 'string')
  const cancel = member(element, '_actions', 'cancel') !== undefined
  return first(
    differs('missing links', missing, []),
    absentFault(element, wanted.memberAbsent ?? []),
    wanted.cancelIffPending === true
      ? differs(`cancel of ${JSON.stringify(element)}`, cancel, member(element, 'status') === 'Pending')
      : undefined
  )
}

/** Follows every link from a document on; actions are not carried out, but link to a route. */
async function crawl (
  api: ReferenceApi, path: string, { maxDepth, allStatusBelow }: NonNullable<Expect['crawl']>
): Promise<Fault> {
  const seen = new Set<string>()
  let front = [path]
  for (let depth = 0; depth <= maxDepth && front.length > 0; depth++) {
    const next: string[] = []
    for (const at of front.filter(at => !seen.has(at))) {
      seen.add(at)
      const response = await api.send({ method: 'GET', path: at })
      if (response.status >= allStatusBelow) return `${at}: response ${response.status}`
      const document = readDocument(response)
      for (const { href, method } of actionsIn(document)) {
        if (!await api.hasRoute(method, pathOf(href))) return `${method} ${href} has no route`
      }
      next.push(...linkHrefsIn(document).map(pathOf))
    }
    front = next
  }
  return unless(seen.size >= 4, `only ${[...seen].join(' ')} can be reached`)
}

const pathOf = (href: string) => {
  const { pathname, search } = new URL(href)
  return pathname + search
}

interface Action {
  readonly href: string
  readonly method: string
}

function resourcesIn (document: unknown): unknown[] {
  if (Array.isArray(document)) return document.flatMap(resourcesIn)
  return [document, ...Object.values(members(member(document, '_embedded'))).flat().flatMap(resourcesIn)]
}

const actionsIn = (document: unknown) =>
  resourcesIn(document).flatMap(resource => Object.values(members(member(resource, '_actions'))) as Action[])

function linkHrefsIn (document: unknown): string[] {
  const links = resourcesIn(document).flatMap(resource => Object.values(members(member(resource, '_links'))).flat())
  return links.filter(isObject)
    .map(({ href, templated }) => templated === true ? parseTemplate(String(href)).expand({}) : String(href))
}

const checks: Checks<Expect, Seen> = {
  status: responseChecks.status,
  contentType: responseChecks.contentType,
  bodyBytes: responseChecks.bodyBytes,
  statusAnyOf: (wanted, { response }) => unless(wanted.includes(response.status), `status ${response.status}`),
  body: (wanted, { response }) =>
    first(...Object.entries(wanted).map(([name, value]) => differs(name, member(readDocument(response), name), value))),
  bodyNotContains: (wanted, { response }) =>
    first(...wanted.map(text => unless(!bodyText(response).includes(text), `the body contains ${text}`))),
  links: (wanted, { response }) => {
    const links = Object.entries(members(member(readDocument(response), '_links')))
    return differs('links', Object.fromEntries(links.map(([rel, link]) => [rel, member(link, 'href')])), wanted)
  },
  linksPresent: (wanted, { response }) =>
    differs('missing links', wanted.filter(rel => !linksOf(readDocument(response)).includes(rel)), []),
  linksAbsent: (wanted, { response }) =>
    differs('links', linksOf(readDocument(response)).filter(rel => wanted.includes(rel)), []),
  actions: (wanted, { response }) => {
    const actions = members(member(readDocument(response), '_actions'))
    const offered = Object.entries(actions).map(([name, action]) =>
      [name, { href: member(action, 'href'), method: member(action, 'method') }])
    return differs('actions', Object.fromEntries(offered), wanted)
  },
  actionsAbsent: (wanted, { response }) => absentFault(member(readDocument(response), '_actions'), wanted),
  memberAbsent: (wanted, { response }) => absentFault(readDocument(response), wanted),
  isArray: (_, { response }) => unless(Array.isArray(readDocument(response)), 'no array'),
  each: (wanted, { response }) => {
    const elements = readDocument(response) as unknown[]
    return first(unless(elements.length > 0, 'no elements'), ...elements.map(element => elementFault(element, wanted)))
  },
  crawl: (wanted, { api, request }) => crawl(api, request.path, wanted),
  log: ({ times, level = 'warn', contains, ...rest }, { api, words }) => {
    knownKeys(rest)
    const wanted = known({ info: WARN - 10, warn: WARN }, level)
    const logged = api.log.filter(line => line.level === wanted && words.every(word => line.msg.includes(word)))
    return differs(`warnings with ${words.join(' and ')}`, logged.length, times)
  },
  error: (wanted, { api, response }) => first(
    differs('errors', api.inside?.errors, [wanted]),
    differs('code', member(readDocument(response), 'code'), 'FST_ERR_HYPER_LINK_UNRESOLVED')
  ),
  ownKeys: (wanted, { api }) => differs(
    'keys of the stored order', Reflect.ownKeys(api.inside!.store.get(SEEDS.pending)!), wanted
  )
}

/** The step that looks into the store sends nothing. */
async function look (api: ReferenceApi, request: RawRequest, before: Exchange | undefined): Promise<Exchange> {
  if (request.method !== 'INSPECT') return { response: await api.send(request) }
  if (request.path !== `store object ${SEEDS.pending}` || before === undefined) {
    throw new Error(`cannot inspect ${request.path}`)
  }
  return before
}

/** Checks the steps of a row, in order. */
export async function checkSteps (t: Test, row: ReferenceRow, api: ReferenceApi): Promise<void> {
  knownRow(row, 'config', 'steps', 'expect')
  let words: readonly string[] = []
  let answered: Exchange | undefined
  for (const [index, step] of fill(row.steps, api.origin).entries()) {
    knownKeys(step, 'request', 'expect')
    knownKeys(step.request, 'method', 'path', 'headers')
    const decided = index === row.steps.length - 1 ? row.expect : {}
    words = step.expect.log?.contains ?? words
    answered = await look(api, step.request, answered)
    t.same(
      await faults({ ...step.expect, ...decided }, checks, { ...answered, api, request: step.request, words }), [],
      `${step.request.method} ${step.request.path}`
    )
  }
}
