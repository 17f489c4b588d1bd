import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DynamicModule, ValidationPipe } from '@nestjs/common'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import { HyperModule } from 'fastify-hyper/nest'
import { hypermedia } from 'fastify-hyper/testing'
import { AuthModule } from '../auth/auth.module.js'
import { Users } from '../auth/users.js'
import { Order } from './order.js'
import { OrdersController } from './orders.controller.js'
import { OrdersModule } from './orders.module.js'
import { OrdersService } from './orders.service.js'

test('a method of the controller, without HyperModule', async () => {
  const module = await Test.createTestingModule({
    controllers: [OrdersController],
    providers: [Users, { provide: OrdersService, useValue: { search: async () => ({ items: [], totalCount: 7 }) } }]
  }).compile()
  const controller = module.get(OrdersController)
  assert.equal((await controller.findAll({ page: 1 })).totalCount, 7)
  assert.equal(controller.pay(new Order(1, 'Tea', 2, 'ada')).status, 'paid')
})

async function appOf (...imports: DynamicModule[]): Promise<NestFastifyApplication> {
  const module = await Test.createTestingModule({ imports: [AuthModule, OrdersModule, ...imports] }).compile()
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter())
  app.useGlobalPipes(new ValidationPipe({ transform: true }))
  await app.init()
  return app
}

test('the feature module, without HyperModule', async t => {
  const app = await appOf()
  t.after(() => app.close())
  const response = await app.inject('/orders')
  assert.equal(response.statusCode, 200)
  assert.equal(response.json()._links, undefined)
})

test('the feature module, with links, and with policies of the test', async t => {
  const allowed = { customer: () => true, staff: () => false, owner: () => true }
  const app = await appOf(HyperModule.forRoot({ policies: allowed }))
  t.after(() => app.close())
  const order = hypermedia(await app.inject('/orders/1'))
  assert.deepEqual([order.can('cancel'), order.can('ship')], [true, false])
})
