import { EventEmitter } from 'node:events'
import { runInThisContext } from 'node:vm'
import Fastify from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkConfig, linksIn, LinkTarget, type LinkBuilder } from '../../lib/index.ts'
import { placeOf } from '../../lib/declare/declared-at.ts'

// Messages about a configuration name the file where it was made.

const HERE = /^(?:build\/)?test\/declare\/declared-at\.test\.[jt]s:\d+$/
const none = () => {}

class OrderLinks extends LinkConfig<object> {
  configure (links: LinkBuilder<object>): void {
    links.link('x', LinkTarget.route('Gone'))
  }
}

t.test('the place of a configuration', async t => {
  t.match(placeOf(defineLinks(none)), HERE, 'defineLinks')
  t.match(placeOf(new OrderLinks()), HERE, 'a class')
  t.match(placeOf(linksIn({ OrderLinks })[0]!), HERE, 'a class that linksIn found')
  t.equal(placeOf({ configure: none }), null, 'an object of the app')
  t.match(placeOf((runInThisContext(
    'define => define(() => {})', { filename: `${process.cwd()}/app/orders.cjs` }
  ) as (define: typeof defineLinks) => object)(defineLinks)), /^app\/orders\.cjs:1$/, 'a CommonJS module')
  const emitter = new EventEmitter()
  // The listener is a function of this package: the frames before that of the app are Node's.
  emitter.on('make', defineLinks)
  t.doesNotThrow(() => emitter.emit('make', none))
  t.match(placeOf(Array.from([none], declare => defineLinks(declare))[0]!), HERE, 'within a method of JavaScript')
})

t.test('no stack is captured in production, and one without frames names no place', async t => {
  const { NODE_ENV } = process.env
  const { stackTraceLimit } = Error
  t.teardown(() => {
    Error.stackTraceLimit = stackTraceLimit
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  })
  process.env['NODE_ENV'] = 'production'
  t.equal(placeOf(defineLinks(none)), null)
  process.env['NODE_ENV'] = 'development'
  Error.stackTraceLimit = 0
  t.equal(placeOf(defineLinks(none)), null)
})

t.test('frames that source maps give are those of the sources', t => {
  const { prepareStackTrace } = Error
  t.teardown(() => { Error.prepareStackTrace = prepareStackTrace })
  const installed = 'node_modules/fastify-hyper/dist/lib'
  const stacks: Record<string, readonly [frames: readonly string[], place: string | null]> = {
    'the built package': [
      [`${installed}/fastify-hyper-AB12CD34.js`, `${installed}/index.js`, 'src/links.ts'], 'src/links.ts:7'
    ],
    'a bundle with source maps of the sources': [
      ['lib/declare/declared-at.ts', 'lib/declare/links.ts', 'src/links.ts'], 'src/links.ts:7'
    ],
    'a bundle without source maps': [['server.js', 'server.js', 'server.js'], null]
  }
  for (const [name, [frames, place]] of Object.entries(stacks)) {
    Error.prepareStackTrace = () =>
      ['Error', ...frames.map(file => `    at make (${process.cwd()}/${file}:7:3)`)].join('\n')
    const links = defineLinks(none)
    Error.prepareStackTrace = prepareStackTrace
    t.equal(placeOf(links), place, name)
  }
  t.end()
})

async function messages (
  configs: readonly Pick<LinkConfig<never>, 'configure'>[], bound: Pick<LinkConfig<never>, 'configure'>
): Promise<string[]> {
  const lines: string[] = []
  const stream = { write: (line: string) => { lines.push((JSON.parse(line) as { msg: string }).msg) } }
  const app = Fastify({ logger: { level: 'warn', stream } })
  await app.register(hyper, { links: configs })
  app.get('/value', { config: { hyper: { links: bound } } }, async () => ({}))
  await app.inject('/value')
  await app.close()
  return lines
}

t.test('notices name it', async t => {
  const links = defineLinks<object>('order', links => {
    links.link('fixed', LinkTarget.route('Gone'))
    links.link('returned', () => LinkTarget.route('Gone'))
  })
  const at = ` (declared at ${placeOf(links)!})`
  t.match(await messages([links], links), [
    'links of order, relation \'fixed\': the link is omitted because no route is named \'Gone\'. Name the route with ' +
      'config.hyper.name, ' +
      `schema.operationId or a route catalog.${at}`,
    `links of order: 'returned' is omitted because no route is named 'Gone'.${at}`
  ])
})

t.test('the second configuration of a type is named with its route, and has its own place', async t => {
  const linksOfOrder = () => defineLinks<object>(class Order {}, links => {
    links.link('returned', () => LinkTarget.route('Gone'))
  })
  const bound = linksOfOrder()
  const lines = await messages([linksOfOrder()], bound)
  const place = placeOf(bound)!
  t.strictSame(lines, [
    `links of Order of GET /value: 'returned' is omitted because no route is named 'Gone'. (declared at ${place})`
  ])
})

t.test('errors of the start name it', async t => {
  const links = defineLinks<object>('order', links => { links.link('a b', LinkTarget.uri('/a')) })
  await t.rejects(messages([links], links), {
    code: 'FST_ERR_HYPER_INVALID_NAME', message: new RegExp(`\\(declared at ${placeOf(links)!}\\)$`)
  })
  const broken = defineLinks<object>('order', () => { throw new TypeError('broken') })
  await t.rejects(messages([broken], broken), { message: /^broken$/ }, 'errors of the app stay as they are')
  const plain = { type: 'order', configure (links: LinkBuilder<object>) { links.link('a b', LinkTarget.uri('/a')) } }
  await t.rejects(messages([plain], plain), { message: /control characters\.$/ }, 'a configuration without a place')
})
