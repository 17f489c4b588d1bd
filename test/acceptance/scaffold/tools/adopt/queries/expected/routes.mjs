import { defineRoutes } from 'fastify-hyper'

export const Routes = defineRoutes({
  Root: 'GET /',
  ListBooks: 'GET /books',
  GetBook: 'GET /books/:id',
  GetSales: 'GET /books/:id/sales',
  DeleteBook: 'DELETE /books/:id',
  ListLoans: 'GET /loans',
  GetStats: 'GET /stats',
  GetShelf: 'GET /shelves/:userId',
  GetRating: 'GET /ratings/author/:authorId',
  Get作者: 'GET /作者/:id'
})
