/** The routes of the service, for the option `services`. */
export declare const catalog: {
  version: 1,
  routes: {
    CancelOrder: {
      methods: [
        'POST'
      ],
      path: '/orders/:id/cancel',
      params: {
        type: 'object',
        properties: {
          id: {
            type: 'integer'
          }
        },
        required: [
          'id'
        ]
      }
    },
    CreateOrder: {
      methods: [
        'POST'
      ],
      path: '/orders',
      body: {
        type: 'object',
        properties: {
          item: {
            type: 'string',
            minLength: 1,
            maxLength: 80
          },
          total: {
            type: 'integer',
            minimum: 1,
            maximum: 9999
          }
        },
        required: [
          'item',
          'total'
        ]
      }
    },
    GetOrder: {
      methods: [
        'GET'
      ],
      path: '/orders/:id',
      params: {
        type: 'object',
        properties: {
          id: {
            type: 'integer'
          }
        },
        required: [
          'id'
        ]
      }
    },
    GetRoot: {
      methods: [
        'GET'
      ],
      path: '/'
    },
    ListOrders: {
      methods: [
        'GET'
      ],
      path: '/orders'
    }
  }
}
