import hyper, { defineRoutes, LinkConfig } from '../../../lib/index.ts'
import { type ErrorTable, group, handler, onRequest, options, route, someLinks, wrong } from './error-rows.ts'

class OrderLinks extends LinkConfig<object> {
  configure (): void {}
}

const ROUTE = 'route GET /orders, config.hyper'
const DEPRECATION = 'route GET /orders, deprecation'
const GROUP = 'register option hyper of /v2'

/** Bad options of routes and scopes, and the plugin used twice or too late. */
export const ofRoutes: ErrorTable = {
  UNKNOWN_KEY: [
    [`${ROUTE} | 'lnks' | Did you mean 'links'?`, route({ lnks: true })],
    [
      `${ROUTE}, preconditions | 'requiresIfMatch' | Did you mean 'requireIfMatch'?`,
      route({ preconditions: { requiresIfMatch: true } })
    ],
    [`${ROUTE}, resource | 'link' | Did you mean 'links'?`, route({ resource: { load: handler, link: someLinks } })],
    [`${DEPRECATION} | 'sunsets' | Did you mean 'sunset'?`, route({ deprecation: { sunsets: '2027-01-01' } })],
    [`${GROUP} | 'formats' | Did you mean 'format'?`, group({ links: true, formats: 'hal' })],
    [
      `${GROUP} | 'name' | Known keys: links, format, deprecation, policy, conceal, preconditions`,
      group({ links: true, name: 'v2' })
    ],
    [`${GROUP} | 'resource' | Known keys: links`, group({ policy: false, resource: handler })]
  ],
  INVALID_OPTION: [
    [`${ROUTE} | true | Give an object: hyper: { links: true }`, route(true)],
    [`${ROUTE} | an array of 0 | Give an object`, route([])],
    [`${ROUTE}, name | '' | Give the name of the route as a string`, route({ name: '' })],
    [`${ROUTE}, name | 5 | Give the name of the route`, route({ name: 5 })],
    [`${ROUTE}, format | true | Give the name of a format or a media type`, route({ format: true })],
    [`${ROUTE}, etag | 'v1' | Give a function of the value that returns its tag`, route({ etag: 'v1' })],
    [`${ROUTE}, formInput | 'yes' | Use true or false`, route({ formInput: 'yes' })],
    [`${ROUTE}, preconditions | true | Give an object: { requireIfMatch: true }`, route({ preconditions: true })],
    [`${ROUTE}, preconditions | an array of 1 | Give an object`, route({ preconditions: [true] })],
    [
      `${ROUTE}, preconditions, requireIfMatch | 'yes' | Use true or false`,
      route({ preconditions: { requireIfMatch: 'yes' } })
    ],
    [
      `${ROUTE}, preconditions, tag | 'v1' | Give a function of the resource that returns its tag`,
      route({ preconditions: { tag: 'v1' } })
    ],
    [
      'route PUT /orders, config.hyper, preconditions, tag | a function without a resource is not valid',
      async app => {
        await app.register(hyper)
        app.put('/orders', { config: { hyper: { preconditions: { tag: () => 1 } } } }, handler)
      }
    ],
    [`${ROUTE}, policy | true | Give the name of a policy, a list of names, or false`, route({ policy: true })],
    [`${ROUTE}, policy | '' | Give the name of a policy`, route({ policy: '' })],
    [`${ROUTE}, policy | an array of 0 | Give the name of a policy`, route({ policy: [] })],
    [`${ROUTE}, policy | an array of 2 | Give the name of a policy`, route({ policy: ['a', 5] })],
    [`${ROUTE}, policy | the function handler | Give the name of a policy`, route({ policy: handler })],
    [`${ROUTE}, conceal | 404 | Use true, 403 or false`, route({ conceal: 404 })],
    [
      `${ROUTE}, resource | 'order' | Give a function of the request that loads the resource, ` +
        '{ load, links, tag, missing }, or false',
      route({ resource: 'order' })
    ],
    [
      `${ROUTE}, resource, load | undefined | Give a function of the request`,
      route({ resource: { links: someLinks } })
    ],
    [`${ROUTE}, resource, missing | 'passes' | Use 'pass'`, route({ resource: { load: handler, missing: 'passes' } })],
    [`${ROUTE}, deprecation | 'soon' | Give true or { deprecatedAt, sunset, link }`, route({ deprecation: 'soon' })],
    [`${GROUP}, format | '' | Give the name of a format`, group({ format: '' })],
    [`${GROUP}, deprecation | 1 | Give true or`, group({ deprecation: 1 })],
    [`${GROUP}, policy | 1 | Give the name of a policy`, group({ policy: 1 })],
    [`${GROUP}, preconditions | true | Give an object`, group({ preconditions: true })],
    [
      "defineRoutes, 'GetOrder' | 'GET' | Write the method, one space and the full path",
      () => defineRoutes({ GetOrder: wrong('GET') })
    ],
    ["defineRoutes, 'GetOrder' | null | Write the method", () => defineRoutes({ GetOrder: wrong(null) })]
  ],
  INVALID_CONFIG: [
    [`${ROUTE}, links | 'yes' | Use defineLinks(type, links => …)`, route({ links: 'yes' })],
    [`${ROUTE}, links | the function OrderLinks | Give an instance: new OrderLinks()`, route({ links: OrderLinks })],
    [`${ROUTE}, links | an array of 1 | Use defineLinks`, route({ links: [someLinks] })],
    [
      `${ROUTE}, resource, links | undefined | Use defineLinks`,
      route({ resource: { load: handler, links: undefined } })
    ],
    [`${GROUP}, links | an object | Use defineLinks`, group({ links: {} })],
    ['app.hyper.addLinks, argument [0] | the function OrderLinks | new OrderLinks()', async app => {
      await options({})(app)
      app.hyper.addLinks(wrong(OrderLinks))
    }]
  ],
  UNKNOWN_POLICY: [
    [
      `${ROUTE}, policy | the policy 'staff' is not registered | Add it to the option policies`,
      route({ policy: 'staff' })
    ]
  ],
  INVALID_DEPRECATION: [
    [
      `${DEPRECATION}, deprecatedAt | 'yesterday' | Give a Date or an ISO 8601 string`,
      route({ deprecation: { deprecatedAt: 'yesterday' } })
    ],
    [`${DEPRECATION}, sunset | 2027 | Give a Date or an ISO 8601 string`, route({ deprecation: { sunset: 2027 } })],
    [`${DEPRECATION}, sunset | an invalid date | Give a Date`, route({ deprecation: { sunset: new Date(NaN) } })],
    [
      `${DEPRECATION}, sunset | an instance of Date | up to the year 9999`,
      route({ deprecation: { sunset: new Date(Date.UTC(10_000, 0)) } })
    ],
    [
      `${DEPRECATION}, sunset | '2026-01-01' | It is before deprecatedAt`,
      route({ deprecation: { deprecatedAt: '2026-01-02', sunset: '2026-01-01' } })
    ],
    [`${DEPRECATION}, link | '/a b' | Give a URL in printable ASCII`, route({ deprecation: { link: '/a b' } })],
    [
      `${DEPRECATION}, link | an instance of URL | Give a URL`,
      route({ deprecation: { link: new URL('https://example.com') } })
    ]
  ],
  DUPLICATE_ROUTE: [
    ["route GET /b | 'Twice' | is already used by route GET /a", async app => {
      await app.register(hyper)
      app.get('/a', { config: { hyper: { name: 'Twice' } } }, handler)
      app.get('/b', { config: { hyper: { name: 'Twice' } } }, handler)
    }],
    ["route POST /a | 'Twice' | is already used by route GET /a", async app => {
      await app.register(hyper)
      app.get('/a', { config: { hyper: { name: 'Twice' } } }, handler)
      app.post('/a', { config: { hyper: { name: 'Twice' } } }, handler)
    }]
  ],
  ALREADY_REGISTERED: [
    ['app.register(hyper) | already registered | Register it once', async app => {
      await app.register(hyper)
      await app.register(hyper)
    }],
    ['app.register(hyper) | in this scope or a parent of it | app.hyper.addLinks()', async app => {
      await app.register(hyper)
      await app.register(async scope => { await scope.register(hyper) })
    }]
  ],
  ALREADY_READY: [
    ['app.hyper.addLinks | after the app became ready | Add them before app.ready()', async app => {
      await options({})(app)
      await app.ready()
      app.hyper.addLinks(someLinks)
    }]
  ],
  FORMAT_NOT_REGISTERED: [
    ["route GET /value | 'application/hal+jsn' | Did you mean 'application/hal+json'?", onRequest(async app => {
      await app.register(hyper)
      app.get('/value', { config: { hyper: { links: someLinks, format: 'application/hal+jsn' } } }, handler)
    })]
  ]
}
