import t from 'tap'
import { compareContracts } from '../../../testing/contract/compare.ts'
import type { Contract, ContractAction, ContractRelation, ContractType } from '../../../testing/contract/contract.ts'

const HAL = { formats: ['hal'], defaultFormat: 'hal' }

const contract = (types: Contract['types'], more: Partial<Contract> = {}): Contract =>
  ({ version: 1, entryPoints: { '/': 'Root' }, registrations: { '/': HAL }, types, ...more })
const type = (more: Partial<ContractType> = {}): ContractType => ({ kind: 'resource', ...more })
const link = (target: string | null, more: Partial<ContractRelation> = {}): ContractRelation =>
  ({ target, presence: 'always', ...more })
const action = (more: Partial<ContractAction> = {}): ContractAction =>
  ({ method: 'POST', url: '/a', presence: 'always', output: ['A'], ...more })
const rootTo = (relation: ContractRelation) => type({ relations: { to: relation } })
const root = (more: Partial<ContractType> = {}) => contract({ Root: type(more) })
const rootWith = (relation: ContractRelation) => contract({ Root: rootTo(relation) })
const note = { type: 'object', properties: { note: { type: 'string' } } }
const withAction = (more: Partial<ContractAction>) =>
  contract({ Root: type({ actions: { do: action(more) } }), A: type(), B: type() })

const CASES: Readonly<Record<string, readonly [old: Contract, now: Contract, expected: string[]]>> = {
  'another name of a type is no change': [
    contract({ Root: rootTo(link('A')), A: type({ data: note, relations: { self: link('A') } }) }),
    contract({ Root: rootTo(link('B')), B: type({ data: note, relations: { self: link('B') } }) }),
    []
  ],
  'a relation leads to another type': [
    contract({ Root: rootTo(link('A')), A: type({ data: note }), B: type() }),
    contract({ Root: rootTo(link('B')), A: type({ data: note }), B: type() }),
    ['not-comparable A (B now), data']
  ],
  'a relation leads to a type that has more': [
    contract({ Root: rootTo(link('A')), A: type({ data: note }) }),
    contract({
      Root: rootTo(link('B')),
      A: type({ data: note }),
      B: type({ data: { ...note, properties: { ...note.properties, id: {} } } })
    }),
    ['member-added A (B now), data /id']
  ],
  'a relation leads to an unknown type': [
    contract({ Root: rootTo(link('A')), A: type() }), contract({ Root: rootTo(link(null)), A: type() }),
    ["not-comparable Root, relation 'to'"]
  ],
  'a name that no type has': [rootWith(link('Gone')), rootWith(link('Gone')), []],
  'names of Object.prototype': [
    rootWith(link('constructor')), root({ relations: {} }),
    ["relation-removed Root, relation 'to'"]
  ],
  'a type that became unknown': [rootWith(link(null)), root({ open: true }), ['not-comparable Root']],
  'a URL is counted once': [
    root({ urls: ['/a'], relations: { to: link('Root', { urls: ['/a'] }) } }),
    root({ urls: ['/b'], relations: { to: link('Root', { urls: ['/b'] }) } }),
    ['url-changed /a']
  ],
  'one more URL is no change': [root({ urls: ['/a'] }), root({ urls: ['/a', '/b'] }), []],
  'an entry point that a type is read from': [
    root({ urls: ['/'] }),
    contract({ Root: type({ urls: ['/'] }) }, { entryPoints: { '/new': 'Root' } }),
    ['entry-point-added /new']
  ],
  'another prefix': [
    contract({ Root: type() }, { registrations: { '/v1': HAL } }),
    contract({ Root: type() }, { registrations: { '/v2': { ...HAL, formats: ['hal', 'default'] } } }),
    ["format-added registration /v1, format 'default'"]
  ],
  'items that are gone': [root({ items: 'Root' }), root(), ['kind-changed Root']],
  'a page size that is gone': [root({ pageSize: { name: 'n', maximum: 5 } }), root(), []],
  'a smaller default of pages': [
    root({ pageSize: { name: 'n', default: 20 } }),
    root({ pageSize: { name: 'n', default: 10 } }),
    ['page-size-limited Root, page size']
  ],
  'the page size is no other variable': [
    contract({ Root: rootTo(link('P', { variables: { n: {} } })), P: type({ pageSize: { name: 'n' } }) }),
    contract({
      Root: rootTo(link('P', { variables: { n: { schema: { maximum: 5 } } } })),
      P: type({ pageSize: { name: 'n', maximum: 5 } })
    }),
    ['page-size-limited P, page size']
  ],
  'variables that became unknown': [
    rootWith(link(null, { variables: {} })),
    rootWith(link(null, { variables: 'unknown' })), ["not-comparable Root, relation 'to'"]
  ],
  'variables that were unknown': [rootWith(link(null, { variables: 'unknown' })), rootWith(link(null)), []],
  'a variable': [
    rootWith(link(null, { variables: { a: {}, b: { required: true } } })),
    contract({
      Root: rootTo(link(null, {
        variables: { a: { required: true }, b: { schema: { type: 'integer' } }, c: { required: true } }
      }))
    }),
    [
      "input-required Root, relation 'to', variable 'a'", "input-required Root, relation 'to', variable 'c'",
      "input-narrower Root, relation 'to', variable 'b'", "input-wider Root, relation 'to', variable 'b'"
    ]
  ],
  'an input where there was none': [
    withAction({}), withAction({ input: note }), ["input-added Root, action 'do', input /note"]
  ],
  'no input where there was one': [
    withAction({ input: note }), withAction({}), ["input-removed Root, action 'do', input /note"]
  ],
  'an input that became unknown': [
    withAction({}), withAction({ input: 'unknown' }), ["not-comparable Root, action 'do', input"]
  ],
  'an input that was unknown': [withAction({ input: 'unknown' }), withAction({ input: note }), []],
  'a target that a callback chooses': [withAction({}), withAction({ url: null }), ["not-comparable Root, action 'do'"]],
  'one more type of a response': [
    withAction({}), withAction({ output: ['A', 'B'] }), ["output-wider Root, action 'do', output"]
  ],
  'an unknown type of a response': [
    withAction({}), withAction({ output: ['A', null] }), ["not-comparable Root, action 'do', output"]
  ],
  'a response where there was none': [withAction({ output: ['nothing'] }), withAction({ output: ['A'] }), []]
}

for (const [name, [old, now, expected]] of Object.entries(CASES)) {
  t.test(name, async t => {
    t.same(compareContracts(old, now).map(({ id, place }) => `${id} ${place}`), expected)
  })
}
