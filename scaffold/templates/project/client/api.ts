// Written by `hyper-api client`: run it again in place of editing this file.
import type { ActionTo, LinkTo, NoInput } from 'fastify-hyper/client'

/** The API: `createClient<Api>(url)`. */
export interface Api {
  readonly start: Root
}

/** `GET /orders/:id`, `PUT /orders/:id`, `POST /orders/:id/cancel`, `POST /orders` */
export interface Order {
  readonly data: OrderData
  readonly links: {
    readonly self: LinkTo<Order>
    readonly collection: LinkTo<OrderPage>
  }
  readonly embedded: {}
  readonly actions: {
    /** Change an order `PUT /orders/:id` */
    readonly edit?: ActionTo<OrderEditInput, Order, 'ifMatch'>
    /** Cancel an order `POST /orders/:id/cancel` */
    readonly cancel?: ActionTo<NoInput, Order>
  }
  readonly items: never
}

/** `GET /` */
export interface Root {
  readonly data: RootData
  readonly links: {
    readonly self: LinkTo<Root>
    readonly orders: LinkTo<OrderPage>
    readonly search: LinkTo<OrderPage, RootSearchVariables>
  }
  readonly embedded: {}
  readonly actions: {
    /** Place an order `POST /orders` */
    readonly create?: ActionTo<RootCreateInput, Order>
  }
  readonly items: never
}

/** `GET /orders` */
export interface OrderPage {
  readonly data: OrderPageData
  readonly links: {
    readonly self: LinkTo<OrderPage>
    readonly first?: LinkTo<OrderPage>
    readonly prev?: LinkTo<OrderPage>
    readonly next?: LinkTo<OrderPage>
    readonly last?: LinkTo<OrderPage>
    readonly search: LinkTo<OrderPage, OrderPageSearchVariables>
  }
  readonly embedded: {
    readonly item?: Order
  }
  readonly actions: {
    /** Place an order `POST /orders` */
    readonly create?: ActionTo<OrderPageCreateInput, Order>
  }
  readonly items: Order
}

/** `GET /health` */
export interface Health {
  readonly data: HealthData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

export interface OrderData {
  /**
   * Number
   */
  id: number
  /**
   * Status
   */
  status: 'Pending' | 'Shipped' | 'Cancelled'
  /**
   * Item
   */
  item: string
  /**
   * Quantity
   */
  quantity: number
  /**
   * Delivery
   */
  speed: 'Standard' | 'Express' | 'Overnight'
}
export interface OrderEditInput {
  /**
   * Item
   */
  item: string
  /**
   * Quantity
   */
  quantity?: number
  /**
   * Delivery
   */
  speed?: 'Standard' | 'Express' | 'Overnight'
}
export interface RootData {
  name: string
  version: string
}
export interface RootSearchVariables {
  /**
   * Item contains
   */
  q?: string
  /**
   * Status
   */
  status?: 'Pending' | 'Shipped' | 'Cancelled'
  page?: number
  pageSize?: number
}
export interface RootCreateInput {
  /**
   * Item
   */
  item: string
  /**
   * Quantity
   */
  quantity?: number
  /**
   * Delivery
   */
  speed?: 'Standard' | 'Express' | 'Overnight'
}
export interface OrderPageData {
  page: number
  pageSize: number
  totalCount: number
  totalPages: number
}
export interface OrderPageSearchVariables {
  /**
   * Item contains
   */
  q?: string
  /**
   * Status
   */
  status?: 'Pending' | 'Shipped' | 'Cancelled'
  page?: number
  pageSize?: number
}
export interface OrderPageCreateInput {
  /**
   * Item
   */
  item: string
  /**
   * Quantity
   */
  quantity?: number
  /**
   * Delivery
   */
  speed?: 'Standard' | 'Express' | 'Overnight'
}
export interface HealthData {
  status: 'ok'
}
