import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { decodedName, templateVariables } from '../../../lib/http/uri-template.ts'
import { Parameters } from '../../../lib/schema/parameters.ts'
import { shapeOf } from '../../../scaffold/adopt/shape.ts'
import { apiText } from '../../../scaffold/client/api-text.ts'
import { compareContracts } from '../../../testing/contract/compare.ts'
import { contractOf } from '../../../testing/contract/contract.ts'
import { newApp } from '../../support/servers.ts'
import { describeReady } from '../../unit/model/model.ts'
import { agentAt, type Json } from '../mcp/agent.ts'

// Everyone who names the parameters of a query names the same ones, however its schema declares them.

// These names are in no catalog.
const { route, routeTemplate } = LinkTarget as Record<'route' | 'routeTemplate', (name: string) => LinkTarget>

const stock = { type: 'integer', minimum: 1 }
const kind = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

const zod = z.object({ stock: z.int().optional() })
const own = z.object({ stock: z.int().optional(), kind: z.string().optional() })

// Each has the parameters `stock` and `kind`.
const QUERIES: Readonly<Record<string, object>> = {
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

const NAMES = Object.keys(QUERIES)
const EXPECTED = ['kind', 'stock']

function isZod (query: object): boolean {
  return '_zod' in query
}

class Root { readonly name = 'API' }

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

async function servedApp (t: Test): Promise<FastifyInstance> {
  const app = newApp(t, { ajv: { customOptions: { strict: false } } })
  await app.register(hyper)
  await app.register(html)
  await app.register(mcp, { prefix: '/mcp' })
  await declare(app)
  return app
}

type Named = (name: string) => Promise<Iterable<string>> | Iterable<string>

/** Who names the parameters of a query. */
async function namers (t: Test): Promise<Readonly<Record<string, Named>>> {
  const app = await servedApp(t)
  const { call } = await agentAt(t, app)
  const model = await describeReady(t, app)
  const json = async (accept: string): Promise<Json> =>
    (await app.inject({ url: '/', headers: { accept } })).json()
  const root = await json('application/hal+json')
  const forms = await json('application/prs.hal-forms+json')
  const relations = new Map(model.types.flatMap(({ relations }) => relations).map(one => [one.relation, one]))
  const contract = contractOf([model]) as Json
  const client = await apiText({ types: model.types, start: null })
  const unknown = { unknownToAll: 1 }
  const pageAt = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).payload
  const rootPage = await pageAt('/')
  return {
    templates: name => templateVariables(root._links[`${name}-search`].href).map(decodedName),
    forms: name => forms._templates[name].properties.map((property: Json) => property.name),
    model: name => relations.get(`${name}-search`)!.variables!.map(variable => variable.name),
    contract: name => Object.keys(contract.types.Root.relations[`${name}-search`].variables),
    client: name => {
      const type = `Root${name[0]!.toUpperCase()}${name.slice(1)}SearchVariables`
      const body = new RegExp(`interface ${type} \\{([^]*?)\\n\\}`).exec(client)?.[1] ?? ''
      return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name!)
    },
    opened: async name =>
      (await call('open', { relation: `${name}-list`, variables: unknown })).content.error.known,
    openedTemplates: async name =>
      (await call('open', { relation: `${name}-search`, variables: unknown })).content.error.known,
    performed: async name => (await call('act', { url: '/', action: name, input: unknown })).content.error.known,
    found: async name => {
      const { content: { types } } = await call('find', { query: name })
      const { input, inputSchema } = types.flatMap((type: Json) => type.actions ?? [])
        .find(({ action }: Json) => action === name)
      return input ?? EXPECTED.filter(name => JSON.stringify(inputSchema).includes(`"${name}":`))
    },
    searches: name => {
      const form = rootPage.split('<form').find(form => form.includes(`value="/${name}{`)) ?? ''
      return [...form.split('</form>')[0]!.matchAll(/name="(\w+)"/g)].map(([, name]) => name!)
        .filter(name => name !== '_template')
    },
    adopted: name => shapeOf(QUERIES[name], id => app.getSchema(id) as object, 'input').members.keys()
  }
}

t.test('everyone names the same parameters', async t => {
  for (const [who, named] of Object.entries(await namers(t))) {
    for (const name of NAMES) t.strictSame([...new Set(await named(name))].sort(), EXPECTED, `${who}: ${name}`)
  }
})

t.test('references that lead in a circle end', async t => {
  const shared: Readonly<Record<string, object>> = {
    one: { $ref: 'other#' },
    other: { allOf: [{ $ref: 'one#' }], properties: { kind } },
    own: object({ kind, more: { $ref: '#' } }, { anyOf: [{ $ref: '#' }, object({ stock })] })
  }
  const namesOf = (schema: object) => new Parameters({ schema, shared: id => shared[id] }).names
  t.same(namesOf({ $ref: 'one#' }), ['kind'])
  t.same(namesOf({ $ref: 'own#' }), ['kind', 'more', 'stock'])
})

t.test('a parameter that leaves a shared query is a breaking change', async t => {
  const contractWith = async (properties: object) => {
    const app = newApp(t)
    await app.register(hyper)
    app.addSchema({ $id: 'search', ...object(properties) })
    const links = defineLinks(Root, links => { links.link('search', routeTemplate('list')) })
    app.get('/', { config: { hyper: { links } } }, () => new Root())
    app.get('/list', { schema: { querystring: { $ref: 'search#' } }, config: { hyper: { name: 'list' } } }, () => ({}))
    return contractOf([await describeReady(t, app)])
  }
  const changes = compareContracts(await contractWith({ stock, kind }), await contractWith({ stock }))
  t.match(changes, [{ id: 'variable-removed', severity: 'breaking', place: /variable 'kind'/ }])
})
