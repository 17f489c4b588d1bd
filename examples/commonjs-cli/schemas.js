'use strict'

const bookSchema = {
  type: 'object',
  required: ['id', 'title', 'borrower'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    borrower: { type: 'string', nullable: true }
  }
}

const loanSchema = {
  type: 'object',
  required: ['borrower'],
  properties: { borrower: { type: 'string', minLength: 1, maxLength: 50, title: 'Your name' } }
}

module.exports = { bookSchema, loanSchema }
