// A response is what JSON.parse reads of the value, with the members of the format after them; members of the value
// with their names stay.
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget } from '../../../../lib/index.ts'
import { holds, Input, same } from '../input.ts'

const HREF = '/orders'
const ADDED = {
  _links: { self: { href: HREF }, next: { href: '/next' } }, _actions: { add: { href: HREF, method: 'POST' } }
}
const LIST_ADDED = { _links: { self: { href: HREF } } }

let value: unknown
const app: FastifyInstance = Fastify()
const item = defineLinks<object>(links => {
  links.self(LinkTarget.uri(HREF))
  links.link('next', LinkTarget.uri('/next'))
  links.affordance('add', LinkTarget.uri(HREF)).method('POST')
})
await app.register(hyper, { hrefs: 'path' })
app.get('/one', { config: { hyper: { links: item } } }, () => value)
await app.ready()

export async function fuzz (data: Buffer): Promise<void> {
  const input = new Input(data)
  value = parsed(input.end())
  if (typeof value !== 'object' || value === null) return
  const { body, statusCode } = await app.inject('/one')
  same(statusCode, 200, `the status: ${body}`)
  const json = JSON.stringify(value)
  if (Array.isArray(value)) checkList(body, value)
  else same(JSON.parse(body), expected(value), `the response for ${json}`)
  const elements = Array.isArray(value) ? value.length : 1
  holds(
    body.length <= json.length + elements * JSON.stringify(ADDED).length + JSON.stringify(LIST_ADDED).length,
    `${body.length} characters for ${json.length}`
  )
}

function parsed (json: string): unknown {
  try {
    // Written once: -0 is 0 then.
    return JSON.parse(JSON.stringify(JSON.parse(json)))
  } catch {
    return undefined
  }
}

function expected (value: object): unknown {
  const added = Object.entries(ADDED).filter(([name]) => !Object.hasOwn(value, name))
  const json = JSON.stringify(value)
  const members = added.map(([name, member]) => `,${JSON.stringify(name)}:${JSON.stringify(member)}`).join('')
  return JSON.parse(`${json.slice(0, -1)}${json === '{}' ? members.slice(1) : members}}`)
}

function checkList (body: string, value: readonly unknown[]): void {
  const isObject = (element: unknown): element is object =>
    typeof element === 'object' && element !== null && !Array.isArray(element)
  same(JSON.parse(body), value.map(element => isObject(element) ? expected(element) : element), 'the list')
}
