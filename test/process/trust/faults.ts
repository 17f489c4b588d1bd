import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, {
  cursorPage, defineLinks, type HypermediaFormatter, type LinkBuilder,
  LinkTarget, offsetPage
} from '../../../lib/index.ts'
import { isObject, member } from '../../support/documents.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { parseJson } from '../../support/strict-json.ts'
import { ACCEPTS, everything } from './documents.ts'
import { type FaultKind, FAULTS, Faulty } from './fault-kinds.ts'
import { sampled } from './scale.ts'

// 23 callbacks x 32 faults x 4 formats x 5 structures, lax and strict: a response is well formed, or a clean error; the
// next one is as before.

type CallbackName = string

/** A policy that throws hides what it guards in lax mode; every other callback that throws fails the response. */
const HIDING = ['policy of the caller', 'policy of the resource', 'select'] as const
const isHiding = (name: CallbackName) => HIDING.some(hiding => hiding === name)

/** The relation that each of them guards, as a member name. */
const GUARDED: Readonly<Record<CallbackName, string>> = {
  'policy of the caller': '"staff"',
  'policy of the resource': '"owner"',
  select: '"owner"'
}

/**
 * They are synchronous: a promise of theirs is a value that does not fit, which is omitted in lax mode and reported.
 */
const SYNCHRONOUS = ['values', 'query', 'values of a template', 'values of an action'] as const
const isSynchronous = (name: CallbackName) => SYNCHRONOUS.some(synchronous => synchronous === name)

const CALLBACKS = [
  'target of self', 'target of a link', 'targets of a relation', 'target of an action', ...SYNCHRONOUS,
  'when of a link', 'when of an action', 'when of an embedded resource', ...HIDING,
  'embed', 'embedMany', 'title of a link', 'title of an action', 'prompt of a field', 'prefill', 'etag', 'baseUrl',
  'formatter'
] as const

const faulty = new Faulty<typeof CALLBACKS[number]>()
const or = faulty.or.bind(faulty)

interface Row {
  readonly id: number
}

const rows: readonly Row[] = [{ id: 1 }, { id: 2 }, { id: 3 }]

const schema = { type: 'object', properties: { id: { type: 'integer' } } }

const childLinks = defineLinks<Row>(
  links => { links.self(LinkTarget.route('GetRow', row => ({ id: row.id }))) }, { schema }
)

function declare (links: LinkBuilder<Row>): void {
  const to = (row: Row) => LinkTarget.route('GetRow', { id: row.id })
  links.self(or('target of self', to))
  links.link('next', or('target of a link', to)).title(or('title of a link', () => 'Next'))
  links.linkMany('related', or('targets of a relation', (row: Row) => [to(row)]))
  links.link('fixed', LinkTarget.route(
    'GetRow', or('values', (row: Row) => ({ id: row.id })), { query: or('query', () => ({ q: 1 })) }
  ))
  links.link('search', LinkTarget.routeTemplate('GetRow', or('values of a template', () => ({}))))
  links.link('conditional', to).when(or('when of a link', () => true))
  links.link('staff', to).requireAuthorization('caller')
  links.link('owner', to).requireAuthorization('resource', or('select', (row: Row) => row))
  links.embed('one', or('embed', () => ({ id: 7 })), childLinks).when(or('when of an embedded resource', () => true))
  links.embedMany('many', or('embedMany', () => [{ id: 8 }, { id: 9 }]), childLinks)
  links.affordance('edit', LinkTarget.route('EditRow', or('values of an action', (row: Row) => ({ id: row.id }))))
    .title(or('title of an action', () => 'Edit'))
    .fields({ size: { prompt: or('prompt of a field', () => 'Size') } })
    .prefill(or('prefill', () => ({ size: 3 })))
    .when(or('when of an action', () => true))
  links.affordance('other', or('target of an action', (row: Row) => LinkTarget.route('EditRow', { id: row.id })))
}

const formatter: HypermediaFormatter = { ...everything, format: or('formatter', everything.format) }

const embedding = defineLinks<Row>(links => {
  links.self(LinkTarget.uri('/outer'))
  links.embedMany('rows', () => rows.slice(0, 2), rowLinks)
})
const rowLinks = defineLinks<Row>(declare, { schema })

const KINDS: Readonly<Record<string, { readonly links: typeof rowLinks, readonly value: () => object }>> = {
  object: { links: rowLinks, value: () => rows[0]! },
  list: { links: rowLinks, value: () => [...rows] },
  'offset page': { links: rowLinks, value: () => offsetPage(rows, { page: 1, pageSize: 3, totalCount: 9 }) },
  'cursor page': { links: rowLinks, value: () => cursorPage(rows, { next: 'n' }) },
  'embedded resources': { links: embedding, value: () => rows[0]! }
}

async function appOf (mode: 'lax' | 'strict'): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, {
    mode,
    formatters: [formatter],
    baseUrl: or('baseUrl', () => 'https://api.example.com'),
    policies: { caller: or('policy of the caller', () => true), resource: or('policy of the resource', () => true) }
  })
  const input = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } }
  app.get('/rows/:id', { config: { hyper: { name: 'GetRow' } } }, () => '')
  app.put('/rows/:id/size', { schema: { body: input }, config: { hyper: { name: 'EditRow' } } }, () => '')
  Object.values(KINDS).forEach(({ links, value }, index) => {
    app.get(
      `/${index}`, { config: { hyper: { links, etag: or('etag', () => 'v1') } } }, (_, reply) => { reply.send(value()) }
    )
  })
  return app
}

const FORMATS = ACCEPTS.filter(accept => accept !== null && accept !== 'application/vnd.hyper+json')

interface Seen {
  readonly statusCode: number
  readonly payload: string
  readonly headers: Readonly<Record<string, unknown>>
}

const BROKEN = /undefined|\[object |NaN|fault/

// Failures that do not fail the response. Without a URL from baseUrl, hrefs are path-relative.
function isForgiven (name: CallbackName, { isPromise }: FaultKind, mode: string): boolean {
  if (name === 'baseUrl') return isPromise
  return mode === 'lax' && (isHiding(name) || (isPromise && isSynchronous(name)))
}

// A response that the callback's fault may cause.
function flaw (
  { statusCode, payload, headers }: Seen, name: CallbackName, fault: FaultKind, mode: string
): string | null {
  const { fails } = fault
  const document = parseJson(payload)
  if (statusCode >= 400) {
    if (headers['etag'] !== undefined) return 'an error with the entity tag of the value'
    return isObject(document) && member(document, '_links') === undefined ? null : 'an error with links'
  }
  if (statusCode !== 200) return `status ${statusCode}`
  if (fails && faulty.isCalled && !isForgiven(name, fault, mode)) return 'a callback failed, and the response is 200'
  const guarded = GUARDED[name]
  const allows = fault.name === 'returns true' || (name === 'select' && !fails)
  if (guarded !== undefined && faulty.isCalled && !allows && payload.includes(guarded)) {
    return 'a policy that does not return true allows'
  }
  return BROKEN.test(payload) ? 'a value that is no value' : null
}

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode} mode: each fault of each callback`, async t => {
    const unhandled = unhandledRejections(t)
    const app = await appOf(mode)
    t.teardown(() => app.close())
    const places = Object.keys(KINDS).flatMap((kind, index) =>
      FORMATS.map(accept => ({ kind, url: `/${index}`, headers: { accept: accept! } })))
    const usual = new Map<object, string>()
    for (const place of places) usual.set(place, (await app.inject(place)).payload)
    for (const callback of CALLBACKS) {
      const flaws: string[] = []
      for (const fault of sampled(FAULTS)) {
        for (const place of places) {
          const response = await faulty.during(callback, fault, () => app.inject(place))
          const found = flaw(response, callback, fault, mode)
          const after = (await app.inject(place)).payload
          const name = `${fault.name}, ${place.kind}, ${place.headers.accept}`
          if (found !== null) flaws.push(`${name}: ${found}: ${response.statusCode} ${response.payload.slice(0, 300)}`)
          if (after !== usual.get(place)) flaws.push(`${name}: the next response differs: ${after.slice(0, 300)}`)
        }
      }
      t.same(flaws.slice(0, 5), [], `${callback}: ${flaws.length} flaws`)
    }
    t.same(faulty.uncalled(CALLBACKS), [], 'every callback was called')
    await new Promise(resolve => setTimeout(resolve, 50))
    t.equal(unhandled.length, 0, 'no rejection is unhandled')
  })
}
