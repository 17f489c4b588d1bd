import { expectTypeOf } from 'expect-type'
import t from 'tap'
import { z } from 'zod'
import { defineLinks, defineRoutes, LinkTarget, type ResourceOf } from '../../../lib/index.ts'
import type { ActArguments } from '../../../types/client-arguments.ts'
import type { ActionTo, Untyped } from '../../../types/client-types.ts'
import type { FieldName, InitialValuesOf } from '../../../types/inputs.ts'
import type { ListName, MemberPath } from '../../../types/pages.ts'
import type { PathValue } from '../../../types/targets.ts'

// Branded types: intersections with scalars, which the compiler takes for objects. They have no members of their own.

// As MikroORM marks optional properties.
type Opt<T> = T & { readonly __opt?: 1 }
type Branded<T> = T & { readonly __brand: 'Order' }
const Title = z.string().brand<'Title'>()
const Input = z.object({ title: z.string(), count: z.number(), size: z.bigint(), at: z.date(), isOpen: z.boolean() })

interface Order {
  id: Branded<string>
  title: z.output<typeof Title>
  count: Opt<number>
  size: Branded<bigint>
  at: Opt<Date>
  isOpen: Opt<boolean>
  note: Opt<string> | null
  tags: Branded<string[]>
  lines: Branded<ReadonlyArray<{ sku: Branded<string> }>>
  meta: { total: Branded<number>, cursor?: Opt<string> | null, read: Opt<Date> }
}

const order = {} as Order
const Routes = defineRoutes({ GetOrder: 'GET /orders/:id', GetPage: 'GET /pages/:at/:size' })

t.test('initial values of a form can be branded, nested ones and lists, too', async () => {
  defineLinks<Order>(links => {
    links.affordance('change', LinkTarget.uri('/')).accepts(Input)
      .prefill(({ title, count, size, at, isOpen }) => ({ title, count, size, at, isOpen }))
    links.affordance('nested', LinkTarget.uri('/')).accepts(z.object({ meta: z.object({ total: z.number() }) }))
      .prefill(async ({ meta: { total } }) => ({ meta: { total } }))
    links.affordance('misspelt', LinkTarget.uri('/')).accepts(Input)
      // @ts-expect-error: a misspelt name stays an error
      .prefill(({ title }) => ({ titel: title }))
  })
  type Wanted = z.input<typeof Input>
  expectTypeOf<InitialValuesOf<Pick<Order, 'title' | 'at'>, Wanted>>().toEqualTypeOf<Pick<Order, 'title' | 'at'>>()
  expectTypeOf<InitialValuesOf<{ title: Order['note'] }, Wanted>>().toEqualTypeOf<{ title: Order['note'] }>()
})

t.test('fields of a branded input are its members', async () => {
  expectTypeOf<FieldName<Order>>().toEqualTypeOf<
    | Exclude<keyof Order, 'meta'> | 'meta' | 'meta.total' | 'meta.cursor' | 'meta.read'
  >()
  defineLinks<Order>(links => {
    links.affordance('change', LinkTarget.uri('/')).accepts(z.object({ title: z.string().brand<'Title', 'in'>() }))
      .fields({ title: { prompt: 'Title' } })
  })
})

t.test('the members of a page can be branded', async () => {
  expectTypeOf<MemberPath<Order>>().toEqualTypeOf<keyof Order | 'meta.total' | 'meta.cursor' | 'meta.read'>()
  expectTypeOf<ListName<Order>>().toEqualTypeOf<'tags' | 'lines'>()
  defineLinks<Order>(links => {
    links.items('lines', defineLinks<{ sku: Branded<string> }>(() => {}))
    links.page({ page: order => order.count, pageSize: 'count', total: 'meta.total' })
  })
  defineLinks<Order>(links => { links.page({ next: 'meta.cursor', prev: order => order.size }) })
})

t.test('path values can be branded', async () => {
  expectTypeOf<Order['id'] | Order['count'] | Order['size'] | Order['isOpen']>().toExtend<PathValue>()
  defineLinks<Order>(links => {
    links.self(Routes.GetOrder(({ id }) => ({ id })))
    links.link('page', LinkTarget.route('GetPage', ({ count, size, at }: Order) => ({ at: count, size, since: at })))
    links.link('fixed', Routes.GetPage({ at: order.count, size: order.size }))
  })
})

t.test('the type of a branded schema is branded', async () => {
  const Schema = z.object({ id: Title, placed: z.date().brand<'Placed'>() })
  expectTypeOf<ResourceOf<typeof Schema>>().toEqualTypeOf<z.output<typeof Schema>>()
})

t.test('inputs of the client can be branded', async () => {
  type Change = ActionTo<{ title: string, count: number, size: bigint, at?: Date }, Untyped>
  expectTypeOf<[Pick<Order, 'title' | 'count' | 'size' | 'at'>]>().toExtend<ActArguments<Change>>()
})
