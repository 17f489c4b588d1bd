import { createServer } from 'node:http'
import express from 'express'
import { linked } from '../variants/by-hand.js'
import { baseOf } from './base.js'

/**
 * Express with links by hand. Without what express does unasked and no other server here does: hashing every response
 * for an entity tag.
 */
export default function (store, representList = (_store, orders) => orders) {
  const app = express().disable('etag').disable('x-powered-by')
  app.get('/orders', (request, response) => {
    const base = baseOf(request)
    response.json(representList(store, store.all.map(order => linked(order, base)), base))
  })
  app.get('/orders/:id', (request, response) => {
    response.json(linked(store.get(request.params.id), baseOf(request)))
  })
  return createServer(app)
}
