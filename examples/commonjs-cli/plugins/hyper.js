'use strict'

const fp = require('fastify-plugin')
const { hyperPlugin } = require('fastify-hyper')
const { bookLinks } = require('../links')

module.exports = fp(async function (app) {
  await app.register(hyperPlugin, { links: [bookLinks], hrefs: 'path', validationProblems: true })
}, { name: 'hyper' })
