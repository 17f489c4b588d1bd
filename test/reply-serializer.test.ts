import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import t from 'tap'
import { answerWith, disarm, hasSerializer, serializationOf, trustsEveryProxy } from '../lib/reply-serializer.ts'

const usual = { isReplaced: false, isOrdinary: true }
const unusual = { isReplaced: false, isOrdinary: false }

t.test('setReplySerializer, for a scope and those in it', async t => {
  const app = Fastify()
  t.same(serializationOf(app), usual, 'an app as it is')
  await app.register(async scope => {
    t.same(serializationOf(scope), usual, 'a scope of it')
    scope.setReplySerializer(() => '')
    t.same(serializationOf(scope), { isReplaced: true, isOrdinary: false }, 'a scope with its own')
  })
  t.same(serializationOf(app), usual, 'the app around that scope')
  t.same(serializationOf(Object.create(null) as FastifyInstance), unusual, 'where nothing says so')
})

t.test('setSerializerCompiler, for a scope and those in it', async t => {
  const app = Fastify()
  await app.register(async scope => {
    scope.setSerializerCompiler(() => () => '')
    t.same(serializationOf(scope), unusual, 'a scope with its own')
    await scope.register(async inner => { t.same(serializationOf(inner), unusual, 'a scope of that scope') })
  })
  t.same(serializationOf(app), usual, 'the app around that scope')
  const built = Fastify({ schemaController: { compilersFactory: { buildSerializer: () => () => () => '' } } })
  t.same(serializationOf(built), unusual, 'a schema controller with its own')
})

// The option serializerOpts of an app, and whether its long lists are written as short ones are.
const OPTIONS: Array<[name: string, serializerOpts: object | null | undefined, isOrdinary: boolean]> = [
  ['none', undefined, true],
  ['null', null, true],
  ['nothing said', {}, true],
  ['as by default', { largeArrayMechanism: 'default' }, true],
  ['by JSON.stringify', { largeArrayMechanism: 'json-stringify' }, false],
  ['by JSON.stringify, from a size on', { largeArrayMechanism: 'json-stringify', largeArraySize: 100 }, false],
  ['a size alone', { largeArraySize: 100 }, true],
  ['a mechanism of tomorrow', { largeArrayMechanism: 'another' }, false],
  ['another option', { rounding: 'ceil' }, true]
]

t.test('how long lists are written', async t => {
  for (const [name, serializerOpts, isOrdinary] of OPTIONS) {
    const app = Fastify({ serializerOpts } as object)
    t.equal(serializationOf(app).isOrdinary, isOrdinary, `${name}, in the app`)
    await app.register(async scope => {
      t.equal(serializationOf(scope).isOrdinary, isOrdinary, `${name}, in a scope`)
      await scope.register(async inner => { t.equal(serializationOf(inner).isOrdinary, isOrdinary, `${name}, in a scope of a scope`) })
    })
    await app.close()
  }
})

t.test('whether every proxy is trusted', async t => {
  for (const trustProxy of [true, false, '127.0.0.1', ['10.0.0.0/8']]) {
    const app: FastifyInstance = Fastify({ trustProxy })
    t.equal(trustsEveryProxy(app), trustProxy === true, String(trustProxy))
  }
  t.equal(trustsEveryProxy(Object.create(null) as FastifyInstance), false, 'where nothing says so')
})

// First: what is found of a reply once is remembered.
t.test('a reply that keeps its serializer elsewhere is left alone', async t => {
  const reply = {} as FastifyReply
  disarm(reply)
  t.same(reply, {})
})

t.test('a text that is the answer for a value', async t => {
  const app = Fastify()
  const value = {}
  const seen: unknown[] = []
  app.get('/:own', (request, reply) => {
    const own = (request.params as { own: string }).own === 'own' ? () => 'own' : null
    if (own !== null) reply.serializer(own)
    const look = () => seen.push(hasSerializer(reply))
    look()
    answerWith(reply, value, () => 'ours', () => 'other')
    look()
    disarm(reply)
    look()
    answerWith(reply, value, () => 'ours', () => 'other')
    seen.push(reply.serialize({}))
    look()
    answerWith(reply, value, () => 'ours', () => 'other')
    seen.push(reply.serialize(value))
    look()
    reply.hijack().raw.end()
  })
  await app.inject('/none')
  t.strictSame(seen.splice(0), [false, true, false, 'other', false, 'ours', false], 'it takes itself off')
  await app.inject('/own')
  t.strictSame(seen.splice(0), [true, true, true, 'other', true, 'ours', true], 'and puts back what was there')
  await app.close()
})
