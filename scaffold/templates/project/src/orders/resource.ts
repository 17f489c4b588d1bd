import { LinkTarget } from 'fastify-hyper'
import type { Resource } from '../resource.ts'
import { Routes } from '../routes.ts'
import { databaseStore } from './database-store.ts'
import { EXAMPLES } from './examples.ts'
import { orderLinks, orderPageLinks } from './links.ts'
import { memoryStore } from './memory-store.ts'
import { orderRoutes } from './routes.ts'

export const orders: Resource = {
  links: [orderLinks, orderPageLinks],

  entry (links) {
    links.link('orders', Routes.ListOrders())
    links.link('search', LinkTarget.routeTemplate('ListOrders'))
    links.affordance('create', Routes.CreateOrder())
  },

  async register (app, { database, examples }) {
    const initial = examples ? EXAMPLES : []
    await app.register(orderRoutes, {
      store: database === null ? memoryStore(initial) : await databaseStore(database, initial)
    })
  }
}
