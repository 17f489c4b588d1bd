import { defineLinks, defineRoutes } from 'fastify-hyper'
import { articlePage, articleSchema } from './article.ts'

export const Routes = defineRoutes({
  ListArticles: 'GET /articles',
  CreateArticle: 'POST /articles',
  GetArticle: 'GET /articles/:id',
  EditArticle: 'PUT /articles/:id',
  DeleteArticle: 'DELETE /articles/:id'
})

/** An article is a plain row: this configuration applies wherever a response schema contains `articleSchema`. */
export const articleLinks = defineLinks(articleSchema, links => {
  links.self(Routes.GetArticle(({ id }) => ({ id })))
  links.link('collection', Routes.ListArticles())
  links.affordance('edit', Routes.EditArticle(({ id }) => ({ id }))).prefill(({ title, body }) => ({ title, body }))
  links.affordance('delete', Routes.DeleteArticle(({ id }) => ({ id })))
})

/** A page has its links `self` and `next` already. */
export const pageLinks = defineLinks(articlePage, links => {
  links.affordance('create', Routes.CreateArticle())
})
