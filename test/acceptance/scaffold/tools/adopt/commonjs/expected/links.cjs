const { defineLinks } = require('fastify-hyper')
const { Routes } = require('./routes.cjs')

const taskLinks = defineLinks(links => {
  links.self(Routes.GetTask(task => ({ id: task.id })))
  links.link('collection', Routes.ListTasks())
  links.link('owner', Routes.GetOwner(task => ({ id: task.owner.id }))).when(task => task.owner !== null)
  links.affordance('close', Routes.CloseTask(task => ({ id: task.id })))
}, { name: 'Task' })

const rootLinks = defineLinks(links => {
  links.self(Routes.Root())
  links.affordance('create-task', Routes.CreateTask())
  links.link('tasks', Routes.ListTasks())
}, { name: 'Root' })

module.exports = { taskLinks, rootLinks }
