import type { FastifyInstance, RouteOptions } from 'fastify'
import hyper, { type LinkConfig } from 'fastify-hyper'
import fp from 'fastify-plugin'
import { customerLinks, lineLinks, meLinks, orderLinks, orderListLinks, productLinks, rootLinks } from './links.ts'
import { Routes } from './routes.ts'

const links: Readonly<Record<string, LinkConfig<never> | undefined>> = {
  Root: rootLinks,
  GetCustomer: customerLinks,
  ListCustomers: customerLinks,
  GetProduct: productLinks.at('product'),
  GetOrder: orderLinks,
  CreateOrder: orderLinks,
  UpdateOrder: orderLinks,
  GetLine: lineLinks,
  ListLines: lineLinks,
  GetMe: meLinks,
  ListOrders: orderListLinks
} satisfies { [Name in keyof typeof Routes]?: LinkConfig<never> }

async function hypermedia (app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', addLinks)
  await app.register(hyper, { defaultFormat: 'none', hrefs: 'path' })

  app.get(Routes.Root.url, () => ({}))
}

function addLinks (route: RouteOptions): void {
  const methods = [route.method].flat().map(method => method === 'HEAD' ? 'GET' : method)
  const found = Object.values(Routes).find(({ method, url }) => url === route.url && methods.includes(method))
  if (found === undefined) return
  route.config = { ...route.config, hyper: { name: found.name, links: links[found.name] ?? false } }
}

export default fp(hypermedia, { name: 'hypermedia' })
