import createError = require('@fastify/error')
import fastJsonStringify = require('fast-json-stringify')
import fastifyPlugin = require('fastify-plugin')
import findMyWay = require('find-my-way')

export { createError, fastJsonStringify, fastifyPlugin, findMyWay }
