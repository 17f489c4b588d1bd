import Fastify, { type InjectOptions } from 'fastify'
import t from 'tap'
import hyper, {
  defineLinks, type HypermediaFormatter, type HyperOptions, jsonElements, jsonMembers, problem
} from '../../../lib/index.ts'

// What formatters make of request bodies, and the functions that split JSON for them.

const TYPE = 'application/x'

const FORMATTER: HypermediaFormatter = {
  mediaType: TYPE,
  format: ({ body }) => body,
  readBody (document, { headers }) {
    const { inner } = document as { inner?: object }
    if (inner === undefined) throw problem({ status: 400, detail: 'no inner' })
    return { ...inner, agent: headers['user-agent'] }
  }
}

async function send (options: InjectOptions, given: HyperOptions = {}, formatter = FORMATTER) {
  const app = Fastify()
  await app.register(hyper, { formatters: [formatter], validationProblems: true, ...given })
  const schema = { body: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } } }
  const config = { hyper: { links: true } } as const
  app.post('/', { schema, config }, ({ body }) => body)
  const content = { 'application/json': { schema: schema.body } }
  app.post('/listed', { schema: { body: { content } }, config }, ({ body }) => body)
  const response = await app.inject(options)
  await app.close()
  return response
}

const post = (payload: unknown, url = '/') => ({
  method: 'POST' as const, url, headers: { 'content-type': TYPE, 'user-agent': 'me' }, payload: JSON.stringify(payload)
})

t.test('readBody makes the body that the route validates', async t => {
  t.same((await send(post({ inner: { size: '2' } }))).json(), { size: 2, agent: 'me' })
})

const REJECTED: Readonly<Record<string, [Parameters<typeof send>, status: number, detail: string]>> = {
  'a body that its schema does not allow': [[post({ inner: {} })], 400, 'size'],
  'a problem that readBody throws': [[post({})], 400, 'no inner'],
  'no JSON': [[{ ...post({}), payload: '{' }], 400, ''],
  'a media type that the schema does not list': [[post({ inner: {} }, '/listed')], 415, ''],
  'the option parsers': [[post({}), { parsers: false }], 415, ''],
  'a formatter without readBody': [[post({}), {}, { mediaType: TYPE, format: ({ body }) => body }], 415, '']
}

for (const [row, [input, status, detail]] of Object.entries(REJECTED)) {
  t.test(`rejected bodies: ${row}`, async t => {
    const response = await send(...input)
    t.equal(response.statusCode, status)
    t.ok(response.body.includes(detail), response.body)
  })
}

t.test('check rejects requests whose responses would have the format, before the handler', async t => {
  let calls = 0
  const check: HypermediaFormatter['check'] = ({ headers }) => {
    if (headers.accept?.includes('v=2') === true) throw problem({ status: 406 })
  }
  const app = Fastify()
  await app.register(hyper, { formatters: [{ ...FORMATTER, check }] })
  app.post('/', { config: { hyper: { links: defineLinks(() => {}) } } }, () => ({ calls: ++calls }))
  const send = async (accept: string) =>
    (await app.inject({ method: 'POST', url: '/', headers: { accept } })).statusCode
  t.same([await send(`${TYPE};v=2`), calls], [406, 0])
  t.same([await send(`${TYPE};v=1`), await send('application/json;v=2')], [200, 200])
  await app.close()
})

t.test('members and elements keep their JSON', async t => {
  const json = '{"a":12345678901234567890,"b" : [1.0, {}] ,"\\u0063":null}'
  t.same([...jsonMembers(json)], [['a', '12345678901234567890'], ['b', '[1.0, {}]'], ['c', 'null']])
  t.same(jsonElements('[1.0, {"a":[]} ]'), ['1.0', '{"a":[]}'])
  t.equal(jsonElements('{}'), null)
})
