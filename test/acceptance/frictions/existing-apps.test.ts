import { Type, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { Type as OldType, TypeBoxValidatorCompiler as OldTypeBoxValidatorCompiler } from 'type-provider-typebox5'
import { z } from 'zod'
import hyper, { defineLinks, type HyperOptions, LinkTarget, problem, problemSchema } from '../../../lib/index.ts'
import * as box from '../../../lib/typebox.ts'
import * as zod from '../../../lib/zod.ts'
import { hypermedia } from '../../../testing/index.ts'
import { newApp } from '../../support/servers.ts'

// What stood in the way of five applications that existed before the package. Each test has the name of a friction.
// OpenAPI growth and ETags from Dates are in the files beside this one; what compiles, in unit/types/type-providers.

interface Task { readonly id: number, readonly title: string, readonly points: number }

// What a driver returns: plain rows, with a column that the response schema hides.
const ROWS = [{ id: 1, title: 'One', points: 3, secret: 'x' }, { id: 2, title: 'Two', points: 5, secret: 'x' }]

/** The schemas of an app, in one of the languages of schemas. None has an `$id`. */
interface ExistingApp {
  readonly task: object
  readonly tasks: object
  readonly input: object
  readonly problem: object
  readonly prepare?: (app: FastifyInstance) => unknown
}

const jsonTask = {
  type: 'object',
  required: ['id', 'title', 'points'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, points: { type: 'integer' } }
}
const boxTask = Type.Object({ id: Type.Integer(), title: Type.String(), points: Type.Integer() })
const oldTask = OldType.Object({ id: OldType.Integer(), title: OldType.String(), points: OldType.Integer() })
const zodTask = z.object({ id: z.int(), title: z.string(), points: z.int() })

const APPS: Readonly<Record<string, ExistingApp>> = {
  'JSON schema': {
    task: jsonTask,
    tasks: {
      type: 'object',
      required: ['total', 'tasks'],
      properties: { total: { type: 'integer' }, tasks: { type: 'array', items: jsonTask } }
    },
    input: {
      type: 'object',
      required: ['title', 'points'],
      properties: { title: { type: 'string' }, points: { type: 'integer' } }
    },
    problem: problemSchema
  },
  'TypeBox 1': {
    task: boxTask,
    tasks: Type.Object({ total: Type.Integer(), tasks: Type.Array(boxTask) }),
    input: Type.Object({ title: Type.String(), points: Type.Integer() }),
    problem: box.problemSchema,
    prepare: app => app.setValidatorCompiler(TypeBoxValidatorCompiler)
  },
  'TypeBox 0.34': {
    task: oldTask,
    tasks: OldType.Object({ total: OldType.Integer(), tasks: OldType.Array(oldTask) }),
    input: OldType.Object({ title: OldType.String(), points: OldType.Integer() }),
    problem: box.problemSchema,
    prepare: app => app.setValidatorCompiler(OldTypeBoxValidatorCompiler as never)
  },
  'Zod 4': {
    task: zodTask,
    tasks: z.object({ total: z.int(), tasks: z.array(zodTask) }),
    input: z.object({ title: z.string(), points: z.int() }),
    problem: zod.problemSchema,
    prepare: app => app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  }
}

/** The app as it is, or with the plugin. */
async function build (t: Test, existing: ExistingApp, options: HyperOptions | null): Promise<FastifyInstance> {
  const { task, tasks, input, prepare } = existing
  const app = newApp(t)
  prepare?.(app)
  const taskLinks = defineLinks<Task>(task, links => {
    links.self(LinkTarget.route('GetTask', ({ id }) => ({ id })))
  })
  const listLinks = defineLinks<{ tasks: Task[] }>(tasks, links => { links.items('tasks') })
  if (options !== null) {
    await app.register(hyper, { links: [taskLinks, listLinks], hrefs: 'path', mode: 'strict', ...options })
  }
  const response = { 200: task, 404: existing.problem }
  app.get('/tasks', {
    schema: { response: { 200: tasks } }, config: { hyper: { name: 'ListTasks', links: true } }
  }, () => ({ total: ROWS.length, tasks: ROWS }))
  app.get<{ Params: { id: string } }>('/tasks/:id', {
    schema: { response }, config: { hyper: { name: 'GetTask', links: true } }
  }, ({ params: { id } }) =>
    ROWS.find(row => row.id === Number(id)) ?? problem({ status: 404, detail: 'No such task' }))
  app.post<{ Body: Omit<Task, 'id'> }>('/tasks', {
    schema: { body: input, response }, config: { hyper: { name: 'AddTask', links: true, formInput: true } }
  }, ({ body }) => ({ id: 3, ...body }))
  return app
}

for (const [name, existing] of Object.entries(APPS)) {
  t.test(`with ${name}`, async t => {
    const app = await build(t, existing, {})
    const bare = await build(t, existing, null)
    const unchanged = await build(t, existing, { defaultFormat: 'none' })
    const post = (form: object, to = app) => to.inject({ method: 'POST', url: '/tasks', payload: form })

    t.test('an own list envelope', async t => {
      const list = hypermedia(await app.inject('/tasks'))
      t.equal(list.data['total'], 2)
      t.same(list.items().map(item => item.link('self').href), ['/tasks/1', '/tasks/2'])
    })

    t.test('plain rows without a class, and schemas without $id', async t => {
      t.strictSame((await app.inject('/tasks/1')).json(), {
        id: 1, title: 'One', points: 3, _links: { self: { href: '/tasks/1' } }
      })
    })

    t.test('a problem in place of what the response schema has', async t => {
      const { statusCode, headers, json } = await app.inject('/tasks/9')
      t.same([statusCode, headers['content-type']], [404, 'application/problem+json'])
      t.match(json(), { status: 404, detail: 'No such task' })
    })

    t.test("exact bodies: with defaultFormat: 'none' they are those of the app without the plugin", async t => {
      for (const url of ['/tasks', '/tasks/1']) {
        for (const accept of ['*/*', 'application/json', 'text/html, */*;q=0.1']) {
          const headers = { accept }
          const [expected, actual] = await Promise.all([bare, unchanged].map(app => app.inject({ url, headers })))
          t.equal(actual!.body, expected!.body, `${url}, ${accept}`)
          t.equal(actual!.headers['content-type'], expected!.headers['content-type'])
        }
      }
      const form = { title: 'Three', points: 1 }
      t.equal((await post(form, unchanged)).body, (await post(form, bare)).body)
      const { body } = await unchanged.inject({ url: '/tasks/1', headers: { accept: 'application/hal+json' } })
      t.match(JSON.parse(body), { _links: { self: { href: '/tasks/1' } } }, 'clients that request links get them')
    })

    t.test('numbers in forms', async t => {
      t.match((await post({ title: 'Three', points: '8' })).json(), { id: 3, title: 'Three', points: 8 })
      t.equal((await post({ title: 'Three', points: 'many' })).statusCode, 400)
    })
  })
}
