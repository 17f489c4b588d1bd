import { defineLinks, LinkConfig } from '../../../lib/index.ts'
import { type ErrorTable, someLinks } from './error-rows.ts'

class OrderLinks extends LinkConfig<object> {
  configure (): void {}
}

class Order {}

const siren = { mediaType: 'application/vnd.siren+json', format: () => '{}' }
const noType = { type: {}, configure () {} }

/** Bad options of the plugin. */
export const ofOptions: ErrorTable<[options: object]> = {
  UNKNOWN_KEY: [
    ["fastify-hyper options | 'mod' | Did you mean 'mode'?", { mod: 'lax' }],
    ["fastify-hyper options | 'xylophone' | Known keys: mode, negotiateFormat", { xylophone: 1 }],
    ["options, paging | 'curser' | Did you mean 'cursor'?", { paging: { curser: 'c' } }],
    ["options, mediaTypes | 'halFroms' | Did you mean 'halForms'?", { mediaTypes: { halFroms: 'application/a' } }]
  ],
  INVALID_OPTION: [
    ["options, mode | 'strct' | Use 'lax' or 'strict'. Did you mean 'strict'?", { mode: 'strct' }],
    ["options, defaultFormat | 'hal_forms' | Did you mean 'hal-forms'?", { defaultFormat: 'hal_forms' }],
    ["defaultFormat | 'application/hal+json' | Use 'default' or 'hal'", { defaultFormat: 'application/hal+json' }],
    ["options, hrefs | 'relative' | Use 'absolute' or 'path'", { hrefs: 'relative' }],
    ["options, negotiateFormat | 'yes' | Use true or false", { negotiateFormat: 'yes' }],
    ['options, emitLinkHeader | 1 | Use true or false', { emitLinkHeader: 1 }],
    ...[0, 1.5, -1, Infinity, '64', null].map(
      concurrency => ['options, concurrency | is not valid | Give a positive integer', { concurrency }] as const
    ),
    ['options, parsers | null | Use true or false', { parsers: null }],
    ['options, weakIfMatch | 1 | Use true or false', { weakIfMatch: 1 }],
    ["options, validationProblems | 'yes' | Use true or false", { validationProblems: 'yes' }],
    ['options, formatters | an object | Give an array', { formatters: {} }],
    ['options, links | an instance of DefinedLinks | Give an array', { links: someLinks }],
    ['options, policies | an array of 1 | Give an object', { policies: [() => true] }],
    ['options, policies.admin | true | Give a function of the request', { policies: { admin: true } }],
    ['options, gatedCacheControl | true | the value of a Cache-Control header', { gatedCacheControl: true }],
    ["gatedCacheControl | '' | or false", { gatedCacheControl: '' }],
    ["gatedCacheControl | 'private\\nX-Evil: 1' | or false", { gatedCacheControl: 'private\nX-Evil: 1' }],
    ["gatedCacheControl | 'privé' | or false", { gatedCacheControl: 'privé' }],
    ["options, routes | 'GetOrder' | Give an object", { routes: 'GetOrder' }],
    ['options, policies | an instance of Map | Give an object', { policies: new Map([['staff', () => true]]) }],
    [
      'options, routes.GetOrder | the function GetOrder | what defineRoutes({ … }) returns',
      { routes: { GetOrder: () => {} } }
    ],
    [
      "options, routes.GetOrder | 'GET /orders' | what defineRoutes({ … }) returns",
      { routes: { GetOrder: 'GET /orders' } }
    ],
    [
      "options, baseUrl | 'https://a.example//b.example' | Give an absolute http or https URL",
      { baseUrl: 'https://a.example//b.example' }
    ],
    ["options, baseUrl | 'ftp://example.com' | Give an absolute http or https URL", { baseUrl: 'ftp://example.com' }],
    ["baseUrl | 'https://example.com/?a=1' | without a query", { baseUrl: 'https://example.com/?a=1' }],
    ["baseUrl | 'api.example.com/v1' | Give an absolute", { baseUrl: 'api.example.com/v1' }],
    ["baseUrl | '/v1' | Give an absolute", { baseUrl: '/v1' }],
    ['baseUrl | 443 | or a function of the request', { baseUrl: 443 }],
    ["options, paging | 'p' | Give an object", { paging: 'p' }],
    ["options, paging.page | '' | Give the name of the query parameter", { paging: { page: '' } }],
    ["options, paging.cursor | 'c\\ud800' | Give the name of the query parameter", { paging: { cursor: 'c\ud800' } }],
    ['options, mediaTypes | null | Give an object', { mediaTypes: null }],
    ["options, curies | 'acme' | Give an object", { curies: 'acme' }],
    ["curies, 'acme' | 5 | Give a template with {rel}", { curies: { acme: 5 } }]
  ],
  INVALID_MEDIA_TYPE: [
    ["options, mediaTypes.hal | 'application/*' | Write type/subtype", { mediaTypes: { hal: 'application/*' } }],
    [
      "mediaTypes.json | 'application/json; v=2' | without wildcards and parameters",
      { mediaTypes: { json: 'application/json; v=2' } }
    ],
    ['mediaTypes.hyper | 5 | Write type/subtype', { mediaTypes: { hyper: 5 } }],
    ['formatters[0] | undefined | Write type/subtype', { formatters: [{ format: siren.format }] }]
  ],
  MEDIA_TYPE_CONFLICT: [
    [
      "mediaTypes.hal | 'application/JSON' | is already used by mediaTypes.json",
      { mediaTypes: { hal: 'application/JSON' } }
    ],
    [
      "formatters[0] | 'application/hal+json' | is already used by mediaTypes.hal",
      { formatters: [{ ...siren, mediaType: 'application/hal+json' }] }
    ],
    [
      "formatters[1] | 'application/vnd.siren+json' | is already used by formatters[0]",
      { formatters: [siren, { ...siren }] }
    ]
  ],
  INVALID_FORMATTER: [
    [
      'options, formatters[0] | an object | Give an object with mediaType and format(resource, context)',
      { formatters: [{ mediaType: siren.mediaType }] }
    ]
  ],
  INVALID_CONFIG: [
    ['options, links[0] | the function OrderLinks | Give an instance: new OrderLinks()', { links: [OrderLinks] }],
    ['options, links[0]: an object is not a link configuration | Use defineLinks', { links: [{ Order: () => {} }] }],
    ['options, links[1] | null | Use defineLinks(type, links => …)', { links: [someLinks, null] }],
    ['link configuration | an object | Its type is a class, a schema, or the $id of one', { links: [noType] }]
  ],
  DUPLICATE_CONFIG: [
    [
      'options, links | the type Order has two link configurations | Merge them, or bind one',
      { links: [defineLinks(Order, () => {}), defineLinks(Order, () => {})] }
    ],
    [
      'options, links | order | Merge them',
      { links: [defineLinks('order', () => {}), defineLinks({ $id: 'order#' }, () => {})] }
    ]
  ],
  INVALID_TEMPLATE: [
    ["curies, 'acme' | '/rels/{name}' | a CURIE template holds {rel}", { curies: { acme: '/rels/{name}' } }],
    ["curies, 'acme' | '/{lang}/{rel}' | has no variable but {rel}", { curies: { acme: '/{lang}/{rel}' } }],
    ["curies, 'acme' | '/rels/{rel' | is not closed", { curies: { acme: '/rels/{rel' } }]
  ],
  INVALID_NAME: [
    ["curies, 'a:b' | 'a:b' | A CURIE prefix has no colon", { curies: { 'a:b': '/rels/{rel}' } }],
    ["curies, 'a b' | 'a b' | Omit spaces", { curies: { 'a b': '/rels/{rel}' } }],
    ["curies, '' | '' | Give a string that is not empty", { curies: { '': '/rels/{rel}' } }]
  ]
}
