// Values for people, as HTML. What a schema does not describe is known by its form.
import { isObject, type JsonObject, member } from '../../hypermedia/read.ts'
import type { MarkupValue } from '../../types/html.ts'
import { gistOf } from '../../views/resource-label.ts'
import { counted } from '../../views/wording.ts'
import { NO_FACTS, type ValueFacts } from '../facts.ts'
import { type Markup, markup } from '../markup.ts'
import { MOST_MEMBERS } from '../most-shown.ts'
import { titleOf, valueLabel } from '../names.ts'
import { dateWords } from './dates.ts'
import { moneyWords, numberWords, type Place } from './numbers.ts'
import { targetOf, type usePage } from './page-context.ts'

type Page = Pick<ReturnType<typeof usePage>, 'base' | 'components'>

const LONGEST_TEXT = 1000
const LONGEST_IN_CELL = 160
const LONGEST_LINK = 80
const MOST_ENTRIES = 50
const DEEPEST = 4

/** What stands for no value. */
export const NOTHING = markup`<span class="nothing">—</span>`

/** Returns a value in a cell of a table. */
export function cellOf (page: Page, place: Place): MarkupValue {
  const { value } = place
  const own = componentOf(page, place, true)
  if (own !== undefined) return own
  if (Array.isArray(value)) return listInCell(value)
  if (isObject(value)) return moneyOf(place) ?? (gistOf(value) || counted(Object.keys(value).length, 'member'))
  return scalarOf(page, place, LONGEST_IN_CELL)
}

/** Returns a value that has room: objects as names and values, lists as lists. */
export function valueOf (page: Page, place: Place, depth = 0): MarkupValue {
  const { value, facts } = place
  const own = componentOf(page, place, false)
  if (own !== undefined) return own
  const money = moneyOf(place)
  if (money !== null) return money
  if (Array.isArray(value)) return listOf(page, { value, facts }, depth)
  return isObject(value) ? objectOf(page, { value, facts }, depth) : scalarOf(page, place, LONGEST_TEXT)
}

/** Returns a value as the component of the app for its member shows it; undefined for none. */
export function componentOf (page: Page, { value, name, owner }: Place, isCell: boolean): MarkupValue {
  return page.components.members.get(name)?.(value, { owner: owner ?? {}, isCell })
}

/** Names and values. */
export interface NamedValues {
  readonly entries: ReadonlyArray<readonly [string, unknown]>
  /** How many more there are. */
  readonly omitted: number
  readonly facts: ValueFacts
}

/** Returns names and values. */
export function entriesOf (
  { entries, omitted, facts }: NamedValues, contentOf: (place: Place) => MarkupValue
): Markup {
  const owner = Object.fromEntries(entries)
  const shown = entries.slice(0, MOST_ENTRIES).map(([name, value]) => {
    const own = facts.members.get(name) ?? NO_FACTS
    const content = contentOf({ value, facts: own, name, owner })
    return markup`<div><dt>${shortName(titleOf(name, own.title))}</dt><dd dir="auto">${content}</dd></div>`
  })
  return markup`<dl class="entries">${shown}</dl>${more(entries.length + omitted)}`
}

function shortName (name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name
}

function more (count: number): MarkupValue {
  if (count <= MOST_ENTRIES) return null
  return markup`<p class="muted">${(count - MOST_ENTRIES).toLocaleString('en')} more in the JSON</p>`
}

/** A value, and what its schema has about it. */
interface Described<V> {
  readonly value: V
  readonly facts: ValueFacts
}

function objectOf (page: Page, { value, facts }: Described<JsonObject>, depth: number): MarkupValue {
  const names = Object.keys(value)
  if (names.length === 0) return NOTHING
  if (depth >= DEEPEST) return markup`<span class="muted">${counted(names.length, 'member')}</span>`
  const entries = names.slice(0, MOST_MEMBERS).map(name => [name, value[name]] as const)
  const shown = { entries, omitted: names.length - entries.length, facts }
  return entriesOf(shown, place => valueOf(page, place, depth + 1))
}

function listOf (page: Page, { value, facts: { element } }: Described<readonly unknown[]>, depth: number): MarkupValue {
  if (value.length === 0) return NOTHING
  if (depth >= DEEPEST) return markup`<span class="muted">${counted(value.length, 'item')}</span>`
  const shown = value.slice(0, MOST_ENTRIES)
  const isInline = shown.every(item => typeof item !== 'object' && String(item).length <= 40)
  const items = shown.map(item => {
    const place = { value: item, facts: element ?? NO_FACTS, name: '', owner: null }
    return markup`<li dir="auto">${valueOf(page, place, depth + 1)}</li>`
  })
  return markup`<ul class="${isInline ? 'inline' : 'values'}">${items}</ul>${more(value.length)}`
}

// A few short values are shown; of others, how many there are.
function listInCell (value: readonly unknown[]): MarkupValue {
  if (value.length === 0) return NOTHING
  const isShort = value.length <= 3 && value.every(item => typeof item !== 'object' && String(item).length <= 30)
  return isShort ? value.map(String).join(', ') : counted(value.length, 'item')
}

function scalarOf (page: Page, place: Place, longest: number): MarkupValue {
  const { value, facts } = place
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : markup`<span class="muted">No</span>`
  if (facts.choices !== null) return badge(String(value), facts.choices)
  if (typeof value === 'number') return numberWords(place, value)
  return textOf(page, { value: String(value), facts }, longest)
}

// A label that the schema gives a value stays as it is.
function badge (value: string, choices: ReadonlyMap<string, string>): Markup {
  const label = choices.get(value) ?? value
  const words = label === value ? valueLabel(value) : label
  return markup`<span class="value ${toneOf(value)}" title="${value.slice(0, 200)}">${words.slice(0, 200)}</span>`
}

const TONES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:active|approved|available|complete|completed|delivered|done|ok|paid|published|success)$/i, 'good'],
  [/^(?:shipped|succeeded|verified|enabled|resolved|confirmed)$/i, 'good'],
  [/^(?:pending|waiting|draft|new|open|in[-_ ]?(?:progress|review|transit)|processing|review|scheduled|paused|todo)$/i, 'open'],
  [/^(?:cancell?ed|failed|rejected|error|blocked|deleted|expired|overdue|disabled|suspended)$/i, 'bad']
]

function toneOf (value: string): string {
  return TONES.find(([words]) => words.test(value))?.[1] ?? 'plain'
}

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/

function textOf (page: Page, { value: text, facts }: Described<string>, longest: number): MarkupValue {
  const date = dateWords(text, facts.format)
  if (date !== null) return markup`<time datetime="${text}" title="${text}">${date}</time>`
  if (EMAIL.test(text)) return markup`<a href="mailto:${text}">${text}</a>`
  if (/^https?:\/\/\S+$/i.test(text) && text.length <= 2000) return linkOf(page, text)
  if (text.length <= longest) return longest === LONGEST_TEXT ? markup`<span class="text">${text}</span>` : text
  const rest = `${(text.length - longest).toLocaleString('en')} more characters`
  if (longest < LONGEST_TEXT) return `${text.slice(0, longest)}…`
  return markup`<span class="text">${text.slice(0, longest)}…</span> <span class="muted">(${rest})</span>`
}

// The text of a link is what a reader recognises it by.
function linkOf (page: Page, text: string): MarkupValue {
  const target = targetOf(page as ReturnType<typeof usePage>, text)
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  const words = bare.length > LONGEST_LINK ? `${bare.slice(0, LONGEST_LINK)}…` : bare
  if (target.kind === 'blocked') return text.slice(0, LONGEST_IN_CELL)
  if (target.kind === 'internal') return markup`<a href="${target.path}">${words}</a>`
  return markup`<a href="${target.url}" rel="noopener noreferrer" target="_blank">${words}</a>`
}

// An amount with its currency is one value.
function moneyOf ({ value }: Place): string | null {
  if (!isObject(value) || !Object.hasOwn(value, 'currency')) return null
  const names = Object.keys(value)
  const amount = ['amount', 'value'].find(name => Object.hasOwn(value, name))
  if (names.length !== 2 || amount === undefined) return null
  return moneyWords(member(value, amount), member(value, 'currency'))
}
