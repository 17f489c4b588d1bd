import { Module } from '@nestjs/common'
import { APP_INTERCEPTOR } from '@nestjs/core'
import { HyperModule, HyperSerializerInterceptor } from 'fastify-hyper/nest'
import { AuthModule } from './auth/auth.module.js'
import { Users } from './auth/users.js'
import type { Order } from './orders/order.js'
import { OrdersModule } from './orders/orders.module.js'
import { RootController, rootLinks } from './root.controller.js'

@Module({
  imports: [
    AuthModule,
    OrdersModule,
    HyperModule.forRootAsync({
      inject: [Users],
      useFactory: (users: Users) => ({
        links: [rootLinks],
        policies: {
          customer: request => users.of(request) !== null,
          staff: request => users.of(request)?.role === 'staff',
          owner: (request, order: Order) => users.of(request)?.name === order.customer
        },
        problemFilter: true
      })
    })
  ],
  controllers: [RootController],
  providers: [{ provide: APP_INTERCEPTOR, useClass: HyperSerializerInterceptor }]
})
export class AppModule {}
