import Fastify, { type FastifyReply } from 'fastify'
import t from 'tap'
import { hasSerializer, replaceSerializer, restoreSerializer } from '../../../lib/fastify/reply-serializer.ts'

t.test('a reply that keeps its serializer elsewhere is left unchanged', async t => {
  const reply = { request: {} } as FastifyReply
  restoreSerializer(reply)
  t.same(reply, { request: {} })
  t.equal(hasSerializer(reply), true, 'it may have a serializer')
})

t.test('a text that is the response for a value', async t => {
  const app = Fastify()
  const value = {}
  const seen: unknown[] = []
  app.get('/:own', (request, reply) => {
    const own = (request.params as { own: string }).own === 'own' ? () => 'own' : null
    if (own !== null) reply.serializer(own)
    const look = () => seen.push(hasSerializer(reply))
    look()
    replaceSerializer(reply, { value, body: 'ours', otherwise: () => 'other' })
    look()
    restoreSerializer(reply)
    look()
    replaceSerializer(reply, { value, body: 'ours', otherwise: () => 'other' })
    seen.push(reply.serialize({}))
    look()
    replaceSerializer(reply, { value, body: 'ours', otherwise: () => 'other' })
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
