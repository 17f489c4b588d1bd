import type { RuleId } from '../../../testing/contract/rules.ts'
import { integer, object, order, string, type Version } from './versions.ts'

/** One change between two versions of an API, and a program of a client of the old one. */
export type Change = readonly [
  id: RuleId,
  place: string,
  versions: { readonly old?: Partial<Version>, readonly now?: Partial<Version> },
  /** The statements of a program that reads `root`, the entry point. */
  program?: string,
  /** How the program fails. */
  fails?: RegExp
]

const READ = "const order = await root.follow('order', { id: 1 })\n"
const CREATE = "await root.act('create', { reason: 'late', count: 2 })"
const ids = ['id', 'status', 'note']

/** At least one change for each rule. */
export const CHANGES: readonly Change[] = [
  ['entry-point-removed', '/v1/', { old: { prefixes: ['/v1'] }, now: { prefixes: ['/v2'] } }, 'root.data.name', /404/],
  [
    'format-removed', "registration /, format 'hal-forms'", { now: { options: { negotiateFormat: false } } },
    "root.form('create')!.fields.find(({ name }) => name === 'reason')!.name.length", /undefined/
  ],
  ['type-removed', 'Report', { now: { report: false } }, "await root.follow('report')", /404/],
  [
    'kind-changed', 'TagList (TagPage now)', { now: { tags: 'page' } },
    "const tags = await root.follow('tags')\ntags.data.map(({ name }) => name)", /is not a function/
  ],
  [
    'tag-removed', 'Order', { now: { isTagged: false } }, `${READ}await order.act('close', {}, { ifMatch: true })`,
    /has no entity tag/
  ],
  [
    'relation-removed', "Order, relation 'customer'", { now: { customer: 'never' } },
    `${READ}await order.follow('customer')`, /customer/
  ],
  [
    'relation-removed', "Order, relation 'customer'", { now: { isRenamed: true } },
    `${READ}await order.follow('customer')`, /customer/
  ],
  [
    'relation-optional', "Order, relation 'customer'", { now: { customer: 'sometimes' } },
    `${READ}await order.follow('customer')`, /customer/
  ],
  [
    'variable-removed', "Root, relation 'search', variable 'q'",
    { now: { query: object({ pageSize: { type: 'integer', default: 20, maximum: 100 } }) } },
    "await root.follow('search', { q: 'tea' })", /'q'/
  ],
  [
    'embedded-removed', "Order, embedded 'lines'", { now: { lines: 'never' } },
    `${READ}order.embedded('lines')[0]!.data.article`, /undefined/
  ],
  [
    'embedded-optional', "Order, embedded 'lines'", { now: { lines: 'on demand' } },
    `${READ}order.embedded('lines')[0]!.data.article`, /undefined/
  ],
  [
    'embedded-optional', "Order, embedded 'lines'", { now: { lines: 'sometimes' } },
    `${READ}order.embedded('lines')[0]!.data.article`, /undefined/
  ],
  ['action-removed', "Root, action 'create'", { now: { create: 'never' } }, CREATE, /create/],
  ['action-removed', "Root, action 'create'", { now: { isDefault: true } }, CREATE, /create/],
  ['action-removed', "Root, action 'create'", { now: { isRenamed: true } }, CREATE, /create/],
  ['action-optional', "Root, action 'create'", { now: { create: 'sometimes' } }, CREATE, /create/],
  [
    'precondition-required', "Order, action 'close'",
    { now: { close: { preconditions: { requireIfMatch: true, tag: () => 'one' } } } },
    `${READ}await order.act('close', {})`, /428/
  ],
  [
    'input-required', "Root, action 'create', input /reason",
    {
      old: { body: object({ reason: string, count: integer }) },
      now: { body: object({ reason: string, count: integer }, ['reason']) }
    },
    "await root.act('create', {})", /reason/
  ],
  [
    'input-narrower', "Root, action 'create', input /reason",
    { now: { body: object({ reason: { type: 'string', enum: ['early'] }, count: { type: 'integer', default: 1 } }) } },
    CREATE, /reason/
  ],
  [
    'member-removed', 'Order, data /note',
    {
      now: {
        order: order({}, ['id', 'status'], { id: integer, status: { type: 'string', enum: ['open', 'closed'] } })
      }
    },
    `${READ}order.data.note.length`, /undefined/
  ],
  [
    'member-optional', 'Order, data /note',
    { now: { order: order({}, ['id', 'status']), stored: { id: 1, status: 'open' } } }, `${READ}order.data.note.length`,
    /undefined/
  ],
  [
    'output-wider', 'Order, data /status',
    {
      now: {
        order: order({ status: { type: 'string', enum: ['open', 'closed', 'lost'] } }),
        stored: { id: 1, status: 'lost', note: '' }
      }
    },
    `${READ}const texts = { open: 'Open', closed: 'Closed' }\ntexts[order.data.status].length`, /undefined/
  ],
  [
    'output-wider', "Order, action 'close', output", { now: { closed: 'nothing' } },
    `${READ}const closed = await order.act('close', {})\nclosed.data.id`, /null/
  ],
  ['default-format-changed', 'registration /', { now: { options: { defaultFormat: 'hal' } } }],
  ['policy-added', "Order, action 'close'", { now: { close: { policy: 'clerk' } } }],
  ['page-size-limited', 'OrderPage, page size', {
    now: { query: object({ q: string, pageSize: { type: 'integer', default: 20, maximum: 50 } }) }
  }],
  ['default-changed', "Root, action 'create', input /count", {
    now: { body: object({ reason: string, count: { type: 'integer', default: 2 } }) }
  }],
  ['input-removed', "Root, action 'create', input /reason", {
    now: { body: object({ count: { type: 'integer', default: 1 } }) }
  }],
  ['media-type-changed', "Order, relation 'customer'", { now: { customerType: 'application/pdf' } }],
  ['array-changed', "Order, relation 'customer'", { now: { customers: 'many' } }],
  [
    'not-comparable', 'Order, data /note',
    {
      old: { order: order({ note: { type: 'string', pattern: '^a' } }) },
      now: { order: order({ note: { type: 'string', pattern: '^b' } }) }
    }
  ],
  [
    'url-changed', '/orders/:id', { now: { orderUrl: '/purchases/:id' } },
    `${READ}if (order.data.id !== 1) throw new Error()`
  ],
  ['host-changed', 'registration /', { now: { options: { baseUrl: 'https://api.example.com' } } }, READ],
  ['method-changed', "Root, action 'create'", { now: { createMethod: 'PUT' } }, CREATE],
  [
    'media-type-of-input-changed', "Root, action 'create'", { now: { consumes: 'application/x-www-form-urlencoded' } },
    CREATE
  ],
  ['entry-point-added', '/v2/', { old: { prefixes: ['/v1'] }, now: { prefixes: ['/v1', '/v2'] } }, READ],
  ['format-added', "registration /, format 'hal-forms'", { old: { options: { negotiateFormat: false } } }, READ],
  ['type-added', 'Report', { old: { report: false } }, READ],
  ['relation-added', "Order, relation 'customer'", { old: { customer: 'never' } }, READ],
  ['embedded-added', "Order, embedded 'lines'", { old: { lines: 'never' } }, READ],
  ['action-added', "Root, action 'create'", { old: { create: 'never' } }, READ],
  [
    'input-added', "Root, action 'create', input /gift",
    { now: { body: object({ reason: string, count: { type: 'integer', default: 1 }, gift: { type: 'boolean' } }) } },
    CREATE
  ],
  [
    'input-wider', "Root, action 'create', input /reason",
    {
      old: { body: object({ reason: { type: 'string', enum: ['late'] }, count: integer }) },
      now: { body: object({ reason: { type: 'string', enum: ['early', 'late'] }, count: integer }) }
    },
    CREATE
  ],
  [
    'member-added', 'Order, data /total',
    { now: { order: order({ total: integer }), stored: { id: 1, status: 'open', note: '', total: 3 } } },
    `${READ}order.data.note.length`
  ],
  [
    'output-narrower', 'Order, data /note',
    { old: { order: order({}, ['id', 'status']) }, now: { order: order({}, ids) } }, `${READ}order.data.note?.length`
  ],
  [
    'always-present', "Order, relation 'customer'", { old: { customer: 'sometimes' } },
    `${READ}if (order.has('customer')) await order.follow('customer')`
  ],
  [
    'policy-removed', "Order, action 'close'", { old: { close: { policy: 'clerk' } } },
    `${READ}await order.act('close', {})`
  ],
  [
    'precondition-removed', "Order, action 'close'",
    { old: { close: { preconditions: { requireIfMatch: true, tag: () => 'one' } } } },
    `${READ}await order.act('close', {}, { ifMatch: true })`
  ],
  ['deprecated', "Order, relation 'customer'", { now: { deprecated: true } }, `${READ}await order.follow('customer')`]
]
