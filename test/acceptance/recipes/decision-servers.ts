import Fastify from 'fastify'
import type { Test } from 'tap'

// Servers with the interfaces of OpenFGA and of Cerbos, a few milliseconds away: their limits,
// and results in another order.

export interface DecisionServer {
  readonly url: string
  /** The number of checks or resources of each request. */
  readonly calls: number[]
  /** The status of the next responses instead of 200. */
  failWith: number | null
}

const LATENCY = 5

type Decide = (body: never, calls: number[]) => object

/** @param code of errors: OpenFGA has names, Cerbos the numbers of gRPC */
async function serve (t: Test, path: string, code: string | number, decide: Decide): Promise<DecisionServer> {
  const app = Fastify()
  t.teardown(() => app.close())
  // The client of Cerbos sends JSON as text/plain.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.setErrorHandler<Error>(({ message }, _request, reply) => reply.code(400).send({ code, message }))
  const server = { url: '', calls: [] as number[], failWith: null as number | null }
  app.post(path, async (request, reply) => {
    const decided = decide(request.body as never, server.calls)
    await new Promise(resolve => setTimeout(resolve, LATENCY))
    return server.failWith === null ? decided : reply.code(server.failWith).send({ code, message: 'failed' })
  })
  server.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return server
}

function invalid (message: string): never {
  throw new Error(message)
}

interface Check {
  readonly tuple_key: { readonly user: string, readonly relation: string, readonly object: string }
  readonly correlation_id: string
}

export const STORE = '01HVMMBCMGZNT3SED4Z17ECXCA'

/** Tuples are strings: `user:ann can_cancel order:1`. */
export function openFga (t: Test, tuples: ReadonlySet<string>): Promise<DecisionServer> {
  return serve(t, `/stores/${STORE}/batch-check`, 'internal_error', (
    { checks }: { checks: readonly Check[] }, calls
  ) => {
    calls.push(checks.length)
    if (checks.length === 0 || checks.length > 50) {
      invalid(`batchCheck received ${checks.length} checks, the maximum allowed is 50`)
    }
    if (checks.some(({ correlation_id: id }) => !/^[\w-]{1,36}$/.test(id))) invalid('a correlation_id is not valid')
    if (new Set(checks.map(({ correlation_id: id }) => id)).size < checks.length) {
      invalid('a correlation_id is not unique')
    }
    const results = checks.map(({ tuple_key: { user, relation, object }, correlation_id: id }) =>
      [id, { allowed: tuples.has(`${user} ${relation} ${object}`) }] as const)
    return { result: Object.fromEntries(results.reverse()) }
  })
}

const INTERNAL = 13

interface CheckResources {
  readonly requestId: string
  readonly principal: { readonly id: string, readonly roles: readonly string[] }
  readonly resources: ReadonlyArray<{
    readonly actions: readonly string[]
    readonly resource: { readonly kind: string, readonly id: string, readonly attr: Readonly<Record<string, unknown>> }
  }>
}

/** Its policy: owners cancel, staff refunds. */
export function cerbosServer (t: Test): Promise<DecisionServer> {
  const allows = (principal: CheckResources['principal'], action: string, owner: unknown) =>
    action === 'cancel' ? owner === principal.id : principal.roles.includes('staff')
  return serve(t, '/api/check/resources', INTERNAL, ({ requestId, principal, resources }: CheckResources, calls) => {
    calls.push(resources.length)
    if (resources.length === 0 || resources.length > 50) invalid('resources: value must contain 1 to 50 items')
    if (principal.roles.length === 0) invalid('principal.roles: value must contain at least 1 item')
    const results = resources.map(({ actions, resource: { kind, id, attr } }) => ({
      resource: { kind, id },
      actions: Object.fromEntries(actions.map(action =>
        [action, allows(principal, action, attr['owner']) ? 'EFFECT_ALLOW' : 'EFFECT_DENY']))
    }))
    return { requestId, results: results.reverse() }
  })
}
