import { Controller, Get, Injectable, Module, type Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import {
  HyperLinks, type HyperLinksOptions, HyperModule, type HyperModuleOptions,
  withProvider
} from '../../../nest/index.ts'
import { serveNest } from './serve.ts'

// Mistakes stop the start, with a message that names the place and the remedy.

const root = (imports: unknown[], controllers: Type[], providers: Type[] = []): Type => {
  class RootModule {}
  Module({ imports: imports as Type[], controllers, providers })(RootModule)
  return RootModule
}

@HyperLinks()
@Controller('orders')
class OrdersController {
  @Get() list () {
    return []
  }
}

@HyperLinks({ policy: 'staff' })
@Controller('orders')
class GuardedController {
  @Get() list () {
    return []
  }
}

@Controller('orders')
class LoadingController {
  @HyperLinks({ resource: () => null }) @Get() list () {
    return []
  }
}

@Controller('orders')
class ForgottenController {
  @HyperLinks() total () {
    return 0
  }
}

const orderLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/orders')) })

@Controller('orders')
class MisspeltController {
  @HyperLinks({ polcy: 'staff' } as HyperLinksOptions) @Get() list () {
    return []
  }
}

@Controller('orders')
class MisspeltBesideController {
  @HyperLinks(orderLinks, { polcy: 'staff' } as HyperLinksOptions) @Get() list () {
    return []
  }
}

@HyperLinks({ name: 'orders' })
@Controller('orders')
class NamedController {
  @Get() list () {
    return []
  }
}

@Injectable()
class OrdersService {
  @HyperLinks() find () {}
}

@HyperLinks()
@Injectable()
class DecoratedService {}

const MISTAKES: [title: string, module: () => Type, code: string, message: RegExp][] = [
  ['a policy without the module', () => root([], [GuardedController]), 'NO_MODULE',
    /^@HyperLinks: a policy or resource needs HyperModule in this app\. Import it .*: imports: \[HyperModule\.forRoot/],
  ['a resource without the module', () =>
    root([], [LoadingController]), 'NO_MODULE', /^@HyperLinks: a policy or resource needs/],
  ['a method without a route', () => root([HyperModule.forRoot()], [ForgottenController]), 'INVALID_OPTION',
    /^@HyperLinks of ForgottenController\.total: a method without a route is not valid\. Add @Get\(\), @Post\(\)/],
  [
    'a method of a provider', () => root([HyperModule.forRoot()], [], [OrdersService]), 'INVALID_OPTION',
    /^@HyperLinks of OrdersService\.find: .* is no controller/
  ],
  [
    'a provider', () => root([HyperModule.forRoot()], [], [DecoratedService]), 'INVALID_OPTION',
    /^@HyperLinks of DecoratedService: .* is no controller/
  ],
  ['a misspelt key', () => root([HyperModule.forRoot()], [MisspeltController]), 'UNKNOWN_KEY',
    /^route GET \/orders, config\.hyper: 'polcy' is not a known key\. Did you mean 'policy'\?/],
  ['a misspelt key beside a configuration', () => root([HyperModule.forRoot()], [MisspeltBesideController]),
    'UNKNOWN_KEY', /^route GET \/orders, config\.hyper: 'polcy' is not a known key\. Did you mean 'policy'\?/],
  ['one name for all methods of a controller', () => root([HyperModule.forRoot()], [NamedController]), 'UNKNOWN_KEY',
    /^@HyperLinks of NamedController: 'name' is not a known key/],
  [
    'a misspelt option', () => root([HyperModule.forRoot({ polices: {} } as HyperModuleOptions)], []), 'UNKNOWN_KEY',
    /'polices'.*'policies'/
  ],
  [
    'an option of another type',
    () => root([HyperModule.forRoot({ problemFilter: 'yes' } as unknown as HyperModuleOptions)], []), 'INVALID_OPTION',
    /^HyperModule options, problemFilter: a string is not valid\. Use true or false\./
  ]
]

for (const [title, module, code, message] of MISTAKES) {
  t.test(title, async t => {
    await t.rejects(serveNest(t, module()), { code: `FST_ERR_HYPER_${code}`, message })
  })
}

t.test('an app on another adapter', async t => {
  class OtherAdapter extends FastifyAdapter {
    override getType (): string {
      return 'express'
    }
  }
  const app = await NestFactory.create(root([HyperModule.forRoot()], []), new OtherAdapter(), {
    logger: false, abortOnError: false
  })
  t.teardown(() => app.close())
  await t.rejects(
    app.init(),
    { message: /^HyperModule: an app on 'express' is not valid\. Create the app with Fastify: .*new FastifyAdapter/ }
  )
})

t.test('withProvider without the module', async t => {
  const load = withProvider(OrdersService, (_orders: OrdersService, _request: FastifyRequest) => null)
  t.throws(() => load({ server: { server: {} } } as unknown as FastifyRequest), {
    code: 'FST_ERR_HYPER_NO_MODULE', message: /^withProvider\(OrdersService\)/
  })
})

t.test('the order of imports and controllers does not matter', async t => {
  const feature = root([], [OrdersController])
  const { log } = await serveNest(t, root([feature, HyperModule.forRoot()], []))
  t.same(log.filter(({ code }) => code === 'HYPER003'), [])
})
