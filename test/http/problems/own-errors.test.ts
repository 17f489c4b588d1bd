import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, evaluatePreconditions, type HyperOptions, LinkTarget, problem, type ProblemDocument
} from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'

// The option `problems`: the app's own error bodies.

interface Order { readonly id: number, readonly open: boolean }

const orderLinks = defineLinks<Order>('order', links => {
  links.self(order => LinkTarget.uri(`/orders/${order.id}`))
  links.affordance('cancel', LinkTarget.route('Cancel', order => ({ id: order.id }))).when(order => order.open)
})

const ERROR = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } }
    }
  }
}

const envelope = ({ status, detail }: ProblemDocument) =>
  ({ success: false, error: { code: status, message: detail }, secret: 1 })
const ENVELOPED = (code: number) => new RegExp(`^{"success":false,"error":{"code":${code},"message":"[^"]+"}}$`)

async function appOf (t: Test, options: HyperOptions, declare: (app: FastifyInstance) => unknown = () => {}) {
  const lines: LogLine[] = []
  const app = await hyperApp(t, {
    hrefs: 'path',
    links: [orderLinks],
    validationProblems: true,
    policies: { never: () => false, none: (_request, order) => order === null },
    ...options
  }, logTo(lines))
  await declare(app)
  const response = { '4xx': ERROR }
  const order = (id: string): Order | null => id === '0' ? null : { id: Number(id), open: id === '1' }
  const resource = {
    load: (request: { params: unknown }) => order((request.params as { id: string }).id), links: orderLinks
  }
  app.get('/forbidden', { schema: { response }, config: { hyper: { policy: 'never' } } }, () => 'unreachable')
  app.post(
    '/orders/:id/cancel', { schema: { response }, config: { hyper: { name: 'Cancel', resource } } }, () => 'cancelled'
  )
  app.put('/orders/:id', {
    schema: { response }, config: { hyper: { resource, preconditions: { requireIfMatch: true, tag: () => '1' } } }
  }, () => 'replaced')
  app.post('/precondition', { schema: { response } }, (request, reply) =>
    evaluatePreconditions(request, '1', { requireIfMatch: true })?.send(reply) ?? 'written')
  app.post('/invalid', {
    schema: { response, body: { type: 'object', required: ['name'] } }, config: { hyper: { links: orderLinks } }
  }, () => ({ id: 1, open: true }))
  app.get('/handler', { schema: { response } }, () =>
    problem({ status: 418, detail: 'A teapot.' }).extension('size', 1))
  return { app, lines }
}

const REQUESTS = {
  'a policy': [{ url: '/forbidden' }, 403],
  'a missing resource': [{ method: 'POST', url: '/orders/0/cancel' }, 404],
  'a state': [{ method: 'POST', url: '/orders/2/cancel' }, 409],
  'a missing precondition': [{ method: 'PUT', url: '/orders/1' }, 428],
  'a failed precondition': [{ method: 'PUT', url: '/orders/1', headers: { 'if-match': '"2"' } }, 412],
  evaluatePreconditions: [{ method: 'POST', url: '/precondition' }, 428],
  'an invalid input': [{ method: 'POST', url: '/invalid', payload: {} }, 400],
  'a problem that a handler returns': [{ url: '/handler' }, 418]
} as const

const WRITERS = { sync: envelope, async: async (document: ProblemDocument) => envelope(document) }

for (const [kind, problems] of Object.entries(WRITERS)) {
  t.test(`the app's own body, ${kind}`, async t => {
    const { app, lines } = await appOf(t, { problems })
    for (const [row, [request, status]] of Object.entries(REQUESTS)) {
      const { statusCode, headers, body } = await app.inject(request)
      t.strictSame([statusCode, headers['content-type']], [status, 'application/json; charset=utf-8'], row)
      t.match(body, ENVELOPED(status), `${row}, by the response schema of the app`)
    }
    t.strictSame(lines, [], 'no notice about the response schemas')
  })
}

t.test('the option gets the members of the problem', async t => {
  const seen: ProblemDocument[] = []
  const { app } = await appOf(t, { problems: document => { seen.push(document); return { ...envelope(document) } } })
  for (const [, [request]] of Object.entries(REQUESTS)) await app.inject(request)
  const [forbidden, missing, state, , failed, , invalid, own] = seen
  t.match(forbidden, { type: 'about:blank', title: 'Forbidden', status: 403, detail: /not allowed/ })
  t.match(missing, { title: 'Not Found', status: 404 })
  t.match(state, { status: 409, action: 'cancel', _links: { self: { href: '/orders/2' } } })
  t.match(failed, { status: 412 })
  t.match(invalid, {
    status: 400, errors: [{ name: 'name' }], _actions: { retry: { href: '/invalid', method: 'POST' } }
  })
  t.match(own, { status: 418, detail: 'A teapot.', size: 1 })
})

t.test('links and actions can be taken along', async t => {
  const { app } = await appOf(t, {
    problems: ({ _links, _actions, status }, _request, reply) => {
      reply.type('application/vnd.errors+json')
      return JSON.stringify({ status, _links, _actions })
    }
  })
  const { headers, body } = await app.inject({ method: 'POST', url: '/orders/2/cancel' })
  t.equal(headers['content-type'], 'application/vnd.errors+json')
  t.equal(body, '{"status":409,"_links":{"self":{"href":"/orders/2"}}}')
})

t.test('the tag of a failed precondition is sent', async t => {
  const { app } = await appOf(t, { problems: envelope })
  t.equal((await app.inject({ method: 'PUT', url: '/orders/1', headers: { 'if-match': '"2"' } })).headers.etag, '"1"')
})

t.test('undefined sends the document', async t => {
  const { app } = await appOf(t, { problems: document => document.status === 403 ? undefined : envelope(document) })
  const { statusCode, headers, body } = await app.inject('/forbidden')
  t.strictSame([statusCode, headers['content-type']], [403, 'application/problem+json'])
  t.match(JSON.parse(body), { title: 'Forbidden', status: 403 })
  t.match((await app.inject('/handler')).body, ENVELOPED(418))
})

const FAILURES: Record<string, HyperOptions['problems']> = {
  throws: () => { throw new Error('no errors today') },
  rejects: async () => { throw new Error('no errors today') },
  'throws no error': () => { throw 'no errors today' }, // eslint-disable-line no-throw-literal
  // As the body of the response it would be thrown again.
  'throws a problem': () => { throw problem({ status: 409, detail: 'no errors today' }) },
  'throws a frozen error': () => { throw Object.freeze(new Error('no errors today')) }
}
for (const [kind, problems] of Object.entries(FAILURES)) {
  t.test(`a function that ${kind} causes a server error, and its reason is logged`, async t => {
    const { app, lines } = await appOf(t, { problems: problems! })
    const { statusCode, headers, body } = await app.inject('/forbidden')
    t.strictSame([statusCode, headers['content-type']], [500, 'application/json; charset=utf-8'])
    t.notMatch(body, /not allowed/)
    t.match(JSON.stringify(lines), /no errors today/)
  })
}

t.test("'throw' hands problems to the error handler of the app", async t => {
  const seen: unknown[] = []
  const handle = (error: Error & { statusCode: number }, _request: unknown, reply: FastifyReply) => {
    seen.push(error)
    return reply.code(error.statusCode)
      .send({ success: false, error: { code: error.statusCode, message: error.message } })
  }
  const { app, lines } = await appOf(t, { problems: 'throw' }, app => app.setErrorHandler(handle))
  for (const [row, [request, status]] of Object.entries(REQUESTS)) {
    const { statusCode, headers, body } = await app.inject(request)
    const isOfApp = status === 418
    t.strictSame([statusCode, headers['content-type']], isOfApp
      ? [418, 'application/problem+json']
      : [status, 'application/json; charset=utf-8'], row)
    if (!isOfApp) t.match(body, ENVELOPED(status), row)
  }
  t.equal(seen.length, Object.keys(REQUESTS).length - 1)
  t.strictSame(lines, [])
})

t.test("an error handler that gets a problem with 'throw' can send it", async t => {
  const send = (error: unknown, _request: unknown, reply: FastifyReply) => reply.send(error)
  const { app } = await appOf(t, { problems: 'throw' }, app => app.setErrorHandler(send))
  for (const [row, [request, status]] of Object.entries(REQUESTS)) {
    const { statusCode, headers, body } = await app.inject(request)
    t.strictSame([statusCode, headers['content-type']], [status, 'application/problem+json'], row)
    t.match(JSON.parse(body), { status }, row)
  }
})

t.test("without an error handler, 'throw' sends the documents", async t => {
  const { app } = await appOf(t, { problems: 'throw' })
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/orders/2/cancel' })
  t.strictSame([statusCode, headers['content-type']], [409, 'application/problem+json'])
  t.match(JSON.parse(body), { action: 'cancel', _links: { self: { href: '/orders/2' } } })
})

for (const problems of ['send', 1, {}] as never[]) {
  t.test(`an invalid option: ${JSON.stringify(problems)}`, async t => {
    const app = Fastify()
    await t.rejects(async () => { await app.register(hyper, { problems }) }, { code: 'FST_ERR_HYPER_INVALID_OPTION' })
  })
}
