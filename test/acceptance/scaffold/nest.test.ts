import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hyperApi } from './command.ts'

// A module of Nest as the app of a command, in TypeScript as `nest new` configures it.

const OPTIONS = {
  target: 'ES2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  incremental: true,
  declaration: true,
  outDir: './dist'
}

const SERVICE = `import { Injectable } from '@nestjs/common'
export class Order { id = 1 }
@Injectable()
export class OrdersService {
  find (): Order {
    return new Order()
  }
  onModuleDestroy () {
    console.error('destroyed')
  }
}`

const CONTROLLER = `import { Controller, Get } from '@nestjs/common'
import { HyperLinks } from 'fastify-hyper/nest'
import { OrdersService, type Order } from '@/orders.service.js'
@HyperLinks()
@Controller('orders')
export class OrdersController {
  constructor (private readonly orders: OrdersService) {}
  @Get(':id') findOne (): Order {
    return this.orders.find()
  }
}`

const MODULE = `import { Module } from '@nestjs/common'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { HyperModule } from 'fastify-hyper/nest'
import { OrdersController } from './orders.controller.js'
import { Order, OrdersService } from './orders.service.js'
const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('OrdersController.findOne', order => ({ id: order.id })))
  links.link('customer', LinkTarget.route('CustomersController.findOne', { id: 1 }))
})
@Module({
  imports: [HyperModule.forRoot({ links: [orderLinks] })], controllers: [OrdersController], providers: [OrdersService]
})
export class AppModule {}`

/** Writes a project, and returns its folder. */
function project (t: Test, source: string, { type = 'module' } = {}): string {
  return t.testdir({
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, paths: { '@/*': ['./src/*'] } } }),
    src: { 'app.module.ts': source, 'orders.controller.ts': CONTROLLER, 'orders.service.ts': SERVICE },
    node_modules: { 'fastify-hyper': t.fixture('symlink', process.cwd()) }
  })
}

t.jobs = 2

const FOUND = { findings: [{ code: 'HYPER001', place: "links of Order, relation 'customer'" }] }

for (const type of ['module', 'commonjs']) {
  t.test(`the class AppModule, in a package of type ${type}`, { buffered: true }, async t => {
    const cwd = project(t, MODULE, { type })
    const { status, stdout, stderr } = await hyperApi(['check', 'src/app.module.ts', '--json'], cwd)
    t.equal(status, 1, stderr)
    t.match(JSON.parse(stdout), FOUND)
    t.equal(stderr, 'destroyed\n', 'the app is closed')
    t.notOk(existsSync(join(cwd, 'dist')))
    t.same(readdirSync(join(cwd, 'node_modules/.cache')), [])
  })
}

t.test('a default export', { buffered: true }, async t => {
  const cwd = project(t, MODULE.replace('export class AppModule', 'export default class Shop'))
  t.match(JSON.parse((await hyperApi(['check', 'src/app.module.ts', '--json'], cwd)).stdout), FOUND)
})

t.test('the names of its routes', { buffered: true }, async t => {
  const { stdout } = await hyperApi(['routes', 'src/app.module.ts'], project(t, MODULE))
  t.match(stdout, "'OrdersController.findOne': 'GET /orders/:id'")
})

t.test('a crawl sends requests to it', { buffered: true }, async t => {
  const cwd = project(t, MODULE.replace(/^ {2}links\.link.*$/m, ''))
  const { status, stdout, stderr } = await hyperApi(
    ['check', 'src/app.module.ts', '--crawl', '--start', '/orders/1'], cwd
  )
  t.same([status, stderr], [0, 'destroyed\n'])
  t.match(stdout, /^Nothing found in src\/app\.module\.ts: 1 route, 1 of them opted in\.\nThe crawl reached 2 states/)
})

const STOPPED: Readonly<
  Record<string, [from: string | RegExp, to: string, finding: { code: string, message: RegExp }]>
> = {
  'a module that does not import HyperModule': [
    /HyperModule\.forRoot\(.*?\)/, '', {
      code: 'FST_ERR_HYPER_NO_MODULE', message: /^every use of @HyperLinks and .* needs HyperModule in this app/
    }
  ],
  'a provider that is missing': [
    'providers: [OrdersService]', 'providers: []',
    { code: 'Error', message: /can't resolve dependencies of the OrdersController/ }
  ]
}

for (const [name, [from, to, finding]] of Object.entries(STOPPED)) {
  t.test(name, { buffered: true }, async t => {
    const { status, stdout } = await hyperApi(
      ['check', 'src/app.module.ts', '--json'], project(t, MODULE.replace(from, to))
    )
    t.equal(status, 1)
    t.match(JSON.parse(stdout), { findings: [finding] })
  })
}

t.test('a project without Fastify for Nest', { buffered: true }, async t => {
  const cwd = await mkdtemp(join(tmpdir(), 'hyper-api-'))
  t.teardown(() => rm(cwd, { recursive: true }))
  mkdirSync(join(cwd, 'node_modules/@nestjs'), { recursive: true })
  for (const name of ['common', 'core'].map(name => `node_modules/@nestjs/${name}`)) {
    await symlink(await realpath(name), join(cwd, name))
  }
  const source =
    "import { Module } from '@nestjs/common'\nclass AppModule {}\nModule({ providers: " +
      '[] })(AppModule)\nexport { AppModule }'
  await writeFile(join(cwd, 'app.module.mjs'), source)
  t.same(await hyperApi(['check', 'app.module.mjs'], cwd), {
    status: 2,
    stdout: '',
    stderr: 'hyper-api: app.module.mjs is a module of Nest, and @nestjs/platform-fastify is not installed there: ' +
      'npm install @nestjs/platform-fastify.\n'
  })
})
