import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { memberLabels } from '../../../lib/model/names.ts'
import { describe, describeReady } from './model.ts'

type Declare = (app: FastifyInstance) => unknown

const object = (...names: string[]) =>
  ({ type: 'object', properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])) })
const listOf = (items: object) => ({ type: 'array', items })
const get = (url: string, response: object, options: object = {}): Declare =>
  app => app.get(url, { schema: { response: { 200: response } }, ...options }, () => ({}))
const named = (url: string, response: object, name: string): Declare =>
  get(url, response, { config: { hyper: { name } } })
const statuses = (url: string, response: Record<string, object>): Declare =>
  app => app.get(url, { schema: { response } }, () => ({}))

t.test('the names of types of routes, in any order of declaration', async t => {
  const summary = object('id')
  const task = object('id', 'title')
  const rows: [rule: string, routes: Declare[], names: string[]][] = [
    ['a path', [get('/users', object('a')), get('/order-lines', object('b')), get('/a/b.json', object('c'))],
      ['ABJson', 'OrderLines', 'Users']],
    ['the root', [get('/', object('a'))], ['Root']],
    [
      'a parameter after a plural', [get('/users/:id', object('a')), get('/users/:id/orders', object('b'))],
      ['User', 'UserOrders']
    ],
    ['plurals', ['boxes', 'cities', 'classes', 'statuses', 'databases', 'caches', 'branches', 'houses'].map(name =>
      get(`/${name}/:id`, object(name))), ['Box', 'Branch', 'Cache', 'City', 'Class', 'Database', 'House', 'Status']],
    ['another parameter', [get('/status/:id', object('a')), get('/:lang', object('b')), get('/files/*', object('c')),
      get('/users/:id/:part', object('d')),
      get('/from/:first-:last.csv', object('e')), get('/posts/:id?', object('f'))],
    ['ByLang', 'File', 'FromByFirstLastCsv', 'Post', 'StatusById', 'UserByPart']],
    ['a list of the same resources', [get('/tasks', listOf(task)), get('/tasks/:id', task)], ['Task', 'TaskList']],
    ['a list of other resources', [get('/tasks', listOf(summary)), get('/tasks/:id', task)], [
      'Task', 'TasksItem', 'TasksList'
    ]],
    ['a list of anything', [get('/tasks', listOf({}))], ['TasksList']],
    [
      'a list under a name', [named('/tasks', listOf(task), 'ListTasks'), named('/tasks/:id', task, 'GetTask')],
      ['Task', 'TaskList']
    ],
    ['a singular path', [get('/user', object('a')), get('/users/:id', object('b'))], ['GetUser', 'User']],
    ['two paths of the same words', [get('/a-b', object('a')), get('/a/b', object('b'))], ['AB', 'GetAB']],
    [
      'the name of another route', [named('/x', object('a'), 'GetUser'), get('/users/:id', object('b'))],
      ['GetUsersById', 'User']
    ],
    [
      'two names of one noun', [named('/a', object('a'), 'GetThing'), named('/b', object('b'), 'ReadThing')],
      ['ReadThing', 'Thing']
    ],
    ['a name that is used', [
      get('/a', object('a'), { config: { hyper: { name: 'GetA', links: defineLinks(() => {}, { name: 'B' }) } } }),
      named('/b', object('b'), 'B'), named('/c', object('c'), 'GetB')
    ], ['B', 'GetB', 'GetC']],
    ['two identifiers of one word', [
      get('/a', { $id: 'urn:a:order', ...task }), get('/b', { $id: 'urn:b:order', ...summary })
    ],
    ['Order', 'UrnBOrder']],
    [
      'two statuses', [statuses('/jobs', { 200: object('a'), 202: object('b'), 204: { type: 'null' } })],
      ['Jobs', 'Jobs202']
    ],
    ['two statuses of a name', [app => app.get('/x', {
      schema: { response: { 200: object('a'), '2xx': object('b') } }, config: { hyper: { name: 'GetJob' } }
    }, () => ({}))], ['Job', 'Job2xx']],
    ['constraints', [
      get('/users', object('a'), { constraints: { version: '1.0.0' } }),
      get('/users', object('b'), { constraints: { host: /a\.b/ } })
    ],
    ['GetUsersVersion1_0_0', 'Users']],
    ['a name of the module', [get('/api', object('a')), get('/untyped', object('b'))], ['GetApi', 'GetUntyped']]
  ]
  for (const [rule, routes, names] of rows) {
    for (const ordered of [routes, routes.toReversed()]) {
      const { types } = await describe(t, {}, app => { for (const declare of ordered) declare(app) })
      t.same(types.map(({ name }) => name).toSorted(), names, rule)
    }
  }
})

t.test('the method tells routes of one path apart', async t => {
  const links = defineLinks<object>(links => { links.affordance('create', LinkTarget.route('users')) })
  const { type } = await describe(t, {}, app => {
    get('/users', object('total'), { config: { hyper: { links } } })(app)
    app.post('/users', { schema: { response: { 201: object('a') } }, config: { hyper: { name: 'users' } } }, () => ({}))
  })
  t.same(type('Users').actions.map(({ output }) => output.types), [['PostUsers']])
})

t.test('the prefix of the plugin is no part of a name', async t => {
  const app = Fastify()
  await app.register(async scope => {
    await scope.register(hyper)
    get('/users', object('a'))(scope)
    get('/', object('b'))(scope)
  }, { prefix: '/api/:tenant' })
  const { output } = await describeReady(t, app)
  t.same([output('/api/:tenant/users'), output('/api/:tenant/')], [['Users'], ['Root']])
})

t.test('the names of members begin with those of their owner', t => {
  t.same(memberLabels('Order', 'lines'), ['OrderLines', 'OrderLines'])
  t.same(memberLabels('Order', 'shop:lines'), ['Lines', 'OrderShopLines'])
  t.end()
})
