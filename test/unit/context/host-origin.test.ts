import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper from '../../../lib/index.ts'
import {
  checkClaims, type Checks, differs, type Exchange, first, responseChecks, unless
} from '../../support/claims.ts'
import { hrefsIn, member, readDocument, textsIn } from '../../support/documents.ts'
import { linkValues } from '../../support/link-values.ts'
import { orderLinks, orderRoutes } from '../../support/orders.ts'
import { header, headerLines, type RawRequest } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'
import { checkRows, knownKeys, knownRow, readTable, type Row } from '../../support/tables.ts'

interface Expect {
  readonly status?: number
  readonly origin?: string
  readonly originEquivalentTo?: string
  readonly hrefStyle?: string
  readonly neverEcho?: true
  readonly neverContains?: string
  readonly schemeIn?: readonly string[]
  readonly oneOrigin?: true
}

interface HostRow extends Row {
  readonly class?: string
  readonly state?: { readonly trustProxy: boolean }
  readonly request: RawRequest
  readonly expect: Expect
  readonly acceptable?: readonly Expect[]
}

interface Seen extends Exchange {
  readonly request: RawRequest
}

async function declare (app: FastifyInstance): Promise<void> {
  await app.register(hyper, { links: [orderLinks], emitLinkHeader: true })
  orderRoutes(app, { links: true, etag: () => 'v5' })
}

const direct = await serve(t, declare)
const proxied = await serve(t, declare, { trustProxy: true })

const self = ({ response }: Exchange) => String(member(readDocument(response), '_links', 'self', 'href'))
const hrefs = ({ response }: Exchange) =>
  [...hrefsIn(readDocument(response)), ...linkValues(response).map(({ target }) => target)]

/** Every string in the response; of the Link header its targets, which stand between angle brackets. */
function outputOf ({ response }: Exchange): string[] {
  const others = response.headers.filter(([name]) => name.toLowerCase() !== 'link')
  return [...textsIn(readDocument(response)), ...hrefs({ response }), ...others.map(([, value]) => value)]
}

function notContained (text: string, seen: Exchange): string | undefined {
  return unless(!outputOf(seen).some(one => one.includes(text)), `the response contains ${JSON.stringify(text)}`)
}

const checks: Checks<Expect, Seen> = {
  status: responseChecks.status,
  origin: (wanted, seen) =>
    first(differs('self', self(seen), wanted + seen.request.path), differs(
      'Link', linkValues(seen.response)[0]?.target, self(seen)
    )),
  originEquivalentTo: (wanted, seen) => unless(
    URL.canParse(self(seen)) && new URL(self(seen)).href === new URL(seen.request.path, wanted).href,
    `${self(seen)} is not of ${wanted}`
  ),
  hrefStyle: (wanted, seen) => first(
    unless(wanted === 'path-relative', `unknown style ${wanted}`),
    differs('self', self(seen), seen.request.path),
    unless(hrefs(seen).every(href => /^\/(?!\/)/.test(href)), `not all are path-relative: ${hrefs(seen).join(' ')}`)
  ),
  neverEcho: (_, seen) => notContained(headerLines({ headers: seen.request.headers ?? [] }, 'host')[0]!, seen),
  neverContains: notContained,
  schemeIn: (wanted, seen) => unless(
    hrefs(seen).every(href => href.startsWith('/') || wanted.includes(href.split(':')[0]!)),
    `another scheme: ${hrefs(seen).join(' ')}`
  ),
  oneOrigin: (_, seen) => {
    const origins = new Set(hrefs(seen).map(href => new URL(href, 'http://relative.invalid').origin))
    return first(differs('origins', [...origins], ['http://api.example.com']), differs(
      'ETag', header(seen.response, 'etag'), '"v5"'
    ))
  }
}

await checkRows(readTable<HostRow>('host-origin'), async (t, row) => {
  knownRow(row, 'class', 'state', 'request', 'expect', 'acceptable')
  knownKeys(row.state ?? {}, 'trustProxy')
  knownKeys(row.request, 'method', 'path', 'headers', 'httpVersion')
  const { send } = row.state?.trustProxy === true ? proxied : direct
  await checkClaims(t, row, checks, { request: row.request, response: await send({ ...row.request, exactHost: true }) })
})
