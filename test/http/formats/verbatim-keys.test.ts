import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import hyper, { defineLinks, type HyperRouteOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import {
  type Checks, checkStartClaims, differs, type Exchange, type Fault, first, responseChecks, type StartClaim,
  unless
} from '../../support/claims.ts'
import { member, members, readDocument } from '../../support/documents.ts'
import { tryServe } from '../../support/servers.ts'
import { checkRows, known, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface Expect extends StartClaim {
  readonly status?: number
  readonly keyPresent?: true
  readonly validJson?: true
  readonly objectPrototypeUntouched?: true
  readonly order?: readonly string[]
  readonly keys?: readonly string[]
  readonly valueIsArray?: true
  readonly length?: number
  readonly dtoUnchanged?: true
  readonly noPrototypePollution?: true
}

interface KeyRow extends Row {
  readonly where: string
  readonly name: string | readonly string[]
  readonly config: object
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

/** A value to send, and how its route is opted in. */
interface Subject {
  readonly value: object
  readonly options: HyperRouteOptions
  readonly accept?: string
}

interface Seen extends Exchange {
  readonly row: KeyRow
  readonly value: object
  /** The value and the prototypes as they were before the request. */
  readonly before: unknown
}

const target = LinkTarget.uri('/target')

// What the texts of the table stand for.
const OBJECTS: Readonly<Record<string, () => object>> = {
  '{"id":1,"frozen":true}': () => Object.freeze({ id: 1, frozen: true }),
  '{"circular":true}': () => {
    const value: { circular: boolean, itself?: object } = { circular: true }
    return Object.assign(value, { itself: value })
  },
  '{}': () => ({}),
  '{"s":"a}b}"}': () => ({ s: 'a}b}' }),
  '{"__proto__own":1}': () => JSON.parse('{"__proto__":{"polluted":true},"own":1}') as object,
  '{"nullPrototype":true}': () => Object.assign(Object.create(null) as object, { nullPrototype: true }),
  '{"proxy":true}': () => new Proxy({ proxy: true }, {}),
  '{"private":true}': () => new Private()
}

class Private {
  readonly private = true
  readonly #secret = 'secret'
  // A projection that copies the value would lose the private field and throw here.
  toJSON (): object { return { private: this.#secret === 'secret' } }
}

class List extends Array<object> {}

const selfLinks = defineLinks(links => { links.self(target) })
const listLinks = defineLinks(List, links => { links.self(target) })

const namesOf = ({ name, expect }: KeyRow) =>
  typeof name === 'string' ? Array.from<string>({ length: expect.length ?? 1 }).fill(name) : name

const declaring = (row: KeyRow, declare: (links: LinkBuilder<object>, name: string) => unknown) =>
  defineLinks<object>(links => {
    for (const name of namesOf(row)) declare(links, name)
  })

// The member under test decides what is declared, and which format shows it.
const SUBJECTS: Readonly<Record<string, (row: KeyRow) => Subject>> = {
  _links: row => ({ value: {}, options: { links: declaring(row, (links, name) => links.link(name, target)) } }),
  _embedded: row => ({
    value: {}, options: { links: declaring(row, (links, name) => links.embed(name, () => ({ id: 1 }), selfLinks)) }
  }),
  _templates: row => ({
    value: {},
    options: { links: declaring(row, (links, name) => links.affordance(name, target)) },
    accept: 'application/prs.hal-forms+json'
  }),
  '(body)': row => row.name === '[]'
    ? { value: new List(), options: { links: true } }
    : { value: known(OBJECTS, String(row.name))(), options: { links: selfLinks } }
}

/** All own properties, accessors included; nothing is called. */
function snapshot (value: object): unknown {
  return [value, Object.prototype, Array.prototype].map(object => Object.getOwnPropertyDescriptors(object))
}

const keysOf = ({ response, row }: Seen) => Object.keys(members(member(readDocument(response), row.where)))

function unchanged ({ response, row, value, before }: Seen): Fault {
  const moved = unless(isDeepStrictEqual(snapshot(value), before), 'the value or a prototype was changed')
  if (row.name === '{"circular":true}') return moved
  const { _links: added, ...own } = members(readDocument(response))
  const wanted: unknown = JSON.parse(JSON.stringify(value))
  if (Array.isArray(value)) return first(moved, differs('the array', readDocument(response), wanted))
  return first(
    moved, differs('the value', own, { ...members(wanted) }), differs('links', added, { self: { href: '/target' } })
  )
}

const untouched = (_: true, { value, before }: Seen) =>
  unless(isDeepStrictEqual(snapshot(value), before), 'a prototype was changed')

const checks: Checks<Expect, Seen> = {
  status: responseChecks.status,
  keyPresent: (_, seen) => differs('names', keysOf(seen), [seen.row.name]),
  validJson: (_, { response }) => unless(readDocument(response) !== undefined, 'there is no document'),
  objectPrototypeUntouched: untouched,
  noPrototypePollution: untouched,
  order: (wanted, seen) => differs('order', keysOf(seen), wanted),
  keys: (wanted, seen) => differs('names', keysOf(seen), wanted),
  valueIsArray: (_, { response, row }) =>
    unless(Array.isArray(member(readDocument(response), row.where, String(row.name))), 'no array'),
  length: (wanted, { response, row }) =>
    differs('length', (member(readDocument(response), row.where, String(row.name)) as unknown[]).length, wanted),
  dtoUnchanged: (_, seen) => unchanged(seen)
}

async function declare (app: FastifyInstance, { value, options }: Subject): Promise<void> {
  await app.register(hyper, { links: [listLinks] })
  // A reply that is sent: Fastify would look for `then` on a value that is returned.
  app.get('/value', { config: { hyper: options } }, (_, reply) => { reply.send(value) })
}

async function check (t: Test, row: KeyRow): Promise<void> {
  knownRow(row, 'where', 'name', 'config', 'expect', 'acceptable')
  knownKeys(row.config)
  const { value, ...subject } = known(SUBJECTS, row.where)(row)
  const start = await tryServe(t, app => declare(app, { value, ...subject }))
  await checkStartClaims(t, row, checks, start, async ({ send }) => {
    const before = snapshot(value)
    const response = await send({
      method: 'GET', path: '/value', headers: subject.accept === undefined ? [] : [['Accept', subject.accept]]
    })
    return { response, row, value, before }
  })
}

await checkRows(readTable<KeyRow>('verbatim-keys'), check)
