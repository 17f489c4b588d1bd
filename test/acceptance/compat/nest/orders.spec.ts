// The tests that `nest generate` writes, of a controller with links: in jest and in vitest, with their globals.
import { Controller, Get, Injectable, type MiddlewareConsumer, Module, Param } from '@nestjs/common'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Test, type TestingModule } from '@nestjs/testing'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { HyperLinks, HyperModule } from 'fastify-hyper/nest'
import { hypermedia } from 'fastify-hyper/testing'
import type { ServerResponse } from 'node:http'

class Order {
  constructor (readonly id: string) {}
}

@Injectable()
class OrdersService {
  find (id: string): Order {
    return new Order(id)
  }
}

@HyperLinks()
@Controller('orders')
class OrdersController {
  constructor (private readonly orders: OrdersService) {}

  @Get(':id')
  findOne (@Param('id') id: string): Order {
    return this.orders.find(id)
  }

  @HyperLinks({ policy: 'staff' })
  @Get(':id/costs')
  costs (): object {
    return { total: 1 }
  }
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('OrdersController.findOne', order => ({ id: order.id })))
  links.link('costs', LinkTarget.route('OrdersController.costs', order => ({ id: order.id })))
})

@Module({ imports: [HyperModule.forFeature(orderLinks)], controllers: [OrdersController], providers: [OrdersService] })
class OrdersModule {
  configure (consumer: MiddlewareConsumer): void {
    consumer.apply((_: unknown, response: ServerResponse, next: () => void) => {
      response.setHeader('x-middleware', 'ran')
      next()
    }).forRoutes(OrdersController)
  }
}

describe('OrdersController', () => {
  let controller: OrdersController

  beforeEach(async () => {
    const module: TestingModule = await Test.createTestingModule({
      controllers: [OrdersController],
      providers: [OrdersService]
    }).compile()

    controller = module.get<OrdersController>(OrdersController)
  })

  it('should be defined', () => {
    expect(controller).toBeDefined()
  })

  it('returns what its service returns', () => {
    expect(controller.findOne('7')).toEqual({ id: '7' })
  })
})

describe('OrdersModule', () => {
  let app: NestFastifyApplication

  async function start (...imports: NonNullable<Parameters<typeof Test.createTestingModule>[0]['imports']>) {
    const module: TestingModule = await Test.createTestingModule({ imports }).compile()
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter())
    await app.register(async () => {})
    await app.init()
  }

  afterEach(() => app.close())

  it('sends responses without links, without HyperModule', async () => {
    await start(OrdersModule)
    expect((await app.inject('/orders/7')).json()).toEqual({ id: '7' })
    expect((await app.inject('/orders/7/costs')).statusCode).toBe(200)
  })

  it('sends links, with HyperModule', async () => {
    await start(OrdersModule, HyperModule.forRoot({ policies: { staff: () => false } }))
    expect(hypermedia(await app.inject('/orders/7')).snapshot())
      .toEqual({ links: { self: '/orders/:id' }, actions: {} })
    expect((await app.inject('/orders/7/costs')).statusCode).toBe(403)
    expect((await app.inject('/orders/7')).headers['x-middleware']).toBe('ran')
  })
})
