// Embedded resources in results. What the rows of a list have in common is there once.
import { isDeepStrictEqual } from '../lib/node-modules.ts'
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
  const all = embeddedIn(document)
  const members = new Rows(document, caller).membersOf(document, all)
  const actions = detail === 'schemas' ? actionsOf(all, caller) : actionNames(all)
  return { ...members, ...(actions.length === 0 ? {} : { embeddedActions: actions }) }
}

/** Writes the rows of a list. */
class Rows {
  /** The path of the list, without its query. */
  readonly #list: string | null
  readonly #caller: Caller

  constructor ({ path }: Document, caller: Caller) {
    this.#list = pathname(path)
    this.#caller = caller
  }

  /** Returns the rows by relation, and what they have in common. @param all the rows, and what these embed */
  membersOf ({ embedded }: Document, all: readonly Document[]): Json {
    const [rows, links, actions] = [new Map<string, Json[]>(), new Map<string, unknown>(), new Map<string, unknown>()]
    const inner = relationsIn(all)
    for (const [relation, documents] of embedded) {
      // A client could not tell rows from those that they embed under the same relation.
      const common = inner.has(relation) ? NOTHING : this.#commonOf(documents)
      rows.set(relation, this.#rowsJson(documents, common))
      if (common.links.size > 0) links.set(relation, parsed(common.links))
      if (common.actions.length > 0) actions.set(relation, common.actions)
    }
    return {
      embedded: Object.fromEntries(rows),
      ...(links.size === 0 ? {} : { rowLinks: Object.fromEntries(links) }),
      ...(actions.size === 0 ? {} : { rowActions: Object.fromEntries(actions) })
    }
  }

  // The links that all rows have, and the actions that more rows have than others.
  #commonOf (rows: readonly Document[]): Common {
    if (rows.length < 2) return NOTHING
    const links = counted(rows.flatMap(row => [...new Set(this.#linksOf(row))]))
      .flatMap(([link, count]) => count === rows.length ? [link] : [])
    const [[names, count]] = counted(rows.map(row => JSON.stringify(namesOf(row))))
      .sort(([, one], [, other]) => other - one) as [[string, number]]
    return { links: new Set(links), actions: count === 1 ? [] : JSON.parse(names) }
  }

  #rowsJson (rows: readonly Document[], common: Common): Json[] {
    return rows.map(row => this.#rowJson(row, common))
  }

  #rowJson (row: Document, common: Common): Json {
    const { path, data, embedded } = row
    const json: Json = { url: path, data }
    const links = this.#linksOf(row).filter(link => !common.links.has(link))
    if (links.length > 0) json['links'] = parsed(links)
    const actions = namesOf(row)
    if (!isDeepStrictEqual(actions, common.actions)) json['actions'] = actions
    if (embedded.length > 0) {
      json['embedded'] = Object.fromEntries(embedded.map(([name, inner]) => [name, this.#rowsJson(inner, NOTHING)]))
    }
    return json
  }

  // A link of a row that leads back to the list is omitted.
  #linksOf ({ path, links }: Document): string[] {
    const shown: string[] = []
    for (const link of links) {
      const target = pathname(link.path)
      if (target === null || (target !== path && target !== this.#list)) {
        shown.push(JSON.stringify(linkJson(link, this.#caller)))
      }
    }
    return shown
  }
}

function relationsIn (documents: readonly Document[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { embedded } of documents) for (const [name] of embedded) names.add(name)
  return names
}

function counted (texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
}

function namesOf ({ actions }: Document): string[] {
  return actions.map(({ name }) => name)
}

function parsed (links: Iterable<string>): unknown[] {
  return Array.from(links, link => JSON.parse(link))
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
