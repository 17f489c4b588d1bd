// Every notice in one table: what its code means, and the message that follows the place.

const omitted = (part: string, reason: string) => `${part} is omitted because ${reason}`

const optedIn = (routes: readonly string[] | undefined) => routes === undefined
  ? 'it is opted in'
  : `${routes.length} of its routes are opted in (${routes.slice(0, 3).join(', ')}${routes.length > 3 ? ', …' : ''})`

const notices = {
  HYPER001: {
    meaning: 'a target names no route',
    message: omitted
  },
  HYPER002: {
    meaning: 'an opted-in route without a link configuration',
    message: (value: string | null, routes?: readonly string[]) =>
      `${optedIn(routes)}, but no link configuration applies` + (value === null
        ? ': there is none for a class, and none for its response schema (for an array or a page, ' +
          'for that of its items). Bind one'
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
    message: (remedy: string) => `the embedded resources have no schema, so every field of theirs is sent. ${remedy}.`
  },
  HYPER005: {
    meaning: 'a link or an action could not be resolved',
    message: omitted
  },
  HYPER006: {
    meaning: 'HAL drops the actions of a resource',
    message: (actions: string) =>
      `HAL has no actions, so ${actions} are omitted, as are those of other resources. ` +
      'Clients that need them can request HAL-FORMS (Accept: application/prs.hal-forms+json).'
  },
  HYPER007: {
    meaning: 'hrefs are path-relative because the origin of a request cannot be trusted',
    message: (reason: string) => `hrefs are path-relative because ${reason}.`
  },
  HYPER008: {
    meaning: 'a value has a member of its own under one of our names',
    message: (member: string, isBelow = false) => (isBelow
      ? `a member of the value contains ${member}, which clients take for hypermedia of the API. `
      : `the value has a member ${member} of its own, so ours is omitted. `) +
      'Rename the member of the value, or hide it with a response schema.'
  },
  HYPER009: {
    meaning: 'a route names a format that is not registered',
    message: (format: string, suggestion: string) =>
      `no formatter is registered for the format ${format}, so its responses will fail.` +
      `${suggestion} Use one of the built-in formats or add it to the option formatters.`
  },
  HYPER010: {
    meaning: 'a form that its route would reject',
    message: (reason: string, remedy: string) => `${reason}. ${remedy}`
  },
  HYPER011: {
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
    meaning: 'a response schema has no entry for a media type that is sent',
    message: (mediaTypes: string, remedy: string) => `its content has no schema for ${mediaTypes}, ` +
      `so the first JSON schema of content is used; if there is none, every field is sent. ${remedy}.`
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
    message: (remedy: string) => `the link leads to a route without GET. ${remedy}`
  },
  HYPER022: {
    meaning: 'the links of a page were omitted because the query of its request is too long',
    message: (longest: number) => 'all links but \'self\' are omitted, ' +
      `because the query of the request has more than ${longest} characters, ` +
      'and each of them would repeat it. Send a shorter query, or the criteria in the body of a POST request.'
  },
  HYPER023: {
    meaning: 'link configurations embed each other without a condition',
    message: (path: string) => `these configurations embed each other without a condition: ${path}. ` +
      'Add .when(…) to one of the embeds, or link to the resource instead.'
  },
  HYPER024: {
    meaning: 'a declared member is not in the response schema',
    message: (member: string) =>
      `its link configuration declares the member ${member}, which no response schema of it has, ` +
      'so it is never sent. Correct the name, or add the member to the schema.'
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
  HYPER033: {
    meaning: 'a route conceals its resource, and no policy takes it',
    message: () =>
      'conceal is set, and no policy of the route takes its resource, so nothing is hidden. Load the resource, ' +
      'and name a policy with two parameters, (request, resource) => …, or omit conceal.'
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
  HYPER036: {
    meaning: 'the entity tag that preconditions compare is a time in whole seconds',
    message: () =>
      'it returned three different times, all in whole seconds, so two writes in one second have the same tag, ' +
      'and If-Match does not detect the second. Return a version that each write increments.'
  },
  HYPER037: {
    meaning: 'a route without a version sends a link to a route that needs one',
    message: (sender: string, target: string, versions: string) =>
      `${sender} has no version, and the target ${target} has ${versions}: ` +
      'clients that do not send Accept-Version get 404. Give both a version, or put the version into the path.'
  }
}

/**
 * Every warning: its message takes what its place does not name.
 * An error with which the app starts is a warning too.
 */
export const messages = {
  ...notices,
  FST_ERR_HYPER_NO_MODULE: {
    meaning: 'an app of Nest does not import the module that its decorators need',
    message: () => 'no module of this app imports it, so @HyperLinks and HyperModule.forFeature do nothing. ' +
      'Import it in the root module: imports: [HyperModule.forRoot({ … })].'
  },
  FST_ERR_HYPER_UNKNOWN_KEY: {
    meaning: 'a register option hyper is ignored',
    message: (reason: string) => `${reason}.`
  }
}

/** The notices that describe a choice of clients, and no mistake: they are logged at the level `info`. */
export const informative: ReadonlySet<string> = new Set(['HYPER006'])

/** Every notice: code to meaning. A notice is a warning in the app's log, logged once per subject. */
export const noticeCodes: Readonly<Record<keyof typeof notices, string>> = Object.freeze(
  Object.fromEntries(Object.entries(notices)
    .map(([code, { meaning }]) => [code, meaning])) as Record<keyof typeof notices, string>
)

/** The code of a warning of this package: of a notice, or of an error with which the app starts. */
export type NoticeCode = keyof typeof messages

/** What the message of each code takes. */
export type MessageDetails = { readonly [C in NoticeCode]: Parameters<typeof messages[C]['message']> }

const writers: {
  readonly [C in NoticeCode]: { readonly message: (...details: MessageDetails[C]) => string }
} = messages

/** Returns the message of a code, without its place. */
export function messageOf<C extends NoticeCode> (code: C, details: MessageDetails[C]): string {
  return writers[code].message(...details)
}
