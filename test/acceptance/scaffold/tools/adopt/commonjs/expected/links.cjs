const { defineLinks } = require('fastify-hyper')
const { Routes } = require('./routes.cjs')

const taskLinks = defineLinks(links => {
  const byId = task => ({ id: task.id })

  links.self(Routes.GetTask(byId))
  links.link('collection', Routes.ListTasks())
  links.link('owner', Routes.GetOwner(task => ({ id: task.owner.id }))).when(task => task.owner !== null)
  links.affordance('close', Routes.CloseTask(byId))
}, { name: 'Task' })

const rootLinks = defineLinks(links => {
  links.self(Routes.Root())
  links.link('tasks', Routes.ListTasks())
  links.affordance('create-task', Routes.CreateTask())
}, { name: 'Root' })

module.exports = { taskLinks, rootLinks }
