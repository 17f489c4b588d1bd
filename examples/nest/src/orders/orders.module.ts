import { Module } from '@nestjs/common'
import { HyperModule } from 'fastify-hyper/nest'
import { OrdersController } from './orders.controller.js'
import { orderLinks } from './orders.links.js'
import { OrdersService } from './orders.service.js'

@Module({
  imports: [HyperModule.forFeature(orderLinks)],
  controllers: [OrdersController],
  providers: [OrdersService]
})
export class OrdersModule {}
