import { Injectable } from '@nestjs/common'
import { problem } from 'fastify-hyper'
import { Order } from './order.js'
import type { NewOrder, OrderSearch } from './order-inputs.js'

export const PAGE_SIZE = 2

@Injectable()
export class OrdersService {
  #stock = 100
  readonly #orders = [
    new Order(1, 'Tea', 2, 'ada'), new Order(2, 'Coffee', 1, 'bob').take('pay'),
    new Order(3, 'Cups', 6, 'ada').take('cancel')
  ]

  async find (id: string): Promise<Order | null> {
    return this.#orders.find(order => order.id === Number(id)) ?? null
  }

  async search ({ status, page }: OrderSearch): Promise<{ items: Order[], totalCount: number }> {
    const found = this.#orders.filter(order => status === undefined || order.status === status)
    return { items: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), totalCount: found.length }
  }

  async create ({ item, quantity }: NewOrder, customer: string): Promise<Order> {
    if (quantity > this.#stock) {
      throw problem({ status: 409, title: 'Out of stock', detail: `There are ${this.#stock} left.` })
        .extension('stock', this.#stock)
    }
    this.#stock -= quantity
    const order = new Order(this.#orders.length + 1, item, quantity, customer)
    this.#orders.push(order)
    return order
  }
}
