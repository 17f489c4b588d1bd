const { hyperPlugin: hyper } = require('fastify-hyper')
const fp = require('fastify-plugin')
const { rootLinks, taskLinks } = require('./links.cjs')
const { Routes } = require('./routes.cjs')

const links = {
  Root: rootLinks,
  GetTask: taskLinks,
  ListTasks: taskLinks
}

async function hypermedia (app) {
  app.addHook('onRoute', addLinks)
  await app.register(hyper, { defaultFormat: 'none', hrefs: 'path' })

  app.get(Routes.Root.url, () => ({}))
}

function addLinks (route) {
  const methods = [route.method].flat().map(method => method === 'HEAD' ? 'GET' : method)
  const found = Object.values(Routes).find(({ method, url }) => url === route.url && methods.includes(method))
  if (found === undefined) return
  route.config = { ...route.config, hyper: { name: found.name, links: links[found.name] ?? false } }
}

module.exports = fp(hypermedia, { name: 'hypermedia' })
