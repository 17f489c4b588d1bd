import { createServer } from 'node:http'
import express from 'express'
import { halResource } from './halson.js'

/**
 * Peer: express and halson. Without what express does unasked and no other server here does:
 * hashing every response for an entity tag.
 */
export default function (store) {
  const app = express().disable('etag').disable('x-powered-by')
  app.get('/orders', (request, response) => {
    const base = baseOf(request)
    response.json(store.all.map(order => halResource(order, base)))
  })
  app.get('/orders/:id', (request, response) => {
    response.type('application/hal+json').json(halResource(store.get(request.params.id), baseOf(request)))
  })
  return createServer(app)
}

function baseOf (request) {
  return `${request.protocol}://${request.get('host')}`
}
