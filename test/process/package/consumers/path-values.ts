import { defineLinks, defineRoutes, LinkTarget, type SignaturesOf } from 'fastify-hyper'

// Each error is the line below the comment that expects it.
const Routes = defineRoutes({
  Root: 'GET /',
  One: 'GET /orders/:id',
  Line: 'GET /orders/:id/lines/:line',
  Maybe: 'GET /maybe/:id?',
  Files: 'GET /files/*'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
}

interface Order {
  id: number
  status: string
  placed: Date
}

declare const partial: { id?: number }
declare const order: Order

export const entries = [
  // error: TS2554 Expected 1-2 arguments, but got 0.
  Routes.One(),
  // error: TS2345 Argument of type '{}' is not assignable to parameter of type '"Property 'id' is missing"'.
  Routes.One({}),
  // error: TS2345 Argument of type '{ id: number; }' is not assignable to parameter of type '"Property
  // 'line' is missing"'.
  Routes.Line({ id: 1 }),
  // error: TS2345 Argument of type '{}' is not assignable to parameter of type '"Property 'id' is missing" | "Property
  // 'line' is missing"'.
  Routes.Line({}),
  // error: TS2345 Argument of type '{}' is not assignable to parameter of type '"Property '*' is missing"'.
  Routes.Files({}),
  // error: TS2345 Argument of type '{ ident: number; }' is not assignable to parameter of type '"Property
  // 'id' is missing"'.
  Routes.One({ ident: 1 }),
  // error: TS2345 Argument of type '{ id?: number; }' is not assignable to parameter of type '"Property
  // 'id' is missing"'.
  Routes.One(partial),
  // error: TS2322 Type 'null' is not assignable to type 'PathValue'.
  Routes.One({ id: null }),
  // error: TS2322 Type 'undefined' is not assignable to type 'PathValue'.
  Routes.One({ id: undefined }),
  // error: TS2322 Type 'Date' is not assignable to type 'PathValue'.
  Routes.One({ id: new Date(0) }),
  // error: TS2345 Argument of type 'string' is not assignable to parameter of type 'Flat<{ id: PathValue; } & {}>'.
  Routes.One('7'),
  // error: TS2345 Argument of type '{ id: number; more: number; }' is not assignable to parameter of type '"Property
  // 'more' is no path value"'.
  Routes.One({ id: 1, more: 2 }),
  // error: TS2345 Argument of type 'Order' is not assignable to parameter of type '"Property 'placed' is no path
  // value" | "Property 'status' is no path value"'.
  Routes.One(order),
  // error: TS2345 Argument of type '{ more: number; }' is not assignable to parameter of type '"Property 'more' is
  // no path value"'.
  Routes.Root({ more: 2 }),
  // error: TS2345 Argument of type '{ id: number; more: number; }' is not assignable to parameter of type '"Property
  // 'more' is no path value"'.
  Routes.Maybe({ id: 1, more: 2 })
]

export const named = [
  // error: TS2554 Expected 2-3 arguments, but got 1.
  LinkTarget.route('One'),
  // error: TS2345 Argument of type '{}' is not assignable to parameter of type '"Property 'id' is missing"'.
  LinkTarget.route('One', {}),
  // error: TS2345 Argument of type '{ id: number; }' is not assignable to parameter of type '"Property
  // 'line' is missing"'.
  LinkTarget.route('Line', { id: 1 }),
  // error: TS2322 Type 'Date' is not assignable to type 'PathValue'.
  LinkTarget.route('One', { id: new Date(0) }),
  // error: TS2322 Type 'null' is not assignable to type 'PathValue'.
  LinkTarget.route('One', { id: null }),
  // error: TS2345 Argument of type '"Two"' is not assignable to parameter of type '"Files" | "Line" | "Maybe" |
  // "One" | "Root"'.
  LinkTarget.route('Two', { id: 1 })
]

export const config = defineLinks<Order>('Order', links => {
  // error: TS2322 Type '{}' is not assignable to type '"Property 'id' is missing"'.
  links.self(Routes.One(() => ({})))
  // error: TS2339 Property 'ident' does not exist on type 'Order'.
  links.self(Routes.One(order => ({ id: order.ident })))
  // error: TS2322 Type 'Date' is not assignable to type 'PathValue'.
  links.self(Routes.One(order => ({ id: order.placed })))
  // error: TS2322 Type '{ id: number; more: number; }' is not assignable to type '"Property 'more' is no path value"'.
  links.self(Routes.One(order => ({ id: order.id, more: 1 })))
  // error: TS2322 Type '{ id: number; }' is not assignable to type '"Property 'line' is missing"'.
  links.self(Routes.Line(({ id }) => ({ id })))
  // error: TS2322 Type 'Order' is not assignable to type '"Property 'placed' is no path value" | "Property 'status' is
  // no path value"'.
  links.self(Routes.One(order => order))
  // error: TS2322 Type 'Promise<{ id: number; }>' is not assignable to type '"Property 'id' is missing"'.
  links.self(Routes.One(async order => ({ id: order.id })))
  // error: TS2345 Argument of type '{ ident: number; }' is not assignable to parameter of type '"Property
  // 'id' is missing"'.
  links.self(order => Routes.One({ ident: order.id }))
  // error: TS2345 Argument of type '{ id: number; more: number; }' is not assignable to parameter of type '"Property
  // 'more' is no path value"'.
  links.self(order => Routes.One({ id: order.id, more: 1 }))
  // error: TS2322 Type '{}' is not assignable to type '"Property 'id' is missing"'.
  links.self(LinkTarget.route('One', () => ({})))
  // error: TS2322 Type 'Date' is not assignable to type 'PathValue'.
  links.self(LinkTarget.route('One', order => ({ id: order.placed })))
})
