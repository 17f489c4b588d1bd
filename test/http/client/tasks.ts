// An API with envelopes of its own, and with resources that are embedded on demand.
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import type { HyperOptions } from '../../../types/options.ts'

interface Task { readonly id: number, title: string, done: boolean, readonly ownerId: number }
interface Tasks { readonly total: number, readonly page: number, readonly tasks: readonly Task[] }
interface User { readonly id: number, readonly name: string }

const PAGE_SIZE = 2

const object = (properties: Readonly<Record<string, object>>, more: object = {}) =>
  ({ type: 'object', required: Object.keys(properties), properties, ...more })
const integer = { type: 'integer' }
const string = { type: 'string' }

const taskSchema = object({ id: integer, title: string, done: { type: 'boolean' } }, { $id: 'Task' })
const userSchema = object({ id: integer, name: string }, { $id: 'User' })
const taskReference = { $ref: 'Task#' }
const params = object({ id: integer })

/** Returns the API of a list of tasks. */
export default async function buildTasks (options: HyperOptions = {}): Promise<FastifyInstance> {
  const users: User[] = [{ id: 1, name: 'Ada' }, { id: 2, name: 'Grace' }]
  const tasks: Task[] = ['Plan', 'Write', 'Test', 'Ship', 'Rest'].map((title, index) =>
    ({ id: index + 1, title, done: index === 0, ownerId: index % 2 + 1 }))

  const userLinks = defineLinks<User>(userSchema, links => {
    links.self(LinkTarget.route('GetUser', ({ id }) => ({ id })))
  })
  const taskLinks = defineLinks<Task>(taskSchema, links => {
    links.self(LinkTarget.route('GetTask', ({ id }) => ({ id })))
    links.link('owner', LinkTarget.route('GetUser', ({ ownerId }) => ({ id: ownerId })))
    links.embed('owner', ({ ownerId }) => users.find(({ id }) => id === ownerId), userLinks).onDemand()
    links.embedMany('others', ({ id, ownerId }) =>
      tasks.filter(task => task.ownerId === ownerId && task.id !== id), otherLinks).onDemand()
    links.affordance('finish', LinkTarget.route('FinishTask', ({ id }) => ({ id }))).when(({ done }) => !done)
  })
  const otherLinks = defineLinks<Task>(
    links => { links.self(LinkTarget.route('GetTask', ({ id }) => ({ id }))) }, { schema: taskSchema }
  )
  const taskListLinks = defineLinks<Tasks>(links => {
    links.items('tasks', taskLinks)
    links.page({ page: 'page', pageSize: PAGE_SIZE, total: 'total' })
  })
  const boardLinks = defineLinks<{ open: Task[], done: Task[] }>(links => {
    links.self(LinkTarget.route('GetBoard'))
    links.items('open', taskLinks)
    links.items('done', taskLinks, { rel: 'finished' })
  })
  const rootLinks = defineLinks<object>(links => {
    links.link('tasks', LinkTarget.route('ListTasks'))
    links.link('board', LinkTarget.route('GetBoard'))
    links.link('task', LinkTarget.routeTemplate('GetTask'))
    links.link('full', LinkTarget.routeTemplate('GetFullTask'))
    links.link('users', LinkTarget.route('ListUsers'))
  })

  const app = Fastify({ logger: { level: 'silent' } })
  const find = (id: number) => tasks.find(task => task.id === id)!
  app.addSchema(taskSchema)
  app.addSchema(userSchema)
  await app.register(hyper, { links: [taskLinks, userLinks], ...options })
  app.get('/', {
    schema: { response: { 200: object({}) } }, config: { hyper: { name: 'GetRoot', links: rootLinks } }
  }, () => ({}))
  app.get<{ Querystring: { page: number } }>('/tasks', {
    schema: {
      querystring: { type: 'object', properties: { page: { type: 'integer', default: 1 } } },
      response: { 200: object({ total: integer, page: integer, tasks: { type: 'array', items: taskReference } }) }
    },
    config: { hyper: { name: 'ListTasks', links: taskListLinks } }
  }, ({ query: { page } }) => ({
    total: tasks.length, page, tasks: tasks.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  }))
  app.get<{ Params: { id: number } }>('/tasks/:id', {
    schema: { params, response: { 200: taskReference } },
    config: { hyper: { name: 'GetTask', links: true, etag: task => String((task as Task).done) } }
  }, ({ params: { id } }) => find(id))
  app.get<{ Params: { id: number } }>('/tasks/:id/full', {
    schema: { params, response: { 200: object({ task: taskReference, comments: integer }) } },
    config: { hyper: { name: 'GetFullTask', links: taskLinks.at('task') } }
  }, ({ params: { id } }) => ({ task: find(id), comments: 3 }))
  app.post<{ Params: { id: number } }>('/tasks/:id/finish', {
    schema: { params, response: { 200: taskReference } },
    config: { hyper: { name: 'FinishTask', links: true } }
  }, ({ params: { id } }) => Object.assign(find(id), { done: true }))
  app.get('/board', {
    schema: {
      response: {
        200: object({ open: { type: 'array', items: taskReference }, done: { type: 'array', items: taskReference } })
      }
    },
    config: { hyper: { name: 'GetBoard', links: boardLinks } }
  }, () => ({ open: tasks.filter(({ done }) => !done), done: tasks.filter(({ done }) => done) }))
  app.get<{ Params: { id: number } }>('/users/:id', {
    schema: { params, response: { 200: { $ref: 'User#' } } },
    config: { hyper: { name: 'GetUser', links: true } }
  }, ({ params: { id } }) => users.find(user => user.id === id))
  // A bare array: its links are those of the `Link` header.
  app.get<{ Querystring: { after?: number } }>('/users', {
    schema: {
      querystring: { type: 'object', properties: { after: integer } },
      response: { 200: { type: 'array', items: { $ref: 'User#' } } }
    },
    config: { hyper: { name: 'ListUsers', links: true } }
  }, ({ query: { after = 0 } }, reply) => {
    if (after < users.length - 1) reply.header('link', `</users?after=${after + 1}>; rel="next"`)
    return users.slice(after, after + 1)
  })
  return app
}
