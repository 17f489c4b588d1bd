import 'reflect-metadata'
import rateLimit from '@fastify/rate-limit'
import {
  Controller, Get, HttpException, Inject, Module, NotFoundException, Param, Post, type Type
} from '@nestjs/common'
import { HttpAdapterHost, NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Test } from '@nestjs/testing'
import type { FastifyInstance } from 'fastify'
import { ClsModule, ClsService } from 'nestjs-cls'
import { LoggerModule, PinoLogger } from 'nestjs-pino'
import t from 'tap'
import { HyperModule } from '../../../nest/index.ts'

// Modules of others that are middleware, and a plugin that is awaited before `init`: each response and each line of the
// log is as without HyperModule.

@Controller('notes')
class NotesController {
  readonly #cls: ClsService
  readonly #logger: PinoLogger

  constructor (@Inject(ClsService) cls: ClsService, @Inject(PinoLogger) logger: PinoLogger) {
    this.#cls = cls
    this.#logger = logger
  }

  @Get(':id') async one (@Param('id') id: string) {
    this.#logger.assign({ note: id })
    await new Promise(resolve => { setImmediate(resolve) })
    this.#logger.info('reading')
    if (id === 'none') throw new NotFoundException()
    return { id, request: this.#cls.getId() }
  }

  @Post() create () {
    return { request: this.#cls.getId() }
  }
}

interface Line {
  readonly msg: string
  readonly note?: string
  readonly req?: { readonly id: unknown, readonly method: string, readonly url: string }
  readonly res?: { readonly statusCode: number }
}

// nestjs-pino has one logger for all apps of a process.
const log: Line[] = []
const stream = { write: (line: string) => { log.push(JSON.parse(line) as Line) } }

function appModule (imports: object[]): Type {
  class AppModule {}
  const idGenerator = ({ headers }: { headers: Record<string, string> }) => headers['x-request-id'] ?? 'none'
  Module({
    imports: [
      LoggerModule.forRoot({ pinoHttp: [{}, stream], forRoutes: ['{*path}'] }),
      ClsModule.forRoot({ global: true, middleware: { mount: true, generateId: true, idGenerator } }),
      ...imports as Type[]
    ],
    controllers: [NotesController]
  })(AppModule)
  return AppModule
}

const CREATE: Record<string, (module: Type) => Promise<NestFastifyApplication>> = {
  'Test.createTestingModule': async module => (await Test.createTestingModule({ imports: [module] }).compile())
    .createNestApplication(new FastifyAdapter(), { logger: false }),
  'NestFactory.create': module =>
    NestFactory.create(module, new FastifyAdapter(), { logger: false, abortOnError: false })
}

const REQUESTS = [
  { method: 'GET', url: '/notes/1' }, { method: 'GET', url: '/notes/none' }, { method: 'POST', url: '/notes' },
  { method: 'GET', url: '/unknown' }, { method: 'GET', url: '/notes/2' }
] as const

async function observe (create: (module: Type) => Promise<NestFastifyApplication>, imports: object[]) {
  const app = await create(appModule(imports))
  const errorResponseBuilder = () => new HttpException('Too many requests', 429)
  await app.register(rateLimit, { max: 3, timeWindow: 60_000, errorResponseBuilder })
  const { httpAdapter } = app.get(HttpAdapterHost)
  const isLoaded = typeof httpAdapter.getInstance<FastifyInstance>().rateLimit === 'function'
  await app.init()
  const responses: object[] = []
  for (const [index, { method, url }] of REQUESTS.entries()) {
    const { statusCode, body, headers: { date, ...headers } } =
      await app.inject({ method, url, headers: { 'x-request-id': `r${index}` } })
    responses.push({ statusCode, body, headers })
  }
  await app.close()
  const lines = log.splice(0)
    .map(({ msg, note, req, res }) => [msg, note, req?.id, req?.method, req?.url, res?.statusCode])
  return { isLoaded, responses, lines }
}

for (const [way, create] of Object.entries(CREATE)) {
  t.test(way, async t => {
    const alone = await observe(create, [])
    t.ok(alone.isLoaded)
    t.match(alone.responses, [
      { statusCode: 200, body: '{"id":"1","request":"r0"}' }, { statusCode: 404 }, { statusCode: 201 },
      { statusCode: 404 }, { statusCode: 429 }
    ])
    t.match(alone.lines[0], ['reading', '1', 'req-1', 'GET', '/notes/1'])
    t.same(alone.lines[1], ['request completed', undefined, 'req-1', 'GET', '/notes/1', 200])
    t.same(await observe(create, [HyperModule.forRoot()]), alone)
    t.same(await observe(create, [HyperModule.forRootAsync({ useFactory: async () => ({}) })]), alone)
  })
}
