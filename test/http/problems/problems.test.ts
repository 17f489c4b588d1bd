import type { FastifyReply } from 'fastify'
import t from 'tap'
import hyper, {
  defineLinks, type HyperProblem, type HyperRouteOptions, LinkTarget, problem
} from '../../../lib/index.ts'
import { ACCEPT, project, projection } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

// Contract, part 9.

const help = LinkTarget.uri('/help')
const someLinks = defineLinks<object>(links => { links.self(help) })

// What is made, and its text.
const TEXTS: Readonly<Record<string, [made: () => HyperProblem, text: string]>> = {
  'only a status': [() => problem({ status: 404 }), '{"type":"about:blank","title":"Not Found","status":404}'],
  'a status without a reason phrase': [() => problem({ status: 499 }), '{"type":"about:blank","status":499}'],
  'members in their order': [
    () => problem({
      instance: '/orders/7', detail: 'Shipped.', status: 409, title: 'Too late', type: 'https://example.com/late'
    }),
    '{"type":"https://example.com/late","title":"Too late","status":409,"detail":"Shipped.","instance":"/orders/7"}'
  ],
  'extensions in theirs': [
    () => problem({ status: 400 }).extension('z', [1]).extension('a', { b: null }).extension('_embedded', 1),
    '{"type":"about:blank","title":"Bad Request","status":400,"z":[1],"a":{"b":null},"_embedded":1}'
  ],
  'the last extension of a name': [
    () => problem({ status: 400 }).extension('a', 1).extension('a', 2),
    '{"type":"about:blank","title":"Bad Request","status":400,"a":2}'
  ],
  'an extension of any name': [
    () => problem({ status: 400 }).extension('__proto__', 1),
    '{"type":"about:blank","title":"Bad Request","status":400,"__proto__":1}'
  ],
  'an extension that is undefined': [
    () => problem({ status: 400 }).extension('a', undefined),
    '{"type":"about:blank","title":"Bad Request","status":400}'
  ],
  links: [
    () => problem({ status: 400 }).extension('a', 1).link('help', help).link(
      'order', LinkTarget.route('GetOrder', { id: 7 }).title('Order')
    ).link('help', LinkTarget.template('/help{?q}')),
    '{"type":"about:blank","title":"Bad ' +
      'Request","status":400,"a":1,"_links":{"help":[{"href":"/help"},{"href":"/help{?q}","templated":true}],' +
        '"order":{"href":"/orders/7","title":"Order"}}}'
  ],
  actions: [
    () => problem({ status: 409 }).action('retry', LinkTarget.route('PutOrder', { id: 7 })).link('help', help),
    '{"type":"about:blank","title":"Conflict","status":409,"_links":{"help":{"href":"/help"}},' +
      '"_actions":{"retry":{"href":"/orders/7","method":"PUT"}}}'
  ]
}

// Two ways out of a handler; problem-ways.test.ts has all.
const WAYS: Readonly<Record<string, (made: () => HyperProblem, reply: FastifyReply) => unknown>> = {
  returned: made => made(),
  sent: (made, reply) => made().send(reply)
}

const ROUTES: Readonly<Record<string, HyperRouteOptions | undefined>> = {
  'opted in': { links: true },
  bound: { links: someLinks },
  forced: { links: true, format: 'hal' },
  'tagged only': { etag: () => 'v1' },
  'named only': { name: 'Value' },
  'not ours': undefined
}

for (const [where, options] of Object.entries(ROUTES)) {
  t.test(`problems of a route: ${where}`, async t => {
    const cases = Object.entries(WAYS).flatMap(([way, handle]) =>
      Object.entries(TEXTS).map(([name, [made, text]]) =>
        ({ name: `${name}, ${way}`, send: (reply: FastifyReply) => handle(made, reply), text, status: made().status })))
    const { send } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', mediaTypes: { json: 'application/vnd.own+json' } })
      const handler = async () => ({})
      app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, handler)
      app.put('/orders/:id', { config: { hyper: { name: 'PutOrder' } } }, handler)
      cases.forEach(({ send }, index) => app.get(`/${index}`, {
        config: options === undefined
          ? {}
          : { hyper: { ...options, ...(options.name === undefined ? {} : { name: `Value${index}` }) } }
      }, (_request, reply) => send(reply)))
    })
    for (const [index, { name, text, status }] of cases.entries()) {
      const seen = new Map<string, unknown>()
      for (const [format, accept] of Object.entries(ACCEPT)) {
        const response = await send({ method: 'GET', path: `/${index}`, headers: [['Accept', accept]] })
        seen.set(format, [
          response.status, header(response, 'content-type')?.split(';')[0], response.body.toString(),
          header(response, 'etag')
        ])
      }
      t.strictSame(
        Object.fromEntries(seen),
        Object.fromEntries(Object.keys(ACCEPT)
          .map(format => [format, [status, 'application/problem+json', text, null]])),
        `${name}, in each format`
      )
    }
  })
}

t.test('it is no error', async t => {
  const made = problem({ status: 500 })
  t.notOk(made instanceof Error)
  let errors = 0
  const { get } = await project(t, { links: true }, () => made, {
    routes: app => { app.addHook('onError', async () => { errors++ }) }
  })
  t.equal((await get()).status, 500)
  t.equal(errors, 0)
})

t.test('it is the same document when it is sent twice', async t => {
  const made = problem({ status: 404 }).link('help', help)
  const { get } = await project(t, { links: true }, () => made)
  t.equal((await get()).text, (await get('hal')).text)
})

t.test('JSON.stringify writes a problem as a log has it', async t => {
  t.equal(JSON.stringify(problem({ status: 404, detail: 'Gone' })),
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"Gone"}')
})

t.test('a problem that is sent is prepared once', async t => {
  let calls = 0
  const baseUrl = () => { calls++; return 'https://api.example.com' }
  const { get } = await project(t, { links: true }, (_request, reply) => {
    problem({ status: 409 }).extension('1', 2).link('help', LinkTarget.route('Help')).send(reply)
  }, {
    options: { baseUrl, hrefs: 'absolute' },
    routes: app => app.get('/help', { config: { hyper: { name: 'Help' } } }, async () => '')
  })
  t.equal(
    (await get()).text,
    '{"type":"about:blank","title":"Conflict","status":409,"1":2,' +
      '"_links":{"help":{"href":"https://api.example.com/help"}}}', 'and its members keep their order'
  )
  t.equal(calls, 1)
})

t.test('headers of the handler stay', async t => {
  const { send } = await project(t, { links: true }, (_, reply) => {
    reply.header('retry-after', '5')
    return problem({ status: 503 })
  })
  t.equal(header(await send({ method: 'GET', path: '/value' }), 'retry-after'), '5')
})

t.test('links resolve as in a configuration', async t => {
  const made = () => problem({ status: 404 }).link('far', LinkTarget.route('Far')).link('help', help)
  const lax = await project(t, { links: true }, made)
  t.match((await lax.get()).document, { _links: { help: { href: '/help' } } })
  t.match(lax.logged('HYPER001'), [/^links of a problem document, relation 'far': it cannot be resolved: no route is named 'Far'/])
  const absolute = await project(t, { links: true }, () =>
    problem({ status: 404 }).link('self', LinkTarget.route('Value')), {
    options: { hrefs: 'absolute', baseUrl: 'https://api.example.com/v1' },
    routes: app => { app.get('/named', { config: { hyper: { name: 'Value' } } }, async () => ({})) }
  })
  t.match((await absolute.get()).document, { _links: { self: { href: 'https://api.example.com/v1/named' } } })
  const strict = await project(t, { links: true }, made, { options: { mode: 'strict' } })
  t.match(await strict.get(), { status: 500, document: { code: 'FST_ERR_HYPER_LINK_UNRESOLVED' } })
})

t.test('without the plugin a problem without links is sent all the same', async t => {
  const { get } = await projection(t, app => {
    app.get('/value', (_, reply) => problem({ status: 404 }).send(reply))
  })
  t.match(await get(), { status: 404, type: /^application\/problem\+json/, text: TEXTS['only a status']![1] })
})

t.test('handlers of named routes keep their this, their values and their errors', async t => {
  const { get } = await projection(t, async app => {
    await app.register(hyper)
    const named = (name: string) => ({ config: { hyper: { name } } })
    app.get('/this', named('This'), async function () { return { same: this === app } })
    app.get('/sync', named('Sync'), (_, reply) => { reply.send({ sent: true }) })
    app.get('/text', named('Text'), async (_, reply) => {
      reply.type('application/json')
      return '{"text":true}'
    })
    app.get('/throws', named('Throws'), async () => { throw new Error('broken') })
  })
  const ANSWERS = {
    '/this': { same: true },
    '/sync': { sent: true },
    '/text': { text: true },
    '/throws': { statusCode: 500, error: 'Internal Server Error', message: 'broken' }
  }
  for (const [path, document] of Object.entries(ANSWERS)) {
    t.strictSame((await get('default', path)).document, document, path)
  }
})
