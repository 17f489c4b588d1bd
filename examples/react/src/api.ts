// Written by `hyper-api client`: run it again in place of editing this file.
import type { ActionTo, LinkTo, NoInput, Untyped } from 'fastify-hyper/client'

/** The API: `createClient<Api>(url)`. */
export interface Api {
  readonly start: Root
}

/** `GET /orders/:id(^\d+$)`, `POST /orders` */
export interface Order {
  readonly data: OrderData
  readonly links: {
    readonly self: LinkTo<Order>
    readonly collection: LinkTo<OrderList>
  }
  readonly embedded: {}
  readonly actions: {
    /** `POST /orders/:id/cancel` */
    readonly cancel?: ActionTo<NoInput, Untyped | null>
  }
  readonly items: never
}

/** `GET /` */
export interface Root {
  readonly data: RootData
  readonly links: {
    readonly self: LinkTo<Root>
    readonly orders: LinkTo<OrderList>
  }
  readonly embedded: {
    readonly orders: Order
  }
  readonly actions: {
    /** Place an order `POST /orders` */
    readonly create: ActionTo<RootCreateInput, Order>
  }
  readonly items: never
}

/** `GET /orders` */
export interface OrderList {
  readonly data: OrderListData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: Order
}

export type OrderListData = OrderData[]

export interface OrderData {
  id: number
  status: 'Pending' | 'Shipped' | 'Cancelled'
}
export interface RootData {
  name: string
  version: string
}
export interface RootCreateInput {
  /**
   * Quantity
   */
  quantity?: number
  /**
   * Delivery
   */
  speed?: 'Standard' | 'Express' | 'Overnight'
}
