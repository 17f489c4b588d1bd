import type { FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, type HyperOptions, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { ACCEPT } from '../../support/projection.ts'
import { newApp } from '../../support/servers.ts'

// A response for which a policy was evaluated is for one caller: Cache-Control keeps shared caches from storing it.

class Order { readonly id = 1 }
class Part { readonly id = 2 }

type Declare = (links: LinkBuilder<Order>) => unknown

const uri = LinkTarget.uri('/x')
const gatedPart = defineLinks(Part, links => { links.self(uri).requireAuthorization('staff') })

interface Row {
  readonly links: Declare
  /** Whether a policy is evaluated, in the default format and in HAL. */
  readonly marked: readonly [byDefault: boolean, inHal: boolean]
  readonly options?: HyperOptions
}

const always: Declare = links => links.link('x', uri).requireAuthorization('staff')

const ROWS: Readonly<Record<string, Row>> = {
  'no policy': { links: links => links.link('x', uri), marked: [false, false] },
  'a condition': { links: links => links.link('x', uri).when(() => false), marked: [false, false] },
  'a policy on a link': { links: always, marked: [true, true] },
  'a policy that does not allow': {
    links: links => links.link('x', uri).requireAuthorization('never'), marked: [true, true]
  },
  'a policy that throws': { links: links => links.link('x', uri).requireAuthorization('throws'), marked: [true, true] },
  'a policy of a promise': { links: links => links.link('x', uri).requireAuthorization('later'), marked: [true, true] },
  'a policy of a selected value': {
    links: links => links.link('x', uri).requireAuthorization('staff', order => order.id), marked: [true, true]
  },
  'a policy on an action': {
    links: links => links.affordance('x', uri).requireAuthorization('staff'), marked: [true, false]
  },
  'a policy on an embedded resource': {
    links: links => links.embed('x', () => new Part()).requireAuthorization('never'), marked: [true, true]
  },
  'a policy within an embedded resource': {
    links: links => links.embedMany('x', () => [new Part()]), marked: [true, true]
  },
  'a policy behind a condition that is false': {
    links: links => links.link('x', uri).when(() => false).requireAuthorization('staff'), marked: [false, false]
  },
  'another value of the option': {
    links: always, marked: [true, true], options: { gatedCacheControl: 'private, no-cache' }
  },
  'the option false': { links: always, marked: [false, false], options: { gatedCacheControl: false } },
  'nothing but bare values': { links: always, marked: [false, true], options: { defaultFormat: 'none' } }
}

const VALUES: Readonly<Record<string, () => unknown>> = {
  resource: () => new Order(),
  list: () => [new Order(), new Order()],
  long: () => Array.from({ length: 3000 }, () => new Order()),
  page: () => offsetPage([new Order()], { page: 1, pageSize: 1, totalCount: 1 })
}

async function serve (
  t: Test, declare: Declare, options: HyperOptions = {}, etag = false, prepare: (reply: FastifyReply) => void = () => {}
) {
  const app = newApp(t)
  const policies = {
    staff: () => true, never: () => false, throws: () => { throw new Error('no') }, later: async () => true
  }
  await app.register(hyper, {
    links: [defineLinks(Order, links => { declare(links) }), gatedPart], policies, ...options
  })
  app.addHook('onSend', async request => { if (request.url.includes('fail')) throw new Error('failed') })
  app.get('/:value', {
    config: { hyper: etag ? { links: true, etag: () => 'v1' } : { links: true } }
  }, (request, reply) => {
    prepare(reply)
    reply.send(VALUES[(request.params as { value: string }).value]!())
  })
  return async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const response = await app.inject({ method, url, headers })
    return {
      status: response.statusCode, cacheControl: response.headers['cache-control'], tag: String(response.headers.etag)
    }
  }
}

t.test('a response with policies is marked', async t => {
  for (const [name, { links, marked, options }] of Object.entries(ROWS)) {
    const wanted = typeof options?.gatedCacheControl === 'string' ? options.gatedCacheControl : 'private'
    for (const etag of [false, true]) {
      const get = await serve(t, links, options, etag)
      for (const path of Object.keys(VALUES)) {
        for (const [index, accept] of ['application/json', ACCEPT['hal']!].entries()) {
          for (const method of ['GET', 'HEAD'] as const) {
            const { status, cacheControl, tag } = await get(`/${path}`, { accept }, method)
            t.strictSame(
              [status, cacheControl], [200, marked[index] ? wanted : undefined],
              `${name}: ${method} of a ${path} as ${accept}`
            )
            if (!etag) continue
            const unchanged = await get(`/${path}`, { accept, 'if-none-match': tag }, method)
            t.strictSame(
              [unchanged.status, unchanged.cacheControl], [304, marked[index] ? wanted : undefined], 'not modified'
            )
          }
        }
      }
    }
  }
})

t.test('a Cache-Control header of the app is kept', async t => {
  for (const value of ['no-store', 'public, max-age=60', '']) {
    for (const prepare of [
      (reply: FastifyReply) => reply.header('Cache-Control', value),
      (reply: FastifyReply) => reply.raw.setHeader('cache-control', value)
    ]) {
      const get = await serve(t, always, {}, true, reply => { prepare(reply) })
      t.equal((await get('/resource')).cacheControl, value)
      t.equal((await get('/resource', { 'if-none-match': '*' })).cacheControl, value)
    }
  }
})
