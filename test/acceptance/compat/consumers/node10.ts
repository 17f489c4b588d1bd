// An app whose compiler does not read `exports` of packages.
import { defineLinks, type HyperOptions, hyperPlugin, LinkTarget } from 'fastify-hyper'
import { type Client, HypermediaError } from 'fastify-hyper/client'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import { HyperModule } from 'fastify-hyper/nest'
import { hypermedia } from 'fastify-hyper/testing'
import { pageSchema as boxed } from 'fastify-hyper/typebox'
import { pageSchema as zodded } from 'fastify-hyper/zod'

class Order { id = 7 }

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
})
export const options: HyperOptions = { links: [orderLinks] }
export const all = [HypermediaError, hyperExplorer, html, mcp, HyperModule, hypermedia, boxed, zodded, hyperPlugin]
export type { Client }
