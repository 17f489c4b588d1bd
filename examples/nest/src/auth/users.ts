import { Injectable } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'

export interface User {
  readonly name: string
  readonly role: 'customer' | 'staff'
}

// An app reads them from a database, or verifies a JWT.
const TOKENS: ReadonlyMap<string, User> = new Map([
  ['ada-token', { name: 'ada', role: 'customer' }],
  ['bob-token', { name: 'bob', role: 'customer' }],
  ['staff-token', { name: 'sam', role: 'staff' }]
])

@Injectable()
export class Users {
  readonly #users = new WeakMap<FastifyRequest, User>()

  /** Reads the bearer token of a request, once, before policies and guards. */
  authenticate (request: FastifyRequest): void {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const user = TOKENS.get(token)
    if (user !== undefined) this.#users.set(request, user)
  }

  /** The user who sent a request, or null. */
  of (request: FastifyRequest): User | null {
    return this.#users.get(request) ?? null
  }
}
