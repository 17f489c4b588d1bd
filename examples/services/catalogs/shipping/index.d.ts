/** The routes of the service, for the option `services`. */
export declare const catalog: {
  version: 1,
  routes: {
    DeliverShipment: {
      methods: [
        'POST'
      ],
      path: '/shipments/:order/deliver',
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
    GetShipment: {
      methods: [
        'GET'
      ],
      path: '/shipments/:order',
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
    ListShipments: {
      methods: [
        'GET'
      ],
      path: '/shipments',
      querystring: {
        type: 'object',
        properties: {
          order: {
            type: 'integer'
          }
        }
      }
    },
    PutShipment: {
      methods: [
        'PUT'
      ],
      path: '/shipments/:order',
      summary: 'Ship the order',
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
          address: {
            type: 'string',
            minLength: 1,
            maxLength: 200
          }
        },
        required: [
          'address'
        ]
      }
    }
  }
}
