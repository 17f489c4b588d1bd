import { defineLinks, LinkTarget } from 'fastify-hyper'
import { TaskListSchema, TaskSchema } from './schemas.ts'

/** A task is a plain row: this configuration applies where a response schema contains `TaskSchema`. */
export const taskLinks = defineLinks(TaskSchema, links => {
  links.self(LinkTarget.route('GetTask', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListTasks'))
  links.affordance('update', LinkTarget.route('UpdateTask', ({ id }) => ({ id })))
    .prefill(({ name, status }) => ({ name, status }))
  links.affordance('assign', LinkTarget.route('AssignTask', ({ id }) => ({ id })))
    .when(({ status }) => status !== 'completed')
    .fields({ userId: { options: { route: 'ListUsers', promptField: 'username', valueField: 'id' } } })
  links.affordance('delete', LinkTarget.route('DeleteTask', ({ id }) => ({ id })))
})

/** The list has its own envelope: `{ total, tasks }`. The page and its size are in the query. */
export const taskListLinks = defineLinks(TaskListSchema, links => {
  links.items('tasks', taskLinks)
  links.page({ total: 'total', query: { pageSize: 'limit' } })
  links.affordance('create', LinkTarget.route('CreateTask'))
})
