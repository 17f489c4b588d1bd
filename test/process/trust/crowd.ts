import { TOOL_HEADERS, toolCall } from '../../support/tool-calls.ts'
import { ACCEPTS } from './documents.ts'
import { foreign, type Reading } from './foreign.ts'
import { isStaff, rows, sequence } from './tenants.app.ts'

const USERS = 200
const IN_FLIGHT = 64
const HTML = 'text/html'
const MCP = 'mcp'
const FORMATS = ACCEPTS.slice(1) as string[]

/** A request of the crowd. */
export interface CrowdRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A response, its names of headers in lower case. */
export interface CrowdResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An entity tag, and who received it. */
export interface Known {
  readonly user: string
  readonly tag: string
}

/** Sends a request. */
export type Send = (request: CrowdRequest) => Promise<CrowdResponse>

/** What was found. */
export interface Findings {
  /** Flaws: what a response has of another user, and other surprises. */
  readonly flaws: string[]
  readonly tags: number
  readonly notModified: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** 200 users read everything in every format, 64 at a time, some with the entity tag of another user. */
export async function crowd (requests: number, send: Send): Promise<Findings> {
  const random = sequence(7)
  const flaws: string[] = []
  const statuses: Record<string, number> = {}
  // A tag stands for one representation: the same tag means the same bytes.
  const tags = new Map<string, string>()
  // The last tag of each URL and format, and whose it is.
  const last = new Map<string, Known>()
  let notModified = 0
  let sent = 0
  async function client (): Promise<void> {
    while (sent++ < requests) {
      const reading = readingOf(random)
      const place = `${reading.url} ${reading.accept}`
      const known = random() < 0.5 ? last.get(place) : undefined
      const response = await send(requestOf(reading, known?.tag))
      const flaw = flawOf(reading, response, known)
      if (flaw !== null) flaws.push(`${JSON.stringify(reading)}: ${flaw}`)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (response.status === 304) notModified++
      const tag = response.headers['etag']
      if (response.status !== 200 || typeof tag !== 'string') continue
      last.set(place, { user: reading.user, tag })
      const key = `${reading.url} ${tag}`
      const members = comparable(reading, response.body)
      if ((tags.get(key) ?? members) !== members) {
        flaws.push(`${JSON.stringify(reading)}: the tag ${tag} stands for two representations`)
      }
      tags.set(key, members)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  return { flaws, tags: tags.size, notModified, statuses }
}

// The origin and the user's own links are no matter of policies. Leaflets have no links of users,
// but the owners of rows.
function comparable ({ host, user, url }: Reading, body: string): string {
  const members = body.replaceAll(host, 'host')
  return url.startsWith('/leaflets') ? members : members.replaceAll(user, 'user')
}

/** A random user who reads something in some format. */
export function readingOf (random: () => number): Reading {
  const id = Math.floor(random() * USERS)
  const accept = acceptOf(random)
  const row = id % rows.length
  const url = ['/rows', '/page', `/rows/${row}`, `/secrets/${row}`, `/leaflets/${row}`][Math.floor(random() * 5)]!
  return { user: `user-${id}-`, host: `h${id % 7}.example`, accept, url }
}

// Pages and calls of agents cost more than ten times what the others cost, and are one request of ten.
function acceptOf (random: () => number): string {
  const kind = random()
  return kind < 0.05 ? HTML : kind < 0.1 ? MCP : FORMATS[Math.floor(random() * FORMATS.length)]!
}

/** The request of a reading. */
export function requestOf ({ user, host, accept, url }: Reading, tag: string | undefined): CrowdRequest {
  const headers = { host, 'x-user': user }
  if (accept === MCP) {
    const body = JSON.stringify(toolCall('open', { url }))
    return { method: 'POST', url: '/mcp', headers: { ...headers, ...TOOL_HEADERS }, body }
  }
  return { method: 'GET', url, headers: { ...headers, accept, ...(tag === undefined ? {} : { 'if-none-match': tag }) } }
}

/** Returns what is wrong with a response; null for nothing. @param known the tag that the request was sent with */
export function flawOf (
  reading: Reading, { status, headers, body }: CrowdResponse, known: Known | undefined
): string | null {
  const { user, url, accept } = reading
  const isShared = url.startsWith('/leaflets')
  if (status === 304) return isShared || known?.user === user ? null : `304 for the tag of ${known?.user}`
  const isOwn = !url.startsWith('/secrets') || `user-${url.split('/')[2]}-` === user
  if (accept === MCP) {
    return status !== 200 ? `status ${status}` : isOwn ? foreign(reading, body) : rejected(reading, body)
  }
  if (status !== (isOwn ? 200 : 403)) return `status ${status}`
  if (!isOwn) return rejected(reading, body)
  const control = String(headers['cache-control'])
  if (!isShared && !control.startsWith('private')) return `Cache-Control ${control}`
  return foreign(reading, body)
}

function rejected ({ user }: Reading, body: string): string | null {
  const names = (body.match(/user-\d+-/g) ?? []).filter(name => name !== user)
  return names.length > 0 || body.includes('/marks/') || (body.includes('/staff') && !isStaff(user))
    ? `a guarded row: ${body.slice(0, 200)}`
    : null
}
