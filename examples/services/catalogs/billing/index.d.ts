/** The routes of the service, for the option `services`. */
export declare const catalog: {
  version: 1,
  routes: {
    GetInvoice: {
      methods: [
        'GET'
      ],
      path: '/invoices/:order',
      params: {
        type: 'object',
        properties: {
          order: {
            type: 'integer'
          }
        },
        required: [
          'order'
        ]
      }
    },
    ListInvoices: {
      methods: [
        'GET'
      ],
      path: '/invoices',
      querystring: {
        type: 'object',
        properties: {
          order: {
            type: 'integer'
          }
        }
      }
    },
    PayInvoice: {
      methods: [
        'POST'
      ],
      path: '/invoices/:order/pay',
      params: {
        type: 'object',
        properties: {
          order: {
            type: 'integer'
          }
        },
        required: [
          'order'
        ]
      }
    },
    PutInvoice: {
      methods: [
        'PUT'
      ],
      path: '/invoices/:order',
      summary: 'Send an invoice',
      params: {
        type: 'object',
        properties: {
          order: {
            type: 'integer'
          }
        },
        required: [
          'order'
        ]
      },
      body: {
        type: 'object',
        properties: {
          amount: {
            type: 'integer',
            minimum: 1,
            maximum: 9999
          }
        },
        required: [
          'amount'
        ]
      }
    }
  }
}
