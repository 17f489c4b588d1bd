'use strict'

const { resourceOf } = require('fastify-hyper')
const { bookSchema, loanSchema } = require('../../schemas')

const params = { type: 'object', properties: { id: { type: 'integer' } } }
const response = { 200: bookSchema }

module.exports = async function (app) {
  // 404 if there is no such book, and 409 if its state does not allow the action of the route.
  const resource = request => app.books.find(book => book.id === request.params.id)

  app.get('/', {
    schema: { response: { 200: { type: 'array', items: bookSchema } } },
    config: { hyper: { name: 'ListBooks' } }
  }, async () => app.books)

  app.get('/:id', {
    schema: { params, response },
    config: { hyper: { name: 'GetBook', resource } }
  }, async request => resourceOf(request))

  app.post('/:id/borrow', {
    schema: { summary: 'Borrow', params, body: loanSchema, response },
    config: { hyper: { name: 'BorrowBook', resource } }
  }, async request => Object.assign(resourceOf(request), { borrower: request.body.borrower }))

  app.post('/:id/return', {
    schema: { summary: 'Return', params, response },
    config: { hyper: { name: 'ReturnBook', resource } }
  }, async request => Object.assign(resourceOf(request), { borrower: null }))
}
