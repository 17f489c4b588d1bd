import { AssertionError } from 'node:assert'
import { isObject, type JsonObject, listOf, member, membersOf, ownMembers } from '../hypermedia/read.ts'
import { kindOf } from '../lib/diagnostics/wording.ts'
import { isSameRelation } from '../lib/http/link-values.ts'
import type {
  Hypermedia, HypermediaSnapshot, InjectedResponse, LinkedResource, OfferedAction, OfferedForm, ProblemDocument
} from '../types/testing.ts'
import { controlsOf, type ReadAction, type ReadLink } from './document.ts'
import { snapshotOf } from './snapshot.ts'

/**
 * Reads the representation in a response of `app.inject`, or a body that was parsed from JSON, as
 * `await response.json()` of fetch returns it. The default format, HAL, HAL-FORMS and problem documents are read alike.
 * @param response a response of `app.inject`, or a parsed body
 * @throws AssertionError if it is not JSON
 * @example hypermedia(await app.inject('/orders/42')).action('cancel')
 */
export function hypermedia (response: InjectedResponse | object): Hypermedia {
  if (response instanceof Response || 'then' in response) {
    fail(
      `hypermedia() takes a response of app.inject or a parsed body, not ${kindOf(response)}. Await it: ` +
        'await response.json().'
    )
  }
  return isInjected(response)
    ? new Reader(parse(response), String(response.headers['link'] ?? ''))
    : new Reader(response)
}

function isInjected (value: object): value is InjectedResponse {
  const { statusCode, headers, body } = value as Partial<InjectedResponse>
  return typeof statusCode === 'number' && typeof headers === 'object' && typeof body === 'string'
}

function parse ({ statusCode, headers, body }: InjectedResponse): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return fail(
      `The response ${statusCode} has no JSON: its content type is ${String(headers['content-type'] ?? 'missing')}.`
    )
  }
}

// With the operator of `assert.fail`, jest prints no comparison of values.
function fail (message: string, stackStartFn: (...args: never) => unknown = fail): never {
  throw new AssertionError({ message, operator: 'fail', stackStartFn })
}

class Reader implements Hypermedia {
  readonly #body: unknown
  readonly #resource: JsonObject
  readonly #links: readonly ReadLink[]
  readonly #actions: readonly ReadAction[]

  constructor (body: unknown, linkHeader = '') {
    this.#body = body
    this.#resource = isObject(body) ? body : {}
    const { links, actions } = controlsOf(body, linkHeader)
    this.#links = links
    this.#actions = actions
  }

  get data (): Readonly<Record<string, unknown>> {
    return Object.fromEntries(ownMembers(this.#resource))
  }

  link (rel: string): LinkedResource {
    return this.links(rel)[0] ?? fail(`The relation '${rel}' has no links: its array is empty.`, this.link)
  }

  links (rel: string): readonly LinkedResource[] {
    if (!this.#relations.some(name => isSameRelation(name, rel))) {
      missing(`link '${rel}'`, 'links', this.#relations, this.links)
    }
    return this.#links.filter(link => isSameRelation(link.rel, rel))
      .map(({ rel: _rel, index: _index, ...link }) => link)
  }

  action (name: string): OfferedAction {
    const { fields: _fields, ...action } = this.#action(name, this.action)
    return action
  }

  form (name: string): OfferedForm {
    const { fields, ...action } = this.#action(name, this.form)
    if (fields === null) {
      fail(
        `The action '${name}' has no form: only HAL-FORMS has forms. Send Accept: application/prs.hal-forms+json.`,
        this.form
      )
    }
    const names = fields.map(({ name }) => name)
    const find: OfferedForm['field'] = field =>
      fields.find(({ name }) => name === field) ??
        missing(`field '${field}' in the form '${name}'`, 'fields', names, find)
    return { ...action, fields, field: find }
  }

  embedded (rel: string): readonly Hypermedia[] {
    const found = this.#embedded.filter(([name]) => isSameRelation(name, rel))
    if (found.length === 0) {
      missing(`embedded '${rel}'`, 'embedded resources', this.#embedded.map(([name]) => name), this.embedded)
    }
    return found.flatMap(([, value]) => listOf(value)).map(resource => new Reader(resource))
  }

  items (): readonly Hypermedia[] {
    const items = this.#items() ??
      fail(`The representation is no list: it has ${listed(Object.keys(this.#resource))}.`, this.items)
    return items.map(item => new Reader(item))
  }

  has (rel: string): boolean {
    return [...this.#links.map(link => link.rel), ...this.#embedded.map(([name]) => name)]
      .some(name => isSameRelation(name, rel))
  }

  can (name: string): boolean {
    return this.#actions.some(action => action.name === name)
  }

  problem (): ProblemDocument {
    const { data } = this
    if (typeof data['status'] !== 'number' || typeof data['title'] !== 'string') {
      fail(
        `The representation is no problem document (RFC 9457): it has ${listed(Object.keys(this.#resource))}.`,
        this.problem
      )
    }
    return data
  }

  snapshot (): HypermediaSnapshot {
    return snapshotOf(this.#links, this.#actions)
  }

  get #relations (): string[] {
    if (Array.isArray(this.#body)) return [...new Set(this.#links.map(({ rel }) => rel))]
    return membersOf(member(this.#resource, '_links')).map(([rel]) => rel).filter(rel => rel !== 'curies')
  }

  get #embedded (): ReturnType<typeof membersOf> {
    return membersOf(member(this.#resource, '_embedded'))
  }

  #action (name: string, start: (name: string) => unknown): ReadAction {
    const names = this.#actions.map(({ name }) => name)
    return this.#actions.find(action => action.name === name) ?? missing(`action '${name}'`, 'actions', names, start)
  }

  // The elements of a list, of a page, of the one list that HAL embeds, or of the one list of an envelope.
  #items (): readonly unknown[] | null {
    if (Array.isArray(this.#body)) return this.#body
    const { items } = this.#resource
    if (Array.isArray(items)) return items
    const embedded = this.#embedded.filter(([, value]) => Array.isArray(value))
    const [, own] =
      embedded.length === 1 ? embedded[0]! : embedded.find(([name]) => isSameRelation(name, 'item')) ?? lists(this.data)
    return Array.isArray(own) ? own : null
  }
}

function lists (data: Readonly<Record<string, unknown>>): readonly [name: string, list: unknown] {
  const found = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.every(isObject))
  return found.length === 1 ? found[0]! : ['', null]
}

function missing (member: string, kind: string, present: readonly string[], start: (...args: never) => unknown): never {
  return fail(`There is no ${member}. The ${kind} are ${listed(present)}.`, start)
}

function listed (names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `'${name}'`).join(', ')
}
