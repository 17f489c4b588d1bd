// Written by `hyper-api client`: run it again in place of editing this file.
import type { ActionTo, LinkTo, NoInput, TemplateVariables, Untyped, VariableValue } from 'fastify-hyper/client'

/** The API: `createClient<Api>(url)`. */
export interface Api {
  readonly start: Root
}

/** `GET /orders/:id`, `POST /orders/:id/cancel`, `PUT /orders/:id`, `POST /orders` */
export interface Order {
  readonly data: OrderData
  readonly links: {
    readonly self: LinkTo<Order>
    readonly collection: LinkTo<OrderPage>
    readonly related?: LinkTo<Untyped, TemplateVariables>
  }
  readonly embedded: {
    readonly lines: OrderLine
  }
  readonly actions: {
    /** Cancel the order `POST /orders/:id/cancel` */
    readonly cancel?: ActionTo<OrderCancelInput, Order>
    /** `PUT /orders/:id` */
    readonly default?: ActionTo<OrderDefaultInput, Order, 'ifMatch'>
    /** `DELETE /orders/:id` */
    readonly remove?: ActionTo<NoInput, null, 'ifMatch'>
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
    readonly order: LinkTo<Order, RootOrderVariables>
    readonly tags: LinkTo<Untyped, RootTagsVariables>
    readonly ticket: LinkTo<Ticket>
    /** @deprecated */
    readonly 'old-orders': LinkTo<OrderList>
    readonly stock: LinkTo<Stock>
    readonly status?: LinkTo<Status>
  }
  readonly embedded: {}
  readonly actions: {
    /** Place an order `POST /orders` */
    readonly create: ActionTo<RootCreateInput, Order>
  }
  readonly items: never
}

/** `GET /ticket` */
export interface Ticket {
  readonly data: Untyped['data']
  readonly links: {
    readonly self: LinkTo<Ticket>
  }
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

/** `GET /old` */
export interface OrderList {
  readonly data: OrderListData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: Order
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
  }
  readonly embedded: {
    readonly item?: Order
  }
  readonly actions: {}
  readonly items: Order
}

/** `GET /status` */
export interface Status {
  readonly data: StatusData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

/** `GET /stock` */
export interface Stock {
  readonly data: StockData
  readonly links: Untyped['links']
  readonly embedded: Untyped['embedded']
  readonly actions: Untyped['actions']
  readonly items: Untyped
  readonly onDemand: Untyped['onDemand']
}

export interface OrderLine {
  readonly data: OrderLineData
  readonly links: {}
  readonly embedded: {}
  readonly actions: {}
  readonly items: never
}

export type OrderListData = OrderData[]

/**
 * An order
 */
export interface OrderData {
  id: number
  /**
   * Open until it is cancelled.
   */
  status: 'open' | 'cancelled'
  tags: string[]
  note?: string | null
  address?: OrderAddress
}
/**
 * Address
 */
export interface OrderAddress {
  street?: string
}
export interface OrderCancelInput {
  reason: 'late' | 'wrong'
  notify?: boolean
}
export interface OrderDefaultInput {
  tags: ('tea' | 'coffee')[]
}
export interface RootData {
  name: string
}
export interface RootSearchVariables {
  page?: number
  pageSize?: number
  tag?: 'tea' | 'coffee'
}
export interface RootOrderVariables {
  id: number
}
export interface RootTagsVariables {
  any?: VariableValue
}
export interface RootCreateInput {
  tags?: string[]
}
export interface OrderPageData {
  page: number
  pageSize: number
  totalCount: number
  totalPages: number
}
export interface StatusData {
  up?: boolean
}
export interface StockData {
  count: number
  checked: string
}
export interface OrderLineData {
  article: string
  count: number
}
