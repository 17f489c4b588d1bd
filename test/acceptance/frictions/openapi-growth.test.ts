import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import t from 'tap'
import * as z from 'zod'
import * as source from '../../../lib/index.ts'
import { type Dialect, DIALECTS, zod } from '../../support/dialects.ts'
import { member } from '../../support/documents.ts'
import { documentErrors, type OpenApi, openApiOf } from '../../support/openapi.ts'
import { ordersApi } from '../../support/orders-api.ts'

// A transform remembers the types of its first document.
const own = (dialect: Dialect) => dialect === zod ? createJsonSchemaTransform({}) as source.SchemaTransform : undefined

async function documentOf (
  dialect: Dialect, transform: source.SchemaTransform | undefined, version?: string
): Promise<OpenApi> {
  // Documents contain every Zod type of the process that has an id.
  z.globalRegistry.clear()
  const app = await ordersApi({ dialect, hyper: source, transform, ...(version === undefined ? {} : { version }) })
  try {
    return openApiOf(app)
  } finally {
    await app.close()
  }
}

const length = (document: OpenApi) => Buffer.byteLength(JSON.stringify(document))
const decorated = (dialect: Dialect, formats?: readonly string[]) => {
  const transform = own(dialect)
  return source.createHyperTransform({
    ...(transform === undefined ? {} : { transform }), ...(formats === undefined ? {} : { formats })
  })
}

for (const dialect of DIALECTS) {
  t.test(`OpenAPI growth: the document of an orders API with ${dialect.name} is at most 1.6 times as long as without ` +
    'the plugin', async t => {
    const bare = await documentOf(dialect, own(dialect))
    const linked = await documentOf(dialect, decorated(dialect, ['default']))
    const every = await documentOf(dialect, decorated(dialect))
    t.comment(`${length(bare)} bytes without, ${length(linked)} with one format, ${length(every)} with all`)
    t.ok(length(linked) <= 1.6 * length(bare), `${length(linked)} of ${length(bare)} bytes`)
  })

  t.test(`the problems and headers that an app with ${dialect.name} declares are documented`, async t => {
    for (const version of ['3.0.3', '3.1.0']) {
      const document = await documentOf(dialect, decorated(dialect, ['default']), version)
      t.same(await documentErrors(document), [], version)
      const responses = (path: string, method: string) =>
        Object.keys(member(document, 'paths', path, method, 'responses') as object)
      t.same(responses('/orders', 'post'), ['201', '400'], version)
      t.same(responses('/orders/{id}', 'put'), ['200', '400', '404', '409'], version)
      t.same(responses('/orders/{id}/cancel', 'post'), ['200', '404', '409'], version)
      if (dialect !== zod) {
        t.ok(member(document, 'paths', '/orders', 'post', 'responses', '201', 'headers', 'location'), version)
      }
      t.notMatch(JSON.stringify(document), /def-\d/, 'schemas have their own names')
    }
  })
}
