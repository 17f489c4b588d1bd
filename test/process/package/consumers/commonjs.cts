import Fastify = require('fastify')
import hyper = require('fastify-hyper')

export async function build (): Promise<string | null> {
  const app = Fastify.fastify()
  await app.register(hyper.hyperPlugin, { mode: 'strict' })
  app.get('/', { config: { hyper: { name: 'GetRoot', links: true } } }, async () => ({}))
  return app.hyper.href(hyper.LinkTarget.route('GetRoot'))
}
