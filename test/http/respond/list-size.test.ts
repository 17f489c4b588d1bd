import t from 'tap'
import { defineLinks, type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

// How much longer a list is with the links and actions of its rows.

interface Task { readonly id: number, readonly status: string }

const STATES = ['new', 'in-progress', 'completed'] as const
const tasks = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Prepare the report for week ${index + 1}`,
  author_id: 7,
  assigned_user_id: 12,
  filename: null,
  status: STATES[index % 3]!,
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-02T11:15:00.000Z'
}))
const id = (task: Task) => ({ id: task.id })
const taskLinks = defineLinks<Task>(links => {
  links.self(LinkTarget.route('GetTask', id))
  links.affordance('edit', LinkTarget.route('UpdateTask', id))
  links.affordance('assign', LinkTarget.route('AssignTask', id)).when(task => task.status !== 'completed')
  links.affordance('delete', LinkTarget.route('DeleteTask', id)).when(task => task.status === 'new')
})
const listLinks = defineLinks<{ total: number, tasks: readonly Task[] }>(links => {
  links.items('tasks', taskLinks)
  links.page({ page: 1, pageSize: 100, total: 'total' })
})

async function bytes (options: HyperOptions): Promise<number> {
  const server = await project(t, { links: listLinks }, { total: 3000, tasks }, {
    options,
    routes: app => {
      const name = (name: string) => ({ config: { hyper: { name } } })
      app.get('/api/tasks/:id', name('GetTask'), async () => ({}))
      app.patch('/api/tasks/:id', name('UpdateTask'), async () => ({}))
      app.delete('/api/tasks/:id', name('DeleteTask'), async () => ({}))
      app.post('/api/tasks/:id/assign', name('AssignTask'), async () => ({}))
    }
  })
  const { status, text } = await server.get()
  t.equal(status, 200)
  return Buffer.byteLength(text)
}

t.test("100 rows with a self link and up to 3 actions are at most 2.2 times as long with hrefs: 'path'", async t => {
  const bare = await bytes({ defaultFormat: 'none', negotiateFormat: false })
  const path = await bytes({ hrefs: 'path' })
  const absolute = await bytes({ hrefs: 'absolute' })
  const times = (length: number) => (length / bare).toFixed(2)
  t.ok(path / bare <= 2.2, `${path} of ${bare} bytes: ${times(path)} times`)
  t.ok(path < absolute, `with absolute hrefs: ${absolute} bytes, ${times(absolute)} times`)
})
