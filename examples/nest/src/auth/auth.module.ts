import { Global, Module, type NestModule } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import { Users } from './users.js'

// A hook of Fastify runs before policies; a guard of Nest would run after them.
@Global()
@Module({ providers: [Users], exports: [Users] })
export class AuthModule implements NestModule {
  constructor (private readonly host: HttpAdapterHost, private readonly users: Users) {}

  configure (): void {
    this.host.httpAdapter.getInstance<FastifyInstance>()
      .addHook('onRequest', async request => { this.users.authenticate(request) })
  }
}
