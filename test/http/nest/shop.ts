import 'reflect-metadata'
import {
  Body, Controller, Get, HttpCode, Inject, Injectable, Module, NotFoundException, Param, Post, Put, Query,
  ValidationPipe
} from '@nestjs/common'
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core'
import { ApiOperation, ApiProperty } from '@nestjs/swagger'
import { Exclude, Expose, Type } from 'class-transformer'
import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min, ValidateNested } from 'class-validator'
import type { FastifyRequest } from 'fastify'
import { defineLinks, LinkTarget, type OffsetPage, offsetPage, problem } from '../../../lib/index.ts'
import {
  HyperLinks, HyperModule, HyperResource, HyperSerializerInterceptor, validationException, withProvider
} from '../../../nest/index.ts'

// A shop in NestJS. Its decorators are compiled without metadata: `takes` is what `emitDecoratorMetadata` writes.

const takes = (...types: unknown[]) => Reflect.metadata('design:paramtypes', types) as MethodDecorator

export class Order {
  id: number
  status: 'pending' | 'shipped' | 'cancelled'
  version = 1
  @Exclude() owner: string
  @Exclude() secret = 'margin 40 %'

  constructor (id: number, status: Order['status'], owner: string) {
    this.id = id
    this.status = status
    this.owner = owner
  }

  @Expose() get label (): string {
    return `Order ${this.id}`
  }
}

export class Address {
  @ApiProperty({ type: String, maxLength: 40 }) @IsString() @Length(1, 40) street!: string
}

export class NewOrder {
  @ApiProperty({
    type: 'integer', minimum: 1, maximum: 100, description: 'How many'
  }) @IsInt() @Min(1) @Max(100) quantity!: number

  @ApiProperty({
    enum: ['standard', 'express'], required: false
  }) @IsOptional() @IsIn(['standard', 'express']) speed?: string

  @ApiProperty({ type: Address }) @ValidateNested() @Type(() => Address) address!: Address
  @ApiProperty({
    type: [Address], required: false
  }) @IsOptional() @ValidateNested({ each: true }) @Type(() => Address) others?: Address[]
}

export class Search {
  @ApiProperty({
    type: 'integer', required: false, default: 1
  }) @IsOptional() @IsInt() @Min(1) @Type(() => Number) page?: number

  @ApiProperty({
    enum: ['pending', 'shipped', 'cancelled'], required: false
  }) @IsOptional() @IsIn(['pending', 'shipped', 'cancelled']) status?: string
}

@Injectable()
export class Orders {
  readonly all = [new Order(1, 'pending', 'ada'), new Order(2, 'shipped', 'ada'), new Order(3, 'pending', 'bob')]

  find (id: string): Order | undefined {
    return this.all.find(order => order.id === Number(id))
  }
}

type ById = FastifyRequest<{ Params: { id: string } }>

const load = withProvider(Orders, (orders, request: ById) => orders.find(request.params.id))

const caller = (request: FastifyRequest) => request.headers['x-user']

export const policies = {
  member: (request: FastifyRequest) => caller(request) !== undefined,
  owner: withProvider(
    Orders,
    (orders, request: FastifyRequest, order: Order) => orders.all.includes(order) && order.owner === caller(request)
  )
}

export const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('OrdersController.findOne', order => ({ id: order.id })))
  links.affordance('cancel', LinkTarget.route('OrdersController.cancel', order => ({ id: order.id }))).when(order =>
    order.status === 'pending')
  links.affordance('replace', LinkTarget.route('orders.replace', order => ({ id: order.id })))
  // A callback gets the instance, with what is hidden.
  links.link('statistics', LinkTarget.route('OrdersController.statistics')).when(order => order.secret !== undefined)
})

export class Root {}

export const rootLinks = defineLinks(Root, links => {
  links.self(LinkTarget.route('RootController.root'))
  links.affordance('create', LinkTarget.route('OrdersController.create'))
  links.affordance('search', LinkTarget.route('OrdersController.findAll'))
})

@HyperLinks()
@Controller()
export class RootController {
  @Get() root () {
    return new Root()
  }

  @HyperLinks({ links: false }) @Get('health') health () {
    return { status: 'up' }
  }
}

@HyperLinks()
@Controller('orders')
export class OrdersController {
  readonly #orders: Orders

  constructor (@Inject(Orders) orders: Orders) {
    this.#orders = orders
  }

  @Get()
  @takes(Search)
  findAll (@Query() { page = 1, status }: Search): OffsetPage<Order> {
    const found = this.#orders.all.filter(order => status === undefined || order.status === status)
    return offsetPage(found.slice((page - 1) * 2, page * 2), { page, pageSize: 2, totalCount: found.length })
  }

  @Get('all')
  list (): Order[] {
    return this.#orders.all
  }

  @HyperLinks(defineLinks<{ total: number }>(links => { links.self(LinkTarget.route('OrdersController.statistics')) }))
  @Get('statistics')
  statistics () {
    return { total: this.#orders.all.length }
  }

  @Get(':id')
  @HyperLinks({ etag: (order: Order) => order.version })
  findOne (@Param('id') id: string): Order {
    const order = this.#orders.find(id)
    if (order === undefined) throw new NotFoundException(`There is no order ${id}.`)
    return order
  }

  @HyperLinks({ formInput: true })
  @Post()
  @ApiOperation({ summary: 'Place an order' })
  @takes(NewOrder)
  create (@Body() input: NewOrder): Order {
    if (input.quantity === 13) throw problem({ status: 409, title: 'Unlucky', detail: 'Order another quantity.' })
    const order = new Order(this.#orders.all.length + 1, 'pending', 'ada')
    this.#orders.all.push(order)
    return order
  }

  @HyperLinks({ resource: load, policy: ['member', 'owner'], conceal: true })
  @Post(':id/cancel')
  @HttpCode(200)
  cancel (@HyperResource() order: Order): Order {
    order.status = 'cancelled'
    return order
  }

  @HyperLinks({
    name: 'orders.replace',
    resource: load,
    preconditions: { tag: (order: Order) => order.version, requireIfMatch: true }
  })
  @Put(':id')
  @takes(Object, NewOrder)
  replace (@HyperResource() order: Order, @Body() _input: NewOrder): Order {
    order.version++
    return order
  }

  @Get('fail/unknown')
  fail (): never {
    throw new TypeError('a secret of the server')
  }
}

@Module({ providers: [Orders], controllers: [OrdersController], imports: [HyperModule.forFeature(orderLinks)] })
export class OrdersModule {}

@Module({
  imports: [OrdersModule, HyperModule.forRoot({ links: [rootLinks], policies, problemFilter: true, hrefs: 'path' })],
  controllers: [RootController],
  providers: [
    { provide: APP_INTERCEPTOR, useClass: HyperSerializerInterceptor },
    { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true, exceptionFactory: validationException }) }
  ]
})
export class ShopModule {}
