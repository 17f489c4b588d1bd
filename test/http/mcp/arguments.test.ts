import t, { type Test } from 'tap'
import { callTool, toolRequest } from '../../support/tool-calls.ts'
import { agentAt, type Json } from './agent.ts'
import { buildShop } from './shop.ts'

// Arguments as clients send them, by the official client.

type Call = readonly [client: string, tool: string, input: unknown, content: Json]

const PLACED = { data: { note: 'Gift' } }
const ROOT = { url: '/', data: { name: 'Shop' } }

// As they were reported for these clients.
const RECORDED: readonly Call[] = [
  ['Claude Code, Claude Desktop', 'act', { url: '/', action: 'order', input: '{"note":"Gift"}' }, PLACED],
  ['Claude Code, with spaces', 'act', { url: '/', action: 'order', input: ' {\n  "note": "Gift"\n} ' }, PLACED],
  ['Claude Desktop', 'open', { relation: 'search', variables: '{"q":"Ring"}' }, { url: '/orders?q=Ring' }],
  ['Claude Desktop, no variables', 'open', { url: '/', relation: 'me', variables: '{}' }, { url: '/me' }],
  ['n8n', 'act', '{"url":"/","action":"order","input":{"note":"Gift"}}', PLACED],
  ['CrewAI, NeMo', 'open', { url: null, relation: null, variables: null }, ROOT],
  ['LibreChat', 'open', { url: '/', relation: 'me', variables: null }, { url: '/me' }],
  ['OpenAI, strict', 'act', { url: '/', action: 'order', input: { note: 'Gift' }, etag: null }, PLACED],
  ['OpenAI, strict, nothing to send', 'act', { url: '/orders/1', action: 'cancel', input: null, etag: null }, {
    data: { status: 'cancelled' }
  }],
  ['CrewAI, nothing to find', 'find', { query: null }, { entryPoint: '/' }],
  ['Moltis', 'open', { url: '', relation: '', variables: '' }, ROOT],
  ['Moltis, an action', 'act', { url: '/', action: 'order', input: '{"note":"Gift"}', etag: '' }, PLACED],
  ['Moltis, nothing to find', 'find', { query: '' }, { entryPoint: '/' }],
  ['no arguments', 'open', null, ROOT],
  ['an empty string as arguments', 'find', '', { entryPoint: '/' }],
  ['a null that the API knows', 'act', { url: '/', action: 'order', input: { note: 'Gift', address: null } }, {
    status: 400
  }]
]

async function shopAgent (t: Test) {
  const { app, received } = await buildShop()
  const { call, client } = await agentAt(t, app, { authorization: 'Bearer ada' })
  return { app, received, client, call: async (tool: string, input: unknown) => call(tool, input as Json) }
}

t.test('calls as clients send them', async t => {
  const { call } = await shopAgent(t)
  for (const [client, tool, input, content] of RECORDED) t.match((await call(tool, input)).content, content, client)
})

t.test('what is no such object is rejected before anything is read', async t => {
  const { call, received } = await shopAgent(t)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  for (const input of [
    '[]', '[{"note":"x"}]', '1', '"x"', '"{}"', 'null', 'true', '{', '{"note":"x"', "{'note':'x'}", 'undefined', deep
  ]) {
    for (const [tool, given] of [
      ['act', { url: '/', action: 'order', input }], ['open', { relation: 'search', variables: input }], ['open', input]
    ] as const) {
      const isError = await call(tool, given).then(({ isError }) => isError, () => true)
      t.equal(isError, true, `${tool} ${input.slice(0, 20)}`)
    }
  }
  for (const given of [{ url: null, action: 'order' }, { url: '/', action: '' }, { url: '', action: 'order' }]) {
    const isError = await call('act', given).then(({ isError }) => isError, () => true)
    t.equal(isError, true, JSON.stringify(given))
  }
  t.same(received.filter(({ method }) => method !== 'GET'), [])
})

t.test('a hostile object within a string is what it would be outside of it', async t => {
  const { app, received } = await shopAgent(t)
  const nested = (levels: number) => `{"note":${'['.repeat(levels)}${']'.repeat(levels)}}`
  for (const [name, json] of [
    ['a prototype', '{"note":"x","__proto__":{"polluted":true}}'],
    ['a constructor', '{"note":"x","constructor":{"prototype":{"polluted":true}}}'],
    ['nested lists', nested(5000)],
    ['lists that are nested too deep', nested(200_000)]
  ] as const) {
    const statuses = []
    for (const input of [json, '@']) {
      const request = toolRequest('act', { url: '/', action: 'order', input }, { authorization: 'Bearer ada' })
      const payload = JSON.stringify(request.payload).replace('"@"', () => json)
      statuses.push(JSON.parse((await app.inject({ ...request, payload })).body.replace(/^[^{]*/, '')))
    }
    t.strictSame(statuses[0].result?.isError, statuses[1].result?.isError, name)
    t.equal(({} as Json).polluted, undefined, name)
    t.match(await callTool(app, 'open'), { structuredContent: ROOT }, 'the app goes on')
  }
  t.notOk(received.some(({ body }) => Object.hasOwn(body ?? {}, '__proto__')))
})

t.test('the schemas of the tools have one type for each argument', async t => {
  const { client } = await shopAgent(t)
  for (const { name, inputSchema: { properties = {} } } of (await client.listTools()).tools) {
    for (const [argument, schema] of Object.entries<Json>(properties)) {
      t.equal(typeof schema.type, 'string', `${name}, ${argument}`)
    }
  }
})
