import {
  Controller, Get, Inject, Injectable, type LoggerService, Module, Param, type Type
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import t, { type Test as Tap } from 'tap'
import { defineLinks, LinkTarget, problem } from '../../../lib/index.ts'
import { HyperLinks, HyperModule } from '../../../nest/index.ts'
import { Orders, OrdersController, OrdersModule } from './shop.ts'

// Tests of an app compile parts of it, without HyperModule: its decorators then do nothing.

class Book { id = 1 }

const bookLinks = defineLinks(Book, links => { links.self(LinkTarget.route('BooksController.findOne', { id: 1 })) })

@Injectable()
class Books {
  find (_id: string): Book {
    return new Book()
  }
}

@HyperLinks()
@Controller('books')
class BooksController {
  readonly #books: Books

  constructor (@Inject(Books) books: Books) {
    this.#books = books
  }

  @HyperLinks(bookLinks) @Get('gone') gone (): never {
    throw problem({ status: 410, detail: 'Sold.' })
  }

  @Get(':id') findOne (@Param('id') id: string): Book {
    return this.#books.find(id)
  }
}

@HyperLinks(bookLinks)
@Controller('shelves')
class ShelvesController {
  @Get() findAll (): Book[] {
    return []
  }
}

@Module({ imports: [HyperModule.forFeature(bookLinks)], controllers: [BooksController], providers: [Books] })
class BooksModule {}

@Module({ imports: [BooksModule], controllers: [ShelvesController] })
class ForgetfulModule {}

/** A logger of Nest that keeps warnings. */
function warningsTo (warnings: string[]): LoggerService {
  const nothing = () => {}
  return { log: nothing, error: nothing, warn: (message: string) => { warnings.push(message) } }
}

t.test('a controller with providers that the test writes', async t => {
  const module = await Test.createTestingModule({
    controllers: [BooksController], providers: [{ provide: Books, useValue: { find: (id: string) => ({ id }) } }]
  }).compile()
  t.same(module.get(BooksController).findOne('7'), { id: '7' })
})

t.test('a controller with guards, and providers that a mocker makes', async t => {
  const module = await Test.createTestingModule({ controllers: [OrdersController] })
    .useMocker(() => ({ find: () => 'found' })).compile()
  t.equal(module.get(OrdersController).findOne('1'), 'found')
})

t.test('a feature module whose dependencies a mocker makes', async t => {
  const module = await Test.createTestingModule({ imports: [OrdersModule] })
    .useMocker(() => ({ mocked: true })).compile()
  t.equal(module.get(Orders).all.length, 3)
})

t.test('an app of a feature module, in a test', async t => {
  const warnings: string[] = []
  const module = await Test.createTestingModule({ imports: [BooksModule, OrdersModule] })
    .setLogger(warningsTo(warnings)).compile()
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter())
  t.teardown(() => app.close())
  await app.init()
  t.same((await app.inject('/books/1')).json(), { id: 1 }, 'responses have no links')
  t.match((await app.inject('/orders/3')).json(), { id: 3, owner: 'bob' })
  const gone = await app.inject('/books/gone')
  t.same([gone.statusCode, gone.json().detail], [410, 'Sold.'], 'a problem that is thrown keeps its status')
  t.same(warnings, [])
})

/** Starts an app that does not import HyperModule. */
async function start (t: Pick<Tap, 'teardown'>, module: Type): Promise<string[]> {
  const warnings: string[] = []
  const app = await NestFactory.create(module, new FastifyAdapter(), {
    logger: warningsTo(warnings), abortOnError: false
  })
  t.teardown(() => app.close())
  await app.init()
  return warnings
}

t.test('an app that starts gets one warning', async t => {
  const message =
    'HyperModule: every use of @HyperLinks and HyperModule.forFeature needs HyperModule in this app. ' +
    'Import it in the root module: imports: [HyperModule.forRoot({ … })].'
  t.same(await start(t, ForgetfulModule), [message])
  t.same(await start(t, ForgetfulModule), [message], 'and so does another')
})

t.test('an app that has link configurations only gets one too', async t => {
  @Module({ imports: [HyperModule.forFeature(bookLinks), HyperModule.forFeature()] })
  class LinksModule {}
  t.equal((await start(t, LinksModule)).length, 1)
})

t.test('a context without HTTP gets none', async t => {
  const warnings: string[] = []
  const context = await NestFactory.createApplicationContext(ForgetfulModule, {
    logger: warningsTo(warnings), abortOnError: false
  })
  t.teardown(() => context.close())
  t.same(warnings, [])
})
