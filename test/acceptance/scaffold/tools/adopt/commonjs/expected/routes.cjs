const { defineRoutes } = require('fastify-hyper')

const Routes = defineRoutes({
  Root: 'GET /',
  ListTasks: 'GET /tasks',
  GetTask: 'GET /tasks/:id',
  CreateTask: 'POST /tasks',
  CloseTask: 'POST /tasks/:id/close',
  GetOwner: 'GET /owners/:id'
})

module.exports = { Routes }
