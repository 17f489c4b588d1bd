import { defineLinks, defineRoutes, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import type { FieldDeclaration } from '../../../types/declarations.ts'
import { declared, type ErrorRow, options, target, wrong } from './error-rows.ts'

const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })
const Stale = Routes as typeof Routes & { GetOrdr: typeof Routes.GetOrder }
const getOrder = LinkTarget.route('GetOrder', { id: 1 })
const AT_NEXT = "links of order, relation 'next'"
const AT_CANCEL = "links of order, action 'cancel'"
const AT_REASON = `${AT_CANCEL}, fields, 'reason'`

const reason = { type: 'object', properties: { reason: { type: 'string' } } }
const withField = (field: FieldDeclaration<object>) =>
  (links: LinkBuilder<object>) => links.affordance('cancel', target).accepts(reason).fields({ reason: field })

// RFC 8288, section 3.3, and what no text for people should hold.
const NO_NAMES: Readonly<Record<string, [name: unknown, remedy: string]>> = {
  'an empty text': ['', 'Give a string that is not empty'],
  'no text': [5, 'Give a string'],
  nothing: [undefined, 'Give a string'],
  'a space': ['a b', 'Omit spaces'],
  'a tab': ['a\tb', 'control characters'],
  'a line feed': ['a\nb', 'control characters'],
  'a double quote': ['a"b', 'double quotes'],
  NUL: ['a\u0000b', 'control characters'],
  DEL: ['a\u007fb', 'control characters'],
  'a C1 control': ['a\u0085b', 'control characters']
}

const NAMED = {
  relation: (name: string) => declared(links => links.link(name, target)),
  'relation of many': (name: string) => declared(links => links.linkMany(name, [target])),
  action: (name: string) => declared(links => links.affordance(name, target)),
  'embedded relation': (name: string) => declared(links => links.embed(name, () => null)),
  'embedded relation of many': (name: string) => declared(links => links.embedMany(name, () => [])),
  prefix: (name: string) => declared(links => links.curie(name, '/rels/{rel}'))
}

const badNames = Object.entries(NAMED)
  .flatMap(([kind, cause]) => Object.entries(NO_NAMES).map(([what, [name, remedy]]): ErrorRow => [
    `${kind}: ${what}`, 'FST_ERR_HYPER_INVALID_NAME', ['links of order', String(name).slice(0, 1), remedy],
    cause(wrong(name))
  ]))

/** Bad declarations of a link configuration. */
export const ofLinks: readonly ErrorRow[] = [
  [
    'an asynchronous declaration', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['links of order', 'an asynchronous function', 'Links are declared at once'],
    options({ links: [defineLinks('order', wrong<() => void>(async () => { throw new Error('unheard') }))] })
  ],
  [
    'an unknown option of defineLinks', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['defineLinks, options', "'shema'", "Did you mean 'schema'?"],
    () => defineLinks('order', () => {}, wrong({ shema: {} }))
  ],
  [
    'an unknown attribute of a target', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [`${AT_NEXT}, target`, "'titel'", "Did you mean 'title'?"],
    declared(links => links.link('next', LinkTarget.uri('/x', wrong({ titel: 'T' }))))
  ],
  [
    'an attribute of a target that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_NEXT}, target, title`, '5', 'Give a string'], declared(links => links.link('next', target.title(wrong(5))))
  ],
  [
    'a class and no function', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['defineLinks', 'the function Order', 'a function that declares its links'],
    () => { class Order {} return defineLinks(wrong<() => void>(Order)) }
  ],
  [
    'two classes', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['defineLinks', 'the function Line', 'a function that declares its links'],
    () => { class Order {} class Line {} return defineLinks(Order, wrong<() => void>(Line)) }
  ],
  [
    'two parameters of a page with one name', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ['page, query', "'p' is declared twice", 'another name'],
    declared(links => links.page({ page: 1, pageSize: 1, total: 9, query: { page: 'p', pageSize: 'P' } }))
  ],
  [
    'a configuration that declares nothing', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['defineLinks', 'an object', 'a function that declares its links'],
    () => defineLinks(wrong<object>({ $id: 'order' }), wrong<() => void>(undefined))
  ],
  [
    'an attribute that is no text', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_NEXT}, title`, '5', 'Give a string'],
    declared(links => links.link('next', target, { title: wrong(5) }))
  ],
  [
    'a chained attribute that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_NEXT}, hreflang`, 'an object', 'Give a string'],
    declared(links => links.link('next', target).hreflang(wrong({})))
  ],
  [
    "an action's title that is no text", 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, title`, 'true', 'Give a string'],
    declared(links => links.affordance('cancel', target).title(wrong(true)))
  ],
  [
    'a URL that is no text', 'FST_ERR_HYPER_INVALID_TARGET', [AT_NEXT, '5', 'as a string'],
    declared(links => links.link('next', LinkTarget.uri(wrong(5))))
  ],
  [
    'a route name that is no text', 'FST_ERR_HYPER_INVALID_TARGET', [AT_NEXT, 'undefined', 'as a string'],
    declared(links => links.link('next', LinkTarget.route(wrong<string>(undefined))))
  ],
  ...badNames,
  [
    'the relation curies', 'FST_ERR_HYPER_INVALID_NAME', ["relation 'Curies'", "'Curies'", 'use links.curie'],
    declared(links => links.link('Curies', target))
  ],
  [
    'the relation curies for many', 'FST_ERR_HYPER_INVALID_NAME', ['links of order', "'curies'", 'use links.curie'],
    declared(links => links.linkMany('curies', []))
  ],
  [
    'a prefix with a colon', 'FST_ERR_HYPER_INVALID_NAME', ["curie 'a:b'", "'a:b'", 'A CURIE prefix has no colon'],
    declared(links => links.curie('a:b', '/{rel}'))
  ],
  [
    'a curie without its variable', 'FST_ERR_HYPER_INVALID_TEMPLATE',
    ["curie 'acme'", "'/rels'", 'a CURIE template holds {rel}'], declared(links => links.curie('acme', '/rels'))
  ],

  [
    'self twice', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["relation 'self'", "'self' is declared twice", 'A resource has one canonical URL'],
    declared(links => [links.self(target), links.self(target)])
  ],
  [
    'self beside link self', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["relation 'SELF'", "'SELF' is declared twice", 'one canonical URL'],
    declared(links => [links.self(target), links.link('SELF', target)])
  ],
  [
    'many under self', 'FST_ERR_HYPER_INVALID_NAME',
    ["relation 'self'", "'self' is not a valid name", 'use links.self'],
    declared(links => links.linkMany('self', [target]))
  ],
  [
    'none under Self', 'FST_ERR_HYPER_INVALID_NAME',
    ["relation 'Self'", "'Self' is not a valid name", 'use links.self'], declared(links => links.linkMany('Self', []))
  ],
  [
    'an action twice', 'FST_ERR_HYPER_DUPLICATE_NAME', [AT_CANCEL, "'cancel' is declared twice", 'a name of its own'],
    declared(links => [links.affordance('cancel', target), links.affordance('cancel', target)])
  ],
  [
    'two default actions', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["action 'b'", "'default' is declared twice", 'One action of a resource may be the default'],
    declared(links => [links.affordance('a', target).asDefault(), links.affordance('b', target).asDefault()])
  ],
  [
    'a default beside one of that name', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["action 'a'", "'default'", 'may be the default'],
    declared(links => [links.affordance('default', target), links.affordance('a', target).asDefault()])
  ],
  [
    'a prefix twice', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["curie 'acme'", "'acme' is declared twice", 'Declare each prefix once'],
    declared(links => [links.curie('acme', '/{rel}'), links.curie('acme', '/{rel}')])
  ],
  [
    'an embedded relation twice', 'FST_ERR_HYPER_DUPLICATE_NAME',
    ["relation 'Item'", "'Item' is declared twice", 'links.embedMany'],
    declared(links => [links.embed('item', () => null), links.embedMany('Item', () => [])])
  ],

  [
    'an attribute', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_NEXT, "'titel'", "Did you mean 'title'?"],
    declared(links => links.link('next', target, wrong({ titel: 'Next' })))
  ],
  [
    'an attribute of many', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_NEXT, "'href'", 'Known keys: title, name, type'],
    declared(links => links.linkMany('next', [], wrong({ href: '/' })))
  ],
  [
    'a text as a target', 'FST_ERR_HYPER_INVALID_TARGET', [AT_NEXT, 'a string', 'Use LinkTarget.route'],
    declared(links => links.link('next', wrong('/orders')))
  ],
  [
    'no target of self', 'FST_ERR_HYPER_INVALID_TARGET', ["relation 'self'", 'undefined', 'Use LinkTarget.route'],
    declared(links => links.self(wrong(undefined)))
  ],
  [
    'one bad target of many', 'FST_ERR_HYPER_INVALID_TARGET', [AT_NEXT, 'null', 'or a function that returns one'],
    declared(links => links.linkMany('next', [target, wrong(null)]))
  ],
  [
    'a URL object as the target of an action', 'FST_ERR_HYPER_INVALID_TARGET',
    [AT_CANCEL, 'an instance of URL', 'Use LinkTarget.route'],
    declared(links => links.affordance('cancel', wrong<LinkTarget>(new URL('http://localhost'))))
  ],
  [
    'a template as the target of an action', 'FST_ERR_HYPER_INVALID_TARGET',
    [AT_CANCEL, 'a URI template', 'use LinkTarget.route or LinkTarget.uri'],
    declared(links => links.affordance('cancel', LinkTarget.template('/orders/{id}')))
  ],
  [
    'a route template with variables as the target of an action', 'FST_ERR_HYPER_INVALID_TARGET',
    [AT_CANCEL, 'a route template with variables', 'do not fit the path /orders/:id'],
    declared(links => links.affordance('cancel', LinkTarget.routeTemplate('GetOrder')))
  ],
  [
    'a value that is missing in strict mode', 'FST_ERR_HYPER_INVALID_TARGET',
    [AT_NEXT, "the route 'GetOrder' with these values", 'do not fit the path /orders/:id'],
    declared(links => links.link('next', LinkTarget.route('GetOrder')), { mode: 'strict' })
  ],
  [
    'a value of an action that is missing in strict mode', 'FST_ERR_HYPER_INVALID_TARGET',
    [AT_CANCEL, "the route 'GetOrder' with these values", 'do not fit'],
    declared(links => links.affordance('cancel', LinkTarget.route('GetOrder')), { mode: 'strict' })
  ],
  [
    'a link to a route without GET in strict mode', 'FST_ERR_HYPER_INVALID_METHOD',
    [AT_NEXT, 'without GET', "The route 'CreateOrder' has only POST"],
    declared(links => links.link('next', LinkTarget.route('CreateOrder')), { mode: 'strict' })
  ],
  [
    'a template that is none', 'FST_ERR_HYPER_INVALID_TEMPLATE', [AT_NEXT, "'/orders{?page'", 'is not closed'],
    declared(links => links.link('next', LinkTarget.template('/orders{?page')))
  ],
  [
    'an empty template', 'FST_ERR_HYPER_INVALID_TEMPLATE', [AT_NEXT, "''", 'it is empty'],
    declared(links => links.link('next', LinkTarget.template('')))
  ],

  [
    'a condition that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_NEXT}, when`, 'true', 'Give a function of the resource'],
    declared(links => links.link('next', target).when(wrong(true)))
  ],
  [
    'a policy that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, requireAuthorization`, 'a function', 'Give the name of a policy'],
    declared(links => links.affordance('cancel', target).requireAuthorization(wrong(() => true)))
  ],
  [
    'a selector that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_NEXT}, requireAuthorization`, "'id'", 'Give a function of the resource'],
    declared(links => links.link('next', target).requireAuthorization('default', wrong('id')))
  ],
  [
    'an input that is no schema', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, accepts`, "'reason'", 'Give a JSON schema'],
    declared(links => links.affordance('cancel', target).accepts(wrong<object>('reason')))
  ],
  [
    'fields that are no object', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, fields`, "'reason'", 'Give an object: field declarations by the names of fields'],
    declared(links => links.affordance('cancel', target).fields(wrong('reason')))
  ],
  [
    'a field that is no object', 'FST_ERR_HYPER_INVALID_OPTION',
    [AT_REASON, "'Why'", 'Give an object: { prompt, placeholder'], declared(withField(wrong('Why')))
  ],
  [
    'a field that is null', 'FST_ERR_HYPER_INVALID_OPTION', [AT_REASON, 'null', 'Give an object'],
    declared(withField(wrong(null)))
  ],
  [
    'an unknown key of a field', 'FST_ERR_HYPER_UNKNOWN_KEY', [AT_REASON, "'promt'", "Did you mean 'prompt'?"],
    declared(withField(wrong({ promt: 'Why' })))
  ],
  [
    'a prompt that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_REASON}, prompt`, '5', 'Give a string, a function of the resource, or strings by language'],
    declared(withField(wrong({ prompt: 5 })))
  ],
  [
    'a placeholder that is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_REASON}, placeholder`, 'an array of 1', 'strings by language'],
    declared(withField(wrong({ placeholder: ['Why'] })))
  ],
  [
    'a control that HAL-FORMS lacks', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_REASON}, type`, "'txt'", "Did you mean 'text'? HAL-FORMS has: hidden, text"],
    declared(withField(wrong({ type: 'txt' })))
  ],
  [
    'a control that is no text', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_REASON}, type`, 'null', 'HAL-FORMS has'],
    declared(withField(wrong({ type: null })))
  ],
  [
    'half a row', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_REASON}, rows`, '0.5', 'Give a whole number from 1'],
    declared(withField({ rows: 0.5 }))
  ],
  [
    'no column', 'FST_ERR_HYPER_INVALID_OPTION', [`${AT_REASON}, cols`, '0', 'Give a whole number from 1'],
    declared(withField({ cols: 0 }))
  ],
  [
    'an unknown key of options', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [`${AT_REASON}, options`, "'inline'", 'Known keys: route, promptField, valueField'],
    declared(withField(wrong({ options: { inline: [] } })))
  ],
  [
    'options without a route', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_REASON}, options, route`, 'undefined', 'Give the name of the route that lists the choices'],
    declared(withField(wrong({ options: {} })))
  ],
  [
    'options whose member is no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_REASON}, options, valueField`, '5', 'Give a string'],
    declared(withField(wrong({ options: { route: 'GetOrder', valueField: 5 } })))
  ],
  [
    'an unknown route of options in strict mode', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    [`${AT_CANCEL}, field 'reason'`, "'GetOder'", "Did you mean 'GetOrder'?"],
    declared(withField({ options: { route: 'GetOder' } }), { mode: 'strict' })
  ],
  [
    'a field that the input lacks', 'FST_ERR_HYPER_UNKNOWN_KEY',
    [`${AT_CANCEL}, fields`, "'raeson'", "Did you mean 'reason'? Known keys: reason."],
    declared(links => links.affordance('cancel', target).accepts(reason).fields({ ...{ raeson: {} } }))
  ],
  [
    'values of a form that are no function', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, prefill`, 'an object', 'Give a function of the resource'],
    declared(links => links.affordance('cancel', target).prefill(wrong({ reason: 'none' })))
  ],

  [
    'a title of no languages', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_NEXT}, title`, 'an object', 'strings by language'], declared(links => links.link('next', target).title({}))
  ],
  [
    'a title whose key is no language', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, title`, 'an object', "{ en: 'Cancel', de: 'Stornieren' }"],
    declared(links => links.affordance('cancel', target).title({ en_US: 'Cancel' }))
  ],
  [
    'a title whose words are no text', 'FST_ERR_HYPER_INVALID_OPTION',
    [`${AT_CANCEL}, title`, 'an object', 'strings by language'],
    declared(links => links.affordance('cancel', target).title(wrong({ en: 5 })))
  ],
  [
    'a title by language without @fastify/accepts', 'FST_ERR_HYPER_ACCEPTS_MISSING',
    [AT_CANCEL, 'a localized string', 'Register it: await app.register(accepts)'],
    declared(links => links.affordance('cancel', target).title({ en: 'Cancel', de: 'Stornieren' }))
  ],
  [
    'a child that is no function', 'FST_ERR_HYPER_INVALID_OPTION',
    ["relation 'item', embedded", 'an object', 'Give a function of the resource'],
    declared(links => links.embed('item', wrong({ id: 1 })))
  ],

  [
    'an unknown policy', 'FST_ERR_HYPER_UNKNOWN_POLICY', [AT_NEXT, "'admn'", "Did you mean 'admin'?"],
    declared(links => links.link('next', target).requireAuthorization('admn'), { policies: { admin: () => true } })
  ],
  [
    'an unknown policy of an action', 'FST_ERR_HYPER_UNKNOWN_POLICY',
    [AT_CANCEL, "'default'", 'Add it to the option policies'],
    declared(links => links.affordance('cancel', target).requireAuthorization())
  ],
  [
    'an unknown policy of children', 'FST_ERR_HYPER_UNKNOWN_POLICY', ["embedded 'item'", "'toString'", 'Add it'],
    declared(links => links.embed('item', () => null).requireAuthorization('toString'))
  ],

  [
    'a method that is none', 'FST_ERR_HYPER_INVALID_METHOD', [AT_CANCEL, "'P U T'", 'Give an HTTP method'],
    declared(links => links.affordance('cancel', target).method('P U T'))
  ],
  [
    'a method that is no text', 'FST_ERR_HYPER_INVALID_METHOD', [AT_CANCEL, 'undefined', 'Give an HTTP method'],
    declared(links => links.affordance('cancel', target).method(wrong(undefined)))
  ],
  [
    'a method that the route lacks', 'FST_ERR_HYPER_INVALID_METHOD',
    [AT_CANCEL, "'PUT'", "The route 'GetOrder' has GET"], declared(links => links.affordance('cancel', getOrder).put())
  ],

  [
    'an unknown route in strict mode', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    [AT_NEXT, "'GetOder'", "Did you mean 'GetOrder'?"],
    declared(links => links.link('next', LinkTarget.route('GetOder')), { mode: 'strict' })
  ],
  [
    'an unknown route of many in strict mode', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    [AT_NEXT, "'Far'", 'Name the route with config.hyper.name'],
    declared(links => links.linkMany('next', [target, LinkTarget.routeTemplate('Far')]), { mode: 'strict' })
  ],
  [
    'an unknown route of an action in strict mode', 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    [AT_CANCEL, "'Far'", 'Name the route'],
    declared(links => links.affordance('cancel', LinkTarget.route('Far')), { mode: 'strict' })
  ],
  [
    'a name that the catalog lost', 'FST_ERR_HYPER_UNKNOWN_ROUTE', [AT_NEXT, "'GetOrdr'", "Did you mean 'GetOrder'?"],
    declared(links => links.link('next', Stale.GetOrdr({ id: 1 })), { routes: Routes })
  ]
]
