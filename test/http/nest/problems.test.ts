import {
  type ArgumentsHost, BadRequestException, Catch, Controller, type ExceptionFilter,
  Get, HttpException, Module, NotFoundException, Post,
  ServiceUnavailableException, UseFilters, UseGuards
} from '@nestjs/common'
import { APP_FILTER } from '@nestjs/core'
import type { FastifyReply } from 'fastify'
import t from 'tap'
import { LinkTarget, problem } from '../../../lib/index.ts'
import { HyperLinks, HyperModule, ProblemFilter } from '../../../nest/index.ts'
import { member, memberOfEach } from '../../support/documents.ts'
import { send } from './send.ts'
import { serveNest } from './serve.ts'
import { ShopModule } from './shop.ts'

// What is thrown, and what is sent for it.

const PROBLEM = 'application/problem+json'

class Teapot extends HttpException {
  constructor () {
    super({
      statusCode: 418, message: 'Short and stout', error: 'Teapot', code: 'T1', type: 'https://errors.example/teapot'
    }, 418)
  }
}

const THROWN = {
  problem: () => problem({ status: 409, detail: 'Out of stock.' }).link('help', LinkTarget.uri('/help')),
  message: () => new NotFoundException('No such order'),
  nothing: () => new NotFoundException(),
  text: () => new HttpException('Gone for good', 410),
  members: () => new Teapot(),
  unavailable: () => new ServiceUnavailableException('Later'),
  known: () => Object.assign(new Error('Too large'), { statusCode: 413, status: 413, expose: true }),
  internal: () => Object.assign(new Error('hidden'), { statusCode: 503, status: 503, expose: false }),
  unknown: () => new TypeError('a secret')
}

@Controller('thrown')
class ThrowingController {
  @HyperLinks() @Get('linked') linked (): never {
    throw THROWN.problem()
  }

  @UseGuards({ canActivate: () => { throw THROWN.problem() } }) @Get('guard') guarded () {}
  @Get('redirect') redirect (): never {
    throw new HttpException('elsewhere', 302)
  }
}
for (const [name, make] of Object.entries(THROWN)) {
  const method = { value () { throw make() }, configurable: true }
  Object.defineProperty(ThrowingController.prototype, name, method)
  Get(name)(ThrowingController.prototype, name, method)
}

@Module({ imports: [HyperModule.forRoot({ problemFilter: true })], controllers: [ThrowingController] })
class ProblemsModule {}

t.test('with the option problemFilter', async t => {
  const { origin, log } = await serveNest(t, ProblemsModule)
  const common = (status: number, title: string) => ({ type: 'about:blank', title, status })
  const rows: [path: string, status: number, body: object][] = [
    ['problem', 409, { ...common(409, 'Conflict'), detail: 'Out of stock.', _links: { help: { href: '/help' } } }],
    ['linked', 409, { ...common(409, 'Conflict'), detail: 'Out of stock.', _links: { help: { href: '/help' } } }],
    ['guard', 409, { ...common(409, 'Conflict'), detail: 'Out of stock.', _links: { help: { href: '/help' } } }],
    ['message', 404, { ...common(404, 'Not Found'), detail: 'No such order' }],
    ['nothing', 404, common(404, 'Not Found')],
    ['text', 410, { ...common(410, 'Gone'), detail: 'Gone for good' }],
    ['members', 418, {
      type: 'https://errors.example/teapot', title: 'Teapot', status: 418, detail: 'Short and stout', code: 'T1'
    }],
    ['unavailable', 503, { ...common(503, 'Service Unavailable'), detail: 'Later' }],
    ['known', 413, { ...common(413, 'Payload Too Large'), detail: 'Too large' }],
    ['internal', 503, common(503, 'Service Unavailable')],
    ['unknown', 500, common(500, 'Internal Server Error')],
    ['no-such-route', 404, { ...common(404, 'Not Found'), detail: 'Cannot GET /thrown/no-such-route' }]
  ]
  for (const [path, status, body] of rows) {
    t.test(path, async t => {
      const response = await send(`${origin}/thrown/${path}`)
      t.same([response.status, response.type, response.body], [status, PROBLEM, body])
    })
  }

  t.test('a body that is no JSON', async t => {
    const response = await fetch(`${origin}/thrown/text`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{'
    })
    t.same([response.status, response.headers.get('content-type')], [400, PROBLEM])
  })

  t.test('an exception that is no error is sent by Nest', async t => {
    const response = await fetch(`${origin}/thrown/redirect`, { redirect: 'manual' })
    t.equal(response.status, 302)
    t.not(response.headers.get('content-type'), PROBLEM)
  })

  t.same(log.filter(({ level }) => level >= 50), [], 'Nest logs them')
})

t.test('faults of a validation pipe have the names of fields, and an action', async t => {
  const { origin } = await serveNest(t, ShopModule)
  const { status, type, body } = await send(`${origin}/orders`, 'POST', {
    quantity: 500, address: { street: '' }, others: [{ street: 5 }]
  })
  t.same([status, type], [400, PROBLEM])
  t.same([...new Set(memberOfEach(member(body, 'errors'), 'name'))], ['quantity', 'address.street', 'others[0].street'])
  const [first] = member(body, 'errors') as object[]
  const detail = 'quantity must not be greater than 100'
  t.same(first, { name: 'quantity', message: 'must be at most 100', detail })
  t.same(member(body, '_actions', 'retry'), {
    href: '/orders', method: 'POST', title: 'Place an order', contentType: 'application/json'
  })
  const search = await send(`${origin}/orders?page=x`)
  t.equal(member(search.body, '_actions', 'retry', 'href'), '/orders', 'without the query that is invalid')
})

@Controller('plain')
class PlainController {
  @Post() create (): never {
    throw new BadRequestException(['quantity must be a number', 'speed is unknown'])
  }

  @HyperLinks() @Get('problem') fail (): never {
    throw THROWN.problem()
  }

  @Get('other') other (): never {
    throw THROWN.problem()
  }

  @UseFilters(ProblemFilter) @Get('filtered') filtered (): never {
    throw new NotFoundException('No such order')
  }
}

@Module({ imports: [HyperModule.forRoot()], controllers: [PlainController] })
class PlainModule {}

t.test('without the option problemFilter', async t => {
  const { origin } = await serveNest(t, PlainModule)

  t.test('exceptions are what Nest sends', async t => {
    t.same((await send(`${origin}/plain/none`)).body, {
      message: 'Cannot GET /plain/none', error: 'Not Found', statusCode: 404
    })
  })

  t.test('problems that are thrown are problem documents, on any route', async t => {
    for (const path of ['problem', 'other']) t.same((await send(`${origin}/plain/${path}`)).type, PROBLEM)
  })

  t.test('@UseFilters(ProblemFilter) makes problem documents of one route', async t => {
    t.match(await send(`${origin}/plain/filtered`), { status: 404, type: PROBLEM, body: { detail: 'No such order' } })
  })
})

@Module({ imports: [HyperModule.forRoot({ problemFilter: true })], controllers: [PlainController] })
class MessagesModule {}

t.test('several messages of an exception are errors of the whole input', async t => {
  const { origin } = await serveNest(t, MessagesModule)
  const { body } = await send(`${origin}/plain`, 'POST', {})
  t.match(body, {
    detail: 'The input is not valid.',
    errors: [{ name: '', message: 'quantity must be a number' }, { name: '', message: 'speed is unknown' }]
  })
})

@Catch(NotFoundException)
class OwnFilter implements ExceptionFilter {
  catch (_exception: NotFoundException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<FastifyReply>().code(404).send({ own: true })
  }
}

@Catch()
class CatchAll implements ExceptionFilter {
  catch (_exception: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<FastifyReply>().code(500).send({ all: true })
  }
}

@Module({
  imports: [HyperModule.forRoot({ problemFilter: true })],
  controllers: [ThrowingController],
  providers: [{ provide: APP_FILTER, useClass: OwnFilter }]
})
class FilteredModule {}

t.test('filters of the app come first', async t => {
  const { origin } = await serveNest(t, FilteredModule)
  t.same((await send(`${origin}/thrown/message`)).body, { own: true })
  t.equal((await send(`${origin}/thrown/unknown`)).type, PROBLEM)
})

t.test('a filter that catches everything does not get the problems of routes with links', async t => {
  const { origin } = await serveNest(t, ProblemsModule, app => app.useGlobalFilters(new CatchAll()))
  t.equal((await send(`${origin}/thrown/linked`)).status, 409)
  t.same((await send(`${origin}/thrown/problem`)).body, { all: true })
})
