// An app that uses every entry point.
import { Controller, Get, Module } from '@nestjs/common'
import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'
import hyper, {
  defineLinks, type HyperOptions, hyperPlugin, LinkTarget, offsetPage, type Page,
  pageQuery, problem, resourceOf
} from 'fastify-hyper'
import { type Client, createClient, HypermediaError } from 'fastify-hyper/client'
import { hyperExplorer } from 'fastify-hyper/explorer'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import { HyperLinks, HyperModule } from 'fastify-hyper/nest'
import { crawl, fetchOf, hypermedia } from 'fastify-hyper/testing'
import * as typebox from 'fastify-hyper/typebox'
import * as zod from 'fastify-hyper/zod'
import { z } from 'zod'

class Order {
  id = 7
  status: 'Pending' | 'Shipped' = 'Pending'
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.affordance('cancel', LinkTarget.route('CancelOrder', order => ({ id: order.id })))
    .when(order => order.status === 'Pending')
  // @ts-expect-error An order has no owner.
  links.link('owner', LinkTarget.route('GetUser', order => ({ id: order.owner })))
})

export const options: HyperOptions = {
  links: [orderLinks], policies: { clerk: request => request.headers.authorization === 'clerk' }
}

export async function buildApp () {
  const app = Fastify()
  await app.register(hyper, options)
  await app.register(html, { title: 'Orders' })
  await app.register(mcp, { prefix: '/mcp' })
  await app.register(hyperExplorer, { prefix: '/explorer' })
  const resource = () => new Order()
  app.get('/orders/:id', {
    config: { hyper: { name: 'GetOrder', links: true, resource, policy: 'clerk' } }
  }, request => {
    const order = resourceOf<Order>(request)
    return order.status === 'Shipped' ? problem({ status: 409 }) : order
  })
  app.get<{
    Querystring: { page: number, pageSize: number }
  }>('/orders', { schema: { querystring: pageQuery({}) } }, ({ query }): Page<Order> => {
    return offsetPage([new Order()], { ...query, totalCount: 1 })
  })
  const href: string | null = app.hyper.href(LinkTarget.route('GetOrder', { id: 7 }))
  return { app, href }
}

export async function read (): Promise<void> {
  const { app } = await buildApp()
  const client: Client = createClient('http://localhost/', { fetch: fetchOf(app) })
  try {
    const root = await client.start()
    for await (const order of (await root.follow('orders')).items()) console.log(order.data)
  } catch (error) {
    if (error instanceof HypermediaError) console.log(error.problem.detail)
  }
  const { href, method } = hypermedia(await app.inject('/orders/7')).action('cancel')
  const { findings } = await crawl(app, { formats: ['hal'] })
  console.log(href, method, findings.length)
}

export const boxed = typebox.pageSchema(Type.Object({ id: Type.Integer() }))
export const zodded = zod.pageSchema(z.object({ id: z.number() }))

@HyperLinks()
@Controller('orders')
class OrdersController {
  @Get(':id')
  findOne (): Order {
    return new Order()
  }
}

@Module({ imports: [HyperModule.forRoot({ links: [orderLinks] })], controllers: [OrdersController] })
export class AppModule {}

export const same: boolean = hyper === hyperPlugin
