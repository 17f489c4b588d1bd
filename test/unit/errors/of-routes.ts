import hyper, { defineRoutes, LinkConfig } from '../../../lib/index.ts'
import { type ErrorRow, group, handler, onRequest, options, route, someLinks, wrong } from './error-rows.ts'

class OrderLinks extends LinkConfig<object> {
  configure (): void {}
}

const AT_ROUTE = 'route GET /orders, config.hyper'
const AT_DEPRECATION = 'route GET /orders, deprecation'
const AT_GROUP = 'register option hyper of /v2'

/** Bad options of routes and scopes, and the plugin used twice or too late. */
export const ofRoutes: readonly ErrorRow[] = [
  ['a route key', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_ROUTE, "'lnks'", "Did you mean 'links'?"], route({ lnks: true })],
  [
    'no object', 'FST_ERR_HYPER_INVALID_OPTION', [AT_ROUTE, 'true', 'Give an object: hyper: { links: true }'],
    route(true)
  ],
  ['an array', 'FST_ERR_HYPER_INVALID_OPTION', [AT_ROUTE, 'an array of 0', 'Give an object'], route([])],
  [
    'an empty name', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, name`, "''", 'Give the name of the route as a string'], route({ name: '' })
  ],
  [
    'a name that is no text', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_ROUTE}, name`, '5', 'Give the name of the route'],
    route({ name: 5 })
  ],
  [
    'links that are no configuration', 'FST_ERR_HYPER_INVALID_CONFIG',
    [`${AT_ROUTE}, links`, "'yes'", 'Use defineLinks(type, links => …)'], route({ links: 'yes' })
  ],
  [
    'a class of configurations', 'FST_ERR_HYPER_INVALID_CONFIG',
    [`${AT_ROUTE}, links`, 'the function OrderLinks', 'Give an instance: new OrderLinks()'],
    route({ links: OrderLinks })
  ],
  [
    'several configurations', 'FST_ERR_HYPER_INVALID_CONFIG',
    [`${AT_ROUTE}, links`, 'an array of 1', 'Use defineLinks'], route({ links: [someLinks] })
  ],
  [
    'a format that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, format`, 'true', 'Give the name of a format or a media type'], route({ format: true })
  ],
  [
    'an etag that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, etag`, "'v1'", 'Give a function of the value that returns its tag'], route({ etag: 'v1' })
  ],
  [
    'a form input that is neither true nor false', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, formInput`, "'yes'", 'Use true or false'], route({ formInput: 'yes' })
  ],
  [
    'preconditions that are no object', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, preconditions`, 'true', 'Give an object: { requireIfMatch: true }'], route({ preconditions: true })
  ],
  [
    'preconditions in an array', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, preconditions`, 'an array of 1', 'Give an object'], route({ preconditions: [true] })
  ],
  [
    'a key of preconditions', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [`${AT_ROUTE}, preconditions`, "'requiresIfMatch'", "Did you mean 'requireIfMatch'?"],
    route({ preconditions: { requiresIfMatch: true } })
  ],
  [
    'a precondition that is neither true nor false', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, preconditions, requireIfMatch`, "'yes'", 'Use true or false'],
    route({ preconditions: { requireIfMatch: 'yes' } })
  ],
  [
    'a tag that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, preconditions, tag`, "'v1'", 'Give a function of the resource that returns its tag'],
    route({ preconditions: { tag: 'v1' } })
  ],
  [
    'a policy that is no name', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, policy`, 'true', 'Give the name of a policy, a list of names, or false'], route({ policy: true })
  ],
  [
    'an empty policy', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_ROUTE}, policy`, "''", 'Give the name of a policy'],
    route({ policy: '' })
  ],
  [
    'no policy in a list', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, policy`, 'an array of 0', 'Give the name of a policy'], route({ policy: [] })
  ],
  [
    'a policy in a list that is no name', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, policy`, 'an array of 2', 'Give the name of a policy'], route({ policy: ['a', 5] })
  ],
  [
    'a policy that is a function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, policy`, 'the function handler', 'Give the name of a policy'], route({ policy: handler })
  ],
  [
    'a policy that is not registered', 'FST_ERR_HYPER_UNKNOWN_POLICY',
    [`${AT_ROUTE}, policy`, "'staff'", 'Add it to the option policies'], route({ policy: 'staff' })
  ],
  [
    'conceal that is neither true, 403 nor false', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, conceal`, '404', 'Use true, 403 or false'],
    route({ conceal: 404 })
  ],
  [
    'a resource that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [
      `${AT_ROUTE}, resource`, "'order'",
      'Give a function of the request that loads the resource, { load, links, tag, missing }, or false'
    ],
    route({ resource: 'order' })
  ],
  [
    'a resource without a function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, resource, load`, 'undefined', 'Give a function of the request'],
    route({ resource: { links: someLinks } })
  ],
  [
    'a resource with a configuration that is undefined', 'FST_ERR_HYPER_INVALID_CONFIG',
    [`${AT_ROUTE}, resource, links`, 'undefined', 'Use defineLinks'],
    route({ resource: { load: handler, links: undefined } })
  ],
  [
    'a missing resource with another word', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, resource, missing`, "'passes'", "Use 'pass'"],
    route({ resource: { load: handler, missing: 'passes' } })
  ],
  [
    'a key of a resource', 'FST_ERR_HYPER_UNKNOWN_KEY', [`${AT_ROUTE}, resource`, "'link'", "Did you mean 'links'?"],
    route({ resource: { load: handler, link: someLinks } })
  ],
  [
    'a deprecation that is no object', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_ROUTE}, deprecation`, "'soon'", 'Give true or { deprecatedAt, sunset, link }'],
    route({ deprecation: 'soon' })
  ],

  [
    'a deprecation key', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_DEPRECATION, "'sunsets'", "Did you mean 'sunset'?"],
    route({ deprecation: { sunsets: '2027-01-01' } })
  ],
  [
    'a date that is none', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, deprecatedAt`, "'yesterday'", 'give a Date or an ISO 8601 string'],
    route({ deprecation: { deprecatedAt: 'yesterday' } })
  ],
  [
    'a date that is no text', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, sunset`, '2027', 'give a Date or an ISO 8601 string'], route({ deprecation: { sunset: 2027 } })
  ],
  [
    'an invalid Date', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, sunset`, 'an instance of Date', 'give a Date'],
    route({ deprecation: { sunset: new Date(NaN) } })
  ],
  [
    'the year 10000', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, sunset`, 'an instance of Date', 'up to the year 9999'],
    route({ deprecation: { sunset: new Date(Date.UTC(10_000, 0)) } })
  ],
  [
    'a sunset before the deprecation', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, sunset`, "'2026-01-01'", 'it is before deprecatedAt'],
    route({ deprecation: { deprecatedAt: '2026-01-02', sunset: '2026-01-01' } })
  ],
  [
    'a deprecation link with a space', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, link`, "'/a b'", 'give a URL in printable ASCII'], route({ deprecation: { link: '/a b' } })
  ],
  [
    'a deprecation link that is no text', 'FST_ERR_HYPER_INVALID_DEPRECATION',
    [`${AT_DEPRECATION}, link`, 'an instance of URL', 'give a URL'],
    route({ deprecation: { link: new URL('https://example.com') } })
  ],

  [
    'a key of a scope beside one that is known', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [AT_GROUP, "'formats'", "Did you mean 'format'?"], group({ links: true, formats: 'hal' })
  ],
  [
    'a name for a scope', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [AT_GROUP, "'name'", 'Known keys: links, format, deprecation, policy, conceal, preconditions'],
    group({ links: true, name: 'v2' })
  ],
  [
    'a configuration of a scope', 'FST_ERR_HYPER_INVALID_CONFIG',
    [`${AT_GROUP}, links`, 'an object', 'Use defineLinks'], group({ links: {} })
  ],
  [
    'a format of a scope', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_GROUP}, format`, "''", 'Give the name of a format'],
    group({ format: '' })
  ],
  [
    'a deprecation of a scope', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_GROUP}, deprecation`, '1', 'Give true or'],
    group({ deprecation: 1 })
  ],

  [
    'a policy of a scope', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_GROUP}, policy`, '1', 'Give the name of a policy'],
    group({ policy: 1 })
  ],
  [
    'preconditions of a scope', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_GROUP}, preconditions`, 'true', 'Give an object'], group({ preconditions: true })
  ],
  [
    'a resource of a scope', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_GROUP, "'resource'", 'Known keys: links'],
    group({ policy: false, resource: handler })
  ],

  ['two routes of one name', 'FST_ERR_HYPER_DUPLICATE_ROUTE', [
    'route GET /b', "'Twice'", 'is already used by route GET /a'
  ], async app => {
    await app.register(hyper)
    app.get('/a', { config: { hyper: { name: 'Twice' } } }, handler)
    app.get('/b', { config: { hyper: { name: 'Twice' } } }, handler)
  }],
  ['two methods under one name', 'FST_ERR_HYPER_DUPLICATE_ROUTE', [
    'route POST /a', "'Twice'", 'is already used by route GET /a'
  ], async app => {
    await app.register(hyper)
    app.get('/a', { config: { hyper: { name: 'Twice' } } }, handler)
    app.post('/a', { config: { hyper: { name: 'Twice' } } }, handler)
  }],
  [
    'a signature without a path', 'FST_ERR_HYPER_INVALID_OPTION',
    ["defineRoutes, 'GetOrder'", "'GET'", 'Write the method, one space and the full path'],
    () => defineRoutes({ GetOrder: wrong('GET') })
  ],
  [
    'a signature that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    ["defineRoutes, 'GetOrder'", 'null', 'Write the method'], () => defineRoutes({ GetOrder: wrong(null) })
  ],

  ['the plugin twice', 'FST_ERR_HYPER_ALREADY_REGISTERED', [
    'app.register(hyper)', 'already registered', 'Register it once'
  ], async app => {
    await app.register(hyper)
    await app.register(hyper)
  }],
  ['the plugin in a scope below', 'FST_ERR_HYPER_ALREADY_REGISTERED', [
    'app.register(hyper)', 'in this scope or a parent of it', 'app.hyper.addLinks()'
  ], async app => {
    await app.register(hyper)
    await app.register(async scope => { await scope.register(hyper) })
  }],
  ['a configuration that is added too late', 'FST_ERR_HYPER_ALREADY_READY', [
    'app.hyper.addLinks', 'after the app became ready', 'Add them before app.ready()'
  ], async app => {
    await options({})(app)
    await app.ready()
    app.hyper.addLinks(someLinks)
  }],
  ['a bad configuration that is added', 'FST_ERR_HYPER_INVALID_CONFIG', [
    'app.hyper.addLinks, argument [0]', 'the function OrderLinks', 'new OrderLinks()'
  ], async app => {
    await options({})(app)
    app.hyper.addLinks(wrong(OrderLinks))
  }],
  ['a format that is not registered', 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED', [
    'route GET /value', "'application/hal+jsn'", "Did you mean 'application/hal+json'?"
  ], onRequest(async app => {
    await app.register(hyper)
    app.get('/value', { config: { hyper: { links: someLinks, format: 'application/hal+jsn' } } }, handler)
  })]
]
