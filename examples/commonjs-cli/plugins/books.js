'use strict'

const fp = require('fastify-plugin')

/** Books in memory: replace this with your database. */
module.exports = fp(async function (app) {
  const books = [
    { id: 1, title: 'Emma', borrower: null },
    { id: 2, title: 'Persuasion', borrower: 'Anne' }
  ]
  app.decorate('books', books)
}, { name: 'books' })
