import type { RuleId } from '../../../testing/contract/rules.ts'
import { integer, object, order, string, type Version } from './versions.ts'

/** One change between two versions of an API, and a program of a client of the old one. */
export interface Change {
  readonly id: RuleId
  readonly place: string
  readonly old?: Partial<Version>
  readonly now?: Partial<Version>
  /** The statements of a program that reads `root`, the entry point. */
  readonly program?: string
  /** How the program fails. */
  readonly fails?: RegExp
}

const READ = "const order = await root.follow('order', { id: 1 })\n"
const CREATE = "await root.act('create', { reason: 'late', count: 2 })"
const ids = ['id', 'status', 'note']

/** At least one change for each rule. */
export const CHANGES: readonly Change[] = [
  {
    id: 'entry-point-removed',
    place: '/v1/',
    old: { prefixes: ['/v1'] },
    now: { prefixes: ['/v2'] },
    program: 'root.data.name',
    fails: /404/
  },
  {
    id: 'format-removed',
    place: "registration /, format 'hal-forms'",
    now: { options: { negotiateFormat: false } },
    program: "root.form('create')!.fields.find(({ name }) => name === 'reason')!.name.length",
    fails: /undefined/
  },
  {
    id: 'type-removed',
    place: 'Report',
    now: { report: false },
    program: "await root.follow('report')",
    fails: /404/
  },
  {
    id: 'kind-changed',
    place: 'TagList (TagPage now)',
    now: { tags: 'page' },
    program: "const tags = await root.follow('tags')\ntags.data.map(({ name }) => name)",
    fails: /is not a function/
  },
  {
    id: 'tag-removed',
    place: 'Order',
    now: { isTagged: false },
    program: `${READ}await order.act('close', {}, { ifMatch: true })`,
    fails: /without an entity tag/
  },
  {
    id: 'relation-removed',
    place: "Order, relation 'customer'",
    now: { customer: 'never' },
    program: `${READ}await order.follow('customer')`,
    fails: /customer/
  },
  {
    id: 'relation-optional',
    place: "Order, relation 'customer'",
    now: { customer: 'sometimes' },
    program: `${READ}await order.follow('customer')`,
    fails: /customer/
  },
  {
    id: 'variable-removed',
    place: "Root, relation 'search', variable 'q'",
    now: { query: object({ pageSize: { type: 'integer', default: 20, maximum: 100 } }) },
    program: "await root.follow('search', { q: 'tea' })",
    fails: /'q'/
  },
  {
    id: 'embedded-removed',
    place: "Order, embedded 'lines'",
    now: { lines: 'never' },
    program: `${READ}order.embedded('lines')[0]!.data.article`,
    fails: /undefined/
  },
  {
    id: 'embedded-optional',
    place: "Order, embedded 'lines'",
    now: { lines: 'on demand' },
    program: `${READ}order.embedded('lines')[0]!.data.article`,
    fails: /undefined/
  },
  {
    id: 'embedded-optional',
    place: "Order, embedded 'lines'",
    now: { lines: 'sometimes' },
    program: `${READ}order.embedded('lines')[0]!.data.article`,
    fails: /undefined/
  },
  { id: 'action-removed', place: "Root, action 'create'", now: { create: 'never' }, program: CREATE, fails: /create/ },
  { id: 'action-removed', place: "Root, action 'create'", now: { isDefault: true }, program: CREATE, fails: /create/ },
  {
    id: 'action-optional', place: "Root, action 'create'", now: { create: 'sometimes' }, program: CREATE, fails: /create/
  },
  {
    id: 'precondition-required',
    place: "Order, action 'close'",
    now: { close: { preconditions: { requireIfMatch: true, tag: () => 'one' } } },
    program: `${READ}await order.act('close', {})`,
    fails: /428/
  },
  {
    id: 'input-required',
    place: "Root, action 'create', input /reason",
    now: { body: object({ reason: string, count: integer }, ['reason']) },
    old: { body: object({ reason: string, count: integer }) },
    program: "await root.act('create', {})",
    fails: /reason/
  },
  {
    id: 'input-narrower',
    place: "Root, action 'create', input /reason",
    now: { body: object({ reason: { type: 'string', enum: ['early'] }, count: { type: 'integer', default: 1 } }) },
    program: CREATE,
    fails: /reason/
  },
  {
    id: 'member-removed',
    place: 'Order, data /note',
    now: { order: order({}, ['id', 'status'], { id: integer, status: { type: 'string', enum: ['open', 'closed'] } }) },
    program: `${READ}order.data.note.length`,
    fails: /undefined/
  },
  {
    id: 'member-optional',
    place: 'Order, data /note',
    now: { order: order({}, ['id', 'status']), stored: { id: 1, status: 'open' } },
    program: `${READ}order.data.note.length`,
    fails: /undefined/
  },
  {
    id: 'output-wider',
    place: 'Order, data /status',
    now: {
      order: order({ status: { type: 'string', enum: ['open', 'closed', 'lost'] } }),
      stored: { id: 1, status: 'lost', note: '' }
    },
    program: `${READ}const texts = { open: 'Open', closed: 'Closed' }\ntexts[order.data.status].length`,
    fails: /undefined/
  },
  {
    id: 'output-wider',
    place: "Order, action 'close', output",
    now: { closed: 'nothing' },
    program: `${READ}const closed = await order.act('close', {})\nclosed.data.id`,
    fails: /null/
  },
  { id: 'default-format-changed', place: 'registration /', now: { options: { defaultFormat: 'hal' } } },
  { id: 'policy-added', place: "Order, action 'close'", now: { close: { policy: 'clerk' } } },
  {
    id: 'page-size-limited',
    place: 'OrderPage, page size',
    now: { query: object({ q: string, pageSize: { type: 'integer', default: 20, maximum: 50 } }) }
  },
  {
    id: 'default-changed',
    place: "Root, action 'create', input /count",
    now: { body: object({ reason: string, count: { type: 'integer', default: 2 } }) }
  },
  {
    id: 'input-removed',
    place: "Root, action 'create', input /reason",
    now: { body: object({ count: { type: 'integer', default: 1 } }) }
  },
  {
    id: 'media-type-changed', place: "Order, relation 'customer'", now: { customerType: 'application/pdf' }
  },
  { id: 'array-changed', place: "Order, relation 'customer'", now: { customers: 'many' } },
  {
    id: 'not-comparable',
    place: 'Order, data /note',
    old: { order: order({ note: { type: 'string', pattern: '^a' } }) },
    now: { order: order({ note: { type: 'string', pattern: '^b' } }) }
  },
  {
    id: 'url-changed',
    place: '/orders/:id',
    now: { orderUrl: '/purchases/:id' },
    program: `${READ}if (order.data.id !== 1) throw new Error()`
  },
  {
    id: 'host-changed',
    place: 'registration /',
    now: { options: { baseUrl: 'https://api.example.com' } },
    program: READ
  },
  { id: 'method-changed', place: "Root, action 'create'", now: { createMethod: 'PUT' }, program: CREATE },
  {
    id: 'media-type-of-input-changed',
    place: "Root, action 'create'",
    now: { consumes: 'application/x-www-form-urlencoded' },
    program: CREATE
  },
  {
    id: 'entry-point-added',
    place: '/v2/',
    old: { prefixes: ['/v1'] },
    now: { prefixes: ['/v1', '/v2'] },
    program: READ
  },
  {
    id: 'format-added',
    place: "registration /, format 'hal-forms'",
    old: { options: { negotiateFormat: false } },
    program: READ
  },
  { id: 'type-added', place: 'Report', old: { report: false }, program: READ },
  { id: 'relation-added', place: "Order, relation 'customer'", old: { customer: 'never' }, program: READ },
  { id: 'embedded-added', place: "Order, embedded 'lines'", old: { lines: 'never' }, program: READ },
  { id: 'action-added', place: "Root, action 'create'", old: { create: 'never' }, program: READ },
  {
    id: 'input-added',
    place: "Root, action 'create', input /gift",
    now: { body: object({ reason: string, count: { type: 'integer', default: 1 }, gift: { type: 'boolean' } }) },
    program: CREATE
  },
  {
    id: 'input-wider',
    place: "Root, action 'create', input /reason",
    old: { body: object({ reason: { type: 'string', enum: ['late'] }, count: integer }) },
    now: { body: object({ reason: { type: 'string', enum: ['early', 'late'] }, count: integer }) },
    program: CREATE
  },
  {
    id: 'member-added',
    place: 'Order, data /total',
    now: { order: order({ total: integer }), stored: { id: 1, status: 'open', note: '', total: 3 } },
    program: `${READ}order.data.note.length`
  },
  {
    id: 'output-narrower',
    place: 'Order, data /note',
    old: { order: order({}, ['id', 'status']) },
    now: { order: order({}, ids) },
    program: `${READ}order.data.note?.length`
  },
  {
    id: 'always-present',
    place: "Order, relation 'customer'",
    old: { customer: 'sometimes' },
    program: `${READ}if (order.has('customer')) await order.follow('customer')`
  },
  {
    id: 'policy-removed',
    place: "Order, action 'close'",
    old: { close: { policy: 'clerk' } },
    program: `${READ}await order.act('close', {})`
  },
  {
    id: 'precondition-removed',
    place: "Order, action 'close'",
    old: { close: { preconditions: { requireIfMatch: true, tag: () => 'one' } } },
    program: `${READ}await order.act('close', {}, { ifMatch: true })`
  },
  {
    id: 'deprecated',
    place: "Order, relation 'customer'",
    now: { deprecated: true },
    program: `${READ}await order.follow('customer')`
  }
]
