import type { FastifyPluginAsync } from 'fastify'
import { problem } from 'fastify-hyper'

const hooks: FastifyPluginAsync = async app => {
  app.addHook('onRequest', async ({ session, routeOptions }) => {
    if (routeOptions.url === '/api/auth/login' || session.user) return
    throw problem({ status: 401, detail: 'Log in first.' })
  })
}

export default hooks
