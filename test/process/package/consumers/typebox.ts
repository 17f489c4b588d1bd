// An app with TypeBox 1, and without TypeBox 0.34.
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { offsetPage } from 'fastify-hyper'
import { cursorPageSchema, cursorQuery, pageQuery, pageSchema, problemSchema } from 'fastify-hyper/typebox'

const Order = Type.Object({ id: Type.Integer() })

export const routes: FastifyPluginAsyncTypebox = async app => {
  app.get('/pages', { schema: { querystring: pageQuery(), response: { 200: pageSchema(Order) } } }, ({ query }) => {
    const { page, pageSize }: { page: number, pageSize: number } = query
    return offsetPage([{ id: 1 }], { page, pageSize, totalCount: 1 })
  })
  app.get('/events', { schema: { querystring: cursorQuery() } }, ({ query: { cursor, limit } }) => {
    const wanted: [cursor: string | undefined, limit: number] = [cursor, limit]
    return wanted
  })
  app.get('/renamed', {
    schema: { querystring: cursorQuery(undefined, { names: { cursor: 'after' } }) }
  }, ({ query: { after, limit } }) => [after satisfies string | undefined, limit satisfies number])
  app.get('/search', {
    schema: { querystring: pageQuery(Type.Object({ q: Type.Optional(Type.String()) })) }
  }, ({ query: { q, page } }) => [q satisfies string | undefined, page satisfies number])
  app.get('/unlike', {
    schema: { response: { 200: cursorPageSchema(Order), 404: problemSchema } }
    // @ts-expect-error: no page, and no problem
  }, () => ({ items: 'none' }))
  // @ts-expect-error: no such parameter
  app.get('/misspelt', { schema: { querystring: pageQuery() } }, ({ query: { pagesize } }) => pagesize)
}
