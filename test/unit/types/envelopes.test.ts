import { Type as Type034 } from '@sinclair/typebox'
import { expectTypeOf } from 'expect-type'
import t from 'tap'
import { type Static, Type } from 'typebox'
import { z } from 'zod'
import { defineLinks, type LinkBuilder, LinkConfig, type PageScheme, type ResourceOf } from '../../../lib/index.ts'

// Types of links.items, links.page and config.at; compiled, and run to count as a test.

interface Task { id: number, title: string }
interface Tasks {
  total: number,
  tasks: Task[],
  names: string[],
  more?: readonly Task[]
  | null,
  first: Task,
  query: string
}

const taskLinks = defineLinks<Task>(() => {})
const bookLinks = defineLinks<{ isbn: string }>(() => {})

t.test('links.items takes lists of the type, and configurations of their elements', async () => {
  defineLinks<Tasks>(links => {
    links.items('tasks')
    links.items('tasks', taskLinks)
    links.items('more', taskLinks, { rel: 'others' })
    links.items('tasks', defineLinks<{ id: number }>(() => {}))
    // @ts-expect-error a configuration of other elements
    links.items('tasks', bookLinks)
    // @ts-expect-error a list of strings
    links.items('names', taskLinks)
    // @ts-expect-error no list
    links.items('first')
    // @ts-expect-error no member
    links.items('task')
    // @ts-expect-error an unknown option
    links.items('tasks', taskLinks, { relation: 'others' })
  })
  defineLinks({ type: 'object' }, links => { links.items('tasks', taskLinks) })
  defineLinks<object>(links => { links.items('tasks', taskLinks) })
})

t.test('links.page takes members of the type, numbers and functions', async () => {
  defineLinks<Tasks>(links => {
    links.page({ page: page => page.tasks.length, pageSize: 10, total: 'total' })
    links.page({
      offset: (_page, { query }) => Number((query as { offset: string }).offset),
      limit: 'total',
      total: 'total',
      query: { offset: 'skip' }
    })
    links.page({ next: page => page.tasks.at(-1)?.id, prev: 'query', query: { next: 'after', prev: 'before' } })
    links.page({ page: 'query', pageSize: 'total', total: () => null, firstPage: 0 })
    // @ts-expect-error no member
    links.page({ page: 'page', pageSize: 10, total: 'total' })
    links.page({ total: 'total' })
    links.page({ page: 'total', total: 'total' })
    links.page({ total: 'total', query: { offset: 'skip' } })
    links.page({ total: 'first.id' })
    // @ts-expect-error no total
    links.page({ page: 'total' })
    // @ts-expect-error no member of a member
    links.page({ total: 'first.count' })
    // @ts-expect-error a member of a list
    links.page({ total: 'tasks.length' })
    // @ts-expect-error a number as a cursor
    links.page({ next: 1 })
    // @ts-expect-error an unknown parameter
    links.page({ next: 'query', query: { page: 'p' } })
    // @ts-expect-error another first page
    links.page({ page: 'total', pageSize: 10, total: 'total', firstPage: 2 })
    // @ts-expect-error asynchronous
    links.page({ page: 'total', pageSize: 10, total: async () => 1 })
  })
  interface Enveloped {
    data: Task[],
    meta: { pagination: { total: number, next: number | null } } | null,
    self: Enveloped
  }
  defineLinks<Enveloped>(links => {
    links.page({ total: 'meta.pagination.total' })
    links.page({ next: 'meta.pagination.next', query: { next: 'page' } })
    links.page({ total: 'self.self.meta' })
    // @ts-expect-error no member of a member
    links.page({ total: 'meta.paginaton.total' })
  })
  defineLinks({ type: 'object' }, links => { links.page({ page: 'page', pageSize: 'size', total: 'total' }) })
  const scheme: PageScheme<Tasks> = { page: 'total', pageSize: 1, total: 'total' }
  defineLinks<Tasks>(links => { links.page(scheme) })
})

t.test('config.at is a configuration of the envelope', async () => {
  class TaskLinks extends LinkConfig<Task> { override configure (_links: LinkBuilder<Task>): void {} }
  expectTypeOf(taskLinks.at('task')).toEqualTypeOf<LinkConfig<Readonly<Record<'task', Task>>>>()
  expectTypeOf(new TaskLinks().at('task')).toEqualTypeOf<LinkConfig<Readonly<Record<'task', Task>>>>()
  const links: LinkConfig<never>[] = [taskLinks.at('task'), new TaskLinks().at('task')]
  expectTypeOf(links).toBeArray()
  // @ts-expect-error another member
  const other: LinkConfig<{ book: Task }> = taskLinks.at('task')
  expectTypeOf(other).toBeObject()
})

t.test('the types of schemas are inferred', async () => {
  const schemas = {
    old: Type034.Object({
      total: Type034.Integer(), tasks: Type034.Array(Type034.Object({ id: Type034.Integer(), title: Type034.String() }))
    }),
    one: Type.Object({
      total: Type.Integer(), tasks: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() }))
    }),
    zod: z.object({ total: z.int(), tasks: z.array(z.object({ id: z.int(), title: z.string() })) })
  }
  interface Envelope { total: number, tasks: Task[] }
  expectTypeOf(defineLinks(schemas.old, () => {})).toEqualTypeOf<LinkConfig<Envelope>>()
  expectTypeOf(defineLinks(schemas.one, () => {})).toEqualTypeOf<LinkConfig<Envelope>>()
  expectTypeOf(defineLinks(schemas.zod, () => {})).toEqualTypeOf<LinkConfig<Envelope>>()
  defineLinks(schemas.old, links => {
    links.items('tasks', taskLinks)
    // @ts-expect-error no list
    links.items('total')
  })
  defineLinks(schemas.one, links => {
    links.items('tasks', taskLinks)
    links.page({ page: 1, pageSize: 10, total: 'total' })
    // @ts-expect-error no list
    links.items('total')
  })
  defineLinks(schemas.zod, links => {
    links.items('tasks', taskLinks)
    // @ts-expect-error no list
    links.items('total')
  })
})

t.test('TypeBox 1: every kind of schema that describes JSON', async () => {
  const schema = Type.Object({
    string: Type.String(),
    number: Type.Number(),
    boolean: Type.Boolean(),
    nothing: Type.Null(),
    literal: Type.Literal('a'),
    union: Type.Union([Type.Literal(1), Type.Null()]),
    list: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    tuple: Type.Tuple([Type.String(), Type.Integer()]),
    both: Type.Intersect([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Optional(Type.String()) })]),
    record: Type.Record(Type.String(), Type.Integer()),
    chosen: Type.Enum(['x', 'y']),
    unsafe: Type.Unsafe<Date>({ type: 'string' }),
    optional: Type.Optional(Type.Object({ deep: Type.Optional(Type.Boolean()) }))
  })
  expectTypeOf<ResourceOf<typeof schema>>().branded.toEqualTypeOf<Static<typeof schema>>()
  expectTypeOf(schema).toBeObject()
})
