import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { LinkTarget, problem, resourceOf } from 'fastify-hyper'
import { problemSchema } from 'fastify-hyper/typebox'
import {
  AssignTaskSchema, CreateTaskSchema, type Task,
  TaskListSchema, TaskQuerySchema, TaskSchema, UpdateTaskSchema
} from '../../../schemas.ts'

// All routes of this folder have links.
export const autoConfig = { hyper: { links: true } }

const params = Type.Object({ id: Type.Integer() })
const response = { 200: TaskSchema, '4xx': problemSchema }
const etag = ({ updated_at: updated }: Task) => updated

const routes: FastifyPluginAsyncTypebox = async app => {
  const tasks = () => app.knex<Task>('tasks')
  const find = (id: number) => tasks().where({ id }).first()
  const resource = ({ params: { id } }: FastifyRequest<{ Params: { id: number } }>) => find(id)

  async function update (id: number, changes: Partial<Task>): Promise<Task> {
    await tasks().where({ id }).update({ ...changes, updated_at: new Date() })
    return await find(id) as Task
  }

  app.get('/', {
    schema: { querystring: TaskQuerySchema, response: { 200: TaskListSchema } },
    config: { hyper: { name: 'ListTasks' } }
  }, async ({ query: { page, limit, status } }) => {
    const matching = () => tasks().where(status === undefined ? {} : { status })
    const [count] = await matching().count({ total: '*' })
    return {
      total: Number(count?.['total']), tasks: await matching().orderBy('id').offset((page - 1) * limit).limit(limit)
    }
  })

  app.post('/', {
    schema: { summary: 'Add a task', body: CreateTaskSchema, response: { 201: Type.Object({ id: Type.Integer() }) } },
    config: { hyper: { name: 'CreateTask', links: false } }
  }, async (request, reply) => {
    const [id = 0] = await tasks().insert({ ...request.body, author_id: request.session.user!.id })
    return reply.code(201).header('location', app.hyper.href(LinkTarget.route('GetTask', { id }), request)).send({ id })
  })

  app.get('/:id', {
    schema: { params, response },
    config: { hyper: { name: 'GetTask', resource, etag } }
  }, request => resourceOf<Task>(request))

  app.patch('/:id', {
    schema: { params, body: UpdateTaskSchema, response },
    config: { hyper: { name: 'UpdateTask', resource, etag, preconditions: { tag: etag } } }
  }, request => update(request.params.id, request.body))

  app.post('/:id/assign', {
    schema: { params, body: AssignTaskSchema, response },
    config: { hyper: { name: 'AssignTask', resource, policy: 'moderator' } }
  }, async request => {
    const { userId } = request.body
    if (!await app.knex('users').where({ id: userId }).first()) {
      return problem({ status: 422, detail: 'There is no such user.' })
    }
    return update(request.params.id, { assigned_user_id: userId })
  })

  app.delete('/:id', {
    schema: { params, response: { 204: Type.Null(), '4xx': problemSchema } },
    config: { hyper: { name: 'DeleteTask', resource, policy: 'admin' } }
  }, async (request, reply) => {
    await tasks().where({ id: request.params.id }).delete()
    return reply.code(204).send(null)
  })
}

export default routes
