import { defineRoutes, LinkTarget, type RouteNames, type SignaturesOf } from 'fastify-hyper'

// A catalog as `hyper-api routes` writes it: its names are known to LinkTarget.route too.
export const Routes = defineRoutes({
  Both: 'GET /:x-:y',
  File: 'GET /:name.:ext',
  Maybe: 'GET /:id?',
  Number: 'GET /:id(^\\d+$)',
  At: 'GET /at/:hour(^\\d+)h:minute(^\\d+)m',
  Rest: 'GET *',
  Plain: 'POST /plain'
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
}

export const signatures: Pick<RouteNames, 'Number' | 'Rest'> = { Number: 'GET /:id(^\\d+$)', Rest: 'GET *' }

export const right = [
  Routes.Both({ x: 1, y: 2 }), LinkTarget.route('Both', { x: 1, y: 2 }),
  Routes.File({ name: 'a', ext: 'b' }), LinkTarget.route('File', { name: 'a', ext: 'b' }),
  Routes.Maybe(), Routes.Maybe({ id: 1 }), LinkTarget.route('Maybe'), LinkTarget.route('Maybe', { id: 1 }),
  Routes.Number({ id: 1 }), LinkTarget.route('Number', { id: 1 }),
  Routes.At({ hour: 1, minute: 2 }), LinkTarget.route('At', { hour: 1, minute: 2 }),
  Routes.Rest({ '*': 'a/b' }), LinkTarget.route('Rest', { '*': 'a/b' }),
  Routes.Plain(), LinkTarget.route('Plain'), LinkTarget.routeTemplate('Number')
]

export const missing = [
  // @ts-expect-error - one of two
  Routes.Both({ x: 1 }),
  // @ts-expect-error - one of two, as a string
  LinkTarget.route('Both', { x: 1 }),
  // @ts-expect-error - the extension
  Routes.File({ name: 'a' }),
  // @ts-expect-error - the extension, as a string
  LinkTarget.route('File', { name: 'a' }),
  // @ts-expect-error - the number
  Routes.Number(),
  // @ts-expect-error - the number, as a string
  LinkTarget.route('Number'),
  // @ts-expect-error - the minute
  Routes.At({ hour: 1 }),
  // @ts-expect-error - the minute, as a string
  LinkTarget.route('At', { hour: 1 }),
  // @ts-expect-error - the end of the path
  Routes.Rest({}),
  // @ts-expect-error - the end of the path, as a string
  LinkTarget.route('Rest', {})
]

// In LinkTarget.route, values without a parameter are the query string.
export const surplus = [
  // @ts-expect-error - a third
  Routes.Both({ x: 1, y: 2, z: 3 }),
  // @ts-expect-error - the pattern as one name
  Routes.File({ name: 'a', ext: 'b', 'name.:ext': 'a.b' }),
  // @ts-expect-error - beside an optional one
  Routes.Maybe({ id: 1, more: 2 }),
  // @ts-expect-error - the expression
  Routes.Number({ id: 1, 'id(^\\d+$)': 1 }),
  // @ts-expect-error - the letter behind the expression
  Routes.At({ hour: 1, minute: 2, m: 3 }),
  // @ts-expect-error - a name of its own
  Routes.Rest({ '*': 'a', path: 'a' }),
  // @ts-expect-error - where none is needed
  Routes.Plain({ id: 1 })
]

export const renamed = [
  // @ts-expect-error - a route that was renamed
  Routes.Numbers({ id: 1 }),
  // @ts-expect-error - a route that was renamed, as a string
  LinkTarget.route('Numbers', { id: 1 }),
  // @ts-expect-error - a route that was renamed, as a template
  LinkTarget.routeTemplate('Numbers')
]
