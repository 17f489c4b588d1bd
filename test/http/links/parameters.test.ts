import hyper, { defineLinks } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { decodedName, templateVariables } from '../../../lib/http/uri-template.ts'
import { Parameters } from '../../../lib/schema/parameters.ts'
import { shapeOf } from '../../../scaffold/adopt/shape.ts'
import { compareContracts } from '../../../testing/contract/compare.ts'
import { contractOf } from '../../../testing/contract/contract.ts'
import { documentErrors, openApiOf } from '../../support/openapi.ts'
import { newApp } from '../../support/servers.ts'
import { describeReady } from '../../unit/model/model.ts'
import { agentAt, type Json } from '../mcp/agent.ts'
import { EXPECTED, kind, NAMES, object, QUERIES, Root, routeTemplate, servedApp, stock } from './query-spellings.ts'

// Everyone who names the parameters of a query names the same ones, however its schema declares them. Those of typed
// clients need a package that npm test does not have: test/acceptance/scaffold/client-parameters.test.ts.

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
  const document = openApiOf(app)
  const unknown = { unknownToAll: 1 }
  const pageAt = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).payload
  const rootPage = await pageAt('/')
  return {
    templates: name => templateVariables(root._links[`${name}-search`].href).map(decodedName),
    forms: name => forms._templates[name].properties.map((property: Json) => property.name),
    model: name => relations.get(`${name}-search`)!.variables!.map(variable => variable.name),
    contract: name => Object.keys(contract.types.Root.relations[`${name}-search`].variables),
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
    documented: name => (document.paths[`/${name}`]!['get']!['parameters'] as Json[]).map(({ name }) => name),
    adopted: name => shapeOf(QUERIES[name], id => app.getSchema(id) as object, 'input').members.keys()
  }
}

t.test('everyone names the same parameters', async t => {
  for (const [who, named] of Object.entries(await namers(t))) {
    for (const name of NAMES) t.strictSame([...new Set(await named(name))].sort(), EXPECTED, `${who}: ${name}`)
  }
})

t.test('the document with these parameters is valid', async t => {
  const app = await servedApp(t)
  await app.ready()
  t.same(await documentErrors(openApiOf(app)), [])
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

t.test('a parameter whose schema refers to the document it is a part of has what forms show of it', async t => {
  const query = object({ near: { $ref: '#/definitions/place' } }, {
    definitions: { place: { ...object({ inside: { $ref: '#/definitions/place' } }), title: 'Near' } }
  })
  t.strictSame(new Parameters({ schema: query, shared: () => undefined }).scoped('near')?.schema, {
    type: 'object', title: 'Near'
  })
})
