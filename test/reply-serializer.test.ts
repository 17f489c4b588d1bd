import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import t from 'tap'
import { disarm, hasOwnSerializer } from '../lib/reply-serializer.ts'

t.test('whether setReplySerializer was called', async t => {
  const app = Fastify()
  t.notOk(hasOwnSerializer(app), 'an app as it is')
  await app.register(async scope => {
    t.notOk(hasOwnSerializer(scope), 'a scope of it')
    scope.setReplySerializer(() => '')
    t.ok(hasOwnSerializer(scope), 'a scope with its own')
  })
  t.notOk(hasOwnSerializer(app), 'the app around that scope')
  t.notOk(hasOwnSerializer(Object.create(null) as FastifyInstance), 'where nothing says so')
})

t.test('a reply that keeps its serializer elsewhere is left alone', async t => {
  const reply = {} as FastifyReply
  disarm(reply)
  t.same(reply, {})
})
