import Fastify, { type FastifyError, type FastifyReply, type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import hyper, {
  defineLinks, type HypermediaFormatter, type HyperOptions,
  LinkTarget, problem
} from '../../../lib/index.ts'

// Problem documents in formats of the app.

const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/1')) })

const FORMATTER: HypermediaFormatter = {
  mediaType: 'application/x',
  format: ({ body }) => body,
  problem: ({ status, title, detail }, { request }) => JSON.stringify({ error: [status, title, detail, request.url] })
}

async function fail (
  accept: string | undefined, formatter: HypermediaFormatter = FORMATTER, options: HyperOptions = {}
): Promise<LightMyRequestResponse> {
  const app = Fastify()
  await app.register(hyper, { formatters: [formatter], ...options })
  app.get('/1', { config: { hyper: { links } } }, () => problem({ status: 409, title: 'Late', detail: 'Too late.' }))
  const response = await app.inject({ url: '/1', headers: accept === undefined ? {} : { accept } })
  await app.close()
  return response
}

const PROBLEM = 'application/problem+json'

const TYPES: Readonly<Record<string, [accept: string | undefined, type: string]>> = {
  'no header': [undefined, PROBLEM],
  everything: ['*/*', PROBLEM],
  'the format': ['application/x', 'application/x'],
  'the format before everything': ['application/x, */*;q=0.1', 'application/x'],
  'the format after JSON': ['application/x;q=0.5, application/json', PROBLEM],
  'the format and problems equally': ['application/x, application/problem+json', PROBLEM],
  'another format': ['application/hal+json', PROBLEM]
}

for (const [row, [accept, type]] of Object.entries(TYPES)) {
  t.test(`the format of a problem by Accept: ${row}`, async t => {
    const { statusCode, headers } = await fail(accept)
    t.strictSame([statusCode, headers['content-type'], headers.vary], [409, type, 'Accept'])
  })
}

t.test('a formatter writes a problem document', async t => {
  t.same((await fail('application/x')).json(), { error: [409, 'Late', 'Too late.', '/1'] })
})

t.test('a formatter without problem sends the document', async t => {
  const { mediaType, format } = FORMATTER
  const { headers } = await fail('application/x', { mediaType, format })
  t.strictSame([headers['content-type'], headers.vary], [PROBLEM, undefined])
})

t.test('without negotiation the document is sent', async t => {
  t.equal((await fail('application/x', FORMATTER, { negotiateFormat: false })).headers['content-type'], PROBLEM)
})

t.test('the option problems decides before formatters', async t => {
  const own = await fail('application/x', FORMATTER, { problems: () => ({ own: true }) })
  t.match(own.headers['content-type'], /^application\/json/)
})

const FAULTS: Readonly<Record<string, [problem: () => unknown, message: RegExp]>> = {
  'an empty string': [() => '', /the formatter of application\/x.*an empty string/],
  'an object': [() => ({}), /the formatter of application\/x.*an object/],
  'an error': [() => { throw new Error('broken') }, /broken/]
}

for (const [row, [problem, message]] of Object.entries(FAULTS)) {
  t.test(`problem returns or throws ${row}`, async t => {
    const response = await fail('application/x', { ...FORMATTER, problem: problem as () => string })
    t.equal(response.statusCode, 500)
    t.match(response.json<{ message: string }>().message, message)
  })
}

t.test('the app fails to start with a problem that is no function', async t => {
  const formatter = { ...FORMATTER, problem: 5 } as unknown as HypermediaFormatter
  await t.rejects(async () => Fastify().register(hyper, { formatters: [formatter] }), {
    code: 'FST_ERR_HYPER_INVALID_FORMATTER', message: /problem/
  })
})

// By the format that a route or its group forces, and by the option negotiateFormat.
type Forced = [format: string | false, accept: string, type: string, vary: string | undefined]

const FORCED: Readonly<Record<string, Forced>> = {
  'a built-in format': ['hal', 'application/x', PROBLEM, undefined],
  'the format': ['application/x', 'application/json', 'application/x', undefined],
  'the format in other letters': ['Application/X', 'application/json', 'application/x', undefined],
  'no format in a group with one': [false, 'application/json', PROBLEM, 'Accept']
}

for (const [row, [format, accept, type, vary]] of Object.entries(FORCED)) {
  for (const negotiateFormat of [true, false]) {
    t.test(`a route that forces ${row} sends problems in it, negotiateFormat: ${negotiateFormat}`, async t => {
      const app = Fastify()
      await app.register(hyper, { formatters: [FORMATTER], negotiateFormat, policies: { no: () => false } })
      const handler = () => problem({ status: 409 })
      await app.register(async scope => {
        scope.get('/own', { config: { hyper: { links, format } } }, handler)
        scope.get('/guarded', { config: { hyper: { format, policy: 'no' } } }, handler)
      }, { hyper: { format: 'application/x' } })
      await app.register(async scope => { scope.get('/group', handler) }, { hyper: { format } })
      for (const url of ['/own', '/guarded', '/group']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { headers, statusCode } = await app.inject({ method, url, headers: { accept } })
          const place = `${method} ${url}`
          t.equal(statusCode, url === '/guarded' ? 403 : 409, place)
          t.equal(headers['content-type'], type, place)
          if (url !== '/guarded') t.equal(headers.vary, negotiateFormat ? vary : undefined, place)
        }
      }
      await app.close()
    })
  }
}

const WITH_ERRORS: HypermediaFormatter = {
  ...FORMATTER, problem: ({ status, errors }) => JSON.stringify({ status, errors })
}

async function reject (
  accept: string, formatter: HypermediaFormatter, options: HyperOptions = {}, hasHandler = false
): Promise<LightMyRequestResponse> {
  const app = Fastify()
  await app.register(hyper, { formatters: [formatter], ...options })
  const handler = ({ statusCode }: FastifyError, _request: unknown, reply: FastifyReply) =>
    reply.code(422).send({ statusCode })
  if (hasHandler) app.setErrorHandler(handler)
  const body = { type: 'object', required: ['a', 'b'] }
  app.post('/1', { schema: { body }, config: { hyper: { links } } }, () => ({ id: 1 }))
  app.post('/fails', { config: { hyper: { links } } }, () => { throw new Error('a fault') })
  const failed = await app.inject({ method: 'POST', url: '/fails', headers: { accept } })
  t.equal(failed.statusCode, hasHandler ? 422 : 500)
  const response = await app.inject({ method: 'POST', url: '/1', headers: { accept }, body: {} })
  await app.close()
  return response
}

t.test('a formatter writes validation errors for clients that prefer it, without an option', async t => {
  const response = await reject('application/x', WITH_ERRORS)
  t.strictSame([response.statusCode, response.headers['content-type']], [400, 'application/x'])
  t.strictSame(response.json(), {
    status: 400,
    errors: ['a', 'b'].map(name => ({
      name, message: 'is required', detail: `must have required property '${name}'`
    }))
  })
})

const OTHERS: Readonly<Record<string, Parameters<typeof reject>>> = {
  'another format is preferred': ['application/json', WITH_ERRORS],
  'no formatter writes problems': ['application/x', { mediaType: 'application/x', format: FORMATTER.format }],
  'nothing is negotiated': ['application/x', WITH_ERRORS, { negotiateFormat: false }],
  'the app has bodies of its own': ['application/x', WITH_ERRORS, { problems: ({ status }) => ({ status }) }]
}

for (const [row, given] of Object.entries(OTHERS)) {
  t.test(`validation errors stay those of Fastify: ${row}`, async t => {
    const { statusCode, headers, body } = await reject(...given)
    t.strictSame([statusCode, headers['content-type']], [400, 'application/json; charset=utf-8'])
    t.equal(body, '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request",' +
      '"message":"body must have required property \'a\'"}')
  })
}

t.test('an error handler of the app gets validation errors', async t => {
  const { statusCode, body } = await reject('application/x', WITH_ERRORS, {}, true)
  t.strictSame([statusCode, body], [422, '{"statusCode":400}'])
})
