import { createPublicKey, type JsonWebKey } from 'node:crypto'
import jwt, { type TokenOrHeader } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper, { defineLinks, problem } from 'fastify-hyper'
import { mcp } from 'fastify-hyper/mcp'

/** Where tokens come from, and what they are for. */
export interface Login {
  readonly issuer: string
  readonly baseUrl: string
}

/** Returns a key of an authorization server, as PEM. */
async function keyOf (issuer: string, kid: string): Promise<string> {
  const response = await fetch(`${issuer}/jwks`)
  const { keys } = await response.json() as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find(key => key.kid === kid)
  if (key === undefined) throw new Error('The token has an unknown key.')
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}

/** An API whose agents log in at an authorization server. A token is for its endpoint only. */
export async function ordersWithLogin (app: FastifyInstance, { issuer, baseUrl }: Login): Promise<void> {
  await app.register(jwt, {
    secret: async (_request: FastifyRequest, { header }: TokenOrHeader) => keyOf(issuer, header.kid),
    decode: { complete: true },
    verify: { allowedIss: issuer, allowedAud: `${baseUrl}/mcp` }
  })
  // The metadata are read without a token.
  app.addHook('onRequest', async request => {
    if (request.headers.authorization === undefined) return
    await request.jwtVerify().catch(() => { throw problem({ status: 401, detail: 'The token is not valid.' }) })
  })
  await app.register(hyper, { baseUrl })
  await app.register(mcp, { prefix: '/mcp', authorization: { servers: [issuer], scopes: ['orders'] } })
  const links = defineLinks<object>(() => {})
  app.get('/', { config: { hyper: { links } } }, ({ user }) => ({ user: user?.sub ?? 'nobody' }))
}
