// Route options with faults. Each comment `// error:` is the beginning of what the compilers report
// about the next line.
import type { FastifyRequest } from 'fastify'
import type { HyperRouteOptions } from 'fastify-hyper'

type ById = FastifyRequest<{ Params: { id: string } }>

export const options: HyperRouteOptions[] = [
  { resource: (request: ById) => ({ id: request.params.id }), etag: (order: { version: number }) => order.version },
  { resource: { load: () => ({}) } },
  // error: TS2322 Type '(id: string) => { id: string; }' is not assignable to type 'false | ResourceLoader
  // | RouteResource'.
  { resource: (id: string) => ({ id }) },
  // error: TS2322 Type '(request: ById) => string' is not assignable to type 'false | ResourceLoader | RouteResource'.
  { resource: (request: ById) => request.params.id },
  // error: TS2322 Type '() => {}' is not assignable to type 'true | EntityTagger'.
  { etag: () => ({}) }
]
