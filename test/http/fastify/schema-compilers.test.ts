import Fastify, { type FastifyInstance } from 'fastify'
import Lowest from 'fastify-lowest'
import t from 'tap'
import { SchemaCompilers, serializationOf } from '../../../lib/fastify/schema-compilers.ts'

const usual = { isReplaced: false, isFastifys: true, hasPlainLists: true }
const unusual = { isReplaced: false, isFastifys: false, hasPlainLists: false }

t.test('setReplySerializer, for a scope and those in it', async t => {
  const app = Fastify()
  t.same(serializationOf(app), usual, 'an app as it is')
  await app.register(async scope => {
    t.same(serializationOf(scope), usual, 'a scope of it')
    scope.setReplySerializer(() => '')
    t.same(
      serializationOf(scope), { isReplaced: true, isFastifys: false, hasPlainLists: false }, 'a scope with its own'
    )
  })
  t.same(serializationOf(app), usual, 'the enclosing app')
  t.same(serializationOf(Object.create(null) as FastifyInstance), unusual, 'by default')
})

t.test('setSerializerCompiler, for a scope and those in it', async t => {
  const app = Fastify()
  await app.register(async scope => {
    scope.setSerializerCompiler(() => () => '')
    t.same(serializationOf(scope), unusual, 'a scope with its own')
    await scope.register(async inner => { t.same(serializationOf(inner), unusual, 'a scope of that scope') })
  })
  t.same(serializationOf(app), usual, 'the enclosing app')
  for (const create of [Fastify, Lowest as unknown as typeof Fastify]) {
    const built = create({ schemaController: { compilersFactory: { buildSerializer: () => () => () => '' } } })
    t.same(serializationOf(built), unusual, `a schema controller with its own, Fastify ${built.version}`)
  }
})

// The option serializerOpts of an app, and whether its long lists are written as short ones are.
const OPTIONS: Array<[name: string, serializerOpts: object | null | undefined, hasPlainLists: boolean]> = [
  ['none', undefined, true],
  ['null', null, true],
  ['no constraint', {}, true],
  ['as by default', { largeArrayMechanism: 'default' }, true],
  ['by JSON.stringify', { largeArrayMechanism: 'json-stringify' }, false],
  ['by JSON.stringify, from a size on', { largeArrayMechanism: 'json-stringify', largeArraySize: 100 }, false],
  ['only a size', { largeArraySize: 100 }, true],
  ['a mechanism of tomorrow', { largeArrayMechanism: 'another' }, false],
  ['another option', { rounding: 'ceil' }, true]
]

t.test('serialization of large arrays', async t => {
  for (const [name, serializerOpts, hasPlainLists] of OPTIONS) {
    const app = Fastify({ serializerOpts } as object)
    t.equal(serializationOf(app).hasPlainLists, hasPlainLists, `${name}, in the app`)
    await app.register(async scope => {
      t.equal(serializationOf(scope).hasPlainLists, hasPlainLists, `${name}, in a scope`)
      await scope.register(async inner => {
        t.equal(serializationOf(inner).hasPlainLists, hasPlainLists, `${name}, in a scope of a scope`)
      })
    })
    await app.close()
  }
})

const idOnly = { type: 'object', properties: { id: { type: 'integer' } } }

t.test('the compilers of scopes', async t => {
  const app = Fastify()
  const scopes: FastifyInstance[] = []
  const open = (prepare: (scope: FastifyInstance) => unknown = () => {}) => app.register(async scope => {
    prepare(scope)
    scopes.push(scope as unknown as FastifyInstance)
    scope.get(`/${scopes.length}`, { schema: { response: { 200: idOnly } } }, async () => ({}))
  })
  for (let index = 0; index < 3; index++) open()
  for (let index = 0; index < 2; index++) open(scope => scope.addSchema({ $id: 'mine', ...idOnly }))
  for (let index = 0; index < 2; index++) open(scope => scope.setSerializerCompiler(() => () => String(index)))
  await app.ready()
  const compilers = new SchemaCompilers()
  const found = scopes.map(scope => compilers.of(scope))
  t.strictSame(
    found.map(compiler => found.indexOf(compiler)), [0, 0, 0, 3, 4, 5, 6],
    'one for scopes without anything of their own'
  )
  t.strictSame(found.map(compiler => compiler.compile(idOnly)({ id: 1, secret: 2 })), [
    ...Array.from({ length: 5 }, () => '{"id":1}'), '0', '1'
  ])
  t.strictSame([found[0]!.shared('mine'), found[3]!.shared('mine')], [undefined, { $id: 'mine', ...idOnly }])
})

t.test('the compiler of an instance whose schema controller cannot be read', async t => {
  const instance =
    Object.assign(Object.create(null) as object, {
      getSchemas: () => ({ mine: { $id: 'mine', ...idOnly } })
    }) as unknown as FastifyInstance
  t.equal(new SchemaCompilers().of(instance).compile({ $ref: 'mine#' })({ id: 1, secret: 2 }), '{"id":1}')
})
