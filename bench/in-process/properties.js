// What is counted, not timed.
import { isDeepStrictEqual } from 'node:util'
import Fastify from 'fastify'
import { figure } from '../statistics.js'
import { defineLinks, hyper, LinkTarget } from '../subject.js'

const HOOKS = [
  'onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse', 'onError',
  'onTimeout', 'onRequestAbort'
]

// Passes everything but problem documents, which keep their status on every route.
const PROBLEMS = /(?:^| )problemHook$/

/**
 * Whether a route that does not opt in has the same hooks with the plugin as without it, but for the one that sends
 * problem documents: 1 or 0.
 */
export async function sameHooks () {
  const isSame = isDeepStrictEqual(await hooksOfRoute(false), await hooksOfRoute(true))
  return [figure('same-hooks', [Number(isSame)], 'yes = 1')]
}

const hooks = {
  onRequest: function first (_request, _reply, done) { done() },
  preSerialization: function second (_request, _reply, value, done) { done(null, value) },
  onSend: function third (_request, _reply, payload, done) { done(null, payload) }
}

async function hooksOfRoute (plugged) {
  const app = Fastify()
  for (const [name, hook] of Object.entries(hooks)) app.addHook(name, hook)
  if (plugged) await app.register(hyper)
  let context
  app.get('/', request => {
    // Fastify keeps the hooks of a route behind a symbol.
    context =
      request[Object.getOwnPropertySymbols(request).find(({ description }) => description === 'fastify.context')]
    return {}
  })
  await app.inject('/')
  if (context === undefined) throw new Error('Fastify keeps the context of a route elsewhere now')
  // It binds each to its instance, so the functions of two apps are distinguished by their names;
  // without hooks there is no array.
  return HOOKS.map(name => context[name]?.map(hook => hook.name).filter(hook => !PROBLEMS.test(hook)) ?? null)
}

/** How often a policy about the caller is is evaluated for a page of 1,000 resources. */
export async function callerPolicy () {
  let evaluations = 0
  const links = defineLinks(links => {
    links.self(LinkTarget.route('GetThing', thing => ({ id: thing.id }))).requireAuthorization('staff')
  })
  const app = Fastify()
  await app.register(hyper, { policies: { staff: () => ++evaluations > 0 } })
  app.get('/things/:id', { config: { hyper: { name: 'GetThing' } } }, () => ({}))
  app.get('/things', { config: { hyper: { links } } }, () => Array.from({ length: 1000 }, (_, id) => ({ id })))
  const things = (await app.inject('/things')).json()
  if (!things.every(({ _links }) => _links.self.href.includes('/things/'))) {
    throw new Error('The policy admits, and links are missing')
  }
  return [figure('caller-policy', [evaluations], 'evaluations')]
}
