import Fastify from 'fastify'
import t from 'tap'
import { trustsEveryProxy } from '../../lib/fastify/symbols.ts'

t.test('whether every proxy is trusted', async t => {
  for (const trustProxy of [true, false, '127.0.0.1', ['10.0.0.0/8']]) {
    t.equal(trustsEveryProxy(Fastify({ trustProxy })), trustProxy === true, String(trustProxy))
  }
  t.equal(trustsEveryProxy({}), false, 'an object that no Fastify made')
})
