import { hyper } from '../subject.js'
import { addBareRoutes } from './bare.js'
import { createApp, serverOf } from './fastify.js'

/** The plugin is registered, and no route opts in. */
export default async function (store) {
  const app = createApp()
  await app.register(hyper)
  addBareRoutes(app, store)
  return serverOf(app)
}
