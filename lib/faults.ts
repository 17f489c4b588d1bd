// Every fault in one table: its code, its message, and what each mode does.

/** A fault. What a mode does by default depends on its code: notices are logged, errors are thrown. */
interface Fault {
  /** What follows the place: the fault, and the remedy. */
  readonly message: (...details: never[]) => string
  /** The title of a notice. */
  readonly meaning?: string
  /** The code that is logged in place of the error, once for each place: in lax mode, or in both without `strict`. */
  readonly lax?: string
  /** The error that strict mode throws. */
  readonly strict?: string
  /** The level of a notice that describes a choice of clients, and no mistake. @default 'warn' */
  readonly level?: 'info' | 'warn'
  /** The status of an error that neither the package nor its configuration causes. @default 500 */
  readonly status?: number
}

function unresolved (reason: string): string {
  return `it cannot be resolved: ${reason}`
}

function invalid (value: string, remedy: string): string {
  return `${value} is not valid. ${remedy}`
}

function optedIn (routes: readonly string[] | undefined): string {
  if (routes === undefined) return 'it is opted in'
  const shown = routes.slice(0, 3).join(', ')
  return `${routes.length} of its routes are opted in (${shown}${routes.length > 3 ? ', …' : ''})`
}

const NEW_SECRET = 'Set one that nobody else has: openssl rand -hex 32.'

const UNSAFE_SETTINGS = {
  trustProxy: 'it is true, so any client can choose the address, host and protocol of its requests by X-Forwarded ' +
    'headers. Give it the addresses of your proxies.',
  baseUrl: 'hrefs begin with the Host of each request, which clients choose. Set it to the public URL of the API, or ' +
    "set hrefs: 'path'.",
  explorer: 'it is registered, and is for development. Set enabled: false, or leave enabled out and set NODE_ENV to ' +
    'production.',
  allowedHosts: 'the option allowedHosts is missing, so a page of another site can call tools if its name resolves ' +
    'to the address of the API. Give the host names of the API.',
  loginLimit: 'no limit of @fastify/rate-limit applies to it, so passwords can be tried without end. Register ' +
    'that plugin, and set config: { rateLimit: { max: 10 } }.',
  loginCookie: 'its cookie is not Secure, because the app knows of no TLS. Set baseUrl of fastify-hyper to a URL ' +
    'with https, or trustProxy to the addresses of the proxies that have TLS.',
  publishedSecret: `the secret is published, so everyone can sign with it. ${NEW_SECRET}`,
  shortSecret: `the secret has fewer than 32 bytes, so it can be found by trying. ${NEW_SECRET}`
} as const

/** What `hyper-api check --production` knows about the settings of an app. */
export type UnsafeSetting = keyof typeof UNSAFE_SETTINGS

const notices = {
  HYPER001: {
    meaning: 'a target names no route',
    strict: 'FST_ERR_HYPER_LINK_UNRESOLVED',
    message: unresolved
  },
  HYPER002: {
    meaning: 'an opted-in route without a link configuration',
    message: (value: string | null, routes?: readonly string[]) =>
      `${optedIn(routes)}, but no link configuration applies` + (value === null
        ? ': there is none for a class, and none for its response schema (for an array or a page, ' +
          'for the schema of its items). Bind one'
        : ` to ${value}. Register one for the class or for the response schema, or bind one`) +
      ': config: { hyper: { links: orderLinks } }.'
  },
  HYPER003: {
    meaning: 'a route with config.hyper was declared before the plugin was loaded',
    message: () => 'it was declared before fastify-hyper was loaded, so it gets no hypermedia and no name. ' +
      'Write: await app.register(hyper), before the routes.'
  },
  HYPER004: {
    meaning: 'an embedded resource is written without a schema',
    strict: 'FST_ERR_HYPER_NO_EMBEDDED_SCHEMA',
    message: (remedy: string) =>
      `the embedded resources have no schema, and without one every field is sent. ${remedy}.`
  },
  HYPER005: {
    meaning: 'a link or an action could not be resolved',
    strict: 'FST_ERR_HYPER_LINK_UNRESOLVED',
    message: unresolved
  },
  HYPER006: {
    meaning: 'HAL drops the actions of a resource',
    level: 'info',
    message: (actions: string) =>
      `HAL has no actions, so ${actions} and of all others are omitted. ` +
      'Clients that need them can request HAL-FORMS (Accept: application/prs.hal-forms+json).'
  },
  HYPER007: {
    meaning: 'hrefs are path-relative because the origin of a request cannot be trusted',
    message: (reason: string) => `hrefs are path-relative because ${reason}.`
  },
  HYPER008: {
    meaning: 'a value has a member with a name that the plugin writes',
    message: (member: string, isBelow = false) => (isBelow
      ? `a member of the value contains ${member}, which clients take for hypermedia of the API. `
      : `the value has a member ${member} of its own, so the plugin omits the one that it writes. `) +
      'Rename the member of the value, or hide it with a response schema.'
  },
  HYPER010: {
    meaning: 'a form that its route would reject',
    message: (reason: string, remedy: string) => `${reason}. ${remedy}`
  },
  HYPER011: {
    // Strict mode throws the error of the policy: policies/evaluation.ts.
    meaning: 'a policy failed, so it allowed nobody',
    message: (remedy: string) =>
      `it failed, so the links and actions that require it are omitted, and guarded routes send 403: ${remedy}.`
  },
  HYPER012: {
    meaning: 'the Link header was cut',
    message: () => 'the Link header is cut at 8 KiB. The body contains all links.'
  },
  HYPER013: {
    meaning: 'a deprecation is declared, but the plugin that would announce it is not registered',
    message: () =>
      'it is declared as deprecated, but fastify-hyper is not registered there, so no response has the headers. ' +
      'Write: await app.register(hyper).'
  },
  HYPER014: {
    meaning: 'a form cannot show or send something that its route requires',
    message: (reason: string) => reason
  },
  HYPER015: {
    meaning: 'a link or an action requires a policy that its target route does not enforce',
    strict: 'FST_ERR_HYPER_INVALID_OPTION',
    message: (policy: string, route: string, remedy: string) =>
      `it requires the policy ${policy}, but its target ${route} does not enforce it, ` +
      `so callers without the link can still call the route: ${remedy}`
  },
  HYPER016: {
    meaning: 'a policy that takes a resource is evaluated without one',
    message: (policy: string, remedy: string) =>
      `the policy ${policy} takes a resource, but is evaluated without one. ${remedy}.`
  },
  HYPER017: {
    meaning: 'a response is sent as JSON, and the content of its schema has no JSON',
    strict: 'FST_ERR_HYPER_NO_RESPONSE_SCHEMA',
    message: (mediaType: string) =>
      `its content has no schema for ${mediaType}, and without one every field is sent. ` +
      'Add application/json or */* to its content.'
  },
  HYPER018: {
    meaning: 'the elements of a list have no links, because its serializer may reorder them',
    message: () => 'the elements of a list have no links, ' +
      'because the serializer of the app writes an element differently in a list of its own. ' +
      'Let the serializer keep the order and the number of the elements.'
  },
  HYPER019: {
    meaning: 'clients can choose the host of absolute hrefs',
    message: () => 'it is true and hrefs are absolute, so any client can choose their host with X-Forwarded-Host, ' +
      'and a shared cache can store such a response. ' +
      "Set the option baseUrl or hrefs: 'path', or give trustProxy a list of proxies."
  },
  HYPER021: {
    meaning: 'a link leads to a route without GET',
    strict: 'FST_ERR_HYPER_INVALID_METHOD',
    message: (route: string, methods: string) =>
      `the link leads to a route without GET. The route ${route} has only ${methods}: ` +
      'declare an action with links.affordance, or link to a route with GET.'
  },
  HYPER022: {
    meaning: 'the links of a page were omitted because the query of its request is too long',
    message: (longest: number) => 'all links but \'self\' are omitted, ' +
      `because the query of the request has more than ${longest} characters, ` +
      'and each of them would repeat it. Send a shorter query.'
  },
  HYPER023: {
    meaning: 'link configurations embed each other without a condition',
    message: (path: string) => `these configurations embed each other without a condition: ${path}. ` +
      'Add .when(…) to one of the embeds, or link to the resource instead.'
  },
  HYPER025: {
    meaning: 'an interceptor of Nest replaces instances with plain objects',
    message: () => 'ClassSerializerInterceptor replaces the instances that it returns with plain objects, ' +
      'so the link configurations of their classes do not apply. Use HyperSerializerInterceptor in its place.'
  },
  HYPER026: {
    meaning: 'link configurations are registered, but no route is opted in',
    message: () => 'no route is opted in, so no response has links. ' +
      'Opt in the routes that send the resources: config: { hyper: { links: true } }.'
  },
  HYPER027: {
    meaning: 'a function of an entity tag returned undefined, or a number or date that is not valid',
    message: (value: string) => `it returned ${value}, so the resource has no entity tag. ` +
      'Correct the name of the member that it reads, or return null for a value without a tag.'
  },
  HYPER029: {
    meaning: 'a policy returned a value that is neither true nor false',
    message: (value: string) => `it returned ${value}. Only true allows, so it allowed nobody. Return true or false.`
  },
  HYPER034: {
    meaning: 'the state that an action requires is not checked by its route',
    message: (count: number, actions: string) =>
      `the conditions (.when) of ${count === 1 ? 'an action are' : `${count} actions are`} ` +
      'not enforced, because the routes load no resource: clients can send the requests in every state. Load it, ' +
      'resource: request => …, ' +
      `or set resource: false if the handler checks the state itself. ${actions}.`
  },
  HYPER035: {
    meaning: 'a response schema does not describe the problem documents of its status',
    message: (statuses: string) =>
      `its response schema for ${statuses} does not describe a problem document, which is what the plugin ` +
      "sends. Add problemSchema under content, 'application/problem+json', " +
      'or send your own errors with the option problems.'
  },
  HYPER039: {
    // In strict mode, too: the state rejects the request, and the text of an error is no reason.
    meaning: 'the function of a reason failed, so the response has none',
    message: () => 'it failed, so the response has no reason. Correct what it throws; return null for no reason.'
  },
  HYPER040: {
    meaning: 'a parser of the app reads the bodies of a formatter',
    message: (mediaType: string) =>
      `a content type parser of the app, for a regular expression or '*', reads ${mediaType}, so readBody of the ` +
      'formatter is not called. Let the parser leave this media type out.'
  },
  HYPER041: {
    meaning: 'the links of a page were omitted because its request is not followed with GET',
    message: (method: string) =>
      `its pages have no links, not even 'self': links are followed with GET, and its method is ${method}. ` +
      'Take the criteria in the query of a GET route. ' +
      'Or take the number or the cursor of a page in the body, and return the next one as a member.'
  },
  HYPER043: {
    meaning: 'a setting is not safe in production',
    message: (setting: UnsafeSetting) => UNSAFE_SETTINGS[setting]
  },
  HYPER044: {
    meaning: 'clients cannot read where to log in',
    message: (reason: string) => `clients cannot read the metadata that lead them to the login: ${reason}.`
  }
} as const satisfies Readonly<Record<string, Fault>>

const errors = {
  FST_ERR_HYPER_ACCEPTS_MISSING: {
    message: (user: string) =>
      `${user} needs @fastify/accepts, which reads Accept-Language. Register it: await app.register(accepts).`
  },
  FST_ERR_HYPER_ALREADY_READY: {
    message: (types: string) =>
      `the links of ${types} were added after the app became ready. Add them before app.ready() or app.listen().`
  },
  FST_ERR_HYPER_ALREADY_REGISTERED: {
    message: (plugin: string) =>
      `${plugin} is already registered in this scope or a parent of it. Register it once, and add further ` +
      'configurations with app.hyper.addLinks().'
  },
  FST_ERR_HYPER_CALLBACK_FAILED: {
    message: (thrown: string) =>
      `the callback threw ${thrown}, which is not an Error. Throw an Error, or reject with one.`
  },
  FST_ERR_HYPER_DUPLICATE_CONFIG: {
    message: (type: string) =>
      `the type ${type} has two link configurations. Merge them, or bind one to its routes with links: config.`
  },
  FST_ERR_HYPER_DUPLICATE_NAME: {
    message: (name: string, remedy: string) => `${name} is declared twice. ${remedy}`
  },
  FST_ERR_HYPER_DUPLICATE_ROUTE: {
    lax: 'HYPER001',
    strict: 'FST_ERR_HYPER_DUPLICATE_ROUTE',
    message: (name: string, others: string) =>
      `the route name ${name} is already used by ${others}. Give one of them another config.hyper.name.`
  },
  FST_ERR_HYPER_EMBED_CYCLE: {
    message: (path: string) => `the embedded resources never end: ${path}. Link to one of them instead of embedding it.`
  },
  FST_ERR_HYPER_EVENT_STREAM: {
    status: 502,
    message: (response: string) =>
      `${response} is an event stream, which does not end. Read it with a client of event streams, or open its own ` +
      'URL.'
  },
  FST_ERR_HYPER_FORMAT_NOT_REGISTERED: {
    // The start logs it, and each response throws it.
    lax: 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED',
    message: (format: string, near: string) =>
      `no formatter is registered for the format ${format}.${near} Use one of the built-in formats or add it to ` +
      'the option formatters.'
  },
  FST_ERR_HYPER_INVALID_CONFIG: {
    message: (value: string, remedy: string) => `${value} is not a link configuration. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_DEPRECATION: { message: invalid },
  FST_ERR_HYPER_INVALID_FORMATTER: {
    message: (fault: string, remedy: string) => `${fault}. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_INPUT: {
    status: 400,
    message: (field: string, remedy: string) => `the field ${field} is rejected. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_MEDIA_TYPE: {
    message: (value: string) =>
      `${value} is not a concrete media type. Write type/subtype, without wildcards and parameters.`
  },
  FST_ERR_HYPER_INVALID_METHOD: {
    message: (method: string, remedy: string) => `the method ${method} cannot be used. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_NAME: {
    message: (name: string, remedy: string) => `${name} is not a valid name. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_OPTION: { message: invalid },
  FST_ERR_HYPER_INVALID_PAGE: { message: invalid },
  FST_ERR_HYPER_INVALID_PROBLEM: { message: invalid },
  FST_ERR_HYPER_INVALID_SCHEMA: {
    message: (scope: string, reason: string) =>
      `the schema for embedded resources cannot be compiled in the scope of ${scope}: ${reason}. Correct it, or ` +
      'share the schemas that it references with addSchema() in that scope or a parent of it.'
  },
  FST_ERR_HYPER_INVALID_TARGET: {
    message: (value: string, remedy: string) => `${value} is not a link target. ${remedy}`
  },
  FST_ERR_HYPER_INVALID_TEMPLATE: {
    message: (value: string, reason: string) => `${value} is not a URI template (RFC 6570): ${reason}.`
  },
  FST_ERR_HYPER_LINK_UNRESOLVED: { message: unresolved },
  FST_ERR_HYPER_MEDIA_TYPE_CONFLICT: {
    message: (mediaType: string, rival: string) =>
      `the media type ${mediaType} is already used by ${rival}. Give each format its own.`
  },
  FST_ERR_HYPER_NOT_READY: {
    message: (what: string) =>
      `${what} cannot be served, because the app did not become ready. Correct the error that app.ready() or ` +
      'app.listen() threw.'
  },
  FST_ERR_HYPER_NOT_REGISTERED: {
    message: (user: string) => `${user} needs fastify-hyper on this app. Register it first: await app.register(hyper).`
  },
  FST_ERR_HYPER_NO_EMBEDDED_SCHEMA: { message: notices.HYPER004.message },
  FST_ERR_HYPER_NO_MODULE: {
    message: (user: string) =>
      `${user} needs HyperModule in this app. Import it in the root module: imports: [HyperModule.forRoot({ … })].`
  },
  FST_ERR_HYPER_NO_RESOURCE: {
    message: (user: string) =>
      `${user} needs a resource, and none is loaded for this request. Load one: config: { hyper: { resource: ` +
      'request => … } }, and call resourceOf(request) in the handler.'
  },
  FST_ERR_HYPER_NO_RESPONSE_SCHEMA: { message: notices.HYPER017.message },
  FST_ERR_HYPER_RESPONSE_TOO_LARGE: {
    status: 502,
    message: (most: string) =>
      `the response that it reads is longer than ${most}. Send it in pages, or open its own URL.`
  },
  FST_ERR_HYPER_SDK_MISSING: {
    message: (name: string) => `it needs the package ${name}, which is not installed. Install it: npm install ${name}.`
  },
  FST_ERR_HYPER_UNKNOWN_ACTION: {
    message: (name: string, remedy: string) => `the action ${name} is not declared. ${remedy}`
  },
  FST_ERR_HYPER_UNKNOWN_KEY: {
    lax: 'FST_ERR_HYPER_UNKNOWN_KEY',
    message: (key: string, near: string, known: string) => `${key} is not a known key.${near} Known keys: ${known}.`
  },
  FST_ERR_HYPER_UNKNOWN_POLICY: {
    message: (name: string, near: string) =>
      `the policy ${name} is not registered.${near} Add it to the option policies.`
  },
  FST_ERR_HYPER_UNKNOWN_ROUTE: {
    lax: 'HYPER001',
    strict: 'FST_ERR_HYPER_UNKNOWN_ROUTE',
    message: (name: string, remedy: string) => `no route is named ${name}.${remedy}`
  }
} as const satisfies Readonly<Record<string, Fault>>

const faults = { ...notices, ...errors }

type FaultCode = keyof typeof faults

/** The code of an error of this package. */
export type HyperErrorCode = keyof typeof errors

/** The code of a warning of this package: of a notice, or of an error with which the app starts. */
export type NoticeCode = keyof typeof notices | 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED' |
  'FST_ERR_HYPER_NO_MODULE' | 'FST_ERR_HYPER_UNKNOWN_KEY'

/** The code of a fault that `Notices.report` takes: one that a mode logs. */
export type ReportedCode =
  keyof typeof notices | { [C in HyperErrorCode]: typeof errors[C] extends { lax: string } ? C : never }[HyperErrorCode]

/** What the message of each code takes. */
export type MessageDetails = { readonly [C in FaultCode]: Parameters<typeof faults[C]['message']> }

/** Every notice: code to meaning. A notice is a warning in the app's log, logged once per subject. */
export const noticeCodes: Readonly<Record<keyof typeof notices, string>> = Object.freeze(
  Object.fromEntries(Object.entries(notices)
    .map(([code, { meaning }]) => [code, meaning])) as Record<keyof typeof notices, string>
)

/** Every error: code to status. */
export const errorStatuses: Readonly<Record<HyperErrorCode, number>> = Object.fromEntries(
  Object.entries<Fault>(errors).map(([code, { status = 500 }]) => [code, status])
) as Record<HyperErrorCode, number>

const writers: {
  readonly [C in FaultCode]: { readonly message: (...details: MessageDetails[C]) => string }
} = faults

/** Returns the message of a fault, without its place. */
export function messageOf<C extends FaultCode> (code: C, details: MessageDetails[C]): string {
  return writers[code].message(...details)
}

/** What is done with a fault that is reported: strict mode throws the error of a code; otherwise a code is logged. */
interface Outcome {
  readonly lax: NoticeCode
  /** Null for a fault that both modes log. */
  readonly strict: HyperErrorCode | null
  readonly level: 'info' | 'warn'
}

/** Returns what is done with a fault. */
export function outcomeOf (code: ReportedCode): Outcome {
  const { lax = code, strict, level = 'warn' }: Fault = faults[code]
  return { lax: lax as NoticeCode, strict: (strict ?? null) as HyperErrorCode | null, level }
}
