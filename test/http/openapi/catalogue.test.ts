import t, { type Test } from 'tap'
import { catalogue, type CatalogueOptions, PATHS, SIREN } from '../../support/catalogue.ts'
import { type Dialect, DIALECTS } from '../../support/dialects.ts'
import { checkerOf, documentErrors, openApiOf } from '../../support/openapi.ts'
import { ACCEPT } from '../../support/projection.ts'
import { sampled } from '../../support/runs.ts'
import { serve } from '../../support/servers.ts'

const ACCEPTS = [...Object.values(ACCEPT), SIREN, '*/*', 'text/x']
const JSON_BODY = [['Content-Type', 'application/json']] as const

async function agrees (t: Test, dialect: Dialect, options: CatalogueOptions): Promise<void> {
  const { app, send } = await serve(t, app => catalogue(app, dialect, options))
  const document = openApiOf(app)
  t.same(await documentErrors(document), [], 'the document is valid')
  const check = checkerOf(document)
  const faults: string[] = []
  for (const [path, documented] of PATHS) {
    for (const accept of ACCEPTS) {
      const response = await send({ method: 'GET', path, headers: [['Accept', accept]] })
      faults.push(...check({ method: 'GET', path: documented, response }))
    }
  }
  for (const accept of ACCEPTS) {
    const created = await send({
      method: 'POST', path: '/orders', headers: [['Accept', accept], ...JSON_BODY], body: '{"quantity":1}'
    })
    const replaced = await send({
      method: 'PUT', path: '/orders/42', headers: [['Accept', accept], ...JSON_BODY], body: '{}'
    })
    faults.push(
      ...check({ method: 'POST', path: '/orders', response: created }),
      ...check({ method: 'PUT', path: '/orders/{id}', response: replaced })
    )
  }
  const unchanged = await send({ method: 'GET', path: '/orders/42', headers: [['If-None-Match', '"42"']] })
  t.equal(unchanged.status, 304)
  faults.push(...check({ method: 'GET', path: '/orders/{id}', response: unchanged }))
  t.same([...new Set(faults)], [], 'every response is as documented')
}

for (const dialect of DIALECTS) {
  for (const version of ['3.0.3', '3.1.0']) {
    t.test(`${dialect.name}, OpenAPI ${version}`, t => agrees(t, dialect, { version }))
  }
}

const OPTIONS: readonly NonNullable<CatalogueOptions['hyper']>[] = [
  { defaultFormat: 'none' },
  { defaultFormat: 'hal', emitLinkHeader: true },
  { negotiateFormat: false },
  { mediaTypes: { json: 'application/vnd.catalogue+json' } }
]

// The first dialect of each option is another one.
const ROWS = OPTIONS.flatMap((hyper, index) =>
  DIALECTS.map((_, offset) => ({ hyper, dialect: DIALECTS[(index + offset) % DIALECTS.length]! })))

for (const { hyper, dialect } of sampled(ROWS, DIALECTS.length)) {
  t.test(`${dialect.name}, ${JSON.stringify(hyper)}`, t => agrees(t, dialect, { hyper: { hrefs: 'path', ...hyper } }))
}
