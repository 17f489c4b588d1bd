import type { FastifyInstance } from 'fastify'
import { Notices } from '../diagnostics/notices.ts'
import { hasLogger } from '../fastify/internals.ts'
import { declaredPlace, routesOf } from '../fastify/routes.ts'

/** Reports when the app becomes ready, once, a deprecation where the plugin that sends its headers is not registered (`HYPER013`). */
export function reportUnannounced (app: FastifyInstance): void {
  const scopes: [server: FastifyInstance, place: string][] = []
  app.addHook('onRegister', (scope, options: { prefix?: string, hyper?: unknown }) => {
    if (isDeprecated(options.hyper)) scopes.push([scope, `the scope ${options.prefix ?? ''}`.trimEnd()])
  })
  app.addHook('onReady', done => {
    const routes = routesOf(app).filter(({ config }) => isDeprecated(config.hyper))
    const declared = [...routes.map(route => [route.server, declaredPlace(route)] as const), ...scopes]
    const unannounced = declared.find(([server]) => !server.hasDecorator('hyper'))
    if (unannounced !== undefined) new Notices(app, hasLogger(app.log)).warn('HYPER013', unannounced[1], () => [])
    done()
  })
}

// Without the plugin, the option is not checked.
function isDeprecated (hyper: unknown): boolean {
  return Boolean((hyper as { deprecation?: unknown } | null | undefined)?.deprecation)
}
