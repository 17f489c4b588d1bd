// A program that uses a generated client. Each comment `// error:` is what the compiler reports about the next line.
import { createClient, NotOffered, type Resource } from 'fastify-hyper/client'
import type { Api, Order, OrderPage } from './client-api.ts'
import type { Api as TasksApi, Task } from './client-tasks-api.ts'

const api = createClient<Api>('https://shop.example/')
const root = await api.start()

// Relations
const orders: Resource<OrderPage> = await root.follow('orders')
// error: TS2345 Argument of type '"oders"' is not assignable to parameter of type '"old-orders" | "order" | "orders" |
// "search" | "self" | "status" | "stock" | "tags" | "ticket"'.
await root.follow('oders')
// error: TS2554 Expected 1 arguments, but got 2.
await root.follow('orders', { q: 'tea' })
await root.follow('status')
for (const order of await root.followAll('old-orders')) console.log(order.data[0]?.id)

// Template variables
await root.follow('search')
await root.follow('search', { tag: 'tea', page: 2 })
// error: TS2820 Type '"teas"' is not assignable to type '"coffee" | "tea" | undefined'. Did you mean '"tea"'?
await root.follow('search', { tag: 'teas' })
// error: TS2353 Object literal may only specify known properties, and 'q' does not exist in type 'RootSearchVariables'.
await root.follow('search', { q: 'tea' })
// error: TS2554 Expected 2 arguments, but got 1.
await root.follow('order')
const order: Resource<Order> = await root.follow('order', { id: 1 })
await root.follow('tags', { any: ['a', 'b'] })

// Data
const status: 'open' | 'cancelled' = order.data.status
// error: TS2551 Property 'stauts' does not exist on type 'OrderData'. Did you mean 'status'?
console.log(status, order.data.stauts)

// Items and embedded resources
for await (const { data } of orders.items()) console.log(data.id)
for (const line of order.embedded('lines')) console.log(line.data.article)
// error: TS2684 The 'this' context of type 'Resource<Order>' is not assignable to method's 'this' of type 'ListOrPage'.
for await (const item of order.items()) console.log(item)

// Actions
const cancelled: Resource<Order> = await order.act('cancel', { reason: 'late' })
// error: TS2345 Argument of type '"cancle"' is not assignable to parameter of type '"cancel" | "default" | "remove"'.
if (order.can('cancle')) console.log(cancelled.href)
// error: TS2554 Expected 2-3 arguments, but got 1.
await order.act('cancel')
// error: TS2322 Type '"early"' is not assignable to type '"late" | "wrong"'.
await order.act('cancel', { reason: 'early' })
// error: TS2345 Argument of type '{ tags: string[]; }' is not assignable to parameter of type '"The option
// 'ifMatch' is missing"'.
await order.act('default', { tags: ['tea'] })
// error: TS2345 Argument of type '{}' is not assignable to parameter of type '"The option 'ifMatch' is missing"'.
await order.act('remove', {})
await order.act('default', { tags: ['tea'] }, { ifMatch: true })
const nothing: null = await order.act('remove', {}, { ifMatch: '"1"' })
await root.act('create')

// Without types
const untyped = await createClient('https://other.example/').start()
const result = await untyped.act('any', { input: 1 })
const any = await untyped.follow('any', { q: [1, 2] })
for await (const item of any.items()) console.log(item.data['name'], nothing)
// error: TS18047 'result' is possibly 'null'.
console.log(result.data, NotOffered)

// Envelopes of the app
const start = await createClient<TasksApi>('https://tasks.example/').start()
const list = await start.follow('tasks')
for await (const task of list.items()) console.log(task.data.title, list.data.total)
const [first] = list.embedded('tasks')
await first?.act('finish')
// error: TS2339 Property 'tasks' does not exist on type 'ListTasksData'.
console.log(list.data.tasks)
const board = await start.follow('board')
for (const task of board.embedded('finished')) console.log(task.data.done)
// error: TS2684 The 'this' context of type 'Resource<Board>' is not assignable to method's 'this' of type 'ListOrPage'.
for await (const task of board.items()) console.log(task)
const full = await start.follow('full', { id: 1 })
const within: Resource<Task> = await full.follow('task')
console.log(full.data.task.title, within.can('finish'))
// error: TS2345 Argument of type '"self"' is not assignable to parameter of type '"task"'.
await full.follow('self')

// Embedded on demand
const task = await start.follow('task', { id: 1 }, { transclude: ['owner'] })
console.log(task.embedded('owner')[0]?.data.name)
await start.follow('tasks', {}, { transclude: ['owner', 'others'] })
await task.refresh({ transclude: [] })
// error: TS2322 Type '"user"' is not assignable to type '"others" | "owner"'.
await start.follow('task', { id: 1 }, { transclude: ['user'] })
// error: TS2554 Expected 1 arguments, but got 3.
await start.follow('users', {}, { transclude: ['owner'] })
// error: TS2554 Expected 0 arguments, but got 1.
await start.refresh({ transclude: ['owner'] })
await untyped.follow('any', {}, { transclude: ['anything'] })
