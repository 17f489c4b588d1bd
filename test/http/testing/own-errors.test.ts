import Fastify from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { crawl } from '../../../testing/index.ts'

// An app with its own error bodies is crawled as one with problem documents.

const ERROR = {
  type: 'object',
  required: ['success', 'error'],
  properties: { success: { type: 'boolean' }, error: { type: 'object', additionalProperties: true } }
}

async function build () {
  const app = Fastify()
  const order = { id: 1, open: true }
  const links = defineLinks<typeof order>('order', links => {
    links.self(LinkTarget.uri('/'))
    links.affordance('close', LinkTarget.route('Close')).when(order => order.open)
    links.affordance('audit', LinkTarget.route('Audit'))
  })
  await app.register(hyper, {
    policies: { never: () => false },
    problems: ({ status, detail }) => ({ success: false, error: { status, detail } }),
    validationProblems: true
  })
  app.get('/', { config: { hyper: { links } } }, () => order)
  app.post('/close', {
    schema: {
      response: { '4xx': ERROR }, body: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } }
    },
    config: { hyper: { name: 'Close', resource: { load: () => order, links } } }
  }, (_request, reply) => {
    order.open = false
    return reply.code(204).send()
  })
  app.post('/audit', {
    schema: { response: { '4xx': ERROR } }, config: { hyper: { name: 'Audit', policy: 'never' } }
  }, () => ({}))
  return app
}

t.test('a crawl of an app with its own error bodies finds nothing', async t => {
  const { findings, states } = await crawl(build, { actions: 'each' })
  t.strictSame(findings, [])
  t.ok(states > 1)
})
