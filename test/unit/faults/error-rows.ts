import type { FastifyInstance } from 'fastify'
import hyper, {
  defineLinks, type HyperOptions, type HyperRouteOptions, type LinkBuilder,
  LinkTarget
} from '../../../lib/index.ts'
import type { HyperGroupOptions } from '../../../types/route-options.ts'

export type Cause = (app: FastifyInstance) => unknown

/** Bad inputs by code: the words of the message in their order, place | value | remedy, and what causes it. */
export type ErrorTable<Causes extends readonly unknown[] = [cause: Cause]> =
  Readonly<Record<string, ReadonlyArray<readonly [words: string, ...causes: Causes]>>>

/** A value that TypeScript would reject. */
export const wrong = <V> (value: unknown): V => value as V

export const target = LinkTarget.uri('/target')
export const someLinks = defineLinks<object>(links => { links.self(target) })
export const handler = async () => ({ id: 1 })

/** The plugin with bad options. */
export const options = (given: unknown) => (app: FastifyInstance) => app.register(hyper, wrong<HyperOptions>(given))

/** A route with a bad `config.hyper`. */
export const route = (given: unknown) => async (app: FastifyInstance) => {
  await app.register(hyper)
  app.get('/orders', { config: { hyper: wrong<HyperRouteOptions>(given) } }, handler)
}

/** A scope with a bad option `hyper`. */
export const group = (given: unknown) => async (app: FastifyInstance) => {
  await app.register(hyper)
  app.register(async () => {}, { prefix: '/v2', hyper: wrong<HyperGroupOptions>(given) })
}

/** A configuration of the type `order` that declares something bad. */
export const declared = (declare: (links: LinkBuilder<object>) => unknown, given: HyperOptions = {}) =>
  async (app: FastifyInstance) => {
    await app.register(hyper, { ...given, links: [defineLinks<object>('order', links => { declare(links) })] })
    app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, handler)
    app.post('/orders', { config: { hyper: { name: 'CreateOrder' } } }, handler)
  }

/** A request to `/value` that fails; the error is thrown on. */
export const onRequest = (declare: Cause, url = '/value'): Cause => async app => {
  let failure: unknown
  app.addHook('onError', async (_request, _reply, error) => { failure = error })
  await declare(app)
  await app.inject(url)
  throw failure
}
