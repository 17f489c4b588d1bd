const Fastify = require('fastify')
const hypermedia = require('./hypermedia/index.cjs')

const tasks = [{ id: 1, title: 'Read', owner: { id: 9 } }, { id: 2, title: 'Write', owner: null }]

/** @param {import('fastify').FastifyInstance} app */
async function taskRoutes (app) {
  app.get('/tasks', () => tasks)
  app.get('/tasks/:id', ({ params }, reply) =>
    tasks[Number(params.id) - 1] ?? reply.code(404).send({ message: 'none' }))
  app.post('/tasks', () => tasks[0])
  app.post('/tasks/:id/close', () => null)
  app.get('/owners/:id', () => ({ id: 9, name: 'Ada' }))
}

module.exports = function build () {
  const app = Fastify()
  app.register(hypermedia)
  app.register(taskRoutes)
  return app
}
