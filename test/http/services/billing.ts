import type { ServiceCatalog } from '../../../lib/index.ts'

const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }

/** The catalog of a service, as `hyper-api catalog` writes one. */
export const billing: ServiceCatalog = {
  version: 1,
  routes: {
    GetInvoice: { methods: ['GET'], path: '/invoices/:id', params: id },
    ListInvoices: {
      methods: ['GET'],
      path: '/invoices',
      querystring: { type: 'object', properties: { order: { type: 'integer' }, page: { type: 'integer' } } }
    },
    OldInvoice: { methods: ['GET'], path: '/old/:id', deprecation: { link: 'https://billing.example/old' } },
    PayInvoice: {
      methods: ['POST'],
      path: '/invoices/:id/pay',
      summary: 'Pay',
      params: id,
      body: {
        type: 'object',
        properties: { card: { $ref: '#/$defs/card' }, amount: { type: 'integer', minimum: 1 } },
        required: ['card'],
        $defs: { card: { type: 'string', minLength: 4 } }
      }
    },
    VoidInvoice: { methods: ['DELETE'], path: '/invoices/:id' }
  }
}
