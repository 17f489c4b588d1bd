import hypermedia from './hypermedia/index.mjs'
// Routes that require parameters of the query, a path in another script, a segment that names nothing, and items that
// have the identifiers of others.
const text = { type: 'string' }
const object = properties => ({ type: 'object', properties, required: Object.keys(properties) })
const answers = schema => ({ response: { 200: schema } })
const list = schema => ({ type: 'array', items: schema })

const book = { id: '1', title: 'Sea', userId: '2', authorId: '3' }
const Book = object({ id: text, title: text, userId: text, authorId: text })
const Sales = object({ count: { type: 'integer' } })

export default async app => {
  await app.register(hypermedia)
  app.get('/books', { schema: { querystring: object({ year: text }), ...answers(object({ books: list(Book) })) } },
    () => ({ books: [book] }))
  app.get('/books/:id', { schema: answers(Book) }, () => book)
  app.get('/books/:id/sales', { schema: { querystring: object({ from: text }), ...answers(Sales) } },
    () => ({ count: 1 }))
  app.delete('/books/:id', { schema: { querystring: object({ reason: text }) } },
    (_request, reply) => reply.code(204).send())
  app.post('/books/:id/lend', { schema: { querystring: object({ days: text }) } }, () => null)
  app.get('/loans', {
    schema: { querystring: object({ bookId: text, day: text }), ...answers(list(object({ id: text }))) }
  }, () => [])
  app.get('/stats', { schema: { querystring: object({ from: text }), ...answers(Sales) } }, () => ({ count: 1 }))
  app.get('/editions/:id', { schema: { querystring: object({ language: text }), ...answers(object({ id: text })) } },
    () => ({ id: '1' }))
  app.get('/shelves/:userId', { schema: answers(object({ userId: text })) }, () => ({ userId: '2' }))
  app.get('/ratings/author/:authorId', { schema: answers(object({ authorId: text, stars: text })) },
    () => ({ authorId: '3', stars: '4' }))
  app.get('/作者/:id', { schema: answers(object({ id: text })) }, () => ({ id: '1' }))
  app.get('/-/:id', { schema: answers(object({ id: text })) }, () => ({ id: '1' }))
}
