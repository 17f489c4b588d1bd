// A NestJS app with links by hand. Decorators are called as functions, because Node runs no decorators.
import 'reflect-metadata'
import { Controller, Get, Module, Param, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { linked } from '../variants/by-hand.js'
import { baseOf } from './base.js'

/**
 * The server of the app, ready to listen.
 * @param {import('../orders.js').Store} store
 * @param {import('@nestjs/common').HttpServer} adapter
 * @param {(store: import('../orders.js').Store, orders: object[], base: string) => unknown} [representList]
 */
export async function serveNest (store, adapter, representList = (_store, orders) => orders) {
  class OrdersController {
    list (request) {
      const base = baseOf(request)
      return representList(store, store.all.map(order => linked(order, base)), base)
    }

    one (id, request) {
      return linked(store.get(id), baseOf(request))
    }
  }
  Controller('orders')(OrdersController)
  route(OrdersController, 'list', Get(), [Req()])
  route(OrdersController, 'one', Get(':id'), [Param('id'), Req()])

  class OrdersModule {}
  Module({ controllers: [OrdersController] })(OrdersModule)

  const app = await NestFactory.create(OrdersModule, adapter, { logger: false })
  await app.init()
  return app.getHttpServer()
}

function route ({ prototype }, name, decorate, parameters) {
  decorate(prototype, name, Object.getOwnPropertyDescriptor(prototype, name))
  parameters.forEach((decorateParameter, index) => decorateParameter(prototype, name, index))
}
