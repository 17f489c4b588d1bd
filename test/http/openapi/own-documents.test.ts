import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, hyperTransform, LinkTarget } from '../../../lib/index.ts'
import { catalogue } from '../../support/catalogue.ts'
import { DIALECTS, jsonSchema } from '../../support/dialects.ts'
import { documented } from '../../support/documented.ts'
import { member } from '../../support/documents.ts'
import { openApiOf, responseIn } from '../../support/openapi.ts'

type Documenting = FastifyInstance & { swagger (options?: { yaml: true }): unknown }

async function catalogueApp (t: Test, dialect = jsonSchema): Promise<Documenting> {
  const app = Fastify() as unknown as Documenting
  t.teardown(() => app.close())
  await catalogue(app, dialect)
  await app.ready()
  return app
}

/** All objects and arrays in a value. */
function objectsIn (value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  for (const inner of Object.values(value)) objectsIn(inner, found)
  return found
}

t.test('a change of one app\'s document does not affect another app', async t => {
  // Zod's types are in one registry of the process, and so in the documents of all apps.
  for (const dialect of DIALECTS.slice(0, 2)) {
    const before = openApiOf(await catalogueApp(t, dialect))
    for (const object of objectsIn((await catalogueApp(t, dialect)).swagger())) {
      (object as Record<string, unknown>)['x-changed'] = true
    }
    t.strictSame(openApiOf(await catalogueApp(t, dialect)), before, dialect.name)
  }
})

t.test('the parts of a component are no other part of it', async t => {
  const document = (await catalogueApp(t)).swagger() as { components: { schemas: Record<string, unknown> } }
  const seen = new Set<object>()
  const shared = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    if (seen.has(value)) return true
    seen.add(value)
    return Object.values(value).some(shared)
  }
  for (const name of ['HyperLink', 'HyperAction', 'HyperTemplate']) {
    t.equal(shared(document.components.schemas[name]), false, name)
  }
  t.notMatch((await catalogueApp(t)).swagger({ yaml: true }) as string, /&a\d/, 'and YAML needs no anchors for them')
})

t.test('declarations of the app are not in its document', async t => {
  const app = Fastify() as unknown as Documenting
  t.teardown(() => app.close())
  await app.register(swagger, { openapi: { info: { title: 'Own', version: '1' } }, transform: hyperTransform })
  await app.register(hyper, {})
  const value = { type: 'object', required: ['id'], properties: { id: { type: 'integer', enum: [1] } } }
  const own = {
    links: {
      200: { mine: { operationId: 'B', parameters: { id: '$response.body#/id' }, 'x-tags': ['a'] } },
      404: { other: { operationId: 'B' } }
    },
    schema: { response: { 200: value, 404: { content: { 'application/hal+json': { schema: value } } } } }
  }
  const shared = { $id: 'Shared', ...value }
  app.addSchema(shared)
  const links = defineLinks(links => {
    links.self(LinkTarget.route('B'))
    links.embed('part', () => ({}), defineLinks(links => { links.self(LinkTarget.uri('/part')) }))
  })
  app.route({ method: 'GET', url: '/a', ...own, config: { hyper: { links } }, handler: () => ({}) } as never)
  app.get('/b', { schema: { response: { '2xx': shared } }, config: { hyper: { name: 'B', links } } }, () => ({}))
  await app.ready()
  const declared = objectsIn([own, shared])
  const found = [...objectsIn(app.swagger())].filter(object => declared.has(object))
  t.same(found, [])
})

t.test('names that objects have already', async t => {
  const names = ['__proto__', 'constructor', 'toString', 'valueOf']
  const links = defineLinks(links => {
    for (const name of names) {
      links.link(name, LinkTarget.route(name))
      links.affordance(`${name}.act`, LinkTarget.route(name))
      links.embed(`${name}.part`, () => ({}))
    }
  })
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
  const value = { type: 'object', properties, additionalProperties: false }
  const document = await documented(t, app => {
    for (const name of names) app.get(`/${name}`, { config: { hyper: { name } } }, () => 'a')
    app.get('/value', { schema: { response: { 200: value } }, config: { hyper: { links } } }, () => ({}))
  }, { hyper: { negotiateFormat: false } })
  const response = responseIn(document, '/value')
  t.same(Object.keys(member(response, 'links') as object), [...names, ...names.map(name => `${name}.act`)])
  for (const name of names) {
    t.equal(member(response, 'links', name, 'operationId'), name)
    t.equal(member(document, 'paths', `/${name}`, 'get', 'operationId'), name)
  }
  const schema = member(response, 'content', 'application/json', 'schema', 'properties')
  // @fastify/swagger itself drops a property called __proto__.
  const others = names.slice(1)
  t.same(Object.keys(schema as object), [...others, '_links', '_embedded', '_actions'])
  t.same(Object.keys(member(schema, '_links', 'properties') as object), others)
  t.same(Object.keys(member(schema, '_embedded', 'properties') as object), names.map(name => `${name}.part`))
  t.same(Object.keys(member(schema, '_actions', 'properties') as object), names.map(name => `${name}.act`))
})

t.test('links to operations that come later, by names that objects have already', async t => {
  const links = defineLinks(links => { links.link('__proto__', LinkTarget.route('constructor')) })
  const document = await documented(t, app => {
    app.get('/a', { schema: { response: { 200: { type: 'object' } } }, config: { hyper: { links } } }, () => ({}))
    app.get('/b', { config: { hyper: { name: 'constructor' } } }, () => 'b')
  })
  t.equal(
    member(responseIn(document, '/a'), 'links', '__proto__', 'operationId'), 'constructor'
  )
})
