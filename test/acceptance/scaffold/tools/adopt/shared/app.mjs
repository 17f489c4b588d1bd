import Fastify from 'fastify'

const author = { id: 'a b', display_name: 'Ada' }
const book = { slug: 'sea', author_id: 'a b', editor: { id: 'a b', display_name: 'Ada' } }

/** An app with shared schemas, and envelopes that contain what they are about. */
export function build () {
  const app = Fastify()
  const text = { type: 'string' }
  app.addSchema({ $id: 'author', type: 'object', required: ['id'], properties: { id: text, display_name: text } })
  app.addSchema({
    $id: 'book',
    type: 'object',
    required: ['slug', 'author_id', 'editor'],
    properties: { slug: { type: 'string' }, author_id: { type: 'string' }, editor: { $ref: 'author#' } }
  })
  const one = (name, $ref) => ({ type: 'object', required: [name], properties: { [name]: { $ref } } })
  app.register(async api => {
    api.get('/authors/:id', { schema: { response: { 200: one('data', 'author#') } } }, () => ({ data: author }))
    api.get('/books', {
      schema: {
        querystring: { type: 'object', properties: { cursor: { type: 'string' }, q: { type: 'string' } } },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'array', items: { $ref: 'book#' } }, next_cursor: { type: ['string', 'null'] } }
          }
        }
      }
    }, ({ query }) => ({ data: [book], next_cursor: query.cursor === undefined ? 'more' : null }))
    api.get('/books/:slug', { schema: { response: { 200: one('book', 'book#') } } }, () => ({ book }))
    api.put('/books/:slug', { schema: { response: { 200: one('book', 'book#') } } }, () => ({ book }))
    api.delete('/books/:slug', () => null)
    api.post('/books/:slug/loan', () => null)
    api.get('/shelves/:shelfId/books/:slug', { schema: { response: { 200: { $ref: 'book#' } } } }, () => book)
  }, { prefix: '/api' })
  return app
}
