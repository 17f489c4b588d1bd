'use strict'

const { defineLinks, LinkTarget } = require('fastify-hyper')
const { bookSchema } = require('./schemas')

const isBorrowed = book => book.borrower !== null

/** The links of a book, wherever a response schema contains `bookSchema`. */
const bookLinks = defineLinks(bookSchema, links => {
  const id = book => ({ id: book.id })
  links.self(LinkTarget.route('GetBook', id))
  links.link('collection', LinkTarget.route('ListBooks'))
  links.affordance('borrow', LinkTarget.route('BorrowBook', id)).when(book => !isBorrowed(book))
  links.affordance('return', LinkTarget.route('ReturnBook', id)).when(isBorrowed)
})

module.exports = { bookLinks }
