import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { sql } from 'kysely'
import { Routes } from '../route-names.ts'

const RootSchema = Type.Object({ name: Type.String(), version: Type.String() }, { $id: 'Root' })

/** The entry point: clients start here and follow links to all resources. */
const rootLinks = defineLinks(RootSchema, links => {
  links.self(Routes.GetRoot())
  links.link('orders', Routes.ListOrders())
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.affordance('create-order', Routes.CreateOrder())
})

const root: FastifyPluginAsyncTypebox = async app => {
  app.hyper.addLinks(rootLinks)
  app.get('/', {
    schema: { summary: 'Start here', response: { 200: RootSchema } },
    config: { hyper: { name: 'GetRoot', links: true } }
  }, () => ({ name: 'Orders API', version: '1.0.0' }))

  // For load balancers and containers: 500 if the database does not respond.
  app.get('/health', { logLevel: 'warn', schema: { summary: 'Whether the API works' } }, async () => {
    await sql`SELECT 1`.execute(app.db)
    return { status: 'ok' }
  })
}

export default root
