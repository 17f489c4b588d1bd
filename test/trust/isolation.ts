import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, offsetPage } from '../../lib/index.ts'
import { ACCEPTS, everything } from './documents.ts'
import { scaled } from './scale.ts'

// 200 users, 64 requests in flight, policies and links that wait: no response has a link, an action, a row or a tag of another user.

const USERS = 200
const IN_FLIGHT = 64
const REQUESTS = scaled(100_000)

interface Row {
  readonly id: number
  readonly owner: string
}

const rows: readonly Row[] = Array.from({ length: 10 }, (_, id) => ({ id, owner: `user-${id}-` }))

const userOf = (request: FastifyRequest) => String(request.headers['x-user'])
const isStaff = (user: string) => Number(user.split('-')[1]) % 2 === 0

// A fixed sequence of numbers below one, so that a run can be repeated.
let state = 20261122
function random (): number {
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
}

// Most things wait for a turn of the event loop, some for longer, some not at all.
async function delayed<V> (value: V): Promise<V> {
  const kind = random()
  if (kind < 0.05) await setTimeout(1)
  else if (kind < 0.5) await new Promise(resolve => setImmediate(resolve))
  return value
}

const noteLinks = defineLinks<{ of: string }>(links => {
  links.self(LinkTarget.route('GetNote', note => ({ of: note.of })))
}, { schema: { type: 'object', properties: { of: { type: 'string' } } } })

const rowLinks = defineLinks<Row>(links => {
  links.self(LinkTarget.route('GetRow', row => ({ id: row.id })))
  links.link('profile', (_, { request }) => delayed(LinkTarget.uri(`/profiles/${userOf(request)}`)))
  links.link('staff', LinkTarget.uri('/staff')).requireAuthorization('staff')
  links.affordance('edit', (row, { request }) => delayed(LinkTarget.uri(`/edit/${row.id}/${userOf(request)}`)))
    .requireAuthorization('owner', row => row.owner)
  links.embed('note', (_, { request }) => delayed({ of: userOf(request) }), noteLinks)
})

async function appOf (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, {
    formatters: [everything],
    emitLinkHeader: true,
    policies: {
      staff: request => delayed(isStaff(userOf(request))),
      owner: (request, owner) => delayed(owner === userOf(request))
    }
  })
  app.get('/notes/:of', { config: { hyper: { name: 'GetNote' } } }, () => '')
  const etag = () => 'v1'
  app.get<{ Params: { id: string } }>('/rows/:id', {
    config: { hyper: { name: 'GetRow', links: rowLinks, etag } }
  }, request => delayed(rows[Number(request.params.id)]!))
  app.get('/rows', { config: { hyper: { links: rowLinks } } }, () => delayed([...rows]))
  app.get('/page', {
    config: { hyper: { links: rowLinks, etag } }
  }, () => delayed(offsetPage(rows, { page: 1, pageSize: 10, totalCount: 10 })))
  return app
}

interface Reading {
  readonly user: string
  readonly host: string
  readonly url: string
  readonly accept: string
}

// What is in a response that only its own user may have there.
function foreign ({ user, host, url, accept }: Reading, payload: string): string | null {
  const users = new Set(payload.match(/user-\d+-/g))
  for (const row of rows) if (row.owner !== user && !payload.includes(`"owner":"${user}"`)) users.delete(row.owner)
  for (const match of payload.matchAll(/(?:profiles|notes|edit\/\d)\/(user-\d+-)/g)) if (match[1] !== user) return `a link of ${match[1]}`
  for (const match of payload.matchAll(/"of":"(user-\d+-)"/g)) if (match[1] !== user) return `a note of ${match[1]}`
  for (const match of payload.matchAll(/https?:\/\/([^/"]+)/g)) if (match[1] !== host) return `the host ${match[1]}`
  if (payload.includes('/staff"') !== isStaff(user)) return 'the link of staff'
  const id = Number(user.split('-')[1])
  const isShown = accept !== 'application/hal+json' && id < rows.length && (!url.startsWith('/rows/') || url === `/rows/${id}`)
  return payload.includes(`/edit/${id}/`) === isShown ? null : 'the action of an owner'
}

t.test('mixed users: no response contains what belongs to another user', async t => {
  const app = await appOf()
  t.teardown(() => app.close())
  const found: string[] = []
  // A tag stands for one representation: the same tag means the same bytes.
  const tags = new Map<string, string>()
  let sent = 0
  async function client (): Promise<void> {
    while (sent++ < REQUESTS) {
      const id = Math.floor(random() * USERS)
      const accept = ACCEPTS[1 + Math.floor(random() * (ACCEPTS.length - 1))]!
      const url = ['/rows', '/page', `/rows/${id % rows.length}`][Math.floor(random() * 3)]!
      const reading = { user: `user-${id}-`, host: `h${id % 7}.example`, accept, url }
      const { statusCode, payload, headers } = await app.inject({ url, headers: { accept, host: reading.host, 'x-user': reading.user } })
      const flaw = statusCode === 200 ? foreign(reading, payload) : `status ${statusCode}`
      if (flaw !== null) found.push(`${JSON.stringify(reading)}: ${flaw}`)
      if (headers['cache-control'] !== 'private') found.push(`${JSON.stringify(reading)}: Cache-Control ${headers['cache-control']}`)
      const tag = headers['etag']
      if (tag === undefined) continue
      // The origin and the user's own links are no matter of policies: they are removed before the comparison.
      const key = `${reading.url} ${tag}`
      const members = payload.replaceAll(reading.host, 'host').replaceAll(reading.user, 'user')
      if ((tags.get(key) ?? members) !== members) found.push(`${JSON.stringify(reading)}: the tag ${tag} stands for two representations`)
      tags.set(key, members)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  t.same(found.slice(0, 5), [], `${REQUESTS} requests of ${USERS} users`)
  t.ok(tags.size > 0, `${tags.size} entity tags`)
})
