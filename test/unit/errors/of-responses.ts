import type { FastifyInstance } from 'fastify'
import { forward } from '../../../lib/features/forward.ts'
import hyper, {
  cursorPage, cursorQuery, defineLinks, defineRoutes, type HyperOptions,
  LinkTarget, offsetPage, pageQuery, problem, resourceOf,
  validationProblem
} from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { type ErrorRow, handler, onRequest, options, target, wrong } from './error-rows.ts'

interface Part {
  id: number
}

const endless = defineLinks<Part>('part', links => {
  links.embed('part', ({ id }) => ({ id: id + 1 }), endless)
})

const nowhere = defineLinks<object>('order', links => { links.link('next', () => LinkTarget.route('GetOder')) })
const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })
const Stale = Routes as typeof Routes & { Gone: typeof Routes.GetOrder }

const rendered = (links: LinkConfig<never>, given: HyperOptions = {}, accept = '*/*') => onRequest(async app => {
  await app.register(hyper, given)
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, handler)
  app.addHook('onRequest', async request => { request.headers.accept = accept })
  app.get('/value', { config: { hyper: { links } } }, handler)
})

const hal = { content: { 'application/hal+json': { schema: { type: 'object' } } } }
const embedding = (schema?: object) => defineLinks<object>(
  'order',
  links => { links.embed('line', () => ({}), defineLinks<object>(() => {}, schema === undefined ? {} : { schema })) }
)

const started = (
  links: LinkConfig<never>, given: HyperOptions = {}, response: object = {},
  prepare: (app: FastifyInstance) => unknown = () => {}
) => async (app: FastifyInstance) => {
  await app.register(hyper, given)
  prepare(app)
  app.get('/value', { schema: { response }, config: { hyper: { links } } }, handler)
  await app.ready()
}

const hrefOf = (target: LinkTarget) => async (app: FastifyInstance) => {
  await app.register(hyper)
  app.hyper.href(target)
}

const filledIn = (query: string) => async (app: FastifyInstance) => {
  let failure: unknown
  app.addHook('onError', async (_request, _reply, error) => { failure = error })
  await app.register(hyper)
  const address = { type: 'object', properties: { street: { type: 'string' } } }
  app.get('/value', {
    schema: { querystring: { type: 'object', properties: { address } } }, config: { hyper: { formInput: true } }
  }, handler)
  await app.inject(`/value?${query}`)
  throw failure
}

const page = (changed: object) => () => offsetPage([], { page: 1, pageSize: 10, totalCount: 0, ...changed })
const members = (changed: object) => () => problem({ status: 400, ...changed })
const conflict = () => problem({ status: 409 })

/** What fails while a response is made, and what pages and problems reject. */
export const ofResponses: readonly ErrorRow[] = [
  ['an action that is not declared', 'FST_ERR_HYPER_UNKNOWN_ACTION', [
    'app.hyper.allowed', "'cancel'", 'No link configuration declares it'
  ], async app => {
    await app.register(hyper)
    await app.hyper.allowed({} as never, 'cancel', {})
  }],
  [
    'a cycle of children', 'FST_ERR_HYPER_EMBED_CYCLE', ['links of part', 'part > part', 'Link to one of them'],
    rendered(endless)
  ],
  [
    'a response without a schema for its media type', 'FST_ERR_HYPER_NO_RESPONSE_SCHEMA',
    [
      'route GET /value, response 200', 'application/json, application/prs.hal-forms+json',
      'Add application/json or */*'
    ],
    started(nowhere, { mode: 'strict' }, { 200: hal })
  ],
  [
    'an embedded resource without a schema', 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA',
    ["order, embedded 'line'", 'no schema', 'Give their link configuration a { schema }'],
    started(embedding(), { mode: 'strict' })
  ],
  [
    'an embedded resource of an unknown class', 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA',
    ["order, embedded 'line'", 'no schema', 'or register one for their class'],
    started(defineLinks<object>('order', links => { links.embed('line', () => ({})) }), { mode: 'strict' })
  ],
  [
    'the schema of an embedded resource', 'FST_ERR_HYPER_INVALID_SCHEMA',
    ['links of the embedded', 'route GET /value: ', 'with addSchema()'], started(embedding({ $ref: 'nowhere#' }))
  ],
  [
    'a schema that the compiler of the app rejects', 'FST_ERR_HYPER_INVALID_SCHEMA',
    ['links of the embedded', "route GET /value: 'rejected'", 'with addSchema()'],
    started(embedding({}), {}, {}, app => app.setSerializerCompiler(() => { throw wrong<Error>('rejected') }))
  ],
  [
    'a link in strict mode', 'FST_ERR_HYPER_LINK_UNRESOLVED',
    ['links of order', 'next', "no route is named 'GetOder'. Did you mean 'GetOrder'?"],
    rendered(nowhere, { mode: 'strict' })
  ],
  [
    'a formatter that gives no text', 'FST_ERR_HYPER_INVALID_FORMATTER',
    ['the formatter of application/x', 'an object', 'returns the JSON of the whole resource'],
    rendered(nowhere, { formatters: [{ mediaType: 'application/x', format: () => wrong({}) }] }, 'application/x')
  ],
  [
    'a callback that throws no error', 'FST_ERR_HYPER_CALLBACK_FAILED',
    ["links of order, relation 'next'", 'undefined', 'Throw an Error'],
    rendered(defineLinks<object>('order', links => { links.link('next', () => { throw wrong(undefined) }) }))
  ],
  [
    'a name that the catalog lost', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    ['links of order', "'Gone'", 'write the catalog anew'],
    rendered(defineLinks<object>('order', links => { links.link('next', () => Stale.Gone({ id: 1 })) }))
  ],
  [
    'an action to a name that the catalog lost', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    ['links of order', "'Gone'", 'write the catalog anew'],
    rendered(defineLinks<object>('order', links => { links.affordance('next', () => Stale.Gone({ id: 1 })) }))
  ],

  ['the resource of a route without one', 'FST_ERR_HYPER_NO_RESOURCE', [
    'GET /value', 'resourceOf', 'Load one: config: { hyper: { resource: request => … } }'
  ], onRequest(async app => {
    await app.register(hyper)
    app.get('/value', async request => resourceOf(request))
  })],
  ['a response that is an event stream', 'FST_ERR_HYPER_EVENT_STREAM', [
    'GET /value', 'the response of GET /events', 'open its own URL'
  ], onRequest(async app => {
    app.get('/events', (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'))
    app.get('/value', async (_request, reply) => forward(app, reply, { method: 'GET', path: '/events' }))
  })],
  ['a response that is too long to be read', 'FST_ERR_HYPER_RESPONSE_TOO_LARGE', [
    'GET /value', '16 MiB', 'open its own URL'
  ], onRequest(async app => {
    app.get('/long', () => 'x'.repeat(17_000_000))
    app.get('/value', async (_request, reply) => forward(app, reply, { method: 'GET', path: '/long' }))
  })],
  ['a resource that is no object', 'FST_ERR_HYPER_INVALID_OPTION', [
    'route GET /value, config.hyper, resource', 'a string', 'Return an object, and null if there is no resource'
  ], onRequest(async app => {
    await app.register(hyper)
    app.get('/value', { config: { hyper: { resource: wrong(() => 'order') } } }, handler)
  })],

  ['href of no target', 'FST_ERR_HYPER_INVALID_TARGET', [
    'app.hyper.href', 'a string', 'Use LinkTarget.route'
  ], async app => {
    await options({})(app)
    app.hyper.href(wrong('/orders'))
  }],
  ['href in strict mode', 'FST_ERR_HYPER_LINK_UNRESOLVED', [
    'app.hyper.href', 'Far', "no route is named 'Far'"
  ], async app => {
    await options({ mode: 'strict' })(app)
    app.hyper.href(LinkTarget.route('Far'))
  }],
  ['href of a name that the catalog lost', 'FST_ERR_HYPER_UNKNOWN_ROUTE', [
    'app.hyper.href', "'Gone'", 'The route catalog does not contain it'
  ], async app => {
    await options({})(app)
    app.hyper.href(Stale.Gone({ id: 1 }))
  }],
  ['href of a name that only the catalog lacks', 'FST_ERR_HYPER_UNKNOWN_ROUTE', [
    'app.hyper.href', "'Gone' in the route catalog", 'The app has one: write the catalog anew'
  ], async app => {
    await options({})(app)
    app.get('/gone', { config: { hyper: { name: 'Gone' } } }, () => ({}))
    app.hyper.href(Stale.Gone({ id: 1 }))
  }],

  [
    'a status below 400', 'FST_ERR_HYPER_INVALID_PROBLEM', ['problem, status', '399', 'Give a status of 400 to 599'],
    members({ status: 399 })
  ],
  [
    'a status above 599', 'FST_ERR_HYPER_INVALID_PROBLEM', ['problem, status', '600', 'Give a status'],
    members({ status: 600 })
  ],
  [
    'a status that is no whole number', 'FST_ERR_HYPER_INVALID_PROBLEM', ['problem, status', '404.5', 'Give a status'],
    members({ status: 404.5 })
  ],
  [
    'a status that is no number', 'FST_ERR_HYPER_INVALID_PROBLEM', ['problem, status', 'a string', 'Give a status'],
    members({ status: '404' })
  ],
  ...['title', 'detail', 'type', 'instance'].map((name): ErrorRow => [
    `a ${name} that is no text`, 'FST_ERR_HYPER_INVALID_PROBLEM', [`problem, ${name}`, 'a number', 'Give a string'],
    members({ [name]: 5 })
  ]),
  ...['type', 'title', 'status', 'detail', 'instance', '_links', '_actions', ''].map((name): ErrorRow => [
    `an extension named '${name}'`, 'FST_ERR_HYPER_INVALID_PROBLEM',
    ['problem, extension', `'${name}'`, 'Use another name than type, title'], () => conflict().extension(name, 1)
  ]),
  [
    'a link of a problem without a target', 'FST_ERR_HYPER_INVALID_TARGET',
    ["problem, link 'help'", 'a string', 'Use LinkTarget.route'], () => conflict().link('help', wrong('/help'))
  ],
  [
    'an action of a problem without a target', 'FST_ERR_HYPER_INVALID_TARGET',
    ["problem, action 'retry'", 'null', 'Use LinkTarget.route'], () => conflict().action('retry', wrong(null))
  ],
  [
    'a link of a problem without a name', 'FST_ERR_HYPER_INVALID_NAME',
    ['links of a problem document', "''", 'Give a string'], () => conflict().link('', target)
  ],
  [
    'an action of a problem twice', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ['links of a problem document', "'retry'", 'a name of its own'],
    () => conflict().action('retry', target).action('retry', target)
  ],
  ['a problem with links and no plugin', 'FST_ERR_HYPER_NOT_REGISTERED', [
    'GET /value', 'a problem document with links', 'await app.register(hyper)'
  ], onRequest(app => {
    app.get('/value', (_, reply) => conflict().link('help', target).send(reply))
  })],

  [
    'a name with a forbidden part', 'FST_ERR_HYPER_INVALID_INPUT',
    ['querystring', "'a.__proto__.b'", 'No part of a name may be __proto__'], filledIn('a.__proto__.b=1')
  ],
  [
    'a value that is sent twice', 'FST_ERR_HYPER_INVALID_INPUT',
    ['querystring', "'address.street'", 'send a value once'], filledIn('address=x&address.street=y')
  ],
  [
    'a problem of no validation error', 'FST_ERR_HYPER_INVALID_PROBLEM',
    ['validationProblem', 'an instance of TypeError', 'Give a validation error of Fastify'],
    () => validationProblem(new TypeError('broken'))
  ],
  [
    'a problem of no error', 'FST_ERR_HYPER_INVALID_PROBLEM', ['validationProblem', 'null', 'Give a validation error'],
    () => validationProblem(null)
  ],
  [
    'a problem of an error whose validation is no array', 'FST_ERR_HYPER_INVALID_PROBLEM',
    ['validationProblem', 'an object', 'Give a validation error'], () => validationProblem({ validation: 'x' })
  ],
  [
    'a problem of a validation error with a success status', 'FST_ERR_HYPER_INVALID_PROBLEM',
    ['problem, status', '200', 'Give a status'], () => validationProblem({ validation: [], statusCode: 200 })
  ],

  [
    'a page of no array', 'FST_ERR_HYPER_INVALID_PAGE',
    ['offsetPage, items', 'an instance of Set', 'Give the array of the items'],
    () => offsetPage(wrong<[]>(new Set()), { page: 1, pageSize: 1, totalCount: 0 })
  ],
  [
    'a problem without details', 'FST_ERR_HYPER_INVALID_PROBLEM', ['problem, status', 'undefined', 'Give a status'],
    () => problem(wrong(undefined))
  ],
  [
    'a problem with an unknown member', 'FST_ERR_HYPER_UNKNOWN_KEY', ['problem', "'details'", "Did you mean 'detail'?"],
    () => problem(wrong({ status: 404, details: 'x' }))
  ],
  [
    'a URL of a function', 'FST_ERR_HYPER_INVALID_TARGET',
    ['app.hyper.href', 'a function of a resource', 'give the values themselves'],
    hrefOf(LinkTarget.route('GetOrder', () => ({ id: 1 })))
  ],
  [
    'a default size over the largest', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, default size', '50', 'from 1 to the largest size, 10'],
    () => pageQuery({}, { defaultPageSize: 50, maxPageSize: 10 })
  ],
  [
    'a largest size that is half', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, maxPageSize', '50.5', 'a whole number from 1'], () => pageQuery({}, { maxPageSize: 50.5 })
  ],
  [
    'a largest size that is a word', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, maxPageSize', "'many'", 'a whole number from 1'], () => pageQuery({}, wrong({ maxPageSize: 'many' }))
  ],
  [
    'a largest size of null', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, maxPageSize', 'null', 'a whole number from 1'], () => pageQuery({}, wrong({ maxPageSize: null }))
  ],
  [
    'a largest limit of 0', 'FST_ERR_HYPER_INVALID_OPTION', ['cursorQuery, maxLimit', '0', 'a whole number from 1'],
    () => cursorQuery({}, { maxLimit: 0 })
  ],
  [
    'options of pageQuery that are null', 'FST_ERR_HYPER_INVALID_OPTION', ['pageQuery', 'null', 'Give an object.'],
    () => pageQuery({}, wrong(null))
  ],
  [
    'names of parameters that are a string', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, names', "'p'", 'Give an object.'], () => pageQuery({}, wrong({ names: 'p' }))
  ],
  [
    'an unknown parameter of pageQuery', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['pageQuery, names', "'pagesize'", "Did you mean 'pageSize'?"],
    () => pageQuery({}, wrong({ names: { pagesize: 'size' } }))
  ],
  [
    'a name of a parameter that is a number', 'FST_ERR_HYPER_INVALID_OPTION',
    ['pageQuery, names, page', '5', 'Give the name of the query parameter.'],
    () => pageQuery({}, wrong({ names: { page: 5 } }))
  ],
  [
    'an empty name of a parameter', 'FST_ERR_HYPER_INVALID_OPTION',
    ['cursorQuery, names, limit', "''", 'Give the name of the query parameter.'],
    () => cursorQuery({}, { names: { limit: '' } })
  ],
  [
    'two parameters of one name', 'FST_ERR_HYPER_DUPLICATE_NAME', ['pageQuery, names', "'N'", 'a name of its own'],
    () => pageQuery({}, { names: { page: 'n', pageSize: 'N' } })
  ],
  [
    'a parameter with the default name of the other', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ['cursorQuery, names', "'limit'", 'a name of its own'], () => cursorQuery({}, { names: { cursor: 'limit' } })
  ],
  [
    'an unknown option of pageQuery', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['pageQuery', "'maxPagesize'", "Did you mean 'maxPageSize'?"], () => pageQuery({}, wrong({ maxPagesize: 10 }))
  ],
  [
    'page 0', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, page', '0', 'Give a whole number of at least 1'],
    page({ page: 0 })
  ],
  [
    'half a page', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, page', '1.5', 'Give a whole number'], page({ page: 1.5 })
  ],
  [
    'a page that is a text', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, page', 'a string', 'Give a whole number'],
    page({ page: '2' })
  ],
  [
    'a page size of 0', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, pageSize', '0', 'at least 1'], page({ pageSize: 0 })
  ],
  [
    'fewer items than none', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, totalCount', '-1', 'at least 0'],
    page({ totalCount: -1 })
  ],
  [
    'items without end', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, totalCount', 'Infinity', 'Give a whole number'],
    page({ totalCount: Infinity })
  ],
  [
    'an empty relation of items', 'FST_ERR_HYPER_INVALID_NAME',
    ['offsetPage, rel', "''", 'Give a string that is not empty'], page({ rel: '' })
  ],
  [
    'a relation of items with a space', 'FST_ERR_HYPER_INVALID_NAME', ['offsetPage, rel', "'a b'", 'Omit spaces'],
    page({ rel: 'a b' })
  ],
  [
    'a page without options', 'FST_ERR_HYPER_INVALID_PAGE', ['offsetPage, page', 'undefined', 'Give a whole number'],
    () => offsetPage([], wrong(undefined))
  ],
  [
    'a cursor page of no array', 'FST_ERR_HYPER_INVALID_PAGE',
    ['cursorPage, items', 'null', 'Give the array of the items'], () => cursorPage(wrong<[]>(null))
  ],
  [
    'a next cursor that is no text', 'FST_ERR_HYPER_INVALID_PAGE',
    ['cursorPage, next', 'a number', 'Give the cursor as a string'], () => cursorPage([], { next: wrong(5) })
  ],
  [
    'a previous cursor that is no text', 'FST_ERR_HYPER_INVALID_PAGE',
    ['cursorPage, prev', 'an object', 'or null if there is no such page'], () => cursorPage([], { prev: wrong({}) })
  ],
  [
    'a relation of items that is no text', 'FST_ERR_HYPER_INVALID_NAME', ['cursorPage, rel', '5', 'Give a string'],
    () => cursorPage([], { rel: wrong(5) })
  ]
]
