import {
  type AffordanceDeclaration, defineLinks, defineRoutes, type HyperOptions, type LinkBuilder, type LinkDeclaration,
  LinkTarget
} from '../../../lib/index.ts'
import type { FieldDeclaration } from '../../../types/declarations.ts'
import { type ErrorTable, options, target, wrong } from './error-rows.ts'

const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })
const Stale = Routes as typeof Routes & { GetOrdr: typeof Routes.GetOrder }
const getOrder = LinkTarget.route('GetOrder', { id: 1 })
const NEXT = "links of order, relation 'next'"
const CANCEL = "links of order, action 'cancel'"
const REASON = `${CANCEL}, fields, 'reason'`

const reason = { type: 'object', properties: { reason: { type: 'string' } } }
type Declare = (links: LinkBuilder<object>) => unknown
const nextTo = (target: LinkTarget): Declare => links => links.link('next', target)
const cancelTo = (target: LinkTarget): Declare => links => links.affordance('cancel', target)
const next = (chain: (link: LinkDeclaration<object>) => unknown): Declare => links => chain(links.link('next', target))
const cancel = (chain: (action: AffordanceDeclaration<object>) => unknown): Declare =>
  links => chain(links.affordance('cancel', target))
const withFields = (fields: Record<string, FieldDeclaration<object>>) =>
  cancel(action => action.accepts(reason).fields(fields))
const withField = (field: FieldDeclaration<object>) => withFields({ reason: field })
const STRICT: HyperOptions = { mode: 'strict' }

// RFC 8288, section 3.3, and what no text for people should hold.
const NO_NAMES: ReadonlyArray<readonly [name: unknown, remedy: string]> = [
  ['', 'Give a string that is not empty'], [5, 'Give a string'], [undefined, 'Give a string'], ['a b', 'Omit spaces'],
  ['a"b', 'double quotes'], ...['\t', '\n', '\u0000', '\u007f', '\u0085'].map(
    control => [`a${control}b`, 'control characters'] as const
  )
]

const NAMED: ReadonlyArray<(name: string) => Declare> = [
  name => links => links.link(name, target),
  name => links => links.linkMany(name, [target]),
  name => links => links.affordance(name, target),
  name => links => links.embed(name, () => null),
  name => links => links.embedMany(name, () => []),
  name => links => links.curie(name, '/rels/{rel}')
]

const badNames = NAMED.flatMap(declare => NO_NAMES.map(
  ([name, remedy]) => [`links of order | ${String(name).slice(0, 1)} | ${remedy}`, declare(wrong(name))] as const
))

/** Bad declarations of a link configuration. */
export const ofLinks: ErrorTable<[declare: Declare, given?: HyperOptions]> = {
  UNKNOWN_KEY: [
    [`${NEXT}, target | 'titel' | Did you mean 'title'?`, nextTo(LinkTarget.uri('/x', wrong({ titel: 'T' })))],
    [`${NEXT} | 'titel' | Did you mean 'title'?`, links => links.link('next', target, wrong({ titel: 'Next' }))],
    [`${NEXT} | 'href' | Known keys: title, name, type`, links => links.linkMany('next', [], wrong({ href: '/' }))],
    [`${REASON} | 'promt' | Did you mean 'prompt'?`, withField(wrong({ promt: 'Why' }))],
    [
      `${REASON}, options | 'inline' | Known keys: route, promptField, valueField`,
      withField(wrong({ options: { inline: [] } }))
    ],
    [`${CANCEL}, fields | 'raeson' | Did you mean 'reason'? Known keys: reason.`, withFields({ raeson: {} })]
  ],
  INVALID_OPTION: [
    [`${NEXT}, target, title | 5 | Give a string`, links => links.link('next', target.title(wrong(5)))],
    [`${NEXT}, title | 5 | Give a string`, links => links.link('next', target, { title: wrong(5) })],
    [`${NEXT}, hreflang | an object | Give a string`, next(link => link.hreflang(wrong({})))],
    [`${CANCEL}, title | true | Give a string`, cancel(action => action.title(wrong(true)))],
    [`${NEXT}, when | true | Give a function of the resource`, next(link => link.when(wrong(true)))],
    [
      `${CANCEL}, requireAuthorization | a function | Give the name of a policy`,
      cancel(action => action.requireAuthorization(wrong(() => true)))
    ],
    [
      `${NEXT}, requireAuthorization | 'id' | Give a function of the resource`,
      next(link => link.requireAuthorization('default', wrong('id')))
    ],
    [`${CANCEL}, accepts | 'reason' | Give a JSON schema`, cancel(action => action.accepts(wrong<object>('reason')))],
    [
      `${CANCEL}, fields | 'reason' | Give an object: field declarations by the names of fields`,
      cancel(action => action.fields(wrong('reason')))
    ],
    [`${REASON} | 'Why' | Give an object: { prompt, placeholder`, withField(wrong('Why'))],
    [`${REASON} | null | Give an object`, withField(wrong(null))],
    [
      `${REASON}, prompt | 5 | Give a string, a function of the resource, or strings by language`,
      withField(wrong({ prompt: 5 }))
    ],
    [`${REASON}, placeholder | an array of 1 | strings by language`, withField(wrong({ placeholder: ['Why'] }))],
    [`${REASON}, type | 'txt' | Did you mean 'text'? HAL-FORMS has: hidden, text`, withField(wrong({ type: 'txt' }))],
    [`${REASON}, type | null | HAL-FORMS has`, withField(wrong({ type: null }))],
    [`${REASON}, rows | 0.5 | Give a whole number from 1`, withField({ rows: 0.5 })],
    [`${REASON}, cols | 0 | Give a whole number from 1`, withField({ cols: 0 })],
    [
      `${REASON}, options, route | undefined | Give the name of the route that lists the choices`,
      withField(wrong({ options: {} }))
    ],
    [
      `${REASON}, options, valueField | 5 | Give a string`,
      withField(wrong({ options: { route: 'GetOrder', valueField: 5 } }))
    ],
    [
      `${CANCEL}, prefill | an object | Give a function of the resource`,
      cancel(action => action.prefill(wrong({ reason: 'none' })))
    ],
    [`${NEXT}, title | an object | strings by language`, next(link => link.title({}))],
    [
      `${CANCEL}, title | an object | { en: 'Cancel', de: 'Stornieren' }`,
      cancel(action => action.title({ en_US: 'Cancel' }))
    ],
    [`${CANCEL}, title | an object | strings by language`, cancel(action => action.title(wrong({ en: 5 })))],
    [
      "embedded 'item' | an object | Give a function of the resource",
      links => links.embed('item', wrong({ id: 1 }))
    ]
  ],
  DUPLICATE_NAME: [
    [
      "page, query | 'p' is declared twice | another name",
      links => links.page({ page: 1, pageSize: 1, total: 9, query: { page: 'p', pageSize: 'P' } })
    ],
    [
      "relation 'self' | 'self' is declared twice | A resource has one canonical URL",
      links => [links.self(target), links.self(target)]
    ],
    [
      "relation 'SELF' | 'SELF' is declared twice | one canonical URL",
      links => [links.self(target), links.link('SELF', target)]
    ],
    [
      `${CANCEL} | 'cancel' is declared twice | a name of its own`,
      links => [links.affordance('cancel', target), links.affordance('cancel', target)]
    ],
    [
      "action 'b' | 'default' is declared twice | One action of a resource may be the default",
      links => [links.affordance('a', target).asDefault(), links.affordance('b', target).asDefault()]
    ],
    [
      "action 'a' | 'default' | may be the default",
      links => [links.affordance('default', target), links.affordance('a', target).asDefault()]
    ],
    [
      "curie 'acme' | 'acme' is declared twice | Declare each prefix once",
      links => [links.curie('acme', '/{rel}'), links.curie('acme', '/{rel}')]
    ],
    [
      "embedded 'Item' | 'Item' is declared twice | links.embedMany",
      links => [links.embed('item', () => null), links.embedMany('Item', () => [])]
    ]
  ],
  INVALID_TARGET: [
    [`${NEXT} | 5 | as a string`, nextTo(LinkTarget.uri(wrong(5)))],
    [`${NEXT} | undefined | as a string`, nextTo(LinkTarget.route(wrong<string>(undefined)))],
    [`${NEXT} | a string | Use LinkTarget.route`, links => links.link('next', wrong('/orders'))],
    ["relation 'self' | undefined | Use LinkTarget.route", links => links.self(wrong(undefined))],
    [`${NEXT} | null | or a function that returns one`, links => links.linkMany('next', [target, wrong(null)])],
    [
      `${CANCEL} | an instance of URL | Use LinkTarget.route`,
      links => links.affordance('cancel', wrong<LinkTarget>(new URL('http://localhost')))
    ],
    [
      `${CANCEL} | a URI template | use LinkTarget.route or LinkTarget.uri`,
      cancelTo(LinkTarget.template('/orders/{id}'))
    ],
    [
      `${CANCEL} | a route template with variables | do not fit the path /orders/:id`,
      cancelTo(LinkTarget.routeTemplate('GetOrder'))
    ]
  ],
  LINK_UNRESOLVED: [
    [`${NEXT} | the values {} do not fit the path /orders/:id`, nextTo(LinkTarget.route('GetOrder')), STRICT],
    [`${CANCEL} | the values {} do not fit the path`, cancelTo(LinkTarget.route('GetOrder')), STRICT]
  ],
  INVALID_NAME: [
    ...badNames,
    ["relation 'Curies' | 'Curies' | use links.curie", links => links.link('Curies', target)],
    ["links of order | 'curies' | use links.curie", links => links.linkMany('curies', [])],
    ["curie 'a:b' | 'a:b' | A CURIE prefix has no colon", links => links.curie('a:b', '/{rel}')],
    ["relation 'self' | 'self' is not a valid name | use links.self", links => links.linkMany('self', [target])],
    ["relation 'Self' | 'Self' is not a valid name | use links.self", links => links.linkMany('Self', [])]
  ],
  INVALID_TEMPLATE: [
    ["curie 'acme' | '/rels' | a CURIE template holds {rel}", links => links.curie('acme', '/rels')],
    [`${NEXT} | '/orders{?page' | is not closed`, nextTo(LinkTarget.template('/orders{?page'))],
    [`${NEXT} | '' | it is empty`, nextTo(LinkTarget.template(''))]
  ],
  INVALID_METHOD: [
    [`${NEXT} | without GET | The route 'CreateOrder' has only POST`, nextTo(LinkTarget.route('CreateOrder')), STRICT],
    [`${CANCEL} | 'P U T' | Give an HTTP method`, cancel(action => action.method('P U T'))],
    [`${CANCEL} | undefined | Give an HTTP method`, cancel(action => action.method(wrong(undefined)))],
    [`${CANCEL} | 'PUT' | The route 'GetOrder' has GET`, links => links.affordance('cancel', getOrder).put()]
  ],
  UNKNOWN_ROUTE: [
    [
      `${CANCEL}, field 'reason' | 'GetOder' | Did you mean 'GetOrder'?`,
      withField({ options: { route: 'GetOder' } }), STRICT
    ],
    [`${NEXT} | 'GetOder' | Did you mean 'GetOrder'?`, nextTo(LinkTarget.route('GetOder')), STRICT],
    [
      `${NEXT} | 'Far' | Name the route with config.hyper.name`,
      links => links.linkMany('next', [target, LinkTarget.routeTemplate('Far')]), STRICT
    ],
    [`${CANCEL} | 'Far' | Name the route`, cancelTo(LinkTarget.route('Far')), STRICT],
    [
      `${NEXT} | 'GetOrdr' | Did you mean 'GetOrder'?`,
      links => links.link('next', Stale.GetOrdr({ id: 1 })), { routes: Routes }
    ]
  ],
  ACCEPTS_MISSING: [
    [
      `${CANCEL} | a localized string | Register it: await app.register(accepts)`,
      cancel(action => action.title({ en: 'Cancel', de: 'Stornieren' }))
    ]
  ],
  UNKNOWN_POLICY: [
    [
      `${NEXT} | the policy 'admn' is not registered | Did you mean 'admin'?`,
      next(link => link.requireAuthorization('admn')), { policies: { admin: () => true } }
    ],
    [`${CANCEL} | 'default' | Add it to the option policies`, cancel(action => action.requireAuthorization())],
    ["embedded 'item' | 'toString' | Add it", links => links.embed('item', () => null).requireAuthorization('toString')]
  ]
}

/** What the functions that make a configuration reject. */
export const ofConfigurations: ErrorTable = {
  INVALID_CONFIG: [
    [
      'links of order | an asynchronous function | Links are declared at once',
      options({ links: [defineLinks('order', wrong<() => void>(async () => { throw new Error('unheard') }))] })
    ],
    [
      'defineLinks | the function Order | a function that declares its links',
      () => { class Order {} return defineLinks(wrong<() => void>(Order)) }
    ],
    [
      'defineLinks | the function Line | a function that declares its links',
      () => { class Order {} class Line {} return defineLinks(Order, wrong<() => void>(Line)) }
    ],
    [
      'defineLinks | an object | a function that declares its links',
      () => defineLinks(wrong<object>({ $id: 'order' }), wrong<() => void>(undefined))
    ]
  ],
  UNKNOWN_KEY: [
    [
      "defineLinks, options | 'shema' | Did you mean 'schema'?",
      () => defineLinks('order', () => {}, wrong({ shema: {} }))
    ]
  ]
}
