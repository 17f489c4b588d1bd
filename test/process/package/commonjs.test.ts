import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

const script = `
  const hyper = require('fastify-hyper')
  const app = require('fastify')()
  app.register(hyper, { links: [hyper.defineLinks('Order', links => links.self(hyper.LinkTarget.uri('/orders/7')))] })
  const order = { $id: 'Order', type: 'object', properties: { id: { type: 'integer' } } }
  const options = { schema: { response: { 200: order } }, config: { hyper: { links: true } } }
  app.after(() => app.get('/', options, () => ({ id: 7, secret: 1 })))
  app.inject('/').then(response => process.stdout.write(response.body))
`

// The build, by the package's own name.
t.test('a CommonJS app requires the package', async t => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '-e', script])
  t.equal(stdout, '{"id":7,"_links":{"self":{"href":"/orders/7"}}}')
})
