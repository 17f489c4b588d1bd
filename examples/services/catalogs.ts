// The other services as this repository has them. Elsewhere, each catalog is a package from a registry.
import { catalog as billing } from './catalogs/billing/index.js'
import { catalog as orders } from './catalogs/orders/index.js'
import { catalog as shipping } from './catalogs/shipping/index.js'

declare module 'fastify-hyper' {
  interface Services {
    orders: typeof orders
    billing: typeof billing
    shipping: typeof shipping
  }
}

export type Name = 'orders' | 'billing' | 'shipping'

/** Where clients reach each service. */
export type Urls = Readonly<Record<Name, string>>

const LOCAL: Urls = {
  orders: 'http://localhost:3000', billing: 'http://localhost:3001', shipping: 'http://localhost:3002'
}

/** The options `services` and `baseUrl` of a service. */
export function placed (name: Name, urls: Urls = LOCAL) {
  return {
    baseUrl: urls[name],
    services: {
      orders: { catalog: orders, baseUrl: urls.orders },
      billing: { catalog: billing, baseUrl: urls.billing },
      shipping: { catalog: shipping, baseUrl: urls.shipping }
    }
  }
}
