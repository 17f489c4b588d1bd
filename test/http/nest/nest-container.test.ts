import { Module } from '@nestjs/common'
import { ModuleRef } from '@nestjs/core'
import { HttpAdapterHost } from '@nestjs/core'
import { SwaggerModule } from '@nestjs/swagger'
import t from 'tap'
import { describedApp, isRouted } from '../../../nest/nest-container.ts'
import { serveNest } from './serve.ts'
import { OrdersController, ShopModule } from './shop.ts'

// The internals of Nest that the package reads.

@Module({ imports: [ShopModule] })
class TestModule {}

t.test('@nestjs/swagger documents what the package gives it as it documents the app', async t => {
  const { app } = await serveNest(t, TestModule)
  const config = { openapi: '3.1.0', info: { title: 'Shop', version: '1' } }
  const described = describedApp(app.get(ModuleRef), app.get(HttpAdapterHost))
  t.same(SwaggerModule.createDocument(described, config), SwaggerModule.createDocument(app, config))
})

t.test('a method with a route is known', async t => {
  t.ok(isRouted(OrdersController.prototype.list))
  t.notOk(isRouted(() => {}))
})
