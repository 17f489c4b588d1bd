// Queries with the same parameters, in each way that a schema can declare them, and an app that has them.
import swagger from '@fastify/swagger'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import hyper, { defineLinks, hyperTransform, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import type { Test } from 'tap'
import { z } from 'zod'
import { newApp } from '../../support/servers.ts'

// These names are in no catalog.
export const { route, routeTemplate } = LinkTarget as Record<'route' | 'routeTemplate', (name: string) => LinkTarget>

export const stock = { type: 'integer', minimum: 1 }
export const kind = { type: 'string' }
export const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

const zod = z.object({ stock: z.int().optional() })
const own = z.object({ stock: z.int().optional(), kind: z.string().optional() })

// Each has the parameters `stock` and `kind`.
export const QUERIES: Readonly<Record<string, object>> = {
  plain: object({ stock, kind }),
  reference: { $ref: 'search#' },
  nestedReference: { $ref: 'outer#' },
  referenceInMembers: object(
    { stock: { $ref: 'stock#' }, kind: { $ref: '#/definitions/kind' } }, { definitions: { kind } }
  ),
  allOf: { type: 'object', allOf: [object({ stock }), object({ kind })] },
  allOfBesideProperties: object({ stock }, { allOf: [object({ kind })] }),
  allOfOfReferences: { allOf: [{ $ref: 'paging#' }, object({ kind })] },
  intersect: Type.Intersect([
    Type.Object({ stock: Type.Optional(Type.Integer()) }), Type.Object({ kind: Type.Optional(Type.String()) })
  ]),
  composite: Type.Composite([
    Type.Object({ stock: Type.Optional(Type.Integer()) }), Type.Object({ kind: Type.Optional(Type.String()) })
  ]),
  anyOf: { type: 'object', anyOf: [object({ stock, kind }), object({ stock }), object({ kind })] },
  oneOf: { type: 'object', oneOf: [object({ stock }), object({ kind }, { required: ['kind'] })] },
  alternativesInParts: { type: 'object', allOf: [{ anyOf: [object({ stock }), object({ kind })] }] },
  constants: object({ stock: { oneOf: [{ const: 1, title: 'First' }, { const: 2 }] }, kind: { const: 'a' } }),
  numbers: object({ stock: { const: 5 }, kind: { enum: ['a', 'b'] } }),
  nullableType: object({ stock: { type: ['integer', 'null'] }, kind: { type: ['string', 'null'] } }),
  nullableKeyword: object({ stock: { ...stock, nullable: true }, kind: { ...kind, nullable: true } }),
  nullableAlternative: object(
    { stock: { anyOf: [stock, { type: 'null' }] }, kind: { oneOf: [{ const: null }, kind] } }
  ),
  nullableEnum: object({ stock: { enum: [1, 2, null] }, kind: { type: ['string', 'null'], enum: ['a', null] } }),
  zod: own,
  zodAnd: zod.and(z.object({ kind: z.string().optional() })),
  zodExtend: zod.extend({ kind: z.string().optional() }),
  zodLazy: z.lazy(() => own),
  zodTransform: own.transform(query => ({ ...query, more: true })),
  zodRefine: own.refine(() => true),
  zodPipe: own.pipe(z.any()),
  zodUnion: z.union([zod, z.object({ kind: z.string() })]),
  zodOptional: own.optional(),
  zodNullable: z.object({ stock: z.int().nullable(), kind: z.string().nullish() })
}

export const NAMES = Object.keys(QUERIES)
export const EXPECTED = ['kind', 'stock']

function isZod (query: object): boolean {
  return '_zod' in query
}

export class Root { readonly name = 'API' }

async function declare (app: FastifyInstance): Promise<void> {
  app.addSchema({ $id: 'stock', ...stock })
  app.addSchema({ $id: 'paging', ...object({ stock }) })
  app.addSchema({ $id: 'search', ...object({ stock, kind }) })
  app.addSchema({ $id: 'outer', $ref: 'inner#' })
  app.addSchema({ $id: 'inner', allOf: [{ $ref: 'search#' }] })
  const links = defineLinks(Root, links => {
    for (const name of NAMES) {
      links.link(`${name}-search`, routeTemplate(name))
      links.link(`${name}-list`, route(name))
      links.affordance(name, route(name))
    }
  })
  app.get('/', { config: { hyper: { links } } }, () => new Root())
  for (const name of NAMES) {
    const querystring = QUERIES[name]!
    app.get(`/${name}`, {
      schema: { querystring },
      config: { hyper: { name, links: true } },
      ...isZod(querystring) ? { validatorCompiler: () => () => true } : {}
    }, () => ({}))
  }
}

export async function servedApp (t: Test): Promise<FastifyInstance> {
  const app = newApp(t, { ajv: { customOptions: { strict: false } } })
  await app.register(hyper)
  await app.register(swagger, { openapi: { info: { title: 'Search', version: '1' } }, transform: hyperTransform })
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  await declare(app)
  return app
}
