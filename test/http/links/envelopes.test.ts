import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, type HyperOptions, hyperTransform, type LinkBuilder,
  LinkConfig, LinkTarget, OffsetPage, offsetPage
} from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project, type Setup, type Value } from '../../support/projection.ts'
import { LIBRARIES, type SchemaLibrary } from '../../support/schema-libraries.ts'

// Apps that exist have a list envelope of their own, plain rows without a class, and schemas without $id.

interface Task { readonly id: number, readonly title: string }
interface Tasks { readonly total: number, readonly tasks: readonly Task[] }

const rows = [{ id: 1, title: 'One', secret: 'x' }, { id: 2, title: 'Two', secret: 'x' }]
const taskLinks = defineLinks<Task>(links => {
  links.self(LinkTarget.route('GetTask', ({ id }) => ({ id })))
  links.affordance('close', LinkTarget.route('CloseTask', ({ id }) => ({ id }))).when(({ id }) => id === 1)
})
const routes: Setup['routes'] = app => {
  app.get('/tasks/:id', { config: { hyper: { name: 'GetTask' } } }, async () => ({}))
  app.post('/tasks/:id/close', { config: { hyper: { name: 'CloseTask' } } }, async () => ({}))
}
const listLinks = (config: LinkConfig<Task> | undefined = taskLinks, rel?: string): LinkConfig<Tasks> =>
  defineLinks<Tasks>(links => {
    links.link('create', LinkTarget.uri('/tasks/new'))
    if (rel === undefined) links.items('tasks', config)
    else links.items('tasks', config, { rel })
  })

const self = (id: number) => ({ self: { href: `/tasks/${id}` } })
const close = { href: '/tasks/1/close', method: 'POST' }
const link = { create: { href: '/tasks/new' } }
const DEFAULT = [
  { id: 1, title: 'One', _links: self(1), _actions: { close } }, { id: 2, title: 'Two', _links: self(2) }
]
const HAL = [{ id: 1, title: 'One', _links: self(1) }, { id: 2, title: 'Two', _links: self(2) }]
const FORMS = [
  { id: 1, title: 'One', _links: self(1), _templates: { close: { method: 'POST', target: '/tasks/1/close' } } }, HAL[1]
]
const EXPECTED: Readonly<Record<string, object>> = {
  default: { total: 2, tasks: DEFAULT, _links: link },
  hal: { total: 2, _links: link, _embedded: { tasks: HAL } },
  'hal-forms': { total: 2, _links: link, _embedded: { tasks: FORMS } }
}

const withSchema = ({ prepare }: SchemaLibrary, response: object, options: HyperOptions = {}): Setup => ({
  options,
  schema: { response: { 200: response } },
  routes: app => {
    prepare?.(app)
    return routes(app)
  }
})

for (const [name, library] of Object.entries(LIBRARIES)) {
  t.test(`an own list envelope of plain rows whose schemas have no $id: ${name}`, async t => {
    const envelope = library.object({ total: library.integer, tasks: library.array(library.task) })
    const value = { total: 2, tasks: rows }
    const byConfig = await project(t, { links: listLinks() }, value, withSchema(library, envelope))
    const taskConfig = defineLinks<Task>(library.task, links => { taskLinks.configure(links) })
    const listConfig = defineLinks<Tasks>(envelope, links => {
      links.link('create', LinkTarget.uri('/tasks/new'))
      links.items('tasks')
    })
    const bySchema = await project(
      t, { links: true }, value, withSchema(library, envelope, { links: [taskConfig, listConfig] })
    )
    for (const [format, expected] of Object.entries(EXPECTED)) {
      const { document, text } = await byConfig.get(format)
      t.strictSame(document, expected, `${format}, by configuration`)
      t.equal(text.match(/"title":"One"/g)?.length, 1, 'the elements are sent once')
      t.strictSame((await bySchema.get(format)).document, expected, `${format}, by schema`)
    }
  })

  t.test(`an envelope of one resource: ${name}`, async t => {
    const response = library.object({ task: library.task, total: library.integer })
    const server = await project(
      t, { links: taskLinks.at('task') }, { task: rows[0], total: 1 }, withSchema(library, response)
    )
    t.strictSame((await server.get()).document, { task: DEFAULT[0], total: 1 })
    t.strictSame((await server.get('hal')).document, { task: HAL[0], total: 1 }, 'it stays in its member')
    t.strictSame((await server.get('hal-forms')).document, { task: FORMS[0], total: 1 })
  })
}

const get = async (t: Test, links: LinkConfig<never> | true, value: Value, setup: Setup = {}, format = 'default') => {
  const server = await project(t, { links }, value, { routes, ...setup })
  const { document, text } = await server.get(format)
  return { ...server, text, document: document as Record<string, unknown> }
}

t.test('a member that is not enumerable is sent if the response schema has it', async t => {
  const value = Object.defineProperty({ tasks: [rows[0]] }, 'total', { get: () => 2 })
  const items = { type: 'object', properties: { id: { type: 'integer' } } }
  const properties = { total: { type: 'integer' }, tasks: { type: 'array', items } }
  const { document } = await get(t, listLinks(), value, {
    schema: { response: { 200: { type: 'object', properties } } }
  })
  t.equal(document['total'], 2)
})

t.test('without response schemas', async t => {
  const value = { total: 2, tasks: [{ id: 1, title: 'One' }, { id: 2, title: 'Two' }] }
  for (const [format, expected] of Object.entries(EXPECTED)) {
    t.strictSame(
      (await get(t, listLinks(), value, {}, format)).document, expected, format
    )
  }
})

t.test('the relation of a list', async t => {
  const value = { total: 2, tasks: [{ id: 2, title: 'Two' }] }
  const { document } = await get(
    t, listLinks(taskLinks, 'acme:task'), value, { options: { curies: { acme: '/rels/{rel}' } } }, 'hal'
  )
  t.strictSame(member(document, '_embedded'), { 'acme:task': [HAL[1]] })
  t.strictSame(member(document, '_links', 'curies'), [{ href: '/rels/{rel}', templated: true, name: 'acme' }])
})

t.test('values with other members', async t => {
  const VALUES: Record<string, [value: Record<string, unknown>, tasks: unknown]> = {
    'no list': [{ total: 0 }, undefined],
    null: [{ tasks: null }, null],
    'no array': [{ tasks: 'none' }, 'none'],
    'an empty list': [{ tasks: [] }, []],
    'elements that are no objects': [{ tasks: [1, null, 'a', [2]] }, [1, null, 'a', [2]]],
    'a list before other members': [{ tasks: [{ id: 2, title: 'Two' }], z: { tasks: [] }, '': 1 }, [HAL[1]]]
  }
  for (const [name, [value, tasks]] of Object.entries(VALUES)) {
    const { document } = await get(t, listLinks(), value)
    t.strictSame(document, { ...value, ...(tasks === undefined ? {} : { tasks }), _links: link }, name)
    const hal = (await get(t, listLinks(), value, {}, 'hal')).document
    const { tasks: _, ...others } = value
    const isMoved = Array.isArray(tasks) && !tasks.includes(1)
    t.strictSame(
      hal, { ...isMoved ? others : value, _links: link, ...isMoved ? { _embedded: { tasks } } : {} }, `${name}, HAL`
    )
  }
  const plain = (await get(t, taskLinks.at('task'), { task: null, a: 1 })).document
  t.strictSame(plain, { task: null, a: 1 }, 'no resource')
  t.strictSame((await get(t, taskLinks.at('task'), { a: 1 })).document, { a: 1 }, 'no member')
})

t.test('several lists, and a resource beside them', async t => {
  interface Board { open: Task[], closed: Task[], next: Task, name: string }
  class BoardLinks extends LinkConfig<Board> {
    override configure (links: LinkBuilder<Board>): void {
      links.items('closed', taskLinks, { rel: 'done' })
      links.items('open', taskLinks)
    }
  }
  const value = { open: [{ id: 1, title: 'One' }], name: 'Board', closed: [{ id: 2, title: 'Two' }] }
  t.strictSame((await get(t, new BoardLinks(), value)).document, {
    open: [DEFAULT[0]], name: 'Board', closed: [DEFAULT[1]]
  })
  t.strictSame((await get(t, new BoardLinks(), value, {}, 'hal')).document, {
    name: 'Board', _embedded: { done: [HAL[1]], open: [HAL[0]] }
  })
})

t.test('elements by class', async t => {
  class Note { readonly id = 7 }
  const noteLinks = defineLinks(Note, links => { links.self(LinkTarget.uri('/note')) })
  const links = defineLinks<{ all: object[] }>(links => { links.items('all') })
  const { document } = await get(t, links, { all: [new Note(), { id: 8 }] }, { options: { links: [noteLinks] } })
  t.strictSame(document, { all: [{ id: 7, _links: { self: { href: '/note' } } }, { id: 8 }] })
})

t.test('instances of classes as envelopes', async t => {
  class Result {
    readonly #rows = [{ id: 1, title: 'One' }, { id: 2, title: 'Two' }]
    readonly total = 2
    get tasks (): Task[] { return this.#rows }
  }
  class Collection extends Result { toJSON () { return { tasks: [...this.tasks], total: 2 } } }
  class Hidden extends Result {
    readonly #own = this.tasks
    toJSON () { return { tasks: this.#own.map(task => ({ ...task, kind: 'task' })), total: 2 } }
  }
  const schema = {
    response: {
      200: {
        type: 'object',
        properties: { total: {}, tasks: { type: 'array', items: { type: 'object', additionalProperties: true } } }
      }
    }
  }
  t.strictSame((await get(t, listLinks(), new Result(), { schema })).document, EXPECTED['default'], 'a getter')
  t.strictSame(
    member((await get(t, listLinks(), new Collection())).document, 'tasks'), member(EXPECTED['default']!, 'tasks'),
    'toJSON writes each element of another list as it writes it in this one'
  )
  t.strictSame(member((await get(t, listLinks(), new Hidden())).document, 'tasks'), [
    { id: 1, title: 'One', kind: 'task' }, { id: 2, title: 'Two', kind: 'task' }
  ], 'toJSON may write other elements')
  const cause = await get(
    t, listLinks(),
    Object.assign(Object.create(null) as object, { total: 2, tasks: rows.map(({ id, title }) => ({ id, title })) })
  )
  t.strictSame(cause.document, EXPECTED['default'], 'an object without a prototype')
})

t.test('a page with other lists', async t => {
  class Tagged extends OffsetPage<Task> { readonly tags = [{ id: 2, title: 'Two' }] }
  const links = defineLinks(Tagged, links => {
    links.items('tags', taskLinks)
    links.items('items', taskLinks)
  })
  const byClass = defineLinks('task', (builder: LinkBuilder<Task>) => { taskLinks.configure(builder) })
  const schema = {
    response: {
      200: {
        type: 'object',
        additionalProperties: true,
        properties: { items: { type: 'array', items: { $id: 'task', type: 'object', additionalProperties: true } } }
      }
    }
  }
  const page = () => new Tagged([{ id: 2, title: 'Two' }], { page: 1, pageSize: 1, totalCount: 1 })
  const { document } = await get(t, true, page, { options: { links: [links, byClass] }, schema })
  t.strictSame([member(document, 'items'), member(document, 'tags')], [[DEFAULT[1]], [DEFAULT[1]]])
  t.equal(offsetPage([], { page: 1, pageSize: 1, totalCount: 0 }).items.length, 0)

  const unnamed = defineLinks(Tagged, links => { links.items('tags') })
  const { logged } = await get(t, true, page, { options: { links: [unnamed, byClass] }, schema })
  t.match(logged('HYPER002'), ["in its member 'tags'."])
})

t.test('a configuration for pages that names their items, too', async t => {
  const links = defineLinks(OffsetPage, builder => { builder.items('items', taskLinks) })
  const page = () => offsetPage([{ id: 2, title: 'Two' }], { page: 1, pageSize: 1, totalCount: 1 })
  const byClass = defineLinks('task', (builder: LinkBuilder<Task>) => { taskLinks.configure(builder) })
  for (const [format, members] of Object.entries({
    default: { items: [DEFAULT[1]] }, hal: { _embedded: { item: [HAL[1]] } }
  })) {
    const { document, logged } = await get(t, true, page, { options: { links: [links, byClass] } }, format)
    t.match(document, members, format)
    t.same(logged('HYPER018'), [], 'the items are one list')
  }
})

t.test('envelopes in envelopes', async t => {
  interface Project { name: string, tasks: Task[], parts?: Project[] }
  const projectLinks: LinkConfig<Project> = defineLinks<Project>(links => {
    links.link('project', LinkTarget.uri('/projects'))
    links.items('tasks', taskLinks)
    links.items('parts', projectLinks)
  })
  const all = defineLinks<{ projects: Project[] }>(links => { links.items('projects', projectLinks) })
  const two = { id: 2, title: 'Two' }
  const value = { projects: [{ name: 'a', tasks: [two], parts: [{ name: 'b', tasks: [two] }] }] }
  const up = { project: { href: '/projects' } }
  t.strictSame((await get(t, all, value)).document, {
    projects: [{ name: 'a', tasks: [DEFAULT[1]], parts: [{ name: 'b', tasks: [DEFAULT[1]], _links: up }], _links: up }]
  })
  t.strictSame((await get(t, all, value, {}, 'hal')).document, {
    _embedded: {
      projects: [{
        name: 'a',
        _links: up,
        _embedded: { tasks: [HAL[1]], parts: [{ name: 'b', _links: up, _embedded: { tasks: [HAL[1]] } }] }
      }]
    }
  })
  const owner = defineLinks<object>(links => { links.embed('project', async () => value.projects[0], projectLinks) })
  t.strictSame(member((await get(t, owner, {})).document, '_embedded', 'project', 'tasks'), [DEFAULT[1]], 'embedded')
})

t.test('embedded resources of elements', async t => {
  const config = defineLinks<Task>(links => {
    links.embedMany('notes', async ({ id }) => [{ text: `note ${id}` }], defineLinks<object>(() => {}))
  })
  for (const format of ['default', 'hal']) {
    const { document } = await get(t, listLinks(config), { tasks: [{ id: 1 }] }, {}, format)
    const [task] = member(document, ...format === 'hal' ? ['_embedded', 'tasks'] : ['tasks']) as object[]
    t.strictSame(task, { id: 1, _embedded: { notes: [{ text: 'note 1' }] } }, format)
  }
})

t.test('HYPER002 reports the elements of an envelope once per type', async t => {
  class Row { readonly id = 1 }
  const links = defineLinks<{ tasks: object[] }>(links => { links.items('tasks') })
  const server = await project(t, { links }, { tasks: [new Row(), new Row(), { id: 1 }] })
  for (let count = 0; count < 3; count++) await server.get()
  t.match(server.logged('HYPER002'), [
    "to an instance of Row in its member 'tasks'.", "to an object in its member 'tasks'."
  ])
})

t.test('elements that have no links, as the configuration declares', async t => {
  class Row { readonly id = 1 }
  const rowLinks = defineLinks(Row, links => { links.self(LinkTarget.uri('/rows/1')) })
  const links = defineLinks<{ tasks: object[] }>(links => { links.items('tasks', null, { rel: 'row' }) })
  const value = { tasks: [new Row(), { id: 2 }, 'text'] }
  const server = await project(t, { links }, value, { options: { links: [rowLinks] } })
  t.strictSame((await server.get()).document, { tasks: [{ id: 1 }, { id: 2 }, 'text'] }, 'also those of a class')
  t.strictSame(server.logged('HYPER002'), [])

  class Log extends OffsetPage<object> {}
  const pages = defineLinks(Log, links => { links.items('items', null) })
  const page = () => new Log([{ id: 2 }], { page: 1, pageSize: 1, totalCount: 1 })
  const { document, logged } = await get(t, true, page, { options: { links: [pages, rowLinks] } })
  t.strictSame(member(document, 'items'), [{ id: 2 }])
  t.match(member(document, '_links', 'first'), { href: String }, 'the page has its links')
  t.strictSame(logged('HYPER002'), [])
})

t.test('documents of elements that have no links', async t => {
  const task = { $id: 'task', type: 'object', properties: { id: { type: 'integer' } } }
  const schema = {
    response: { 200: { type: 'object', properties: { tasks: { type: 'array', items: task } } } }
  }
  const byClass = defineLinks('task', (builder: LinkBuilder<Task>) => { taskLinks.configure(builder) })
  const swaggerOf = async (config?: null) => {
    const links = defineLinks<Tasks>('tasks', links => { links.items('tasks', config) })
    const app = Fastify()
    t.teardown(() => app.close())
    await app.register(swagger, { openapi: {}, transform: hyperTransform })
    await app.register(hyper, { links: [byClass] })
    routes(app)
    app.get('/', { schema, config: { hyper: { links } } }, () => ({ tasks: [] }))
    await app.ready()
    return JSON.stringify(app.swagger())
  }
  t.match(await swaggerOf(), '_actions')
  t.notMatch(await swaggerOf(null), '_actions')
})

t.test('a list beside an `_embedded` of the value stays in its member', async t => {
  const value = { total: 2, tasks: rows.map(({ id, title }) => ({ id, title })), _embedded: { x: { id: 1 } } }
  for (const [format, tasks] of Object.entries({ hal: HAL, 'hal-forms': FORMS })) {
    const { document, logged } = await get(t, listLinks(), value, {}, format)
    t.strictSame(document, { total: 2, tasks, _embedded: { x: { id: 1 } }, _links: link }, format)
    t.equal(logged('HYPER008').length, 0, 'nothing of ours is omitted')
  }
})

t.test('bad declarations stop the start', async t => {
  const start = (declare: (links: LinkBuilder<unknown>) => void) => project(t, { links: defineLinks(declare) }, {})
  const wrong = <V>(value: unknown) => value as V
  const ROWS: Record<string, [code: string, declare: (links: LinkBuilder<unknown>) => void]> = {
    'an empty name': ['FST_ERR_HYPER_INVALID_OPTION', links => { links.items('') }],
    'no name': ['FST_ERR_HYPER_INVALID_OPTION', links => { links.items(wrong<string>(1)) }],
    'no configuration': [
      'FST_ERR_HYPER_INVALID_CONFIG', links => { links.items('tasks', wrong<LinkConfig<never>>({})) }
    ],
    'an unknown option': [
      'FST_ERR_HYPER_UNKNOWN_KEY',
      links => { links.items('tasks', taskLinks as LinkConfig<never>, wrong<object>({ relation: 'x' })) }
    ],
    'a bad relation': ['FST_ERR_HYPER_INVALID_NAME', links => { links.items('tasks', undefined, { rel: 'a b' }) }],
    'a member twice': ['FST_ERR_HYPER_DUPLICATE_NAME', links => { links.items('tasks'); links.items('tasks') }],
    'a relation twice': [
      'FST_ERR_HYPER_DUPLICATE_NAME',
      links => { links.items('tasks'); links.items('rows', undefined, { rel: 'Tasks' }) }
    ],
    'the relation of an embedded resource': [
      'FST_ERR_HYPER_DUPLICATE_NAME', links => { links.items('tasks'); links.embed('tasks', () => null) }
    ]
  }
  for (const [name, [code, declare]] of Object.entries(ROWS)) await t.rejects(start(declare), { code }, name)
  await t.rejects(project(t, { links: taskLinks.at('') }, {}), { code: 'FST_ERR_HYPER_INVALID_OPTION' }, 'at')
})
