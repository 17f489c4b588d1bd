import { Controller, Get, Inject, Injectable, Module, Post, Req } from '@nestjs/common'
import { FastifyAdapter, type NestFastifyApplication, RouteSchema } from '@nestjs/platform-fastify'
import { ApiBody, ApiProperty } from '@nestjs/swagger'
import { Test } from '@nestjs/testing'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { defineLinks, type Hyper, LinkTarget } from '../../../lib/index.ts'
import { mcp } from '../../../mcp/index.ts'
import { HyperLinks, HyperModule, type HyperModuleOptions } from '../../../nest/index.ts'
import { member } from '../../support/documents.ts'
import { TOOL_HEADERS, toolCall } from '../../support/tool-calls.ts'
import { send } from './send.ts'
import { serveNest } from './serve.ts'
import { OrdersModule, policies, RootController, rootLinks, ShopModule } from './shop.ts'

// How the module is imported, and when the plugin is registered.

class Note { id = 1 }

const noteLinks = defineLinks(Note, links => {
  links.self(LinkTarget.route('NotesController.one')).requireAuthorization('known')
})

@Controller('notes')
class NotesController {
  @HyperLinks() @Get('one') one () {
    return new Note()
  }
}

@Injectable()
class Users {
  knows (request: FastifyRequest): boolean {
    return request.headers['x-user'] === 'ada'
  }
}

@Module({ providers: [Users], exports: [Users] })
class UsersModule {}

const optionsFor = (users: Users): HyperModuleOptions =>
  ({ links: [noteLinks], hrefs: 'path', policies: { known: request => users.knows(request) } })

@Module({
  imports: [HyperModule.forRootAsync({ imports: [UsersModule], inject: [Users], useFactory: optionsFor })],
  controllers: [NotesController]
})
class FactoryModule {}

@Injectable()
class NoteOptions {
  readonly #users: Users

  constructor (@Inject(Users) users: Users) {
    this.#users = users
  }

  async createHyperOptions () {
    return optionsFor(this.#users)
  }
}

@Module({
  imports: [HyperModule.forRootAsync({ imports: [UsersModule], useClass: NoteOptions })], controllers: [NotesController]
})
class ClassModule {}

for (const [name, module] of Object.entries({ useFactory: FactoryModule, useClass: ClassModule })) {
  t.test(`forRootAsync with ${name}: policies have providers`, async t => {
    const { origin } = await serveNest(t, module)
    const { body } = await send(`${origin}/notes/one`, 'GET', undefined, { 'x-user': 'ada' })
    t.same(member(body, '_links'), { self: { href: '/notes/one' } })
    t.equal(member((await send(`${origin}/notes/one`)).body, '_links'), undefined)
  })
}

t.test('plugins that need hyper are registered in main.ts', async t => {
  const { origin } = await serveNest(t, ShopModule, app => app.register(mcp, { prefix: '/mcp' }))
  const body = JSON.stringify(toolCall('open', { url: '/orders/2' }))
  const response = await fetch(`${origin}/mcp`, { method: 'POST', headers: TOOL_HEADERS, body })
  t.match(await response.text(), /"label":"Order 2"/)
})

t.test('in a module of @nestjs/testing', async t => {
  const module = await Test.createTestingModule({ imports: [ShopModule] }).compile()
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter())
  t.teardown(() => app.close())
  await app.register(mcp, { prefix: '/mcp' })
  await app.init()
  const response = await app.inject({ url: '/orders/1' })
  t.equal(response.json()._links.self.href, '/orders/1')
  const { hyper } = app.getHttpAdapter().getInstance() as unknown as { hyper: Hyper }
  t.equal(
    hyper.href(LinkTarget.route('OrdersController.findOne', { id: 7 })), '/orders/7', 'the URL of a Location header'
  )
})

@Module({ imports: [HyperModule], controllers: [NotesController] })
class BareModule {}

t.test('without forRoot the options are the defaults', async t => {
  const { origin } = await serveNest(t, BareModule)
  t.same((await send(`${origin}/notes/one`)).body, { id: 1 })
})

@Module({ imports: [HyperModule.forRoot({ forms: false }), ShopModule] })
class TwiceModule {}

t.test('the module can be imported once', async t => {
  await t.rejects(serveNest(t, TwiceModule), { code: 'FST_ERR_HYPER_ALREADY_REGISTERED' })
})

@Module({
  imports: [HyperModule.forRoot({ forms: false, hrefs: 'path', links: [rootLinks], policies }), OrdersModule],
  controllers: [RootController]
})
class FormlessModule {}

t.test('without forms, routes have no documented input', async t => {
  const { origin } = await serveNest(t, FormlessModule)
  const { body } = await send(origin, 'GET', undefined, { accept: 'application/prs.hal-forms+json' })
  const create = member(body, '_templates', 'create')
  t.match(create, { method: 'POST' })
  t.equal(member(create, 'properties'), undefined)
})

class Amount {
  @ApiProperty({ type: 'integer', minimum: 1 }) quantity!: number
}

const PART = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } }

@Controller('parts')
class PartsController {
  @RouteSchema({ params: PART }) @ApiBody({ type: Amount }) @HyperLinks() @Post(':id')
  add (@Req() { params }: FastifyRequest) {
    return { params }
  }
}

@Module({ imports: [HyperModule.forRoot()], controllers: [PartsController] })
class PartsModule {}

t.test('Fastify validates the parameters of a decorated route whose body is documented', async t => {
  const { origin } = await serveNest(t, PartsModule)
  t.match(await send(`${origin}/parts/abc`, 'POST', { quantity: 1 }), {
    status: 400, body: { message: 'params/id must be integer' }
  })
  t.match(await send(`${origin}/parts/7`, 'POST', { quantity: 1 }), {
    status: 201, body: { params: { id: 7 } }
  }, 'and converts them')
})
