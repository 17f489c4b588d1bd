import type { FastifyServerOptions } from 'fastify'
import t from 'tap'
import hyper, { type HyperOptions } from '../../../lib/index.ts'
import { warnings } from '../../support/projection.ts'
import { serve } from '../../support/servers.ts'

// HYPER019: with trustProxy: true a client chooses the host of absolute hrefs.

const ROWS: ReadonlyArray<readonly [
  name: string, trustProxy: FastifyServerOptions['trustProxy'], options: HyperOptions, notices: number
]> = [
  ['true', true, {}, 1],
  ['true, and absolute hrefs', true, { hrefs: 'absolute' }, 1],
  ['not given', undefined, {}, 0],
  ['false', false, {}, 0],
  ['an address', '127.0.0.1', {}, 0],
  ['a list', ['10.0.0.0/8'], {}, 0],
  ['a number of hops', 1 as never, {}, 0],
  ['a function', () => true, {}, 0],
  ['true, with hrefs of paths', true, { hrefs: 'path' }, 0],
  ['true, with a base URL', true, { baseUrl: 'https://api.example.com' }, 0],
  ['true, with a function for the base URL', true, { baseUrl: () => 'https://api.example.com' }, 0]
]

t.test('trustProxy', async t => {
  for (const [name, trustProxy, options, notices] of ROWS) {
    const { log } = await serve(t, app => app.register(hyper, options), trustProxy === undefined ? {} : { trustProxy })
    const found = warnings(log, 'HYPER019')
    t.equal(found.length, notices, name)
    for (const message of found) {
      t.match(
        message, /^option trustProxy: it is true .*X-Forwarded-Host.*baseUrl.*hrefs: 'path'.*a list of proxies\.$/
      )
    }
  }
})

t.test('a scope of an app', async t => {
  const { log } = await serve(t, app => {
    app.register(async scope => { await scope.register(hyper) })
  }, { trustProxy: true })
  t.equal(warnings(log, 'HYPER019').length, 1)
})
