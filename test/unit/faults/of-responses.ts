import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { forward } from '../../../lib/features/forward.ts'
import hyper, {
  cursorPage, cursorQuery, defineLinks, defineRoutes, type HyperOptions, type LinkBuilder, LinkTarget, OffsetPage,
  offsetPage, pageQuery, problem, resourceOf, validationProblem
} from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { type ErrorTable, handler, onRequest, options, target, wrong } from './error-rows.ts'

interface Part {
  id: number
}

const endless = defineLinks<Part>('part', links => {
  links.embed('part', ({ id }) => ({ id: id + 1 }), endless)
})

const STRICT: HyperOptions = { mode: 'strict' }
const order = (declare: (links: LinkBuilder<object>) => unknown) =>
  defineLinks<object>('order', links => { declare(links) })
const nowhere = order(links => links.link('next', () => LinkTarget.route('GetOder')))
const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })
const Stale = Routes as typeof Routes & { Gone: typeof Routes.GetOrder }

const rendered = (links: LinkConfig<never>, given: HyperOptions = {}, accept = '*/*') => onRequest(async app => {
  await app.register(hyper, given)
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, handler)
  app.addHook('onRequest', async request => { request.headers.accept = accept })
  app.get('/value', { config: { hyper: { links } } }, handler)
})

const embedding = (schema?: object) => order(links =>
  links.embed('line', () => ({}), defineLinks<object>(() => {}, schema === undefined ? {} : { schema })))

const started = (
  links: LinkConfig<never>, given: HyperOptions = {}, response: object = {},
  prepare: (app: FastifyInstance) => unknown = () => {}
) => async (app: FastifyInstance) => {
  await app.register(hyper, given)
  prepare(app)
  app.get('/value', { schema: { response }, config: { hyper: { links } } }, handler)
  await app.ready()
}

const hrefOf = (target: LinkTarget, given: HyperOptions = {}, name = 'GetOrder') => async (app: FastifyInstance) => {
  await app.register(hyper, given)
  app.get('/orders/:id', { config: { hyper: { name } } }, handler)
  app.hyper.href(target)
}

const filledIn = (query: string) => onRequest(async app => {
  await app.register(hyper)
  const address = { type: 'object', properties: { street: { type: 'string' } } }
  app.get('/value', {
    schema: { querystring: { type: 'object', properties: { address } } }, config: { hyper: { formInput: true } }
  }, handler)
}, `/value?${query}`)

const page = (changed: object) => () => offsetPage([], { page: 1, pageSize: 10, totalCount: 0, ...changed })
const members = (changed: object) => () => problem({ status: 400, ...changed })
const conflict = () => problem({ status: 409 })

/** What fails while a response is made, and what pages and problems reject. */
export const ofResponses: ErrorTable = {
  UNKNOWN_ACTION: [
    ["app.hyper.allowed | 'cancel' | No link configuration declares it", async app => {
      await app.register(hyper)
      await app.hyper.allowed({} as never, 'cancel', {})
    }]
  ],
  EMBED_CYCLE: [
    ['links of part | part > part | Link to one of them', rendered(endless)]
  ],
  NO_RESPONSE_SCHEMA: [
    [
      'route GET /value, response 200 | no schema for application/json | Add application/json or */*',
      onRequest(async app => {
        await app.register(hyper, STRICT)
        const response = { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } }
        app.get('/value', { schema: { response }, config: { hyper: { links: order(() => {}) } } }, handler)
      })
    ]
  ],
  NO_EMBEDDED_SCHEMA: [
    ["order, embedded 'line' | no schema | Give their link configuration a { schema }", started(embedding(), STRICT)],
    [
      "order, embedded 'line' | no schema | or register one for their class",
      started(order(links => links.embed('line', () => ({}))), STRICT)
    ]
  ],
  INVALID_SCHEMA: [
    ['links of the embedded | route GET /value:  | with addSchema()', started(embedding({ $ref: 'nowhere#' }))],
    [
      "links of the embedded | route GET /value: 'rejected' | with addSchema()",
      started(embedding({}), {}, {}, app => app.setSerializerCompiler(() => { throw wrong<Error>('rejected') }))
    ]
  ],
  LINK_UNRESOLVED: [
    ["links of order | next | no route is named 'GetOder'. Did you mean 'GetOrder'?", rendered(nowhere, STRICT)],
    ["app.hyper.href | no route is named 'Far'", hrefOf(LinkTarget.route('Far'), STRICT)]
  ],
  INVALID_FORMATTER: [
    [
      'the formatter of application/x | an object | returns the JSON of the whole resource',
      rendered(nowhere, { formatters: [{ mediaType: 'application/x', format: () => wrong({}) }] }, 'application/x')
    ]
  ],
  CALLBACK_FAILED: [
    [
      "links of order, relation 'next' | undefined | Throw an Error",
      rendered(order(links => links.link('next', () => { throw wrong(undefined) })))
    ]
  ],
  UNKNOWN_ROUTE: [
    [
      "links of order | 'Gone' | Write the catalog anew",
      rendered(order(links => links.link('next', () => Stale.Gone({ id: 1 }))))
    ],
    [
      "links of order | 'Gone' | Write the catalog anew",
      rendered(order(links => links.affordance('next', () => Stale.Gone({ id: 1 }))))
    ],
    ["app.hyper.href | 'Gone' in the route catalog | Write the catalog anew", hrefOf(Stale.Gone({ id: 1 }))],
    [
      "app.hyper.href | 'Gone' in the route catalog | The app has one. Write the catalog anew",
      hrefOf(Stale.Gone({ id: 1 }), {}, 'Gone')
    ]
  ],
  NO_RESOURCE: [
    ['GET /value | resourceOf | Load one: config: { hyper: { resource: request => … } }', onRequest(async app => {
      await app.register(hyper)
      app.get('/value', async request => resourceOf(request))
    })]
  ],
  EVENT_STREAM: [
    ['GET /value | the response of GET /events | open its own URL', onRequest(async app => {
      app.get('/events', (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'))
      app.get('/value', async (_request, reply) => forward(app, reply, { method: 'GET', path: '/events' }))
    })]
  ],
  RESPONSE_TOO_LARGE: [
    ['GET /value | 16 MiB | open its own URL', onRequest(async app => {
      app.get('/long', () => 'x'.repeat(17_000_000))
      app.get('/value', async (_request, reply) => forward(app, reply, { method: 'GET', path: '/long' }))
    })]
  ],
  INVALID_OPTION: [
    [
      'route GET /value, config.hyper, resource | a string | Return an object, and null if there is no resource',
      onRequest(async app => {
        await app.register(hyper)
        app.get('/value', { config: { hyper: { resource: wrong(() => 'order') } } }, handler)
      })
    ],
    [
      'route GET /value, config.hyper, resource | an array of 1 | Return an object',
      onRequest(async app => {
        await app.register(hyper)
        app.get('/value', { config: { hyper: { resource: () => [handler] } } }, handler)
      })
    ],
    [
      "pageQuery, 'maxPageSize' | 10 | Give the JSON schema of the parameter. The options of pageQuery are its second",
      () => pageQuery(wrong({ maxPageSize: 10 }))
    ],
    [
      "pageQuery, 'q' | a Zod schema | Give one object schema: pageQuery(z.object({ … }))",
      () => pageQuery({ q: z.string() })
    ],
    [
      'pageQuery, default size | 50 | from 1 to the largest size, 10',
      () => pageQuery({}, { defaultPageSize: 50, maxPageSize: 10 })
    ],
    ['pageQuery, maxPageSize | 50.5 | a whole number from 1', () => pageQuery({}, { maxPageSize: 50.5 })],
    ["pageQuery, maxPageSize | 'many' | a whole number from 1", () => pageQuery({}, wrong({ maxPageSize: 'many' }))],
    ['pageQuery, maxPageSize | null | a whole number from 1', () => pageQuery({}, wrong({ maxPageSize: null }))],
    ['cursorQuery, maxLimit | 0 | a whole number from 1', () => cursorQuery({}, { maxLimit: 0 })],
    ['pageQuery | null | Give an object.', () => pageQuery({}, wrong(null))],
    ["pageQuery, names | 'p' | Give an object.", () => pageQuery({}, wrong({ names: 'p' }))],
    [
      'pageQuery, names, page | 5 | Give the name of the query parameter.',
      () => pageQuery({}, wrong({ names: { page: 5 } }))
    ],
    [
      "cursorQuery, names, limit | '' | Give the name of the query parameter.",
      () => cursorQuery({}, { names: { limit: '' } })
    ]
  ],
  INVALID_TARGET: [
    ['app.hyper.href | a string | Use LinkTarget.route', async app => {
      await options({})(app)
      app.hyper.href(wrong('/orders'))
    }],
    ["problem, link 'help' | a string | Use LinkTarget.route", () => conflict().link('help', wrong('/help'))],
    ["problem, action 'retry' | null | Use LinkTarget.route", () => conflict().action('retry', wrong(null))],
    [
      'app.hyper.href | a function of a resource | give the values themselves',
      hrefOf(LinkTarget.route('GetOrder', () => ({ id: 1 })))
    ]
  ],
  INVALID_PROBLEM: [
    ...['title', 'detail', 'type', 'instance']
      .map(name => [`problem, ${name} | a number | Give a string`, members({ [name]: 5 })] as const),
    ...['type', 'title', 'status', 'detail', 'instance', '_links', '_actions', ''].map(name => [
      `problem, extension | '${name}' | Use another name than type, title`, () => conflict().extension(name, 1)
    ] as const),
    ['problem, status | 399 | Give a status of 400 to 599', members({ status: 399 })],
    ['problem, status | undefined | Give a status of 400 to 599', members({ status: undefined })],
    ['problem, status | 600 | Give a status', members({ status: 600 })],
    ['problem, status | 404.5 | Give a status', members({ status: 404.5 })],
    ['problem, status | a string | Give a status', members({ status: '404' })],
    [
      'validationProblem | an instance of TypeError | Give a validation error of Fastify',
      () => validationProblem(new TypeError('broken'))
    ],
    ['validationProblem | null | Give a validation error', () => validationProblem(null)],
    ['validationProblem | an object | Give a validation error', () => validationProblem({ validation: 'x' })],
    ['problem, status | 200 | Give a status', () => validationProblem({ validation: [], statusCode: 200 })],
    ['problem, status | undefined | Give a status', () => problem(wrong(undefined))]
  ],
  INVALID_NAME: [
    ["links of a problem document | '' | Give a string", () => conflict().link('', target)],
    ["offsetPage, rel | '' | Give a string that is not empty", page({ rel: '' })],
    ["offsetPage, rel | 'a b' | Omit spaces", page({ rel: 'a b' })],
    ['cursorPage, rel | 5 | Give a string', () => cursorPage([], { rel: wrong(5) })]
  ],
  DUPLICATE_NAME: [
    [
      "links of a problem document | 'retry' | a name of its own",
      () => conflict().action('retry', target).action('retry', target)
    ],
    ["pageQuery, names | 'N' | a name of its own", () => pageQuery({}, { names: { page: 'n', pageSize: 'N' } })],
    ["cursorQuery, names | 'limit' | a name of its own", () => cursorQuery({}, { names: { cursor: 'limit' } })],
    [
      "links of OffsetPage, items | 'item' | Give the items another relation: { rel: … }",
      onRequest(async app => {
        await app.register(hyper, {
          links: [defineLinks(OffsetPage, links => { links.embed('item', () => ({}), order(() => {})) })]
        })
        app.addHook('onRequest', async request => { request.headers.accept = 'application/hal+json' })
        app.get('/value', { config: { hyper: { links: true } } }, () =>
          offsetPage([{}], { page: 1, pageSize: 1, totalCount: 1 }))
      })
    ]
  ],
  NOT_REGISTERED: [
    [
      'GET /value | a problem document with links | await app.register(hyper)',
      onRequest(app => { app.get('/value', (_, reply) => conflict().link('help', target).send(reply)) })
    ]
  ],
  INVALID_INPUT: [
    ["querystring | 'a.__proto__.b' | No part of a name may be __proto__", filledIn('a.__proto__.b=1')],
    ["querystring | 'address.street' | send a value once", filledIn('address=x&address.street=y')]
  ],
  INVALID_PAGE: [
    [
      'offsetPage, items | an instance of Map | Give the array of the items',
      () => offsetPage(wrong<[]>(new Map()), { page: 1, pageSize: 1, totalCount: 0 })
    ],
    ['offsetPage, page | 0 | Give a whole number of at least 1', page({ page: 0 })],
    ['offsetPage, page | 1.5 | Give a whole number', page({ page: 1.5 })],
    [
      'offsetPage, page | undefined | declare it: schema: { querystring: pageQuery() }',
      page({ page: undefined })
    ],
    ['offsetPage, page | a string | Give a whole number', page({ page: '2' })],
    ['offsetPage, pageSize | 0 | at least 1', page({ pageSize: 0 })],
    ['offsetPage, totalCount | -1 | at least 0', page({ totalCount: -1 })],
    ['offsetPage, totalCount | Infinity | Give a whole number', page({ totalCount: Infinity })],
    ['offsetPage, page | undefined | Give a whole number', () => offsetPage([], wrong(undefined))],
    ['cursorPage, items | null | Give the array of the items', () => cursorPage(wrong<[]>(null))],
    ['cursorPage, next | a number | Give the cursor as a string', () => cursorPage([], { next: wrong(5) })],
    ['cursorPage, prev | an object | or null if there is no such page', () => cursorPage([], { prev: wrong({}) })]
  ],
  UNKNOWN_KEY: [
    ["problem | 'details' | Did you mean 'detail'?", () => problem(wrong({ status: 404, details: 'x' }))],
    [
      "pageQuery, names | 'pagesize' | Did you mean 'pageSize'?",
      () => pageQuery({}, wrong({ names: { pagesize: 'size' } }))
    ],
    ["pageQuery | 'maxPagesize' | Did you mean 'maxPageSize'?", () => pageQuery({}, wrong({ maxPagesize: 10 }))]
  ]
}
