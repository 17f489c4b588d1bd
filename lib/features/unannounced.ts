import type { FastifyInstance } from 'fastify'
import { Notices } from '../diagnostics/notices.ts'
import { routesOf } from '../routes/declared-routes.ts'

interface Unannounced {
  readonly scope: FastifyInstance
  readonly place: string
}

/** Says when the app becomes ready, once, that it declares deprecations where no plugin announces them. */
export function sayUnannounced (app: FastifyInstance): void {
  const groups: Unannounced[] = []
  app.addHook('onRegister', (scope, options: { prefix?: string, hyper?: unknown }) => {
    if (isDeprecated(options.hyper)) groups.push({ scope, place: `the scope ${options.prefix ?? ''}`.trimEnd() })
  })
  app.addHook('onReady', done => {
    const routes = routesOf(app).filter(({ options }) => isDeprecated(options.config?.hyper))
    const first = [...routes, ...groups].find(({ scope }) => !scope.hasDecorator('hyper'))
    if (first !== undefined) say(app, first.place)
    done()
  })
}

// Nobody has checked the option where the plugin is not registered.
function isDeprecated (hyper: unknown): boolean {
  return Boolean((hyper as { deprecation?: unknown } | null | undefined)?.deprecation)
}

function say (app: FastifyInstance, place: string): void {
  new Notices(app).warn('HYPER013', place, () => [])
}
