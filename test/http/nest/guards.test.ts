import { type CanActivate, Controller, Get, Module, type NestModule, UseGuards } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import t from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { HyperLinks, HyperModule, withProvider } from '../../../nest/index.ts'
import { member, members } from '../../support/documents.ts'
import { send } from './send.ts'
import { serveNest } from './serve.ts'
import { ShopModule } from './shop.ts'

// Policies, resources, states and preconditions of @HyperLinks, and how they go with guards of Nest.

const INPUT = { quantity: 1, address: { street: 'Main street' } }

t.test('the guard of a route', async t => {
  const { origin } = await serveNest(t, ShopModule)
  const ada = { 'x-user': 'ada' }

  for (const [who, headers, status] of [
    ['nobody', {}, 403], ['another caller', { 'x-user': 'bob' }, 404], ['the owner', ada, 200],
    ['the owner again', ada, 409]
  ] as const) {
    t.test(`cancel by ${who}: ${status}`, async t => {
      t.equal((await send(`${origin}/orders/1/cancel`, 'POST', undefined, headers)).status, status)
    })
  }

  t.test('an action is offered to those whom its policies allow', async t => {
    const offered = async (headers: Record<string, string>) => {
      const { body } = await send(`${origin}/orders/3`, 'GET', undefined, headers)
      return Object.keys(members(member(body, '_actions'))).includes('cancel')
    }
    t.same([await offered(ada), await offered({ 'x-user': 'bob' })], [false, true])
  })

  t.test('a resource that does not exist is 404', async t => {
    t.equal((await send(`${origin}/orders/99/cancel`, 'POST', undefined, ada)).status, 404)
  })

  for (const [tag, status] of [[undefined, 428], ['"7"', 412], ['"1"', 200]] as const) {
    t.test(`If-Match ${tag ?? 'missing'}: ${status}`, async t => {
      t.equal(
        (await send(`${origin}/orders/2`, 'PUT', INPUT, tag === undefined ? {} : { 'if-match': tag })).status, status
      )
    })
  }
})

t.test('the providers of withProvider are those of the app of the request', async t => {
  const [first, second] = [await serveNest(t, ShopModule), await serveNest(t, ShopModule)]
  t.equal((await send(`${first.origin}/orders/1/cancel`, 'POST', undefined, { 'x-user': 'ada' })).status, 200)
  t.equal(member((await send(`${second.origin}/orders/1`)).body, 'status'), 'pending')
})

const noteLinks = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/notes/1')) })

@Controller('notes')
class NotesController {
  @HyperLinks(noteLinks, { policy: 'known' }) @Get('two') two () {
    return { id: 1 }
  }

  @HyperLinks({ links: noteLinks, policy: 'known' }) @Get('one') one () {
    return { id: 1 }
  }
}

const known = (request: FastifyRequest) => request.headers['x-user'] !== undefined

@Module({ imports: [HyperModule.forRoot({ policies: { known } })], controllers: [NotesController] })
class NotesModule {}

t.test('a configuration and options, in one argument or two', async t => {
  const { origin } = await serveNest(t, NotesModule)
  for (const path of ['one', 'two']) {
    t.equal((await send(`${origin}/notes/${path}`)).status, 403)
    const { body } = await send(`${origin}/notes/${path}`, 'GET', undefined, { 'x-user': 'ada' })
    t.same(body, { id: 1, _links: { self: { href: '/notes/1' } } })
  }
})

const order: string[] = []

class NestGuard implements CanActivate {
  canActivate (): boolean {
    order.push('guard of Nest')
    return true
  }
}

class Clock { hour = 12 }

class Page {}

const pageLinks = defineLinks(Page, links => { links.self(LinkTarget.route('PageController.page')) })

@UseGuards(NestGuard)
@HyperLinks({ policy: ['open', 'known'] })
@Controller('page')
class PageController {
  @Get() page () {
    return new Page()
  }

  @HyperLinks({ policy: false }) @Get('free') free () {
    return new Page()
  }
}

// The hook of an app that authenticates.
@Module({})
class Authentication implements NestModule {
  host: HttpAdapterHost | undefined

  configure (): void {
    this.host!.httpAdapter.getInstance<FastifyInstance>().addHook('onRequest', async request => {
      order.push('hook');
      (request as { user?: unknown }).user = request.headers['x-user']
    })
  }
}
Reflect.defineMetadata('self:properties_metadata', [{ key: 'host', type: HttpAdapterHost }], Authentication)

@Module({
  imports: [Authentication, HyperModule.forRoot({
    links: [pageLinks],
    policies: {
      open: withProvider(Clock, (clock: Clock, _request: FastifyRequest) => clock.hour > 6),
      known: request => { order.push('policy'); return (request as { user?: unknown }).user !== undefined }
    }
  })],
  providers: [Clock],
  controllers: [PageController]
})
class PageModule {}

t.test('policies are evaluated after hooks and before the guards of Nest', async t => {
  const { origin } = await serveNest(t, PageModule)
  t.equal((await send(`${origin}/page`, 'GET', undefined, { 'x-user': 'ada' })).status, 200)
  t.same(order, ['hook', 'policy', 'guard of Nest'])
  t.equal((await send(`${origin}/page`)).status, 403)
  t.equal((await send(`${origin}/page/free`)).status, 200, 'a method without the policies of its controller')
})
