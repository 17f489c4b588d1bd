import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import t from 'tap'
import { z } from 'zod'
import hyper, { defineLinks, type HyperOptions, type LinkBuilder } from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { member } from '../../support/documents.ts'
import { project, projection } from '../../support/projection.ts'
import { tryServe } from '../../support/servers.ts'

// Embedded resources are serialized with the schemas, the serializer compiler and the serializer options of the
// route's own scope.

const customer = { id: 1, name: 'Ada', secret: 'secret', n: 1.2 }
const open = {
  type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' }, secret: { type: 'string' } }
}
const discreet = { type: 'object', properties: { id: { type: 'integer' } } }
const nothing = () => {}

/** A configuration that embeds the customer. */
const embedding = (config?: LinkConfig<object>) => defineLinks<object>('order', (links: LinkBuilder<object>) => {
  links.embed('customer', () => customer, config)
})

interface Scope {
  /** Called before the route is declared. */
  readonly prepare?: (scope: FastifyInstance) => unknown
  readonly config?: LinkConfig<object>
  /** A route with a response schema, and so a compiler of its own. */
  readonly schema?: object
  readonly isOptedIn?: boolean
}

type Scopes = Readonly<Record<string, Scope>>

const declare = (scopes: Scopes, options: HyperOptions = {}) => async (app: FastifyInstance) => {
  await app.register(hyper, { hrefs: 'path', ...options })
  for (const [prefix, { prepare = nothing, config, schema, isOptedIn = true }] of Object.entries(scopes)) {
    app.register(async scope => {
      await prepare(scope)
      const links = isOptedIn ? embedding(config) : false
      scope.get('/order', {
        ...(schema === undefined ? {} : { schema: { response: { 200: schema } } }), config: { hyper: { links } }
      }, async () => ({}))
    }, { prefix })
  }
}

const share = (schema: object) => (scope: FastifyInstance) => scope.addSchema({ $id: 'customer', ...schema })
const embeddedIn = (document: unknown) => member(document, '_embedded', 'customer')
const byId = defineLinks<object>('customer', nothing)

t.test('each scope has its own schema of one $id, in both orders of registration', async t => {
  const SCOPES: Scopes = {
    '/admin': { prepare: share(open), config: byId },
    '/pub': { prepare: share(discreet), config: byId }
  }
  const reference = defineLinks<object>(nothing, { schema: { $ref: 'customer#' } })
  for (const config of [byId, reference]) {
    for (const names of [['/admin', '/pub'], ['/pub', '/admin']]) {
      for (const schema of [undefined, { type: 'object' }]) {
        const scopes = Object.fromEntries(names.map(name =>
          [name, { ...SCOPES[name], config, ...(schema === undefined ? {} : { schema }) }]))
        const { get, logged } = await projection(t, declare(scopes))
        const place = names.join(' before ')
        t.strictSame(embeddedIn((await get('default', '/pub/order')).document), { id: 1 }, place)
        t.strictSame(
          embeddedIn((await get('default', '/admin/order')).document), { id: 1, name: 'Ada', secret: 'secret' }, place
        )
        t.strictSame(logged('HYPER004'), [])
      }
    }
  }
})

t.test('a schema of a scope without an opted-in route is not used, and its absence is reported at start', async t => {
  const scopes = { '/admin': { prepare: share(discreet), isOptedIn: false }, '/pub': { config: byId } }
  const { get, logged } = await projection(t, declare(scopes))
  t.match(
    logged('HYPER004'),
    [/^links of order, embedded 'customer': the embedded resources have no schema.* share the schema of its \$id/]
  )
  t.match(embeddedIn((await get('default', '/pub/order')).document), { secret: 'secret' })
  t.equal(logged('HYPER004').length, 1, 'and not again')
  t.match(await tryServe(t, declare(scopes, { mode: 'strict' })), { rejected: 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA' })
})

t.test('a reference within a scope, and within the schema', async t => {
  const local = {
    type: 'object', properties: { id: { $ref: '#/definitions/id' } }, definitions: { id: { type: 'integer' } }
  }
  const withReference = {
    $id: 'with-reference', type: 'object', properties: { id: { $ref: 'customer#/properties/id' } }
  }
  const CONFIGS: Readonly<Record<string, LinkConfig<object>>> = {
    'a $ref': defineLinks<object>(nothing, { schema: { $ref: 'customer#' } }),
    'a local $ref': defineLinks<object>(nothing, { schema: local }),
    'a schema object with a $ref into the scope': defineLinks<object>(withReference, nothing)
  }
  for (const [name, config] of Object.entries(CONFIGS)) {
    const { get } = await projection(
      t, declare({ '/v1': { prepare: share(discreet), config }, '/v2': { prepare: share(discreet), config } })
    )
    for (const prefix of [
      '/v1', '/v2'
    ]) t.strictSame(embeddedIn((await get('default', `${prefix}/order`)).document), { id: 1 }, `${name}, ${prefix}`)
  }
})

t.test('a schema object where the scope shares another one of its $id', async t => {
  const typebox = Type.Object({ id: Type.Integer() }, { $id: 'customer' })
  const other = defineLinks<object>(nothing, {
    schema: { type: 'object', properties: { customer: { $ref: 'customer#' } } }
  })
  const { get } = await projection(t, declare({
    '/typebox': { prepare: share(open), config: defineLinks(typebox, nothing) },
    '/without': { config: defineLinks(typebox, nothing) },
    '/other': { prepare: share(open), config: other }
  }))
  for (const prefix of [
    '/typebox', '/without'
  ]) t.strictSame(embeddedIn((await get('default', `${prefix}/order`)).document), { id: 1 }, prefix)
  t.strictSame(
    embeddedIn((await get('default', '/other/order')).document), {},
    'a schema that is compiled later still finds the shared one'
  )
})

const OPTIONS: FastifyServerOptions = { serializerOpts: { rounding: 'ceil' } } as FastifyServerOptions

t.test('the serializer options of the app', async t => {
  const rounded = defineLinks<object>(nothing, { schema: { type: 'object', properties: { n: { type: 'integer' } } } })
  const { get } = await projection(t, declare({ '': { config: rounded } }), OPTIONS)
  t.strictSame(embeddedIn((await get('default', '/order')).document), { n: 2 })
})

t.test('the serializer compiler of the scope', async t => {
  const by = (name: string) => () => () => `{"by":"${name}"}`
  const config = defineLinks<object>(nothing, { schema: discreet })
  const { get } = await projection(t, async app => {
    await declare({
      '/mine': { prepare: scope => scope.setSerializerCompiler(by('mine')), config, schema: { type: 'object' } },
      '/sharing': { prepare: scope => { scope.setSerializerCompiler(by('sharing')).addSchema({ $id: 'x' }) }, config },
      '/around': { prepare: async scope => { scope.setSerializerCompiler(by('around')) }, config },
      '/controller': {
        prepare: scope => scope.setSchemaController({
          compilersFactory: { buildSerializer: () => by('controller') as never }
        }),
        config
      },
      '/zod': {
        prepare: scope => scope.setSerializerCompiler(serializerCompiler),
        config: defineLinks(z.object({ id: z.number() }).meta({ id: 'zod-customer' }), nothing)
      },
      '/usual': { config }
    })(app)
  })
  for (const name of [
    'mine', 'sharing', 'around', 'controller'
  ]) t.strictSame(embeddedIn((await get('default', `/${name}/order`)).document), { by: name })
  for (const name of ['usual', 'zod']) {
    t.strictSame(embeddedIn((await get('default', `/${name}/order`)).document), { id: 1 }, name)
  }
})

t.test('scopes that compile alike compile once', async t => {
  let compiled = 0
  const config = defineLinks<object>(nothing, { schema: discreet })
  await projection(t, async app => {
    app.setSerializerCompiler(() => {
      compiled++
      return value => JSON.stringify(value)
    })
    await declare(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/${index}`, { config }])))(app)
  })
  t.equal(compiled, 1)
})

const broken = defineLinks<object>(nothing, { schema: { $ref: 'nowhere#' } })

t.test('a schema that does not compile fails the start, and the error names the embedded resource', async t => {
  t.match(await tryServe(t, declare({ '': { config: broken } })), { rejected: 'FST_ERR_HYPER_INVALID_SCHEMA' })
  const outer = defineLinks<object>(links => { links.embed('part', () => ({}), broken) })
  await t.rejects(project(t, { links: outer }, {}), { message: /^links of the embedded 'part' of GET \/value: / })
})

class Order { readonly id = 1 }
class Line { readonly id = 1; readonly secret = 'secret' }

// Which route sends a class is known at run time only.
const classes = (config: LinkConfig<object> | undefined, ...more: LinkConfig<never>[]) => [
  defineLinks(Order, links => { links.embed('line', () => new Line(), config) }),
  ...more
]

const routes = (
  links: LinkConfig<never>[], scopes: Readonly<Record<string, (scope: FastifyInstance) => unknown>>,
  options: HyperOptions = {}
) => async (app: FastifyInstance) => {
  await app.register(hyper, { hrefs: 'path', links, ...options })
  for (const [prefix, prepare] of Object.entries(scopes)) {
    app.register(async scope => {
      await prepare(scope)
      scope.get('/order', { config: { hyper: { links: true } } }, async () => new Order())
    }, { prefix })
  }
}

t.test('embedded resources of a class: a schema in one scope is enough to start; others log at run time', async t => {
  const links = classes(byId)
  const scopes = { '/with': share(discreet), '/without': nothing }
  const lax = await projection(t, routes(links, scopes))
  t.strictSame(lax.logged('HYPER004'), [])
  t.strictSame((await lax.get('default', '/with/order')).document, { id: 1, _embedded: { line: { id: 1 } } })
  t.match((await lax.get('default', '/without/order')).document, { _embedded: { line: { secret: 'secret' } } })
  t.match(lax.logged('HYPER004'), [/^links of Order, embedded 'line'/])

  const strict = await projection(t, routes(links, scopes, { mode: 'strict' }))
  t.equal((await strict.get('default', '/with/order')).status, 200)
  const { status, text } = await strict.get('default', '/without/order')
  t.match([status, JSON.parse(text)], [500, { code: 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA' }])
  t.notMatch(text, '"secret"')
})

t.test('embedded resources of a class without a schema in any scope', async t => {
  for (const config of [undefined, byId, defineLinks<object>(nothing)]) {
    const { logged } = await projection(t, routes(classes(config), { '/a': nothing, '/b': nothing }))
    t.match(logged('HYPER004'), [
      /^links of Order, embedded 'line': the embedded resources have no schema/
    ], 'reported at start, once')
    t.match(
      await tryServe(t, routes(classes(config), { '/a': nothing, '/b': nothing }, { mode: 'strict' })),
      { rejected: 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA' }
    )
  }
  t.match(await tryServe(t, routes(classes(broken), { '/a': nothing }, { mode: 'strict' })), {
    rejected: 'FST_ERR_HYPER_INVALID_SCHEMA'
  })
})

t.test('an embedded class that may have a schema is no false alarm', async t => {
  const { get, logged } = await projection(
    t, routes(classes(undefined, defineLinks(Line, nothing, { schema: discreet })), { '': nothing }, { mode: 'strict' })
  )
  t.strictSame((await get('default', '/order')).document, { id: 1, _embedded: { line: { id: 1 } } })
  t.strictSame(logged('HYPER004'), [])
})

t.test('a schema that compiles in one scope of a class only fails where it is used', async t => {
  const { get } = await projection(
    t, routes(classes(defineLinks<object>(nothing, { schema: { $ref: 'customer#' } })), {
      '/with': share(discreet), '/without': nothing
    })
  )
  t.equal((await get('default', '/with/order')).status, 200)
  for (let times = 0; times < 2; times++) {
    t.match((await get('default', '/without/order')).document, {
      statusCode: 500, code: 'FST_ERR_HYPER_INVALID_SCHEMA'
    })
  }
})

t.test('the $id in a response schema is checked in its scope, at any depth', async t => {
  const inner = defineLinks<object>(
    'inner', links => { links.embed('customer', () => customer, byId) }, { schema: discreet }
  )
  const outer = defineLinks<object>('outer', links => { links.embed('inner', () => ({ id: 1 }), inner) })
  const { logged } = await projection(t, async app => {
    await app.register(hyper, { links: [outer] })
    app.get('/value', {
      schema: { response: { 200: { $id: 'outer', type: 'object' } } }, config: { hyper: { links: true } }
    }, async () => ({}))
  })
  t.match(logged('HYPER004'), [/^links of inner, embedded 'customer'/])
})
