import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { hyperApi, LIB, run } from './command.ts'

// Names, path values, queries, forms, shared schemas and deprecations.
const app = (pay = 'PayInvoice', more = '') => `
import Fastify from 'fastify'
import hyper from '${LIB}'
const app = Fastify({ routerOptions: { maxParamLength: 20 } })
await app.register(hyper)
const money = { amount: { type: 'integer' }, currency: { enum: ['EUR', 'CHF'] } }
app.addSchema({ $id: 'Money', type: 'object', properties: money })
const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const named = (name, schema, hyper) => ({ schema, config: { hyper: { name, ...hyper } } })
const handler = () => ({})
await app.register(async app => {
  app.get('/invoices/:id', named('GetInvoice', { params }), handler)
  app.get('/invoices', named('ListInvoices', {
    querystring: {
      type: 'object', properties: { order: { type: 'integer' }, tag: { type: 'array', items: { type: 'string' } } }
    }
  }), handler)
  app.post('/invoices/:id/pay', named('${pay}', {
    summary: 'Pay', params, body: { type: 'object', properties: { card: { type: 'string' }, sum: { $ref: 'Money#' } } }
  }), handler)
  app.get('/old', named('Old', {}, { deprecation: { sunset: new Date(0), link: 'https://shop.example/old' } }), handler)
  app.get('/hidden', named('Hidden', { hide: true }), handler)
  app.get('/unnamed', handler)
}, { prefix: '/v1' })
${more}
export default app`

const COMMAND = ['catalog', 'app.mjs', '--package', '@shop/billing', '--out', 'node_modules/@shop/billing']

t.jobs = 2

t.test('the package of a catalog', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': app() })
  const folder = join(cwd, 'node_modules/@shop/billing')
  t.same(await hyperApi(COMMAND, cwd), {
    status: 0, stdout: 'Wrote the package @shop/billing to node_modules/@shop/billing: 4 routes\n', stderr: ''
  })
  t.same(readdirSync(folder).sort(), ['catalog.json', 'index.d.ts', 'index.js', 'package.json'])
  const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const catalog = readFileSync(join(folder, 'catalog.json'), 'utf8')
  t.same(JSON.parse(catalog), {
    version: 1,
    router: { maxParamLength: 20 },
    routes: {
      GetInvoice: { methods: ['GET'], path: '/v1/invoices/:id', params },
      ListInvoices: {
        methods: ['GET'],
        path: '/v1/invoices',
        querystring: {
          type: 'object',
          properties: { order: { type: 'integer' }, tag: { type: 'array', items: { type: 'string' } } }
        }
      },
      Old: {
        methods: ['GET'],
        path: '/v1/old',
        deprecation: { sunset: '1970-01-01T00:00:00.000Z', link: 'https://shop.example/old' }
      },
      PayInvoice: {
        methods: ['POST'],
        path: '/v1/invoices/:id/pay',
        summary: 'Pay',
        params,
        body: {
          type: 'object',
          properties: { card: { type: 'string' }, sum: { $ref: '#/$defs/Money' } },
          $defs: {
            Money: { type: 'object', properties: { amount: { type: 'integer' }, currency: { enum: ['EUR', 'CHF'] } } }
          }
        }
      }
    }
  })
  for (const [file, code] of [
    ['a.mjs', "import { catalog } from '@shop/billing'\nconsole.log(catalog.version)"],
    ['b.cjs', "console.log(require('@shop/billing').catalog.version)"]
  ] as const) {
    writeFileSync(join(cwd, file), code)
    t.match(await run([process.execPath, file], cwd), { status: 0, stdout: '1\n' }, file)
  }

  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('1.0.0', '1.2.0'))
  t.match(await hyperApi(COMMAND, cwd), { status: 0 }, 'over an earlier one')
  t.match(JSON.parse(readFileSync(manifest, 'utf8')), { version: '1.2.0' }, 'whose version is kept')
  t.equal(readFileSync(join(folder, 'catalog.json'), 'utf8'), catalog, 'in the same order')
  t.same(readdirSync(join(cwd, 'node_modules/@shop')), ['billing'], 'nothing else is left')
})

const client = `
import hyper, { defineLinks, LinkTarget } from 'fastify-hyper'
import { catalog as billing } from '@shop/billing'
import Fastify from 'fastify'

declare module 'fastify-hyper' { interface Services { billing: typeof billing } }

interface Order { id: number, name: string }

export const orderLinks = defineLinks<Order>(links => {
  links.link('invoice', LinkTarget.service('billing', 'GetInvoice', order => ({ id: order.id })))
  links.link('all', LinkTarget.service('billing', 'ListInvoices', order => ({ order: order.id, tag: ['a'] })))
  links.link('search', LinkTarget.serviceTemplate('billing', 'ListInvoices'))
  links.affordance('pay', LinkTarget.service('billing', 'PayInvoice', order => ({ id: order.id })))
    .when(() => true).prefill(order => ({ card: order.name })).fields({ card: { prompt: 'Card' } })
})
Fastify().register(hyper, { services: { billing: { catalog: billing, baseUrl: 'https://billing.example' } } })
`

const MISTAKES = `
const target = LinkTarget.service
defineLinks<Order>(links => {
  links.link('a', target('biling', 'GetInvoice', order => ({ id: order.id })))
  links.link('b', target('billing', 'GetInvoce', order => ({ id: order.id })))
  links.link('c', target('billing', 'GetInvoice', order => ({ id: order.name })))
  links.link('d', target('billing', 'GetInvoice', { nr: 1 }))
  links.link('e', target('billing', 'ListInvoices', { orders: 1 }))
  links.affordance('f', target('billing', 'PayInvoice', order => ({ id: order.id }))).prefill(() => ({ cart: 1 }))
  links.link('g', LinkTarget.serviceTemplate('billing', 'List'))
})
`

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, noEmit: true, types: ['node']
  },
  files: ['orders.ts']
})

t.test('a renamed route fails the type check of another service', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': app(), 'orders.ts': client, 'tsconfig.json': TSCONFIG })
  const compiler = [process.execPath, resolve('node_modules/ts7/lib/tsc.js')]
  const check = () => run([...compiler, '-p', '.', '--pretty', 'false'], cwd)
  t.match(await hyperApi(COMMAND, cwd), { status: 0 })
  t.match(await check(), { status: 0, stdout: '' })
  writeFileSync(join(cwd, 'orders.ts'), client + MISTAKES)
  const lines = (await check()).stdout.split('\n').filter(line => line.startsWith('orders.ts'))
  const first = client.split('\n').length + 3
  t.same(lines.map(line => Number(/\((\d+),/.exec(line)?.[1]) - first), [0, 1, 2, 3, 4, 5, 6], lines.join('\n'))

  writeFileSync(join(cwd, 'app.mjs'), app('SettleInvoice'))
  writeFileSync(join(cwd, 'orders.ts'), client)
  t.match(await hyperApi(COMMAND, cwd), { status: 0 })
  t.match((await check()).stdout, /orders.ts\(14,.*"PayInvoice".*is not assignable.*ServiceRouteName<"billing">/)
})

t.test('a catalog that cannot be written leaves nothing', { buffered: true }, async t => {
  const cwd = t.testdir({
    'app.mjs': app(),
    'empty.mjs': "import Fastify from 'fastify'\nexport default Fastify()",
    'broken.mjs': "throw new Error('no database')",
    'twice.mjs': app('PayInvoice', "app.get('/again', named('GetInvoice', {}), handler)"),
    mine: { 'notes.txt': 'mine' },
    other: { 'package.json': '{ "name": "other", "keywords": ["fastify-hyper-catalog"] }' },
    added: { 'package.json': '{ "name": "@shop/billing", "keywords": ["fastify-hyper-catalog"] }', 'README.md': '' },
    file: ''
  })
  mkdirSync(join(cwd, 'free'))
  const rows: ReadonlyArray<[args: string[], stderr: RegExp]> = [
    [['empty.mjs'], /empty\.mjs has no named routes, so nothing was written\. .* name them: config/],
    [['broken.mjs'], /broken\.mjs .*no database/],
    [['twice.mjs'], /two routes of the name 'GetInvoice': GET \/v1\/invoices\/:id and GET \/again, so nothing/],
    [['app.mjs', '--out', 'mine'], /mine was not written over, because it has files of somebody else/],
    [['app.mjs', '--out', 'other'], /other was not written over, because it has the package other/],
    [['app.mjs', '--out', 'added'], /hyper-api did not write README\.md\. Name another folder with --out/],
    [['app.mjs', '--out', 'file'], /file was not written over, because it is no folder/],
    [['app.mjs', '--out', 'file/below'], /file\/below .*Name another folder with --out/],
    [['app.mjs', '--out', ''], /--out is missing: hyper-api catalog app\.mjs --package/],
    [['app.mjs', '--package', 'Not A Name'], /--package: 'Not A Name' is no name of a package/]
  ]
  const before = readdirSync(cwd).sort()
  for (const [args, stderr] of rows) {
    const result = await hyperApi(['catalog', '--package', '@shop/billing', '--out', 'new/catalog', ...args], cwd)
    t.match(result, { status: 2, stdout: '', stderr }, args.join(' '))
    t.equal(result.stderr.split('\n').length < 4 || args[0] === 'broken.mjs', true, 'one line')
    t.same(readdirSync(cwd).sort(), before, 'nothing was written')
  }
  t.same(readdirSync(join(cwd, 'mine')), ['notes.txt'])
})
