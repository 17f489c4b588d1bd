import { Agent, request as send } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Newest, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { html } from 'fastify-hyper/html'
import Lowest from 'fastify-lowest'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, problem } from '../../../lib/index.ts'
import { sampled } from '../../support/runs.ts'
import { hyperApp, serve } from '../../support/servers.ts'

// A response is complete for hooks and handlers when it is complete with Fastify alone: what a hook sends stops the
// request, and clients get nothing of what is sent second. Each row is sent to an app with the plugins, and to one
// without.

type Create = typeof Newest

/** Sends a response. Where there is no plugin, an object stands for a problem. */
type Way = (reply: FastifyReply, hasPlugins: boolean) => unknown

const unauthorized = () => Object.assign(new Error('Sign in.'), { statusCode: 401 })
const waiting = () => problem({ status: 401 }).link('terms', LinkTarget.route('Later'))
const sendWaiting: Way = (reply, hasPlugins) => hasPlugins ? waiting().send(reply) : reply.code(401).send({})

// As where a header is wrong, but the response that follows can be sent.
function failOnce ({ raw }: FastifyReply): void {
  const { writeHead } = raw
  raw.writeHead = () => {
    raw.writeHead = writeHead
    throw new Error('The head cannot be written.')
  }
}

const WAYS: Readonly<Record<string, Way>> = {
  'an error': reply => reply.send(unauthorized()),
  'an error with a status': reply => reply.code(401).send(new Error('Sign in.')),
  'an object': reply => reply.code(401).send({ message: 'Sign in.' }),
  'a string': reply => reply.code(401).send('Sign in.'),
  'a redirect': reply => reply.redirect('/sign-in'),
  nothing: reply => reply.code(401).send(),
  'what no route is found for': reply => reply.callNotFound(),
  'a problem, by its method': (reply, has) => has ? problem({ status: 401 }).send(reply) : reply.code(401).send({}),
  'a problem': (reply, has) => has ? reply.send(problem({ status: 401 })) : reply.code(401).send({}),
  'a problem that waits, by its method': sendWaiting,
  'a problem that waits': (reply, has) => has ? reply.send(waiting()) : reply.code(401).send({}),
  'a resource that waits': reply => reply.code(203).send({ id: 1 }),
  'a header that Node.js rejects': reply => reply.header('x-name', '\u5831').code(401).send({}),
  'an error with a header that Node.js rejects': reply => reply.header('x-name', 'a\nb').send(unauthorized()),
  'a problem that waits, with a header that Node.js rejects': (reply, has) =>
    sendWaiting(reply.header('x-name', '\u5831'), has),
  'an object whose head cannot be written at first': reply => {
    failOnce(reply)
    return reply.code(401).send({})
  },
  'a problem that waits, whose head cannot be written at first': (reply, has) => {
    failOnce(reply)
    return sendWaiting(reply, has)
  },
  'a problem that waits, before the connection is taken over': (reply, has) => {
    sendWaiting(reply, has)
    return reply.hijack()
  },
  // Its connection ends, and how much of it a client gets depends on time.
  'an object after a raw response began': reply => {
    reply.raw.writeHead(401, { 'content-length': '2' }).write('{}')
    return reply.send({})
  }
}

/** A hook or a handler that sends, and ends. */
type End = (sends: () => unknown, reply: FastifyReply) => unknown

const ENDS: Readonly<Record<string, End>> = {
  'returns nothing': async sends => { sends() },
  'returns the reply': async sends => sends(),
  'sends in a later turn': async sends => {
    await nextTurn()
    sends()
  },
  'sends twice': async (sends, reply) => {
    sends()
    reply.code(200).send({ isSecond: true })
  },
  'throws after it': async sends => {
    sends()
    throw new Error('after it')
  },
  'ends in a later turn': async sends => {
    sends()
    await nextTurn()
  },
  'has a callback': sends => { sends() }
}

const STAGES = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const ACCEPTED = [undefined, 'application/json', 'application/hal+json', 'application/prs.hal-forms+json', 'text/html']
const PATHS = ['/plain', '/linked', '/guarded', '/missing']

interface Row {
  readonly stage: string
  readonly end: string
  readonly way: string
  readonly path: string
  readonly accept: string | undefined
}

const ofRoute = (stage: string) => `${stage} of the route`

const rows: readonly Row[] = [...STAGES, ...STAGES.map(ofRoute), 'handler'].flatMap(stage =>
  Object.keys(ENDS).flatMap(end => Object.keys(WAYS).flatMap(way =>
    PATHS.flatMap(path => ACCEPTED.map(accept => ({ stage, end, way, path, accept }))))))

/** The hooks and handlers that ran, by the number of the request. */
type Ran = Map<string, string[]>

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.route('Later')) })

/** Declares routes whose hooks and handlers send as the headers of a request have it. */
async function declare (app: FastifyInstance, ran: Ran, hasPlugins: boolean): Promise<void> {
  const note = ({ headers }: FastifyRequest, stage: string) => { ran.get(String(headers['x-number']))!.push(stage) }
  // Null if the row has another stage.
  const act = (request: FastifyRequest, reply: FastifyReply, stage: string): unknown => {
    note(request, stage)
    const [at, end, way] = String(request.headers['x-row']).split('; ')
    return at === stage ? ENDS[end!]!(() => WAYS[way!]!(reply, hasPlugins), reply) : null
  }
  const hook = (stage: string) => (...args: unknown[]) => {
    const acted = act(args[0] as FastifyRequest, args[1] as FastifyReply, stage)
    if (acted === null) (args.at(-1) as () => void)()
    return acted
  }
  for (const stage of STAGES) app.addHook(stage as 'preHandler', hook(stage))
  app.addHook('onResponse', async request => { note(request, 'onResponse') })
  const route = {
    method: 'DELETE',
    ...Object.fromEntries(STAGES.map(stage => [stage, hook(ofRoute(stage))])),
    handler: (request: FastifyRequest, reply: FastifyReply) => act(request, reply, 'handler') ?? { id: 1 }
  }
  app.route({ ...route, url: '/plain' })
  app.route({ ...route, url: '/linked', config: { hyper: { links } } })
  app.route({ ...route, url: '/guarded', config: { hyper: { policy: 'soon', resource: () => ({ id: 1 }) } } })
  app.get('/later', { config: { hyper: { name: 'Later', policy: 'soon' } } }, () => ({}))
}

/** Starts an app. Returns what sends a row to it, which returns the status and what ran. */
async function start (create: Create, hasPlugins: boolean) {
  const ran: Ran = new Map()
  const app = create()
  if (hasPlugins) {
    await app.register(hyper, { policies: { soon: async () => nextTurn(true) } })
    await app.register(html)
  }
  await app.register(async scope => declare(scope, ran, hasPlugins))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  // A connection that ended is no longer used.
  const agent = new Agent({ keepAlive: false })
  const observe = async ({ stage, end, way, path, accept }: Row) => {
    const number = String(ran.size)
    ran.set(number, [])
    const headers = { 'x-number': number, 'x-row': [stage, end, way].join('; '), ...accept !== undefined && { accept } }
    const status = await new Promise<unknown>(resolve => {
      send({ port, method: 'DELETE', path, agent, headers }, response => {
        response.resume().on('close', () => { resolve(response.statusCode) })
      }).on('error', resolve).end()
    })
    await nextTurn()
    await nextTurn()
    return { status: way.includes('raw') ? null : status, ran: ran.get(number)!.join(', ') }
  }
  return { app, observe }
}

type App = Awaited<ReturnType<typeof start>>

/** Returns what an app does for each row. */
async function observeAll ({ observe }: App, some: readonly Row[]): Promise<object[]> {
  const observed: object[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < some.length; index = next++) {
      observed[index] = { ...some[index], ...await observe(some[index]!) }
    }
  }
  await Promise.all(Array.from({ length: 30 }, work))
  return observed
}

for (const [version, create] of Object.entries({ newest: Newest, lowest: Lowest as unknown as Create })) {
  t.test(`a response is complete when it is complete without the plugins, with the ${version} Fastify`, async t => {
    const apps = [await start(create, false), await start(create, true)] as const
    t.teardown(() => Promise.all(apps.map(({ app }) => app.close())))
    // The lowest version does not survive some raw responses by itself.
    const some = sampled(rows, 23).filter(({ way }) => version === 'newest' || !way.includes('raw'))
    t.strictSame(await observeAll(apps[1], some), await observeAll(apps[0], some))
  })
}

t.test('a response that waits ends after the time that a handler has', async t => {
  const app = await hyperApp(t, { policies: { never: () => new Promise(() => {}) } }, { handlerTimeout: 50 })
  app.get('/', { config: { hyper: { name: 'Never', policy: 'never' } } }, () => ({}))
  app.get('/slow', () => problem({ status: 409 }).link('terms', LinkTarget.route('Never')))
  const { statusCode, body } = await app.inject('/slow')
  t.match([statusCode, body], [503, 'FST_ERR_HANDLER_TIMEOUT'])
})

t.test('a condition that sends the response itself ends neither the process nor the response', async t => {
  for (const accept of ['application/json', 'text/html']) {
    const { origin } = await serve(t, async app => {
      await app.register(hyper)
      await app.register(html)
      const sending = defineLinks<object>(links => {
        links.affordance('send', LinkTarget.uri('/')).when((_order, { reply }) => {
          reply.code(402).send({})
          return true
        })
      })
      app.get('/', { config: { hyper: { links: sending } } }, () => ({ id: 1 }))
    })
    for (const _ of [1, 2]) t.equal((await fetch(origin, { headers: { accept } })).status, 402)
  }
})

for (const hook of ['preSerialization', 'onSend'] as const) {
  for (const way of ['an object', 'a problem that waits']) {
    t.test(`${way} that ${hook} sends takes the place of the response`, async t => {
      const app = await hyperApp(t, { policies: { soon: async () => nextTurn(true) } })
      app.get('/later', { config: { hyper: { name: 'Later', policy: 'soon' } } }, () => ({}))
      let isSent = false
      app.addHook(hook, async (_request: FastifyRequest, reply: FastifyReply) => {
        if (isSent) return
        isSent = true
        WAYS[way]!(reply, true)
      })
      app.get('/', () => ({ id: 1 }))
      t.equal((await app.inject('/')).statusCode, 401)
    })
  }
}

t.test('what is sent second does not change the media type of a response that waits', async t => {
  const app = await hyperApp(t, { policies: { soon: async () => nextTurn(true) } })
  app.get('/later', { config: { hyper: { name: 'Later', policy: 'soon' } } }, () => ({}))
  app.get('/', { config: { hyper: { links } } }, (_request, reply) => {
    reply.send({ id: 1 })
    reply.type('text/html').send('<b>')
  })
  t.match((await app.inject('/')).headers, { 'content-type': 'application/json; charset=utf-8' })
})

t.test('what is sent second adds no media type to a response that waits without one', async t => {
  const app = await hyperApp(t, { policies: { soon: async () => nextTurn(true) } })
  app.get('/later', { config: { hyper: { name: 'Later', policy: 'soon' } } }, () => ({}))
  app.get('/', { config: { hyper: { links } } }, (_request, reply) => {
    reply.serializer(JSON.stringify).send({ id: 1 })
    reply.type('text/html').send('<b>')
  })
  t.notOk('content-type' in (await app.inject('/')).headers)
})

t.test('an app whose start failed sends errors as JSON to browsers, too', async t => {
  const app = await hyperApp(t)
  await app.register(html)
  app.get('/', { config: { hyper: { policy: 'missing' } } }, () => ({}))
  await t.rejects(async () => app.ready(), { code: 'FST_ERR_HYPER_UNKNOWN_POLICY' })
  const { statusCode, headers } = await app.inject({ url: '/missing', headers: { accept: 'text/html' } })
  t.strictSame([statusCode, headers['content-type']], [404, 'application/json; charset=utf-8'])
})

t.test('a response that waits and cannot be sent ends its connection, and not the process', async t => {
  // Its own handler of errors throws where the response began on the raw reply.
  const app = (Lowest as unknown as Create)()
  t.teardown(() => app.close())
  await app.register(hyper, { policies: { soon: async () => nextTurn(true) } })
  app.get('/later', { config: { hyper: { name: 'Later', policy: 'soon' } } }, () => 'later')
  app.get('/', async (_request, reply) => {
    reply.raw.writeHead(200).write('begun')
    return waiting()
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await t.rejects(async () => (await fetch(origin)).text())
  t.equal(await (await fetch(`${origin}/later`)).text(), 'later')
})
