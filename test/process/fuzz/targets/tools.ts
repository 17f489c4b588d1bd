// Tools read what agents send, what routes respond, and what services respond. Each call has a result of the declared
// shape, its text is the JSON of its content, what it names as possible is found where it is, and no request leaves the
// app but to the service.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv, type ValidateFunction } from 'ajv'
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '../../../../lib/index.ts'
import { mcp } from '../../../../mcp/index.ts'
import { callTool, toolRequest, toolResult } from '../../../support/tool-calls.ts'
import { holds, Input, same, shown } from '../input.ts'

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
const NAMES = PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length)

/** What routes and the service respond. */
let response: { status: number, type: string, body: string } = { status: 200, type: 'application/json', body: '{}' }
let requested: string[] = []

const service = createServer((request, reply) => {
  requested.push(`service ${request.url}`)
  reply.writeHead(response.status, { 'content-type': response.type }).end(response.body)
}).listen(0, '127.0.0.1').unref()
await new Promise(resolve => { service.once('listening', resolve) })
const SERVICE = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const app = Fastify()
const query = {
  type: 'object', properties: { q: { type: 'string', enum: ['a', 'b'] }, n: { type: 'integer', default: 1 } }
}
const links = defineLinks<object>(links => {
  links.link('data', LinkTarget.route('data'))
  links.link('search', LinkTarget.routeTemplate('data'))
  links.link('item', LinkTarget.routeTemplate('item'))
  links.link('service', LinkTarget.uri(`${SERVICE}/x`))
  links.affordance('find', LinkTarget.route('data'))
  links.affordance('add', LinkTarget.route('add'))
  links.affordance('fail', LinkTarget.route('fail'))
  links.embed('inner', () => ({ id: 1 }), defineLinks<object>(links => {
    links.affordance('touch', LinkTarget.route('add'))
  }))
})
await app.register(hyper, {
  validationProblems: true,
  hrefs: 'path',
  services: { other: { catalog: { version: 1, routes: { x: { methods: ['GET'], path: '/x' } } }, baseUrl: SERVICE } }
})
await app.register(mcp, { prefix: '/mcp', services: { other: true } as never })
const linked = (name: string, schema: object = {}) => ({ schema, config: { hyper: { name, links } } })
const respond = (_request: unknown, reply: { code: (status: number) => { type: (type: string) => object } }) => {
  Object.assign(reply.code(response.status).type(response.type))
  return parsed(response.body) as object
}
app.addHook('onRequest', async ({ method, url }) => { if (url !== '/mcp') requested.push(`${method} ${url}`) })
app.get('/', linked('root'), () => ({ name: 'API' }))
app.get('/data', linked('data', { querystring: query }), respond)
app.get('/items/:id', linked('item', { params: { type: 'object', properties: { id: { type: 'integer' } } } }), respond)
app.post('/data', linked('add', { body: { ...query, required: ['q'] } }), respond)
app.post('/fail', linked('fail'), (_request, reply) => reply.code(response.status).send(parsed(response.body)))
await app.ready()

const URLS = ['/', '/data', '/items/1', '/data?q=a', '/data?q=x', '/missing', `${SERVICE}/x`, ''] as const
const TYPES =
  ['application/json', 'application/hal+json', 'application/problem+json', 'text/plain', 'image/png'] as const
const STATUSES = [200, 200, 201, 204, 302, 307, 400, 401, 404, 412, 422, 500] as const

const ajv = new Ajv({ strict: false })
const listed = await app.inject({ ...toolRequest(''), payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
const shapes = new Map<string, ValidateFunction>(toolResult(listed.body).tools
  .map(({ name, outputSchema }: { name: string, outputSchema: object }) => [name, ajv.compile(outputSchema)]))

export async function fuzz (data: Buffer): Promise<void> {
  const bytes = new Input(data)
  const tool = bytes.one(['open', 'act', 'find'])
  const url = bytes.flag() ? bytes.one(URLS) : bytes.line()
  const name = bytes.flag() ? bytes.one(['data', 'search', 'item', 'find', 'add', 'fail', 'touch', '']) : bytes.line()
  const values = bytes.flag() ? parsed(bytes.line()) : bytes.line()
  const isCovert = bytes.flag()
  response = { status: bytes.one(STATUSES), type: bytes.one(TYPES), body: bytes.end() }
  requested = []
  const given = argumentsOf(tool, { url, name, values })
  const { statusCode, body } = await app.inject(toolRequest(tool, (isCovert ? JSON.stringify(given) : given) as object))
  holds(statusCode === 200, `${statusCode} for ${shown(given)}: ${body}`)
  same(PROTOTYPES.map(prototype => Reflect.ownKeys(prototype).length), NAMES, 'the members of prototypes')
  holds(requested.every(line => /^(?:GET|POST|service) \/(?!\/)/.test(line)), `requests: ${shown(requested)}`)
  const result = toolResult(body)
  // The protocol rejects what the schemas of the tools do not allow.
  if (result === undefined || result.structuredContent === undefined) return holds(isRejected(body), body)
  const { structuredContent: content, content: [{ text }] }: ToolResult = result
  const validate = shapes.get(tool)!
  const isValid: boolean = validate(content)
  holds(isValid, `${shown(validate.errors)} of ${shown(content)}`)
  same(JSON.parse(text), content, 'the text')
  await checkPossible(content.possible)
}

interface Possible {
  readonly url: string
  readonly actions: readonly { readonly action: string }[]
}

interface ToolResult {
  readonly structuredContent: { readonly error?: unknown, readonly possible?: Possible }
  readonly content: readonly [{ readonly text: string }]
}

function argumentsOf (tool: string, { url, name, values }: { url: unknown, name: string, values: unknown }): object {
  if (tool === 'find') return { query: name }
  return tool === 'open' ? { url, relation: name, variables: values } : { url, action: name, input: values }
}

function isRejected (body: string): boolean {
  return /Invalid arguments|Invalid tools\/call|Invalid params/i.test(body)
}

async function checkPossible (possible: Possible | undefined): Promise<void> {
  for (const { action } of possible?.actions ?? []) {
    const { structuredContent: { error } } = await callTool(app, 'act', { url: possible!.url, action, input: {} })
    holds(!/does not offer/.test(JSON.stringify(error) ?? ''), `${action} at ${possible!.url}`)
  }
}

function parsed (json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
