// Fails on purpose: what a runner prints must have the message, and the place in this file.
/* global test */
import { hypermedia } from 'fastify-hyper/testing'
import { buildApp } from './app.js'

test('a name with a mistake', async () => {
  const app = await buildApp()
  const order = hypermedia(await app.inject('/'))
  await app.close()
  order.action('cancle')
})
