import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, type HyperOptions, type LinkBuilder,
  LinkTarget, offsetPage, problem
} from '../../../lib/index.ts'

// Messages name the kind of a value. Only debug logs have what a resource contains.

const SECRET = 'sk-41927'

interface Order {
  readonly id: number
  readonly secret: string
  readonly nested: { readonly constructor: { readonly name: string } }
}

const order: Order = { id: 1, secret: SECRET, nested: { constructor: { name: SECRET } } }
const wrong = <V> (value: unknown): V => value as V
const FORMS = 'application/prs.hal-forms+json'
const input = { type: 'object', properties: { note: { type: 'string' } } }

/** Declarations that cannot be resolved, or whose callback returns something wrong. */
const DECLARED: Readonly<Record<string, (links: LinkBuilder<Order>) => unknown>> = {
  'a value with a lone surrogate': links =>
    links.link('x', LinkTarget.route('GetOrder', ({ secret }) => ({ id: `${secret}\ud800` }))),
  'an object as a value': links => links.link('x', LinkTarget.route('GetOrder', ({ nested }) => ({ id: nested }))),
  'a value of the query': links =>
    links.link('x', LinkTarget.route('GetOrder', { id: 1 }, { query: ({ secret }) => ({ at: { secret } }) })),
  'a value of a template': links =>
    links.link('x', LinkTarget.routeTemplate('GetOrder', ({ secret }) => ({ id: `${secret}\ud800` }))),
  'a string as a target': links => links.link('x', wrong(({ secret }: Order) => `/orders/${secret}`)),
  'an object as a target': links => links.link('x', wrong(({ nested }: Order) => nested)),
  'a string among many': links => links.linkMany('x', wrong(({ secret }: Order) => [secret])),
  'a template that is none': links => links.link('x', ({ secret }) => LinkTarget.template(`/{${secret}`)),
  'a string as the target of an action': links =>
    links.affordance('x', wrong<LinkTarget>(({ secret }: Order) => secret)),
  'a value of an action': links =>
    links.affordance('x', LinkTarget.route('GetOrder', ({ secret }) => ({ id: `${secret}\ud800` }))),
  'a template as the target of an action': links =>
    links.affordance('x', ({ secret }) => LinkTarget.template(`/{${secret}}`)),
  'options of a field': links => links.affordance('x', LinkTarget.uri('/a')).accepts(input)
    .fields({ note: { options: { route: LinkTarget.route('GetOrder', ({ secret }) => ({ id: `${secret}\ud800` })) } } })
}

interface Sent {
  readonly status: number
  readonly body: string
  readonly log: readonly string[]
}

async function send (
  declare: (links: LinkBuilder<Order>) => unknown, mode: 'lax' | 'strict', level: string, options: HyperOptions = {},
  accept = FORMS
): Promise<Sent> {
  const log: string[] = []
  const app = Fastify({
    logger: { level, stream: { write: (line: string) => { log.push(line) } } }
  }) as unknown as FastifyInstance
  await app.register(hyper, { mode, ...options })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
  const schema = { response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } } }
  app.get('/value', {
    schema, config: { hyper: { links: defineLinks<Order>('order', links => { declare(links) }) } }
  }, async () => order)
  const { statusCode, body } = await app.inject({ url: '/value', headers: { accept } })
  await app.close()
  return { status: statusCode, body, log }
}

t.test('no message contains a value', async t => {
  for (const [name, declare] of Object.entries(DECLARED)) {
    for (const [mode, status] of [['lax', 200], ['strict', 500]] as const) {
      const sent = await send(declare, mode, 'info')
      t.equal(sent.status, status, `${name}, ${mode}`)
      t.notMatch(sent.body, SECRET, 'the response')
      t.notMatch(sent.log.join(''), SECRET, 'the log')
      const debugged = (await send(declare, mode, 'debug')).log.filter(line => line.includes(SECRET))
      t.match(
        debugged.map(line => JSON.parse(line) as unknown),
        [{ level: 20, msg: /: the values of a link that cannot be resolved$/ }], 'the debug log'
      )
      t.equal(debugged.length, 1)
    }
  }
})

t.test('messages about the return value of a formatter', async t => {
  const mediaType = 'application/vnd.siren+json'
  for (const returned of [4192, order.nested, [SECRET]]) {
    const sent = await send(
      () => {}, 'lax', 'info', { formatters: [{ mediaType, format: () => wrong<string>(returned) }] }, mediaType
    )
    t.equal(sent.status, 500)
    t.notMatch(sent.body + sent.log.join(''), /41927|4192/)
  }
})

t.test('pages and problems', async t => {
  const rows: (() => unknown)[] = [
    () => offsetPage(wrong<[]>(SECRET), { page: 1, pageSize: 1, totalCount: 1 }),
    () => offsetPage([], { page: wrong(SECRET), pageSize: 1, totalCount: 1 }),
    () => cursorPage([], { next: wrong([SECRET]) }),
    () => cursorPage([], { prev: wrong({ constructor: { name: SECRET } }) }),
    () => problem({ status: wrong(SECRET) }),
    () => problem({ status: 400, detail: wrong({ constructor: { name: SECRET } }) }),
    () => problem({ status: 400 }).link('help', wrong(SECRET))
  ]
  for (const row of rows) {
    let message = ''
    try {
      row()
    } catch (error) {
      message = (error as Error).message
    }
    t.match(message, /a string|an array of 1|an object/)
    t.notMatch(message, SECRET)
  }
})

t.test('the kind of a value is enough to find the fault', async t => {
  const rows: [kind: string, value: unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['NaN', NaN],
    ['an empty string', ''],
    ['a boolean', true],
    ['a symbol', Symbol('x')],
    ['a function', () => {}],
    ['an instance of Date', new Date()],
    ['an invalid date', new Date(NaN)],
    ['an array of 2', [1, 2]],
    ['an object', Object.create(null)],
    // What throws when its kind is read.
    ['an object', Object.create(Date.prototype)],
    ['an object', new Proxy(new Date(), {})],
    ['an object', Object.create({ get constructor () { throw new Error(SECRET) } })]
  ]
  for (const [kind, id] of rows) {
    const { body, log } = await send(links =>
      links.link('x', LinkTarget.route('GetOrder', () => ({ id, other: {} }))), 'strict', 'info')
    t.match(body, `the values { id: ${kind}, other: an object } do not fit`, kind)
    t.equal(log.some(line => line.includes('the values of a link')), false)
  }
})
