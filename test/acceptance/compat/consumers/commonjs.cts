// A CommonJS app that uses every entry point.
import Fastify = require('fastify')
import hyper = require('fastify-hyper')
import client = require('fastify-hyper/client')
import explorer = require('fastify-hyper/explorer')
import html = require('fastify-hyper/html')
import mcp = require('fastify-hyper/mcp')
import nest = require('fastify-hyper/nest')
import testing = require('fastify-hyper/testing')
import typebox = require('fastify-hyper/typebox')
import zod = require('fastify-hyper/zod')
import { defineLinks, LinkTarget, type HyperOptions } from 'fastify-hyper'

class Order { id = 7 }

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
})
const options: HyperOptions = { links: [orderLinks] }

async function buildApp () {
  const app = Fastify()
  await app.register(hyper.hyperPlugin, options)
  await app.register(html.html)
  await app.register(mcp.mcp, { prefix: '/mcp' })
  await app.register(explorer.hyperExplorer, { prefix: '/explorer' })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, () => new Order())
  return {
    app,
    order: testing.hypermedia(await app.inject('/orders/7')),
    root: await client.createClient('http://localhost/').start()
  }
}

export = { buildApp, HyperModule: nest.HyperModule, schemas: [typebox.problemSchema, zod.problemSchema] }
