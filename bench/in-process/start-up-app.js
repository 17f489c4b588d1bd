// 1,000 named routes of 200 types. As a program, start-up-app.js HOW, it reports what its start used:
// `with` and `without` the plugin, where configurations apply by the response schema; `bound` and `plain` with and
// without it, where routes are bound to them and have no schemas, whose compilation takes more than all else and
// differs by more; `empty` without routes.
import '../production.js'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
// Loaded either way: reading modules is no cost of a route, and it loads what Fastify itself would load later.
import { defineLinks, hyper, LinkTarget } from '../subject.js'

const TYPES = 200
const ROUTES_PER_TYPE = 5

export const ROUTES = TYPES * ROUTES_PER_TYPE

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  globalThis.gc()
  const cpu = process.cpuUsage()
  const heap = process.memoryUsage().heapUsed
  const app = Fastify({ exposeHeadRoutes: false })
  const how = process.argv[2]
  const isBound = how === 'bound' || how === 'plain'
  const links = new Map(types().map(type => [type, linksOf(type)]))
  if (how === 'with') await app.register(hyper, { links: [...links.values()] })
  if (how === 'bound') await app.register(hyper)
  if (how !== 'empty') addRoutes(app, isBound ? links : null)
  await app.ready()
  const { user, system } = process.cpuUsage(cpu)
  globalThis.gc()
  process.send({ cpu: user + system, heap: process.memoryUsage().heapUsed - heap }, () => process.disconnect())
}

function linksOf (type) {
  const id = resource => ({ id: resource.id })
  return defineLinks(type, links => {
    links.self(LinkTarget.route(`Get${type}`, id))
    links.link('collection', LinkTarget.route(`List${type}`))
    links.affordance('replace', LinkTarget.route(`Replace${type}`, id))
    links.affordance('delete', LinkTarget.route(`Delete${type}`, id)).when(resource => resource.open)
  })
}

function addRoutes (app, bound) {
  const handler = () => ({})
  const responses = response => bound === null ? { schema: { response: { 200: response } } } : {}
  for (const type of types()) {
    const one = { $ref: `${type}#` }
    const named = (name, links) => ({ config: { hyper: { name, links } } })
    const applied = bound === null ? true : bound.get(type)
    if (bound === null) {
      app.addSchema({ $id: type, type: 'object', properties: { id: { type: 'integer' }, open: { type: 'boolean' } } })
    }
    app.get(`/${type}`, { ...named(`List${type}`, applied), ...responses({ type: 'array', items: one }) }, handler)
    app.get(`/${type}/:id`, { ...named(`Get${type}`, applied), ...responses(one) }, handler)
    app.post(`/${type}`, named(`Create${type}`, false), handler)
    app.put(`/${type}/:id`, named(`Replace${type}`, false), handler)
    app.delete(`/${type}/:id`, named(`Delete${type}`, false), handler)
  }
}

function types () {
  return Array.from({ length: TYPES }, (_, index) => `Type${index}`)
}
