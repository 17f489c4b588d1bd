import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, problem } from '../../../lib/index.ts'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { crawl, type CrawlOptions } from '../../../testing/index.ts'
import type { LinkBuilder } from '../../../types/links.ts'
import { type LogLine, logTo, newApp } from '../../support/servers.ts'
import { buildOrders, CALLERS } from './faults.ts'
import { buildManyOrders } from './many-orders.ts'

const QUIET = { logger: { level: 'silent' } }
const EVERY_FORMAT = ['default', 'hal', 'hal-forms', 'none', 'application/vnd.hyper+json']

/** Returns an app with an entry point that has links, and with routes. */
async function appWith (
  links: (links: LinkBuilder<object>) => void, routes: (app: FastifyInstance) => void, options = {},
  logger: NonNullable<FastifyServerOptions['logger']> = QUIET.logger
): Promise<FastifyInstance> {
  const app = Fastify({ logger })
  const rootLinks = defineLinks<object>({ $id: 'Root', type: 'object', properties: {} }, links)
  await app.register(hyper, { links: [rootLinks], ...options })
  app.get('/', { config: { hyper: { name: 'GetRoot', links: rootLinks } } }, () => ({}))
  routes(app)
  return app
}

t.test('the reference API: every caller and format, every action', async t => {
  const report = await crawl(() => buildApp(QUIET), { as: CALLERS, formats: EVERY_FORMAT, actions: 'each' })
  t.same([report.findings, report.untried], [[], []])
  t.match(report, { complete: true, external: 0 })
  const map = report.map()
  t.match(map, /s\d ==>\|"cancel"\| s\d/, 'cancelling links to another state')
  t.match(map, /s\d ==>\|"create"\| s\d/)
})

t.test('the number of states and requests', async t => {
  // The entry point, the list, and three orders.
  t.match(await crawl(await buildApp(QUIET), { formats: ['default'] }), { states: 5, requests: 5 })
  t.match(await crawl(await buildApp(QUIET), { formats: ['default', 'hal'], as: CALLERS }), { states: 20 })
})

t.test('each kind of state is tried a few times, and no finding is lost', async t => {
  const as = [{ name: 'customer' }, { name: 'staff', headers: { 'x-user': 'staff' } }]
  const found = async (count: number, sample: number | undefined) => {
    const options = sample === undefined ? {} : { sample }
    let apps = 0
    const build = () => {
      apps++
      return buildManyOrders(count, { faults: true })
    }
    const report = await crawl(build, { as, actions: 'each', formats: ['default', 'hal-forms'], ...options })
    t.match(report, { untried: [], complete: true })
    return { ...report, apps, findings: report.findings.map(({ code, caller, place }) => `${code} ${caller} ${place}`) }
  }
  const all = await found(16, Infinity)
  t.equal(all.findings.length, 8)
  t.same((await found(16, 1)).findings, all.findings)
  const sampled = await found(16, undefined)
  t.same(sampled.findings, all.findings)
  t.ok(sampled.requests < all.requests)
  t.ok(sampled.apps <= 46, `${sampled.apps} apps`)
})

t.test('an action is tried as often as sample allows, as each caller', async t => {
  const rows: [sample: number | undefined, tried: number][] = [[1, 1], [undefined, 3], [Infinity, 6]]
  for (const [sample, tried] of rows) {
    const paths = new Set<string>()
    const build = async () => {
      const app = await buildManyOrders(24)
      app.addHook('onRequest', async ({ method, url }) => { if (method === 'POST') paths.add(url) })
      return app
    }
    await crawl(build, { formats: ['hal-forms'], actions: 'each', ...sample === undefined ? {} : { sample } })
    // The others were paid by the crawl: they are of another kind.
    const shipped = [2, 6, 10, 14, 18, 22].filter(id => paths.has(`/orders/${id}/ship`))
    t.equal(shipped.length, tried, String(sample))
  }
})

t.test('by default nothing unsafe is sent', async t => {
  const methods = new Set<string>()
  const build = async () => {
    const app = await buildOrders()
    app.addHook('onRequest', async request => { methods.add(request.method) })
    return app
  }
  await crawl(build, { as: CALLERS })
  t.same([...methods], ['GET'])
  await crawl(build, { as: CALLERS, actions: 'each' })
  t.same([...methods], ['GET', 'POST'])
})

t.test('an action runs where only the steps that lead to it changed anything, and all apps are closed', async t => {
  let open = 0
  let made = 0
  // Rows that refuse every action after another row was changed.
  const build = async () => {
    const rows = [1, 2, 3].map(id => ({ id, state: 0 }))
    const row = defineLinks<{ id: number, state: number }>('row', links => {
      links.self(LinkTarget.route('GetRow', ({ id }) => ({ id })))
      links.affordance('begin', LinkTarget.route('Begin', ({ id }) => ({ id }))).when(({ state }) => state === 0)
      links.affordance('end', LinkTarget.route('End', ({ id }) => ({ id }))).when(({ state }) => state === 1)
    })
    const toRows = (links: LinkBuilder<object>) =>
      links.linkMany('row', () => rows.map(({ id }) => LinkTarget.route('GetRow', { id })))
    const app = await appWith(toRows, app => {
      const find = ({ params }: { params: unknown }) =>
        rows.find(({ id }) => id === Number((params as { id: string }).id))
      app.get('/rows/:id', { config: { hyper: { name: 'GetRow', links: row } } }, request => find(request))
      for (const [name, state] of [['Begin', 1], ['End', 2]] as const) {
        app.post(`/rows/:id/${name}`, { config: { hyper: { name } } }, (request, reply) => {
          const found = find(request)!
          if (rows.some(other => other !== found && other.state > 0)) return problem({ status: 409 })
          found.state = state
          return reply.code(204).send()
        })
      }
    })
    open++
    made++
    app.addHook('onClose', async () => { open-- })
    return app
  }
  const { findings, untried } = await crawl(build, { actions: 'each' })
  t.same([findings, untried], [[], []])
  t.equal(made, 3, 'each row begins and ends in one app')
  t.equal(open, 0)
})

t.test('an app that is passed stays open', async t => {
  const app = await buildOrders()
  t.teardown(() => app.close())
  let closed = false
  app.addHook('onClose', async () => { closed = true })
  t.same((await crawl(app)).findings, [])
  t.equal(closed, false)
})

/** An API with infinitely many states: each number links to the next, and creates another. */
async function numbers (): Promise<FastifyInstance> {
  const app = Fastify(QUIET)
  const number =
    defineLinks<{ n: number }>({ $id: 'Number', type: 'object', properties: { n: { type: 'integer' } } }, links => {
      links.self(LinkTarget.route('GetNumber', ({ n }) => ({ n })))
      links.link('next', LinkTarget.route('GetNumber', ({ n }) => ({ n: n + 1 })))
      links.affordance('double', LinkTarget.route('Double', ({ n }) => ({ n })))
    })
  await app.register(hyper, { links: [number] })
  const params = (request: { params: unknown }) => Number((request.params as { n: string }).n)
  app.get('/:n', {
    schema: { response: { 200: { $ref: 'Number#' } } }, config: { hyper: { name: 'GetNumber', links: number } }
  }, request => ({ n: params(request) }))
  app.addSchema({ $id: 'Number', type: 'object', properties: { n: { type: 'integer' } } })
  app.post(
    '/:n/double', { config: { hyper: { name: 'Double' } } },
    (request, reply) => reply.code(201).header('location', `/${params(request) * 2}`).send()
  )
  return app
}

t.test('an API with infinitely many states', async t => {
  t.match(await crawl(numbers, { start: '/1', maxStates: 50 }), { findings: [], states: 50, complete: false })
  t.match(await crawl(numbers, { start: '/1', maxStates: 30, actions: 'each' }), {
    findings: [], states: 30, complete: false
  })
  t.match(await crawl(numbers, { start: '/1', maxDepth: 9, formats: ['hal'] }), {
    findings: [], states: 10, complete: false
  })
  t.match(
    await crawl(numbers, { start: '/1' }), { states: 300 + 3, complete: false },
    'the defaults end it: 100 steps in three formats'
  )
  t.match((await crawl(numbers, { start: '/1', maxStates: 3 })).map(), /ended it before everything was reached/)
})

t.test('identifiers may differ in each app', async t => {
  const build = () => {
    const items =
      new Map<string, { id: string, done: boolean }>([randomUUID(), randomUUID()].map(id => [id, { id, done: false }]))
    const item = defineLinks<{ id: string, done: boolean }>({ $id: 'Item', type: 'object', properties: {} }, links => {
      links.self(LinkTarget.route('GetItem', ({ id }) => ({ id })))
      links.affordance('finish', LinkTarget.route('FinishItem', ({ id }) => ({ id }))).when(({ done }) => !done)
      links.affordance('copy', LinkTarget.route('CopyItem', ({ id }) => ({ id }))).when(({ done }) => done)
    })
    const find = (request: { params: unknown }) => items.get((request.params as { id: string }).id) ?? null
    return appWith(links => { links.embedMany('items', () => [...items.values()], item) }, app => {
      app.get('/items/:id', { config: { hyper: { name: 'GetItem', links: item } } }, request =>
        find(request) ?? problem({ status: 404 }))
      app.post('/items/:id/finish', {
        config: { hyper: { name: 'FinishItem', resource: { load: find, links: item } } }
      }, (request, reply) => {
        find(request)!.done = true
        return reply.code(204).send()
      })
      app.post('/items/:id/copy', {
        config: { hyper: { name: 'CopyItem', resource: { load: find, links: item } } }
      }, (_request, reply) => {
        const id = randomUUID()
        items.set(id, { id, done: true })
        return reply.code(201).header('location', `/items/${id}`).send()
      })
    }, { links: [item] })
  }
  const report = await crawl(build, { actions: 'each', maxStates: 60 })
  t.match(report, { findings: [], untried: [] })
  t.match(report.map(), /==>\|"copy"\|/, 'an action that another one makes possible')
})

t.test('redirects are followed, and other origins counted', async t => {
  const build = () => appWith(links => {
    links.link('old', LinkTarget.uri('/old'))
    links.link('docs', LinkTarget.uri('https://docs.example/orders'))
    links.link('mail', LinkTarget.uri('mailto:help@example.com'))
  }, app => {
    app.get('/old', (_request, reply) => reply.redirect('/new'))
    app.get('/new', () => ({ _links: { gone: { href: '/gone' } } }))
    app.get('/gone', (_request, reply) => reply.code(410).send())
  })
  const { findings, external } = await crawl(build, { formats: ['default'] })
  t.equal(external, 2)
  t.match(findings, [{ code: 'CRAWL001', place: "GET /new, link 'gone'" }])
  t.equal(findings.length, 1)
})

t.test('the public origin of an app is its own', async t => {
  for (const baseUrl of ['https://api.example.com/v1', () => 'https://api.example.com/v1']) {
    t.match(await crawl(() => buildApp({ ...QUIET, hyper: { baseUrl } }), {
      formats: ['hal-forms'], actions: 'each'
    }), { findings: [], external: 0 })
  }
  t.match(await crawl(() => buildApp(QUIET), {
    as: [{ name: 'a', headers: { Host: 'api.example.com' } }], formats: ['hal']
  }), { states: 5, external: 0 })
})

t.test('templates and searches', async t => {
  const seen: string[] = []
  const querystring = { type: 'object', required: ['q'], properties: { q: { type: 'string', minLength: 3 } } }
  const build = () => appWith(links => {
    links.link('search', LinkTarget.routeTemplate('Search'))
    links.link('find', LinkTarget.template('/items/{id}'))
    links.affordance('search', LinkTarget.route('Search')).get()
  }, app => {
    app.get('/search', { schema: { querystring }, config: { hyper: { name: 'Search' } } }, ({ url }) =>
      seen.push(url) && { hits: 0 })
  })
  t.same(
    (await crawl(build, { formats: ['hal-forms'] })).findings, [],
    'a template without its required values is not broken'
  )
  t.match(seen, [/^\/search\?q=a{3,}$/])
  seen.length = 0
  await crawl(build, { formats: ['hal-forms'], fill: { Search: fields => ({ q: `${fields[0]?.name} tea` }) } })
  t.same(seen, ['/search?q=q+tea'])
})

const NOTE = {
  type: 'object', required: ['code'], properties: { code: { type: 'string', pattern: '^(?=.*x)(?=.*y)[a-z]{9}$' } }
}
const noteOf = (type: string) => ({ content: { [type]: { schema: NOTE } } })

t.test('inputs', async t => {
  const bodies: unknown[] = []
  const build = (body: object) =>
    () => appWith(links => { links.affordance('note', LinkTarget.route('Note')) }, app => {
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(text))))
      })
      app.post('/notes', {
        schema: { body }, config: { hyper: { name: 'Note' } }
      }, (request, reply) => bodies.push(request.body) && reply.code(204).send())
    })
  const options: CrawlOptions = { formats: ['default', 'hal-forms'], actions: 'each' }
  const unknown = await crawl(build(NOTE), options)
  t.same([unknown.findings, bodies], [[], []])
  t.match(unknown.untried, [{
    caller: 'anonymous',
    place: "GET /, action 'note'",
    message: 'no valid value was found for code. Give the input: fill: { Note: fields => ({ … }) }.'
  }])

  for (const body of [NOTE, noteOf('application/x-www-form-urlencoded')]) {
    const filled = await crawl(build(body), { ...options, fill: { Note: () => ({ code: 'xyabcdefg' }) } })
    t.match(filled, { findings: [], untried: [] })
    t.same(bodies.splice(0), [{ code: 'xyabcdefg' }])
  }
})

t.test('an input with a list that HAL-FORMS has no field for', async t => {
  const body = {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } } }
  }
  const build = () => appWith(links => { links.affordance('order', LinkTarget.route('Order')) }, app => {
    app.post('/orders', { schema: { body }, config: { hyper: { name: 'Order' } } }, (_request, reply) =>
      reply.code(204).send())
  })
  const options: CrawlOptions = { formats: ['hal-forms'], actions: 'each' }
  t.match(await crawl(build, options), {
    findings: [],
    untried: [{ message: 'no valid value was found for items. Give the input: fill: { Order: fields => ({ … }) }.' }]
  })
  t.match(await crawl(build, { ...options, fill: { Order: () => ({ items: [{ id: 1 }] }) } }), {
    findings: [], untried: []
  })
})

t.test('an action without a form whose input is unknown', async t => {
  const build = (name: string | undefined) => () => appWith(links => {
    links.affordance('note', name === undefined ? LinkTarget.uri('/notes') : LinkTarget.route(name)).method('POST')
  }, app => {
    app.post('/notes', { config: { hyper: name === undefined ? {} : { name } } }, () => problem({ status: 422 }))
  })
  const rows: [name: string | undefined, remedy: string][] = [
    ['Note', 'Give the input: fill: { Note: fields => ({ … }) }.'],
    ['Notes.add', "Give the input: fill: { 'Notes.add': fields => ({ … }) }."],
    [undefined, 'Name its route (config.hyper.name), and give the input by that name with the option fill.']
  ]
  for (const [name, remedy] of rows) {
    const { untried } = await crawl(build(name), { actions: 'each', formats: ['hal-forms'] })
    t.same(untried.map(({ message }) => message), [`its input is unknown: the response without one is 422. ${remedy}`])
  }
})

t.test('the pages of a bare array are in its Link header', async t => {
  const rows = ['1', '2', '3']
  const item =
    defineLinks<{ id: string }>({ $id: 'Item', type: 'object', properties: { id: { type: 'string' } } }, links => {
      links.affordance('finish', LinkTarget.route('Finish', ({ id }) => ({ id })))
    })
  const build = (last: string) => () => appWith(links => { links.link('list', LinkTarget.route('List')) }, app => {
    app.get<{
      Querystring: { after?: string }
    }>('/list', { config: { hyper: { name: 'List', links: item } } }, ({ query: { after = '0' } }, reply) => {
      reply.header('link', Number(after) < 2 ? `</list?after=${Number(after) + 1}>; rel="next"` : last)
      return [{ id: rows[Number(after)] }]
    })
    app.post('/list/:id/finish', { config: { hyper: { name: 'Finish' } } }, (_request, reply) => reply.code(204).send())
  }, { links: [item] })
  const report = await crawl(build('</list>; rel="first"'), { actions: 'each', formats: ['default', 'hal-forms'] })
  t.match(report, { findings: [], untried: [], complete: true, states: 8 })
  t.match(report.map(), /"next"/)
  const { findings } = await crawl(build('</lists>; rel="first"'), { formats: ['default'] })
  t.match(findings, [{ code: 'CRAWL005', place: "GET /list, link 'first'", request: 'GET /lists' }])
})

t.test('HAL omits actions: reported only if the user chose it, once', async t => {
  const notices: LogLine[] = []
  const build = async () => {
    const item = defineLinks<object>({ $id: 'Item', type: 'object', properties: {} }, links => {
      for (const name of ['finish', 'pause']) links.affordance(name, LinkTarget.route(name))
    })
    const app = Fastify(logTo(notices, 'info'))
    await app.register(hyper, { links: [item] })
    app.get('/', { config: { hyper: { name: 'Get', links: item } } }, () => ({}))
    for (const name of ['finish', 'pause']) {
      app.post(`/${name}`, { config: { hyper: { name } } }, (_request, reply) => reply.code(204).send())
    }
    return app
  }
  const logged = () => notices.splice(0).filter(({ code }) => code === 'HYPER006').length
  await crawl(build, { actions: 'each' })
  t.equal(logged(), 0, 'the crawl chose it')
  await crawl(build, { actions: 'each', formats: ['hal', 'hal-forms'] })
  t.equal(logged(), 1, 'two apps were made')
  const app = await build()
  await crawl(app)
  t.equal(logged(), 0)
  await app.inject({ url: '/', headers: { accept: 'application/hal+json' } })
  t.equal(logged(), 1, 'a client of an app that stays open chose it')
  await app.close()
})

t.test('the apps of a crawl log each notice once', async t => {
  const notices: LogLine[] = []
  const build = () => appWith(links => {
    links.link('gone', LinkTarget.route('Gone'))
    for (const name of ['finish', 'pause']) links.affordance(name, LinkTarget.route(name))
  }, app => {
    for (const name of ['finish', 'pause']) {
      app.post(`/${name}`, { config: { hyper: { name } } }, (_request, reply) => reply.code(204).send())
    }
  }, {}, logTo(notices).logger)
  const logged = () => notices.splice(0).filter(({ code }) => code === 'HYPER001').length
  await crawl(build, { actions: 'each' })
  t.equal(logged(), 1, 'two apps were made')
  await (await build()).ready()
  t.equal(logged(), 1, 'an app after the crawl')
})

t.test('choices that another route lists', async t => {
  const chosen: unknown[] = []
  const body = { type: 'object', required: ['speed'], properties: { speed: { type: 'string' } } }
  const build = () => appWith(links => {
    links.affordance('order', LinkTarget.route('Order'))
      .fields({ speed: { options: { route: 'ListSpeeds', promptField: 'name', valueField: 'id' } } })
  }, app => {
    app.get('/speeds', { config: { hyper: { name: 'ListSpeeds' } } }, () =>
      [{ name: 'Fast', id: 'f' }, { name: 'Slow', id: 's' }])
    app.post<{ Body: { speed: string } }>('/orders', {
      schema: { body }, config: { hyper: { name: 'Order' } }
    }, (request, reply) => {
      chosen.push(request.body.speed)
      return ['f', 's'].includes(request.body.speed) ? reply.code(204).send() : problem({ status: 422 })
    })
  })
  t.match(await crawl(build, { formats: ['hal-forms'], actions: 'each' }), { findings: [], untried: [] })
  t.same([...new Set(chosen)].sort(), ['f', 's'])
})

t.test('an action with a form that only the response to another action offers', async t => {
  const colours: unknown[] = []
  const build = () => appWith(links => { links.link('door', LinkTarget.route('GetDoor')) }, app => {
    const links = defineLinks<{ open: boolean }>(links => {
      links.self(LinkTarget.route('GetDoor'))
      links.affordance('open', LinkTarget.route('OpenDoor')).when(door => !door.open)
      links.affordance('paint', LinkTarget.route('PaintDoor')).when(door => door.open)
    })
    const body = { type: 'object', required: ['colour'], properties: { colour: { type: 'string', enum: ['red'] } } }
    const door = { open: false }
    app.get('/door', { config: { hyper: { name: 'GetDoor', links } } }, () => door)
    app.post(
      '/door/open', { config: { hyper: { name: 'OpenDoor', links } } }, () => Object.assign(door, { open: true })
    )
    app.put('/door/colour', {
      schema: { body }, config: { hyper: { name: 'PaintDoor' } }
    }, ({ body }, reply) => colours.push(body) && reply.code(204).send())
  })
  t.match(await crawl(build, { formats: ['default'], actions: 'each' }), { findings: [], untried: [] })
  t.same(colours[0], { colour: 'red' })
})

t.test('an action that requires If-Match', async t => {
  const build = (etag: () => string | null) => async () => {
    const app = Fastify(QUIET)
    const links = defineLinks<object>({ $id: 'Root', type: 'object', properties: {} }, links => {
      links.self(LinkTarget.route('GetRoot'))
      links.affordance('clear', LinkTarget.route('Clear'))
    })
    await app.register(hyper, { links: [links] })
    const preconditions = { requireIfMatch: true, tag: () => 'v1' }
    app.get('/', { config: { hyper: { name: 'GetRoot', links, etag } } }, () => ({}))
    app.post(
      '/clear', { config: { hyper: { name: 'Clear', resource: { load: () => ({}), links }, preconditions } } },
      (_request, reply) => reply.code(204).send()
    )
    return app
  }
  t.match(await crawl(build(() => 'v1'), { actions: 'each' }), { findings: [], untried: [] }, 'the tag that was read')
  t.match(
    await crawl(build(() => 'v2'), { actions: 'each', formats: ['hal-forms'] }),
    { findings: [{ code: 'CRAWL007', request: 'POST /clear' }] }
  )
  t.match(await crawl(build(() => null), { actions: 'each' }), {
    findings: [], untried: [{ message: /^its route requires If-Match, and no representation/ }]
  })
})

t.test('the responses that a shared cache may store', async t => {
  const build = (headers: Record<string, string>) =>
    () => appWith(links => { links.link('me', LinkTarget.uri('/me')) }, app => {
      app.get('/me', (request, reply) => {
        reply.headers(headers)
        return { user: request.headers['x-user'] ?? request.headers.authorization }
      })
    })
  const found = async (headers: Record<string, string>, as = CALLERS) =>
    (await crawl(build(headers), { as, formats: ['default'] })).findings.length
  const tokens = [{ name: 'a', headers: { authorization: 'a' } }, { name: 'b', headers: { Authorization: 'b' } }]
  for (const value of ['private', 'no-store', 'No-Cache']) t.equal(await found({ 'cache-control': value }), 0, value)
  for (const value of ['max-age=5', 'public, max-age=5']) t.equal(await found({ 'cache-control': value }), 2, value)
  t.equal(await found({ vary: 'Accept, X-User' }), 0, 'Vary has the header that decides')
  t.equal(await found({ vary: '*' }), 0)
  t.equal(await found({ vary: 'Accept' }), 2)
  t.equal(await found({}, tokens), 0, 'RFC 9111, section 3.5')
  t.equal(await found({ 'cache-control': 's-maxage=5' }, tokens), 2)
})

/** An API in which everything requires a token of its own, which `POST /login` returns. */
async function withTokens (): Promise<FastifyInstance> {
  const token = randomUUID()
  const app = await appWith(links => {
    links.link('me', LinkTarget.uri('/me'))
    for (const name of ['rename', 'pause']) links.affordance(name, LinkTarget.route(name))
  }, app => {
    app.get('/me', () => ({}))
    for (const name of ['rename', 'pause']) {
      app.post(`/${name}`, { config: { hyper: { name } } }, (_request, reply) => reply.code(204).send())
    }
    app.post('/login', () => ({ token }))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url !== '/login' && request.headers.authorization !== `Bearer ${token}`) {
      return reply.code(401).send({ message: 'who?' })
    }
  })
  return app
}

async function login (app: FastifyInstance): Promise<{ Authorization: string }> {
  const { token } = (await app.inject({ method: 'POST', url: '/login' })).json<{ token: string }>()
  return { Authorization: `Bearer ${token}` }
}

t.test('a caller that logs in to each app of the crawl', async t => {
  const apps = new Set<FastifyInstance>()
  const as = [{
    name: 'alice',
    headers: (app: FastifyInstance) => {
      apps.add(app)
      return login(app)
    }
  }]
  const report = await crawl(withTokens, { as, actions: 'each', formats: ['default'] })
  t.match(report, { findings: [], untried: [], complete: true, states: 2 })
  t.equal(apps.size, 2, 'an app for each action')

  const app = await withTokens()
  t.teardown(() => app.close())
  t.match(await crawl(app, { as }), { findings: [], states: 6 }, 'an app that is passed')
})

t.test('a caller whose login failed', async t => {
  const as = [
    { name: 'alice', headers: { authorization: 'Bearer old' } }, { name: 'anonymous' }, { name: 'bob', headers: login }
  ]
  const { findings } = await crawl(withTokens, { as })
  const message =
    /^every response to (?:alice|anonymous) is 401, so nothing was read: its login failed, or it has none\./
  t.match(
    findings, ['alice', 'anonymous'].map(caller => ({ code: 'CRAWL001', caller, place: 'GET /, entry point', message }))
  )
  t.equal(findings.length, 2)
})

t.test('headers that are no strings, and a login that throws', async t => {
  const invalid = (headers: unknown) => [{ name: 'alice', headers: () => headers }] as NonNullable<CrawlOptions['as']>
  for (const headers of [undefined, 'Bearer x', { authorization: 7 }]) {
    await t.rejects(crawl(withTokens, { as: invalid(headers) }), {
      code: 'FST_ERR_HYPER_INVALID_OPTION',
      message: /^crawl options, as, headers of 'alice': .* is not valid\. Give strings by name/
    })
  }
  const as = [{ name: 'alice', headers: () => { throw new Error('no accounts') } }]
  await t.rejects(crawl(withTokens, { as }), { message: 'no accounts' })
})

t.test('a link to a route that only some values of Accept-Version match', async t => {
  const build = () => appWith(links => { links.link('me', LinkTarget.route('GetMe')) }, app => {
    for (const version of ['1.0.0', '2.0.0']) {
      app.get('/me', { constraints: { version }, config: { hyper: { name: 'GetMe' } } }, () => ({ version }))
    }
  })
  const { findings } = await crawl(build, { formats: ['default'] })
  const message =
    /^no route of the app matches GET \/me .*: the routes there need version '1\.0\.0', or version '2\.0\.0'\. /
  t.match(findings, [{ code: 'CRAWL005', place: "GET /, link 'me'", message }])
  t.equal(findings.length, 1)
})

t.test('a response that is always another does not depend on the caller', async t => {
  let count = 0
  const build = () =>
    appWith(links => { links.link('now', LinkTarget.uri('/now')) }, app => {
      app.get('/now', () => ({ count: ++count }))
    })
  t.same((await crawl(build, { as: CALLERS })).findings, [])
})

t.test('an error of the app, and an entry point that does not exist', async t => {
  const build = () => appWith(links => {
    links.affordance('fail', LinkTarget.route('Fail'))
  }, app => { app.post('/fail', { config: { hyper: { name: 'Fail' } } }, () => { throw new Error('no database') }) })
  t.match((await crawl(build, { actions: 'each', formats: ['default'] })).findings, [{
    code: 'CRAWL002', message: /the response is 500/
  }])
  t.match((await crawl(build, { start: '/api' })).findings, [{
    code: 'CRAWL005', place: 'GET /api, entry point', request: 'GET /api'
  }])
})

t.test('an app without the plugin', async t => {
  const app = newApp(t)
  app.get('/', () => ({ _links: { self: { href: '/' }, gone: { href: '/gone' } } }))
  t.match((await crawl(app)).findings, [{ code: 'CRAWL005', place: "GET /, link 'gone'" }])
})

t.test('an app that differs each time', async t => {
  let first = true
  const { untried } = await crawl(() => {
    const isFirst = first
    first = false
    return appWith(links => {
      for (const name of ['one', 'other']) links.affordance(name, LinkTarget.route(name)).when(() => isFirst)
    }, app => {
      for (const name of ['one', 'other']) app.post(`/${name}`, { config: { hyper: { name } } }, () => '')
    })
  }, { actions: 'each', formats: ['default'] })
  t.match(untried, [{ place: "GET /, action 'other'", message: /^it is not offered when the steps/ }])
})

t.test('a guard that lets a missing resource pass, or conceals it with 403, allows nobody too many', async t => {
  interface Item { id: number, locked: boolean, owner: string }
  const build = (missing?: 'pass') => async () => {
    const items: Item[] = [{ id: 1, locked: false, owner: 'ann' }, { id: 2, locked: true, owner: 'ann' }]
    const itemOf = (request: { params: unknown }) =>
      items.find(({ id }) => String(id) === (request.params as { id: string }).id)
    const itemLinks = defineLinks<Item>('item', links => {
      links.self(LinkTarget.route('GetItem', ({ id }) => ({ id })))
      links.affordance('unlock', LinkTarget.route('Unlock', ({ id }) => ({ id }))).delete().when(({ locked }) => locked)
    })
    const owner = ({ headers }: { headers: { user?: string } }, item?: Item) => headers.user === (item?.owner ?? 'ann')
    const targets = () => items.map(({ id }) => LinkTarget.route('GetItem', { id }))
    const rootLinks = (links: LinkBuilder<object>) => links.linkMany('item', targets).requireAuthorization('ann')
    const ann = ({ headers }: { headers: { user?: string } }) => headers.user === 'ann'
    return appWith(rootLinks, app => {
      const load = (request: { params: unknown }) => itemOf(request)?.locked === true ? itemOf(request) : null
      const item = { load: itemOf, links: itemLinks }
      const get = { name: 'GetItem', links: itemLinks, resource: item, policy: 'owner', conceal: 403 } as const
      const resource = missing === undefined ? { load, links: itemLinks } : { load, links: itemLinks, missing }
      app.get('/items/:id', { config: { hyper: get } }, request => itemOf(request))
      const unlock = { name: 'Unlock', policy: 'owner', conceal: 403, resource } as const
      app.delete('/items/:id/lock', { config: { hyper: unlock } }, (request, reply) => {
        itemOf(request)!.locked = false
        reply.code(204).send()
      })
    }, { policies: { ann, owner } })
  }
  for (const missing of [undefined, 'pass'] as const) {
    const report = await crawl(build(missing), {
      as: [{ name: 'ann', headers: { user: 'ann' } }, { name: 'bob', headers: { user: 'bob' } }],
      actions: 'each',
      formats: ['default']
    })
    t.same(report.findings, [], String(missing))
    t.match(report, { untried: [], complete: true })
    t.match(report.map(), /unlock/)
  }
})

t.test('options', async t => {
  const app = Fastify()
  const rejects = (options: object, message: RegExp, target: Parameters<typeof crawl>[0] = app) =>
    t.rejects(crawl(target, options as CrawlOptions), { message })
  await rejects({ strt: '/' }, /'strt' is not a known key\. Did you mean 'start'\?/)
  await rejects({ start: 'orders' }, /start: 'orders' is not valid\. Give a path/)
  await rejects({ actions: 'all' }, /actions: 'all' is not valid\. Use 'none' or 'each'/)
  await rejects({ actions: 'each' }, /actions: 'each' with one app is not valid\. Give a function/)
  await rejects({ formats: [] }, /formats: .* Give an array/)
  await rejects({ formats: ['hall'] }, /formats: 'hall' is not valid\..* Did you mean 'hal'\?/)
  await rejects({ maxStates: 0 }, /maxStates: 0 is not valid\. Give a positive integer/)
  for (const sample of [0, 1.5, '3']) await rejects({ sample }, /sample: .* is not valid\. Give a positive integer/)
  await rejects({ maxDepth: 1.5 }, /maxDepth/)
  await rejects({ as: [] }, /as: .* Give an array of callers/)
  await rejects({ as: ['bob'] }, /as: .* Give an array of callers/)
  await rejects({ as: [{ name: 'bob' }, { name: 'bob' }] }, /as: 'bob' is not valid\. Give each caller another name/)
  for (const [thrown, reason] of [[new Error('no database'), 'no database'], ['no', "'no'"]] as const) {
    const headers = async () => { throw thrown }
    await rejects({ as: [{ name: 'ann', headers }] }, new RegExp(`headers of 'ann': the function threw ${reason}$`))
  }
  await rejects({ fill: { Note: {} } }, /fill, Note: .* Give a function/)
  const report = await crawl(app, { start: '/' })
  t.throws(() => report.map('svg' as 'dot'), /Use 'mermaid' or 'dot'/)
})
