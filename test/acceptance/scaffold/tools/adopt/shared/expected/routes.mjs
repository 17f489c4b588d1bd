import { defineRoutes } from 'fastify-hyper'

export const Routes = defineRoutes({
  Root: 'GET /',
  GetAuthor: 'GET /api/authors/:id',
  ListBooks: 'GET /api/books',
  GetBook: 'GET /api/books/:slug',
  ReplaceBook: 'PUT /api/books/:slug',
  DeleteBook: 'DELETE /api/books/:slug',
  LoanBook: 'POST /api/books/:slug/loan',
  GetShelfBook: 'GET /api/shelves/:shelfId/books/:slug'
})
