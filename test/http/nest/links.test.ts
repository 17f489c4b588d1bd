import { Controller, Get, Module, Version, VersioningType } from '@nestjs/common'
import { RouteConfig } from '@nestjs/platform-fastify'
import t from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { HyperLinks, HyperModule } from '../../../nest/index.ts'
import { member, memberOfEach, members } from '../../support/documents.ts'
import { send } from './send.ts'
import { serveNest } from './serve.ts'
import { ShopModule } from './shop.ts'

// What @HyperLinks makes of controllers, over HTTP.

t.test('the shop', async t => {
  const { origin } = await serveNest(t, ShopModule)
  const get = (path: string, accept = 'application/json') => send(origin + path, 'GET', undefined, { accept })

  t.test('a route has the name of its controller and method, and links of the class that it returns', async t => {
    const { status, body } = await get('/orders/1')
    t.equal(status, 200)
    t.same(member(body, '_links', 'self'), { href: '/orders/1' })
    t.same(Object.keys(members(member(body, '_actions'))), ['replace'], 'cancel requires a policy')
  })

  t.test('a method can name its route', async t => {
    const { body } = await get('/orders/1')
    t.same(member(body, '_actions', 'replace'), { href: '/orders/1', method: 'PUT', contentType: 'application/json' })
  })

  t.test('a method can have a configuration of its own', async t => {
    t.same((await get('/orders/statistics')).body, { total: 3, _links: { self: { href: '/orders/statistics' } } })
  })

  t.test('a method can be excluded', async t => {
    t.same((await get('/health')).body, { status: 'up' })
  })

  t.test('a page has links to its neighbours, and its items have links', async t => {
    const { body } = await get('/orders?page=1&status=pending')
    t.equal(member(body, '_links', 'self', 'href'), '/orders?page=1&status=pending')
    t.same(memberOfEach(member(body, 'items'), '_links'), [1, 3].map(id => (
      { self: { href: `/orders/${id}` }, statistics: { href: '/orders/statistics' } })))
  })

  t.test('elements of an array have links', async t => {
    t.same(
      memberOfEach((await get('/orders/all')).body, '_links', 'self'), [1, 2, 3].map(id => ({ href: `/orders/${id}` }))
    )
  })

  t.test('formats are negotiated', async t => {
    t.match((await get('/orders/1', 'application/hal+json')).type, /^application\/hal\+json/)
  })

  t.test('an entity tag that matches gets 304', async t => {
    const { headers } = await get('/orders/2')
    const { status } = await send(`${origin}/orders/2`, 'GET', undefined, { 'if-none-match': headers.get('etag')! })
    t.equal(status, 304)
  })

  t.test('forms have the fields of documented classes', async t => {
    const { body } = await get('/', 'application/prs.hal-forms+json')
    const create = member(body, '_templates', 'create')
    const created = member(create, 'properties')
    t.equal(member(create, 'title'), 'Place an order')
    t.same(member(created, '0'), { name: 'quantity', required: true, type: 'number', min: 1, max: 100, step: 1 })
    t.same(memberOfEach(member(created, '1', 'options', 'inline'), 'value'), ['standard', 'express'])
    t.same(memberOfEach(created, 'name'), ['quantity', 'speed', 'address.street'])
    const searched = member(body, '_templates', 'search', 'properties')
    t.same(memberOfEach(searched, 'name'), ['page', 'status'])
    t.equal(member(searched, '0', 'value'), '1', 'the documented default')
  })
})

class Thing { id = 1 }

const thingLinks = defineLinks(Thing, links => {
  links.self(LinkTarget.route('ThingsController.one'))
  links.link('shared', LinkTarget.route('OthersController.shared'))
})

abstract class Base {
  @HyperLinks() @Get('shared') shared () {
    return new Thing()
  }
}

@Controller('things')
class ThingsController extends Base {
  @HyperLinks() @RouteConfig({ own: 'kept' }) @Get(['one', 'uno']) one () {
    return new Thing()
  }

  @HyperLinks({ name: 'versions' }) @Version('1') @Get('versions') first () {
    return new Thing()
  }

  @HyperLinks({ name: 'versions' }) @Version('2') @Get('versions') second () {
    return new Thing()
  }
}

@Controller('others')
class OthersController extends Base {}

@Module({
  imports: [HyperModule.forRoot({ links: [thingLinks], hrefs: 'path' })],
  controllers: [ThingsController, OthersController]
})
class ThingsModule {}

t.test('controllers that Nest treats specially', async t => {
  const configs: unknown[] = []
  const { origin, log } = await serveNest(t, ThingsModule, app => {
    app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.HEADER, header: 'x-version' })
    app.getHttpAdapter().getInstance()
      .addHook('onRequest', async request => { configs.push(request.routeOptions.config) })
  })

  t.test('hrefs have the global prefix; the first path of a method has its name', async t => {
    for (const path of ['/api/things/one', '/api/things/uno']) {
      t.equal(member((await send(origin + path)).body, '_links', 'self', 'href'), '/api/things/one')
    }
  })

  t.test('a method of a base class has the name of each controller', async t => {
    const { body } = await send(`${origin}/api/things/shared`)
    t.equal(member(body, '_links', 'shared', 'href'), '/api/others/shared')
  })

  t.test('versions of a route may have one name', async t => {
    for (const version of [
      '1', '2'
    ]) t.equal((await send(`${origin}/api/things/versions`, 'GET', undefined, { 'x-version': version })).status, 200)
  })

  t.test('@RouteConfig stays', async t => {
    await send(`${origin}/api/things/one`)
    t.match(configs.at(-1), { own: 'kept', hyper: { name: 'ThingsController.one', links: true } })
  })

  t.test('nothing is reported', async t => { t.same(log.filter(({ level }) => level >= 40), []) })
})
