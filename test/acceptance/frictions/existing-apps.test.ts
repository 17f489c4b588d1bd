import type { JsonSchemaToTsProvider } from '@fastify/type-provider-json-schema-to-ts'
import { Type, type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import t from 'tap'
import {
  Type as OldType, type TypeBoxTypeProvider as OldTypeBoxTypeProvider,
  TypeBoxValidatorCompiler as OldTypeBoxValidatorCompiler
} from 'type-provider-typebox5'
import { z } from 'zod'
import hyper, { defineLinks, type HyperOptions, LinkTarget, problem, problemSchema } from '../../../lib/index.ts'
import * as box from '../../../lib/typebox.ts'
import * as zod from '../../../lib/zod.ts'
import { hypermedia } from '../../../testing/index.ts'

// What stood in the way of five applications that existed before the package. Each test has the name of a friction.
// OpenAPI growth and ETags from Dates are in the files beside this one.

interface Task { readonly id: number, readonly title: string, readonly points: number }

// What a driver returns: plain rows, with a column that the response schema hides.
const ROWS = [{ id: 1, title: 'One', points: 3, secret: 'x' }, { id: 2, title: 'Two', points: 5, secret: 'x' }]
const find = (id: unknown) => ROWS.find(row => row.id === Number(id))
const missing = () => problem({ status: 404, detail: 'No such task' })

/** An app with typed responses, in one of the languages of schemas. No schema has an `$id`. */
interface ExistingApp {
  readonly task: object
  readonly tasks: object
  readonly prepare: (app: FastifyInstance) => unknown
  readonly routes: (app: FastifyInstance) => void
}

const GET_TASK = { hyper: { name: 'GetTask', links: true } } as const
const LIST_TASKS = { hyper: { name: 'ListTasks', links: true } } as const
const ADD_TASK = { hyper: { name: 'AddTask', links: true, formInput: true } } as const

const jsonTask = {
  type: 'object',
  required: ['id', 'title', 'points'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, points: { type: 'integer' } }
} as const
const jsonInput = {
  type: 'object', required: ['title', 'points'], properties: { title: { type: 'string' }, points: { type: 'integer' } }
} as const
const jsonTasks = {
  type: 'object',
  required: ['total', 'tasks'],
  properties: { total: { type: 'integer' }, tasks: { type: 'array', items: jsonTask } }
} as const

const boxTask = Type.Object({ id: Type.Integer(), title: Type.String(), points: Type.Integer() })
const boxTasks = Type.Object({ total: Type.Integer(), tasks: Type.Array(boxTask) })
const boxInput = Type.Object({ title: Type.String(), points: Type.Integer() })
const oldTask = OldType.Object({ id: OldType.Integer(), title: OldType.String(), points: OldType.Integer() })
const oldTasks = OldType.Object({ total: OldType.Integer(), tasks: OldType.Array(oldTask) })
const oldInput = OldType.Object({ title: OldType.String(), points: OldType.Integer() })
const zodTask = z.object({ id: z.int(), title: z.string(), points: z.int() })
const zodTasks = z.object({ total: z.int(), tasks: z.array(zodTask) })
const zodInput = z.object({ title: z.string(), points: z.int() })

// `return missing()` compiles because the response schemas declare it, and a wrong type does not.
const APPS: Readonly<Record<string, ExistingApp>> = {
  'JSON schema': {
    task: jsonTask,
    tasks: jsonTasks,
    prepare: () => {},
    routes: app => {
      const typed = app.withTypeProvider<JsonSchemaToTsProvider>()
      const response = { 200: jsonTask, 404: problemSchema } as const
      typed.get('/tasks', { schema: { response: { 200: jsonTasks } }, config: LIST_TASKS }, () =>
        ({ total: ROWS.length, tasks: ROWS }))
      typed.get('/tasks/:id', { schema: { response }, config: GET_TASK }, ({ params }) =>
        find((params as { id: string }).id) ?? missing())
      typed.post(
        '/tasks', { schema: { body: jsonInput, response }, config: ADD_TASK }, ({ body }) => ({ id: 3, ...body })
      )
      // @ts-expect-error - the response has an integer
      typed.get('/wrong', { schema: { response } }, () => ({ id: 'x', title: '', points: 1 }))
    }
  },
  'TypeBox 1': {
    task: boxTask,
    tasks: boxTasks,
    prepare: app => app.setValidatorCompiler(TypeBoxValidatorCompiler),
    routes: app => {
      const typed = app.withTypeProvider<TypeBoxTypeProvider>()
      const response = { 200: boxTask, 404: box.problemSchema }
      typed.get('/tasks', { schema: { response: { 200: boxTasks } }, config: LIST_TASKS }, () =>
        ({ total: ROWS.length, tasks: ROWS }))
      typed.get('/tasks/:id', { schema: { response }, config: GET_TASK }, ({ params }) =>
        find((params as { id: string }).id) ?? missing())
      typed.post(
        '/tasks', { schema: { body: boxInput, response }, config: ADD_TASK }, ({ body }) => ({ id: 3, ...body })
      )
      // @ts-expect-error - the response has an integer
      typed.get('/wrong', { schema: { response } }, () => ({ id: 'x', title: '', points: 1 }))
    }
  },
  'TypeBox 0.34': {
    task: oldTask,
    tasks: oldTasks,
    prepare: app => app.setValidatorCompiler(OldTypeBoxValidatorCompiler as never),
    routes: app => {
      const typed = app.withTypeProvider<OldTypeBoxTypeProvider>()
      const response = { 200: oldTask, 404: box.problemSchema }
      typed.get('/tasks', { schema: { response: { 200: oldTasks } }, config: LIST_TASKS }, () =>
        ({ total: ROWS.length, tasks: ROWS }))
      typed.get('/tasks/:id', { schema: { response }, config: GET_TASK }, ({ params }) =>
        find((params as { id: string }).id) ?? missing())
      typed.post(
        '/tasks', { schema: { body: oldInput, response }, config: ADD_TASK }, ({ body }) => ({ id: 3, ...body })
      )
      // @ts-expect-error - the response has an integer
      typed.get('/wrong', { schema: { response } }, () => ({ id: 'x', title: '', points: 1 }))
    }
  },
  'Zod 4': {
    task: zodTask,
    tasks: zodTasks,
    prepare: app => app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler),
    routes: app => {
      const typed = app.withTypeProvider<ZodTypeProvider>()
      const response = { 200: zodTask, 404: zod.problemSchema }
      typed.get('/tasks', { schema: { response: { 200: zodTasks } }, config: LIST_TASKS }, () =>
        ({ total: ROWS.length, tasks: ROWS }))
      typed.get('/tasks/:id', { schema: { response }, config: GET_TASK }, ({ params }) =>
        find((params as { id: string }).id) ?? missing())
      typed.post(
        '/tasks', { schema: { body: zodInput, response }, config: ADD_TASK }, ({ body }) => ({ id: 3, ...body })
      )
      // @ts-expect-error - the response has an integer
      typed.get('/wrong', { schema: { response } }, () => ({ id: 'x', title: '', points: 1 }))
    }
  }
}

/** The app as it is, or with the plugin. */
async function build (
  { task, tasks, prepare, routes }: ExistingApp, options: HyperOptions | null
): Promise<FastifyInstance> {
  const app = Fastify()
  prepare(app)
  const taskLinks = defineLinks<Task>(task, links => {
    links.self(LinkTarget.route('GetTask', ({ id }) => ({ id })))
  })
  const listLinks = defineLinks<{ tasks: Task[] }>(tasks, links => { links.items('tasks') })
  if (options !== null) {
    await app.register(hyper, { links: [taskLinks, listLinks], hrefs: 'path', mode: 'strict', ...options })
  }
  routes(app)
  return app
}

for (const [name, existing] of Object.entries(APPS)) {
  t.test(`with ${name}`, async t => {
    const app = await build(existing, {})
    const bare = await build(existing, null)
    const unchanged = await build(existing, { defaultFormat: 'none' })
    t.teardown(() => Promise.all([app, bare, unchanged].map(app => app.close())))
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

    t.test('typed responses: `return problem(…)` compiles and is sent', async t => {
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
