import t from 'tap'
import { defineLinks, type LinkConfig, LinkTarget } from '../../../lib/index.ts'
import { agree } from '../../support/agreement.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { dereferenced, responseIn } from '../../support/openapi.ts'

// The schemas of envelopes; the responses of all routes agree with them.

interface Task { id: number }

const integer = { type: 'integer' }
const task = { type: 'object', required: ['id'], properties: { id: integer }, additionalProperties: false }
const tasks = { type: 'array', items: task }
const envelope = { type: 'object', required: ['total', 'tasks'], properties: { total: integer, tasks } }
const taskLinks = defineLinks<Task>(task, links => { links.self(LinkTarget.uri('/task')) })
const listLinks = defineLinks<{ total: number, tasks: Task[] }>(links => {
  links.items('tasks', taskLinks, { rel: 'entries' })
  links.page({ page: 1, pageSize: 1, total: 'total' })
})
const bySchema = defineLinks<object>(envelope, links => { links.items('tasks') })
const value = () => ({ total: 2, tasks: [{ id: 1 }] })

const ROUTES: Readonly<Record<string, [links: LinkConfig<never> | true, schema: object, value: () => object]>> = {
  '/bound': [listLinks, envelope, value],
  '/by-schema': [true, envelope, value],
  '/shared': [listLinks, { $ref: 'Envelope#' }, value],
  '/nullable': [
    listLinks, { ...envelope, properties: { total: integer, tasks: { ...tasks, nullable: true } } },
    () => ({ total: 0, tasks: null })
  ],
  '/one': [
    taskLinks.at('task'), { type: 'object', required: ['task'], properties: { task } }, () => ({ task: { id: 1 } })
  ],
  '/nested': [
    defineLinks<{ lists: object[] }>(links => { links.items('lists', listLinks) }),
    { type: 'object', required: ['lists'], properties: { lists: { type: 'array', items: envelope } } },
    () => ({ lists: [value()] })
  ],
  '/no-array': [listLinks, { type: 'object', properties: { tasks: { type: 'string' } } }, () => ({ tasks: 'none' })],
  '/absent': [listLinks, { type: 'object', properties: { total: integer } }, value],
  '/open': [listLinks, { type: 'object', additionalProperties: true }, value],
  '/by-class': [
    defineLinks<{ all: object[] }>(links => { links.items('all') }),
    { type: 'object', properties: { all: { type: 'array', items: { type: 'object', properties: { id: integer } } } } },
    () => ({ all: [{ id: 1 }] })
  ]
}

async function documented (links: LinkConfig<never>[]) {
  const document = await agree(t, app => {
    app.addSchema({ $id: 'Envelope', ...envelope })
    for (const [path, [links, schema, make]] of Object.entries(ROUTES)) {
      app.get(path, { schema: { response: { 200: schema } }, config: { hyper: { links } } }, make)
    }
  }, Object.keys(ROUTES), { hyper: { links } })
  return (path: string, type: string): JsonObject => {
    const media = member(responseIn(document, path), 'content', type) as JsonObject
    return dereferenced(document, media['schema']) as JsonObject
  }
}

t.test('lists are documented in place, and in HAL among the embedded resources', async t => {
  const schemaOf = await documented([taskLinks, bySchema])
  for (const path of ['/bound', '/shared', '/by-schema']) {
    const schema = schemaOf(path, 'application/json')
    t.ok(
      member(schema, 'properties', 'tasks', 'items', 'properties', '_links', 'properties', 'self'),
      `${path}: the elements have links`
    )
    t.match(schema['required'], ['total', 'tasks'], path)
    for (const type of ['application/hal+json', 'application/prs.hal-forms+json']) {
      const hal = schemaOf(path, type)
      t.equal(member(hal, 'properties', 'tasks'), undefined, `${path}: ${type} has no list`)
      t.notOk((hal['required'] as string[]).includes('tasks'))
      const relation = path === '/by-schema' ? 'tasks' : 'entries'
      t.ok(member(
        hal, 'properties', '_embedded', 'properties', relation, 'items', 'properties', '_links', 'properties', 'self'
      ), type)
    }
  }
  t.strictSame(Object.keys(
    member(schemaOf('/bound', 'application/json'), 'properties', '_links', 'properties') as object
  ), ['self', 'first', 'prev', 'next', 'last'], 'page links')
  t.ok(
    member(schemaOf('/nullable', 'application/hal+json'), 'properties', 'tasks'), 'a list that may be null stays too'
  )
  for (const type of ['application/json', 'application/hal+json']) {
    t.ok(
      member(schemaOf('/one', type), 'properties', 'task', 'properties', '_links', 'properties', 'self'),
      `one resource, ${type}`
    )
  }
  t.ok(member(
    schemaOf('/nested', 'application/hal+json'), 'properties', '_embedded', 'properties', 'lists', 'items',
    'properties', '_embedded', 'properties', 'entries'
  ), 'an envelope in an envelope')
  t.strictSame(
    Object.keys(
      member(schemaOf('/by-class', 'application/json'), 'properties', 'all', 'items', 'properties') as object
    ),
    ['id'], 'no configuration'
  )
})

t.test('configurations of classes may apply to elements', async t => {
  const schemaOf = await documented([
    taskLinks, bySchema, defineLinks(class Note {}, links => { links.self(LinkTarget.uri('/note')) })
  ])
  t.ok(member(schemaOf('/by-class', 'application/json'), 'properties', 'all', 'items', 'properties', '_links'))
})
