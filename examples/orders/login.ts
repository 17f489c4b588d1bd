import { randomBytes } from 'node:crypto'
import jwt from '@fastify/jwt'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { problem } from 'fastify-hyper'
import fp from 'fastify-plugin'
import type { Order } from './database.ts'
import { Routes } from './routes.ts'

/** The content of a token. */
export interface Caller { readonly sub: string, readonly role: 'customer' | 'staff' }

declare module 'fastify' {
  interface FastifyRequest { caller: Caller | null }
}

const USERS: readonly Caller[] = [{ sub: 'ann', role: 'customer' }, { sub: 'sam', role: 'staff' }]

/** Who may do what. A route names its policy; links and actions to it are hidden from other callers. */
export const policies = {
  user: ({ caller }: FastifyRequest): boolean => caller !== null,
  staff: ({ caller }: FastifyRequest): boolean => caller?.role === 'staff',
  // An order that was placed without signing in is everybody's.
  owner: ({ caller }: FastifyRequest, { customer }: Order): boolean =>
    customer === undefined || caller?.role === 'staff' || caller?.sub === customer
}

// In this example, a choice is enough: there are no passwords.
const LoginSchema = Type.Object({
  name: Type.Unsafe<string>({
    type: 'string',
    title: 'As',
    default: 'ann',
    oneOf: [{ const: 'ann', title: 'ann, a customer' }, { const: 'sam', title: 'sam, of the staff' }]
  })
})

const plugin: FastifyPluginAsyncTypebox = async app => {
  await app.register(jwt, { secret: randomBytes(32).toString('hex') })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async request => {
    if (request.headers.authorization === undefined) return
    try {
      request.caller = await request.jwtVerify<Caller>()
    } catch (error) {
      throw problem({ status: 401, detail: (error as Error).message })
    }
  })
  app.post(Routes.Login.url, {
    schema: { summary: 'Sign in', body: LoginSchema, response: { 200: Type.Object({ token: Type.String() }) } }
  }, ({ body: { name } }) => ({ token: app.jwt.sign(USERS.find(({ sub }) => sub === name)!) }))
}

/** Reads the bearer token of each request. Pages keep one in a cookie. */
export const login = fp(plugin)
