import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common'
import { ApiBearerAuth, ApiOperation } from '@nestjs/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LinkTarget, offsetPage } from 'fastify-hyper'
import { HyperLinks, HyperResource, withProvider } from 'fastify-hyper/nest'
import { Users } from '../auth/users.js'
import { Order } from './order.js'
import { Cancellation, NewOrder, OrderSearch } from './order-inputs.js'
import { OrdersService, PAGE_SIZE } from './orders.service.js'

const resource = withProvider(
  OrdersService, (orders, request: FastifyRequest<{ Params: { id: string } }>) => orders.find(request.params.id)
)
const tag = (order: Order) => order.version

@HyperLinks()
@ApiBearerAuth()
@Controller('orders')
export class OrdersController {
  constructor (private readonly orders: OrdersService, private readonly users: Users) {}

  @Get()
  async findAll (@Query() search: OrderSearch) {
    const { items, totalCount } = await this.orders.search(search)
    return offsetPage(items, { page: search.page, pageSize: PAGE_SIZE, totalCount })
  }

  @Get(':id')
  @HyperLinks({ resource, etag: tag })
  findOne (@HyperResource() order: Order, @Param('id') _id: string): Order {
    return order
  }

  @Post()
  @ApiOperation({ summary: 'Place an order' })
  @HyperLinks({ policy: 'customer' })
  async create (
    @Body() input: NewOrder, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply
  ): Promise<Order> {
    const order = await this.orders.create(input, this.users.of(request)!.name)
    reply.header(
      'location', request.server.hyper.href(LinkTarget.route('OrdersController.findOne', { id: order.id }), request)
    )
    return order
  }

  @Post(':id/pay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Pay' })
  @HyperLinks({ resource, policy: 'owner', conceal: true })
  pay (@HyperResource() order: Order): Order {
    return order.take('pay')
  }

  @Post(':id/ship')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ship' })
  @HyperLinks({ resource, policy: 'staff' })
  ship (@HyperResource() order: Order): Order {
    return order.take('ship')
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel the order' })
  @HyperLinks({ resource, policy: 'owner', conceal: true, preconditions: { tag } })
  cancel (@HyperResource() order: Order, @Body() { reason }: Cancellation): Order {
    order.reason = reason
    return order.take('cancel')
  }
}
