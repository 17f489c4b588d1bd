import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper, {
  evaluatePreconditions, problem, resourceOf
} from 'fastify-hyper'
import type { Database } from 'node-sqlite3-wasm'

interface Stock {
  readonly id: number
  readonly quantity: number
  readonly version: number
}

type StockRequest =
  FastifyRequest<{ Params: { id: number }, Body: { quantity: number } }>

export async function stocks (
  app: FastifyInstance, db: Database
): Promise<void> {
  await app.register(hyper)
  const integer = { type: 'integer' }
  const params = { type: 'object', properties: { id: integer } }
  const body = {
    type: 'object',
    required: ['quantity'],
    properties: { quantity: integer }
  }
  const resource = ({ params }: StockRequest) => db.get(
    'SELECT * FROM stocks WHERE id = ?', params.id
  )
  const tag = ({ version }: Stock) => version

  app.get('/stocks/:id', {
    schema: { params },
    config: { hyper: { resource, etag: tag } }
  }, request =>
    resourceOf<Stock>(request))

  app.put('/stocks/:id', {
    schema: { params, body },
    config: {
      hyper: { resource, preconditions: { requireIfMatch: true, tag } }
    }
  }, (request: StockRequest, reply) => {
    const { id, version } = resourceOf<Stock>(request)
    const sql = `UPDATE stocks SET quantity = ?, version = version + 1
      WHERE id = ? AND version = ?`
    if (db.run(sql, [request.body.quantity, id, version]).changes === 1) {
      return reply.code(204).send()
    }
    // Another request wrote after the guard had loaded the row: 412, or 409 for
    // If-Match: *, which the new version matches too.
    const tag = resource(request)?.['version'] as number | undefined
    return evaluatePreconditions(request, tag) ?? problem({
      status: 409,
      detail: 'Another request has changed the stock. Send this one again.'
    })
  })
}
