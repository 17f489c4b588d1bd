import type { FastifyRequest } from 'fastify'
import { cursorPage, evaluatePreconditions, problem, resourceOf } from 'fastify-hyper'
import { cursorQuery, problemSchema } from 'fastify-hyper/zod'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Article, articleInput, articlePage, articleSchema } from './article.ts'
import type { Database } from './database.ts'
import { Routes } from './links.ts'

const params = z.object({ id: z.coerce.number().pipe(z.int32()) })
const COLUMNS = 'id, title, body, version'

type ArticleRequest = FastifyRequest<{ Params: { id: number } }>

export const routes: FastifyPluginAsyncZod<{ db: Database }> = async (app, { db }) => {
  const rows = async (sql: string, ...values: unknown[]) => (await db.query<Article>(sql, values)).rows
  const tag = ({ version }: Article) => version

  // The guard loads the article: 404 if there is none. A write requires the tag that the client has read: 428 without,
  // 412 with an old one.
  const resource = async ({ params: { id } }: ArticleRequest) =>
    (await rows(`select ${COLUMNS} from articles where id = $1`, id))[0]
  const preconditions = { requireIfMatch: true, tag }

  /** The problem of a write that found another version than the guard: somebody else was faster. */
  const conflict = async (request: ArticleRequest) =>
    evaluatePreconditions(request, (await resource(request))?.version) ??
      problem({ status: 409, detail: 'The article has changed.' })

  app.get(Routes.ListArticles.url, {
    schema: { querystring: cursorQuery(), response: { 200: articlePage, 400: problemSchema } }
  }, async ({ query: { cursor, limit } }) => {
    const before = cursor === undefined ? 2 ** 31 : Number(cursor)
    if (!Number.isSafeInteger(before)) {
      return problem({ status: 400, detail: 'The cursor is not from a link of this API.' })
    }
    // One row more than a page: it shows whether there is a next page.
    const articles = await rows(
      `select ${COLUMNS} from articles where id < $1::bigint order by id desc limit $2`, before, limit + 1
    )
    const page = articles.slice(0, limit)
    return cursorPage(page, articles.length > limit ? { next: String(page.at(-1)!.id) } : {})
  })

  app.post(Routes.CreateArticle.url, {
    schema: { summary: 'Write an article', body: articleInput, response: { 201: articleSchema } },
    config: { hyper: { etag: tag } }
  }, async (request, reply) => {
    const { title, body } = request.body
    const [article] = await rows(`insert into articles (title, body) values ($1, $2) returning ${COLUMNS}`, title, body)
    return reply.code(201)
      .header('location', app.hyper.href(Routes.GetArticle({ id: article!.id }), request)).send(article!)
  })

  app.get(Routes.GetArticle.url, {
    schema: { params, response: { 200: articleSchema } },
    config: { hyper: { resource, etag: tag } }
  }, request => resourceOf<Article>(request))

  app.put(Routes.EditArticle.url, {
    schema: { params, body: articleInput, response: { 200: articleSchema, '4xx': problemSchema } },
    config: { hyper: { resource, preconditions, etag: tag } }
  }, async request => {
    const { id, version } = resourceOf<Article>(request)
    const { title, body } = request.body
    const set = 'update articles set title = $3, body = $4, version = version + 1'
    const [article] = await rows(`${set} where id = $1 and version = $2 returning ${COLUMNS}`, id, version, title, body)
    return article ?? conflict(request)
  })

  app.delete(Routes.DeleteArticle.url, {
    schema: { params, response: { 204: z.undefined(), '4xx': problemSchema } },
    config: { hyper: { resource, preconditions } }
  }, async (request, reply) => {
    const { id, version } = resourceOf<Article>(request)
    const [deleted] = await rows(
      `delete from articles where id = $1 and version = $2 returning ${COLUMNS}`, id, version
    )
    return deleted ? reply.code(204).send() : conflict(request)
  })
}
