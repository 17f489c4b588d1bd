// Embedded resources in results. What the rows of a list have in common is there once.
import { isDeepStrictEqual } from 'node:util'
import type { ActionInput } from './api.ts'
import type { Caller } from './caller.ts'
import { type Document, embeddedIn, type OfferedAction } from './document.ts'
import { type Detail, inputJson, type Json, linkJson, nameJson } from './offers.ts'

/** What the rows of a relation have in common. */
interface Common {
  /** The links that each row has, as JSON. */
  readonly links: ReadonlySet<string>
  /** The names of the actions of each row that names no others. */
  readonly actions: readonly string[]
}

const NOTHING: Common = { links: new Set(), actions: [] }

/** Returns what is embedded in a document. */
export function embeddedJson (document: Document, caller: Caller, detail: Detail): Json {
  const list = pathname(document.path)
  const all = embeddedIn(document)
  // A client could not tell rows from those that they embed under the same relation.
  const inner = new Set(all.flatMap(({ embedded }) => embedded.map(([name]) => name)))
  const relations = document.embedded.map(([name, rows]) =>
    ({ name, rows, common: inner.has(name) ? NOTHING : commonOf(rows, list, caller) }))
  const rowLinks = relations.flatMap(({ name, common: { links } }) => links.size === 0 ? [] : [[name, parsed(links)]])
  const rowActions = relations.flatMap(({ name, common: { actions } }) => actions.length === 0 ? [] : [[name, actions]])
  const actions = detail === 'schemas' ? actionsOf(all, caller) : actionNames(all)
  return {
    embedded: Object.fromEntries(relations.map(({ name, rows, common }) =>
      [name, rows.map(row => rowJson(row, { list, common, caller }))])),
    ...(rowLinks.length === 0 ? {} : { rowLinks: Object.fromEntries(rowLinks) }),
    ...(rowActions.length === 0 ? {} : { rowActions: Object.fromEntries(rowActions) }),
    ...(actions.length === 0 ? {} : { embeddedActions: actions })
  }
}

// The links that all rows have, and the actions that more rows have than others.
function commonOf (rows: readonly Document[], list: string | null, caller: Caller): Common {
  if (rows.length < 2) return NOTHING
  const links = counted(rows.flatMap(row => [...new Set(linksOf(row, list, caller))]))
    .flatMap(([link, count]) => count === rows.length ? [link] : [])
  const [[names, count]] = counted(rows.map(row => JSON.stringify(namesOf(row))))
    .sort(([, one], [, other]) => other - one) as [[string, number]]
  return { links: new Set(links), actions: count === 1 ? [] : JSON.parse(names) }
}

function counted (texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
}

function namesOf ({ actions }: Document): string[] {
  return actions.map(({ name }) => name)
}

/** @param list the path of the document, without its query: a link of a row that leads back to it is omitted */
function linksOf ({ path, links }: Document, list: string | null, caller: Caller): string[] {
  return links.filter(link => link.path === null || ![path, list].includes(pathname(link.path)))
    .map(link => JSON.stringify(linkJson(link, caller)))
}

function parsed (links: Iterable<string>): unknown[] {
  return Array.from(links, link => JSON.parse(link))
}

/** What the rows of a relation are written with. */
interface RowContext {
  /** The path of the list, without its query. */
  readonly list: string | null
  readonly common: Common
  readonly caller: Caller
}

function rowJson (row: Document, { list, common, caller }: RowContext): Json {
  const { path, data, embedded } = row
  const links = linksOf(row, list, caller).filter(link => !common.links.has(link))
  const actions = namesOf(row)
  const inner = embedded.map(([name, rows]) => [name, rows.map(row => rowJson(row, { list, common: NOTHING, caller }))])
  return {
    url: path,
    data,
    ...(links.length === 0 ? {} : { links: parsed(links) }),
    ...(isDeepStrictEqual(actions, common.actions) ? {} : { actions }),
    ...(inner.length === 0 ? {} : { embedded: Object.fromEntries(inner) })
  }
}

function pathname (path: string | null): string | null {
  return path === null ? null : path.split('?', 1)[0]!
}

/** Returns the names of the actions of rows, each once: with its title if all rows that offer it have the same. */
function actionNames (rows: readonly Document[]): Json[] {
  const known = new Map<string, Json>()
  for (const action of rows.flatMap(({ actions }) => actions)) {
    const [json, other] = [nameJson(action), known.get(action.name)]
    known.set(action.name, other === undefined || isDeepStrictEqual(other, json) ? json : { action: action.name })
  }
  return [...known.values()]
}

/** Returns the actions of rows, each once: with its input if all rows that offer it have the same. */
function actionsOf (rows: readonly Document[], { api, request }: Caller): Json[] {
  const known = new Map<string, { readonly one: OfferedAction, readonly input: ActionInput, isShared: boolean }>()
  for (const action of rows.flatMap(({ actions }) => actions)) {
    const { name, method, title } = action
    const input = api.inputOf(action, request)
    const other = known.get(name)
    if (other === undefined) known.set(name, { one: action, input, isShared: true })
    else {
      other.isShared &&= other.one.method === method && other.one.title === title &&
        isDeepStrictEqual(other.input, input)
    }
  }
  return [...known].map(([action, { one, input, isShared }]) =>
    isShared ? { ...nameJson(one), method: one.method, ...inputJson(one, input) } : { action })
}
