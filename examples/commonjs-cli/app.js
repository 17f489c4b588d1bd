'use strict'

const { join } = require('node:path')
const autoload = require('@fastify/autoload')

// As `fastify generate` writes it: plugins first, then routes.
module.exports = async function (app, options) {
  await app.register(autoload, { dir: join(__dirname, 'plugins'), options })
  // `hyper: { links: true }` opts in all routes of the folder.
  await app.register(autoload, { dir: join(__dirname, 'routes'), options: { ...options, hyper: { links: true } } })
}
