import type { FastifyRequest } from 'fastify'
import hyper from 'fastify-hyper'
import fp from 'fastify-plugin'
import { taskLinks, taskListLinks } from '../links.ts'

const role = (...roles: string[]) => ({ session }: FastifyRequest) => roles.includes(session.user?.role ?? '')

/** Links and actions, for clients that request a format that has them. For all others, every body stays as it was. */
export default fp(async app => {
  await app.register(hyper, {
    links: [taskLinks, taskListLinks],
    defaultFormat: 'none',
    hrefs: 'path',
    policies: { moderator: role('moderator', 'admin'), admin: role('admin') }
  })
}, { name: 'hyper', dependencies: ['session'] })
