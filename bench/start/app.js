// An app of so many routes, four for each type, which reports what its start used, and its heap then:
// app.js 20 [core] [html] [mcp].
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'

const [routes, ...plugins] = process.argv.slice(2)

// This checkout's build, or another one: the directory of its lib/index.js, as for the other benchmarks.
const { HYPER_DIST: dist } = process.env
const directory = dist === undefined ? new URL('../../dist/lib/', import.meta.url) : pathToFileURL(`${resolve(dist)}/`)
const load = entry => import(new URL(`${entry}/index.js`, directory).href)

const TYPES = Array.from({ length: Number(routes) / 4 }, (_, index) => `Type${index}`)

const app = Fastify()
const links = plugins.includes('core') ? await register() : null
TYPES.forEach(addRoutes)
await app.ready()
const { user, system } = process.cpuUsage()
// Twice: the first collection runs finalizers, whose objects the second one frees.
globalThis.gc()
globalThis.gc()
process.send({ time: (user + system) / 1000, heap: process.memoryUsage().heapUsed }, () => process.disconnect())

async function register () {
  const { default: hyper, defineLinks, LinkTarget } = await load('.')
  const linksOf = type => defineLinks(type, links => {
    const id = resource => ({ id: resource.id })
    links.self(LinkTarget.route(`Get${type}`, id))
    links.link('collection', LinkTarget.route(`List${type}`))
    links.affordance('replace', LinkTarget.route(`Replace${type}`, id))
    links.affordance('delete', LinkTarget.route(`Delete${type}`, id)).when(resource => resource.open)
  })
  await app.register(hyper, { links: TYPES.map(linksOf) })
  if (plugins.includes('html')) await app.register((await load('../html')).html)
  if (plugins.includes('mcp')) await app.register((await load('../mcp')).mcp, { prefix: '/mcp' })
  return true
}

function addRoutes (type) {
  const one = { $ref: `${type}#` }
  const name = { type: 'string', minLength: 1, maxLength: 80 }
  const properties = { name, quantity: { type: 'integer', minimum: 1 }, open: { type: 'boolean' } }
  app.addSchema({ $id: type, type: 'object', properties: { id: { type: 'integer' }, ...properties } })
  const params = { type: 'object', properties: { id: { type: 'integer' } } }
  const body = { type: 'object', required: ['name'], properties }
  const options = (name, schema) =>
    ({ schema, config: links === null ? {} : { hyper: { name: `${name}${type}`, links: true } } })
  const handler = async () => ({})
  app.get(`/${type}`, options('List', { response: { 200: { type: 'array', items: one } } }), handler)
  app.get(`/${type}/:id`, options('Get', { params, response: { 200: one } }), handler)
  app.put(`/${type}/:id`, options('Replace', { params, body, response: { 200: one } }), handler)
  app.delete(`/${type}/:id`, options('Delete', { params }), handler)
}
