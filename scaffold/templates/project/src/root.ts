import { type FastifyPluginAsyncTypebox, type Static, Type } from '@fastify/type-provider-typebox'
import { defineLinks, type LinkConfig } from 'fastify-hyper'
import type { Resource } from './resource.ts'
import { Routes } from './routes.ts'

export const RootSchema = Type.Object({
  name: Type.String(),
  version: Type.String()
}, { $id: 'Root' })

export type Root = Static<typeof RootSchema>

/** The entry point: clients start here and follow links to all resources. */
export function rootLinks (resources: readonly Resource[]): LinkConfig<Root> {
  return defineLinks(RootSchema, links => {
    links.self(Routes.GetRoot())
    for (const { entry } of resources) entry(links)
  })
}

export const root: FastifyPluginAsyncTypebox = async app => {
  app.get('/', {
    schema: { summary: 'Start here', response: { 200: RootSchema } },
    config: { hyper: { name: 'GetRoot', links: true } }
  }, () => ({ name: 'Orders API', version: '1.0.0' }))
}
