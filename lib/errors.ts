import type { FastifyError } from '@fastify/error'
import { createError } from './packages.cjs'

// Each message names the place, the bad value and the remedy, in this order.
const messages = {
  FST_ERR_HYPER_ACCEPTS_MISSING: '%s: %s needs @fastify/accepts, which reads Accept-Language. ' +
    'Register it: await app.register(accepts).',
  FST_ERR_HYPER_ALREADY_READY: '%s: the links of %s were added after the app became ready. ' +
    'Add them before app.ready() or app.listen().',
  FST_ERR_HYPER_ALREADY_REGISTERED: '%s: %s is already registered in this scope or a parent of it. ' +
    'Register it once, and add further configurations with app.hyper.addLinks().',
  FST_ERR_HYPER_CALLBACK_FAILED: '%s: the callback threw %s, which is not an Error. ' +
    'Throw an Error, or reject with one.',
  FST_ERR_HYPER_DUPLICATE_CONFIG: '%s: the type %s has two link configurations. ' +
    'Merge them, or bind one to its routes with links: config.',
  FST_ERR_HYPER_DUPLICATE_NAME: '%s: %s is declared twice. %s',
  FST_ERR_HYPER_DUPLICATE_ROUTE: '%s: the route name %s is already used by %s. ' +
    'Give one of them another config.hyper.name.',
  FST_ERR_HYPER_EMBED_CYCLE: '%s: the embedded resources never end: %s. Link to one of them instead of embedding it.',
  FST_ERR_HYPER_EVENT_STREAM: '%s: %s is an event stream, which does not end. ' +
    'Read it with a client of event streams, or open its own URL.',
  FST_ERR_HYPER_FORMAT_NOT_REGISTERED: '%s: no formatter is registered for the format %s.%s ' +
    'Use one of the built-in formats or add it to the option formatters.',
  FST_ERR_HYPER_INVALID_CONFIG: '%s: %s is not a link configuration. %s',
  FST_ERR_HYPER_INVALID_DEPRECATION: '%s: %s is not valid: %s',
  FST_ERR_HYPER_INVALID_FORMATTER: '%s: %s. %s',
  FST_ERR_HYPER_INVALID_INPUT: '%s: the field %s is rejected. %s',
  FST_ERR_HYPER_INVALID_MEDIA_TYPE: '%s: %s is not a concrete media type. ' +
    'Write type/subtype, without wildcards and parameters.',
  FST_ERR_HYPER_INVALID_METHOD: '%s: the method %s cannot be used. %s',
  FST_ERR_HYPER_INVALID_NAME: '%s: %s is not a valid name. %s',
  FST_ERR_HYPER_INVALID_OPTION: '%s: %s is not valid. %s',
  FST_ERR_HYPER_INVALID_PAGE: '%s: %s is not valid. %s',
  FST_ERR_HYPER_INVALID_PROBLEM: '%s: %s is not valid. %s',
  FST_ERR_HYPER_INVALID_SCHEMA: '%s: the schema for embedded resources cannot be compiled in the scope of %s: %s. ' +
    'Correct it, or share the schemas that it references with addSchema() in that scope or a parent of it.',
  FST_ERR_HYPER_INVALID_TARGET: '%s: %s is not a link target. %s',
  FST_ERR_HYPER_INVALID_TEMPLATE: '%s: %s is not a URI template (RFC 6570): %s.',
  FST_ERR_HYPER_LINK_UNRESOLVED: '%s: the link %s cannot be resolved: %s',
  FST_ERR_HYPER_MEDIA_TYPE_CONFLICT: '%s: the media type %s is already used by %s. Give each format its own.',
  FST_ERR_HYPER_NOT_READY: '%s: %s cannot be served, because the app did not become ready. ' +
    'Correct the error that app.ready() or app.listen() threw.',
  FST_ERR_HYPER_NOT_REGISTERED: '%s: %s needs fastify-hyper on this app. Register it first: await app.register(hyper).',
  FST_ERR_HYPER_NO_EMBEDDED_SCHEMA: '%s: the embedded %s has no schema, so every field would be sent. %s',
  FST_ERR_HYPER_NO_MODULE: '%s: %s needs HyperModule in this app. ' +
    'Import it in the root module: imports: [HyperModule.forRoot({ … })].',
  FST_ERR_HYPER_NO_RESOURCE: '%s: %s needs a resource, and none is loaded for this request. ' +
    'Load one: config: { hyper: { resource: request => … } }, and call resourceOf(request) in the handler.',
  FST_ERR_HYPER_NO_RESPONSE_SCHEMA: '%s: the response schema has no entry for %s. %s',
  FST_ERR_HYPER_RESPONSE_TOO_LARGE: '%s: the response that it reads is longer than %s. ' +
    'Send it in pages, or open its own URL.',
  FST_ERR_HYPER_SDK_MISSING: '%s: it needs the package %s, which is not installed. Install it: npm install %s.',
  FST_ERR_HYPER_UNKNOWN_ACTION: '%s: the action %s is not declared. %s',
  FST_ERR_HYPER_UNKNOWN_KEY: '%s: %s is not a known key.%s Known keys: %s.',
  FST_ERR_HYPER_UNKNOWN_POLICY: '%s: the policy %s is not registered.%s Add it to the option policies.',
  FST_ERR_HYPER_UNKNOWN_ROUTE: '%s: no route is named %s.%s'
} as const

/** The code of an error of this package. */
export type HyperErrorCode = keyof typeof messages

// Every message takes a place, a value and up to two further strings.
type HyperErrorConstructor = new (place: string, value: string, ...more: string[]) => FastifyError

// Those that neither the package nor its configuration causes.
const STATUSES: { readonly [code in HyperErrorCode]?: number } = {
  FST_ERR_HYPER_EVENT_STREAM: 502,
  FST_ERR_HYPER_INVALID_INPUT: 400,
  FST_ERR_HYPER_RESPONSE_TOO_LARGE: 502
}

function errorClass (code: HyperErrorCode): HyperErrorConstructor {
  return createError<[string, string, ...string[]]>(code, messages[code], STATUSES[code] ?? 500)
}

const classes = Object.fromEntries(
  Object.keys(messages).map(code => [code, errorClass(code as HyperErrorCode)])
) as Record<HyperErrorCode, HyperErrorConstructor>

/**
 * Strict mode: a link or an action of the response cannot be resolved.
 * Code `FST_ERR_HYPER_LINK_UNRESOLVED`, status 500.
 */
export class LinkResolutionError extends classes.FST_ERR_HYPER_LINK_UNRESOLVED {
  override name = 'LinkResolutionError'
}

/** The errors of this package: code to class. */
export const errorCodes: Readonly<Record<HyperErrorCode, HyperErrorConstructor>> =
  Object.freeze({ ...classes, FST_ERR_HYPER_LINK_UNRESOLVED: LinkResolutionError })

/**
 * Returns what a callback threw as an error for Fastify, which takes `undefined` and `null` for success. Objects are
 * returned as they are.
 * @param place where the callback is declared
 */
export function toError (place: string, thrown: unknown): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown
  const kind = thrown === undefined || thrown === null ? String(thrown) : `a ${typeof thrown}`
  return Object.assign(new errorCodes.FST_ERR_HYPER_CALLBACK_FAILED(place, kind), { cause: thrown })
}

/** Throws the error of that code. */
export function fail (code: HyperErrorCode, place: string, value: string, ...more: string[]): never {
  throw new errorCodes[code](place, value, ...more)
}
