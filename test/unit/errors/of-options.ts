import { defineLinks, LinkConfig } from '../../../lib/index.ts'
import { type ErrorRow, options, someLinks } from './error-rows.ts'

class OrderLinks extends LinkConfig<object> {
  configure (): void {}
}

class Order {}

const siren = { mediaType: 'application/vnd.siren+json', format: () => '{}' }
const noType = { type: {}, configure () {} }

/** Bad options of the plugin. */
export const ofOptions: readonly ErrorRow[] = [
  [
    'an unknown key', 'FST_ERR_HYPER_UNKNOWN_KEY', ['fastify-hyper options', "'mod'", "Did you mean 'mode'?"],
    options({ mod: 'lax' })
  ],
  [
    'an unknown key with nothing near', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['fastify-hyper options', "'xylophone'", 'Known keys: mode, negotiateFormat'], options({ xylophone: 1 })
  ],
  [
    'mode', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, mode', "'strct'", "Use 'lax' or 'strict'. Did you mean 'strict'?"],
    options({ mode: 'strct' })
  ],
  [
    'defaultFormat', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, defaultFormat', "'hal_forms'", "Did you mean 'hal-forms'?"],
    options({ defaultFormat: 'hal_forms' })
  ],
  [
    'defaultFormat takes no media type', 'FST_ERR_HYPER_INVALID_OPTION',
    ['defaultFormat', "'application/hal+json'", "Use 'default' or 'hal'"],
    options({ defaultFormat: 'application/hal+json' })
  ],
  [
    'hrefs', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, hrefs', "'relative'", "Use 'absolute' or 'path'"],
    options({ hrefs: 'relative' })
  ],
  [
    'negotiateFormat', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, negotiateFormat', "'yes'", 'Use true or false'], options({ negotiateFormat: 'yes' })
  ],
  [
    'emitLinkHeader', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, emitLinkHeader', '1', 'Use true or false'], options({ emitLinkHeader: 1 })
  ],
  ...[0, 1.5, -1, Infinity, '64', null].map((concurrency): ErrorRow => [
    `concurrency ${concurrency}`, 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, concurrency', 'is not valid', 'Give a positive integer'], options({ concurrency })
  ]),
  [
    'parsers', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, parsers', 'null', 'Use true or false'],
    options({ parsers: null })
  ],
  [
    'validationProblems', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, validationProblems', "'yes'", 'Use true or false'], options({ validationProblems: 'yes' })
  ],
  [
    'formatters', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, formatters', 'an object', 'Give an array'],
    options({ formatters: {} })
  ],
  [
    'links', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, links', 'an instance of DefinedLinks', 'Give an array'], options({ links: someLinks })
  ],
  [
    'policies', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, policies', 'an array of 1', 'Give an object'],
    options({ policies: [() => true] })
  ],
  [
    'a policy', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, policies.admin', 'true', 'Give a function of the request'],
    options({ policies: { admin: true } })
  ],
  [
    'gatedCacheControl', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, gatedCacheControl', 'true', 'the value of a Cache-Control header'],
    options({ gatedCacheControl: true })
  ],
  [
    'an empty gatedCacheControl', 'FST_ERR_HYPER_INVALID_OPTION', ['gatedCacheControl', "''", 'or false'],
    options({ gatedCacheControl: '' })
  ],
  [
    'a gatedCacheControl with a line break', 'FST_ERR_HYPER_INVALID_OPTION',
    ['gatedCacheControl', "'private\\nX-Evil: 1'", 'or false'], options({ gatedCacheControl: 'private\nX-Evil: 1' })
  ],
  [
    'a gatedCacheControl beyond ASCII', 'FST_ERR_HYPER_INVALID_OPTION', ['gatedCacheControl', "'privé'", 'or false'],
    options({ gatedCacheControl: 'privé' })
  ],
  [
    'routes', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, routes', "'GetOrder'", 'Give an object'],
    options({ routes: 'GetOrder' })
  ],
  [
    'policies in a map', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, policies', 'an instance of Map', 'Give an object'],
    options({ policies: new Map([['staff', () => true]]) })
  ],
  [
    'routes with another function', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, routes.GetOrder', 'the function GetOrder', 'what defineRoutes({ … }) returns'],
    options({ routes: { GetOrder: () => {} } })
  ],
  [
    'routes without defineRoutes', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, routes.GetOrder', "'GET /orders'", 'what defineRoutes({ … }) returns'],
    options({ routes: { GetOrder: 'GET /orders' } })
  ],
  [
    'a base URL whose path names a host', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, baseUrl', "'https://a.example//b.example'", 'Give an absolute http or https URL'],
    options({ baseUrl: 'https://a.example//b.example' })
  ],
  [
    'a base URL of another scheme', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, baseUrl', "'ftp://example.com'", 'Give an absolute http or https URL'],
    options({ baseUrl: 'ftp://example.com' })
  ],
  [
    'a base URL with a query', 'FST_ERR_HYPER_INVALID_OPTION',
    ['baseUrl', "'https://example.com/?a=1'", 'without a query'],
    options({ baseUrl: 'https://example.com/?a=1' })
  ],
  [
    'a base URL that is relative', 'FST_ERR_HYPER_INVALID_OPTION', ['baseUrl', "'/v1'", 'Give an absolute'],
    options({ baseUrl: '/v1' })
  ],
  [
    'a base URL that is no text', 'FST_ERR_HYPER_INVALID_OPTION', ['baseUrl', '443', 'or a function of the request'],
    options({ baseUrl: 443 })
  ],

  [
    'paging', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, paging', "'p'", 'Give an object'],
    options({ paging: 'p' })
  ],
  [
    'a paging key', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['fastify-hyper options, paging', "'curser'", "Did you mean 'cursor'?"], options({ paging: { curser: 'c' } })
  ],
  [
    'a paging name', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, paging.page', "''", 'Give the name of the query parameter'],
    options({ paging: { page: '' } })
  ],
  [
    'a paging name that no URL can hold', 'FST_ERR_HYPER_INVALID_OPTION',
    ['fastify-hyper options, paging.cursor', "'c\\ud800'", 'Give the name of the query parameter'],
    options({ paging: { cursor: 'c\ud800' } })
  ],

  [
    'mediaTypes', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, mediaTypes', 'null', 'Give an object'],
    options({ mediaTypes: null })
  ],
  [
    'a media type key', 'FST_ERR_HYPER_UNKNOWN_KEY',
    ['fastify-hyper options, mediaTypes', "'halFroms'", "Did you mean 'halForms'?"],
    options({ mediaTypes: { halFroms: 'application/a' } })
  ],
  [
    'a media type with a wildcard', 'FST_ERR_HYPER_INVALID_MEDIA_TYPE',
    ['fastify-hyper options, mediaTypes.hal', "'application/*'", 'Write type/subtype'],
    options({ mediaTypes: { hal: 'application/*' } })
  ],
  [
    'a media type with a parameter', 'FST_ERR_HYPER_INVALID_MEDIA_TYPE',
    ['mediaTypes.json', "'application/json; v=2'", 'without wildcards and parameters'],
    options({ mediaTypes: { json: 'application/json; v=2' } })
  ],
  [
    'a media type that is no text', 'FST_ERR_HYPER_INVALID_MEDIA_TYPE', ['mediaTypes.hyper', '5', 'Write type/subtype'],
    options({ mediaTypes: { hyper: 5 } })
  ],
  [
    'two tokens with one media type', 'FST_ERR_HYPER_MEDIA_TYPE_CONFLICT',
    ['mediaTypes.hal', "'application/JSON'", 'is already used by mediaTypes.json'],
    options({ mediaTypes: { hal: 'application/JSON' } })
  ],
  [
    'a formatter with the media type of a token', 'FST_ERR_HYPER_MEDIA_TYPE_CONFLICT',
    ['formatters[0]', "'application/hal+json'", 'is already used by mediaTypes.hal'],
    options({ formatters: [{ ...siren, mediaType: 'application/hal+json' }] })
  ],
  [
    'two formatters with one media type', 'FST_ERR_HYPER_MEDIA_TYPE_CONFLICT',
    ['formatters[1]', "'application/vnd.siren+json'", 'is already used by formatters[0]'],
    options({ formatters: [siren, { ...siren }] })
  ],
  [
    'a formatter without a media type', 'FST_ERR_HYPER_INVALID_MEDIA_TYPE',
    ['formatters[0]', 'undefined', 'Write type/subtype'], options({ formatters: [{ format: siren.format }] })
  ],
  [
    'a formatter without format', 'FST_ERR_HYPER_INVALID_FORMATTER',
    [
      'fastify-hyper options, formatters[0]', 'an object', 'Give an object with mediaType and format(resource, context)'
    ],
    options({ formatters: [{ mediaType: siren.mediaType }] })
  ],

  [
    'a class of configurations', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['fastify-hyper options, links[0]', 'the function OrderLinks', 'Give an instance: new OrderLinks()'],
    options({ links: [OrderLinks] })
  ],
  [
    'no configuration', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['fastify-hyper options, links[1]', 'null', 'Use defineLinks(type, links => …)'],
    options({ links: [someLinks, null] })
  ],
  [
    'a type without an identity', 'FST_ERR_HYPER_INVALID_CONFIG',
    ['link configuration', 'an object', 'Its type is a class, a schema, or the $id of one'],
    options({ links: [noType] })
  ],
  [
    'two configurations of a class', 'FST_ERR_HYPER_DUPLICATE_CONFIG',
    ['fastify-hyper options, links', 'Order', 'Merge them, or bind one'],
    options({ links: [defineLinks(Order, () => {}), defineLinks(Order, () => {})] })
  ],
  [
    'two configurations of a schema', 'FST_ERR_HYPER_DUPLICATE_CONFIG',
    ['fastify-hyper options, links', 'order', 'Merge them'],
    options({ links: [defineLinks('order', () => {}), defineLinks({ $id: 'order#' }, () => {})] })
  ],

  [
    'curies', 'FST_ERR_HYPER_INVALID_OPTION', ['fastify-hyper options, curies', "'acme'", 'Give an object'],
    options({ curies: 'acme' })
  ],
  [
    'a curie that is no text', 'FST_ERR_HYPER_INVALID_OPTION', ["curies, 'acme'", '5', 'Give a template with {rel}'],
    options({ curies: { acme: 5 } })
  ],
  [
    'a curie without its variable', 'FST_ERR_HYPER_INVALID_TEMPLATE',
    ["curies, 'acme'", "'/rels/{name}'", 'a CURIE template holds {rel}'], options({ curies: { acme: '/rels/{name}' } })
  ],
  [
    'a curie with a second variable', 'FST_ERR_HYPER_INVALID_TEMPLATE',
    ["curies, 'acme'", "'/{lang}/{rel}'", 'has no variable but {rel}'], options({ curies: { acme: '/{lang}/{rel}' } })
  ],
  [
    'a curie that is no template', 'FST_ERR_HYPER_INVALID_TEMPLATE',
    ["curies, 'acme'", "'/rels/{rel'", 'is not closed'], options({ curies: { acme: '/rels/{rel' } })
  ],
  [
    'a prefix with a colon', 'FST_ERR_HYPER_INVALID_NAME', ["curies, 'a:b'", "'a:b'", 'A CURIE prefix has no colon'],
    options({ curies: { 'a:b': '/rels/{rel}' } })
  ],
  [
    'a prefix with a space', 'FST_ERR_HYPER_INVALID_NAME', ["curies, 'a b'", "'a b'", 'Omit spaces'],
    options({ curies: { 'a b': '/rels/{rel}' } })
  ],
  [
    'a prefix that is empty', 'FST_ERR_HYPER_INVALID_NAME', ["curies, ''", "''", 'Give a string that is not empty'],
    options({ curies: { '': '/rels/{rel}' } })
  ]
]
