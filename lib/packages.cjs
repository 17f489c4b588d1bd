'use strict'
// Packages in CommonJS that Fastify has loaded already. Node.js would read each of them again to find its exports, if a
// module imported it.
const createError = require('@fastify/error')
const fastJsonStringify = require('fast-json-stringify')
const fastifyPlugin = require('fastify-plugin')
const findMyWay = require('find-my-way')

// In one object: webpack takes `exports.name = require(…)` for the namespace of an ES module.
module.exports = { createError, fastJsonStringify, fastifyPlugin, findMyWay }
