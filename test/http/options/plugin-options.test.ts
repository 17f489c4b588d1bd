import t from 'tap'
import type { HyperOptions } from '../../../lib/index.ts'
import { FORMATS, readSettings } from '../../../lib/options/plugin-options.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  hyper: 'application/vnd.hyper+json',
  hal: 'application/hal+json',
  halForms: 'application/prs.hal-forms+json'
}

const DEFAULTS = {
  mode: 'lax',
  strict: false,
  negotiateFormat: true,
  defaultFormat: 'default',
  emitLinkHeader: false,
  mediaTypes: MEDIA_TYPES,
  formatters: [],
  links: [],
  policies: {},
  gatedCacheControl: 'private',
  hrefs: 'absolute',
  baseUrl: null,
  transformHref: null,
  paging: { page: 'page', cursor: 'cursor' },
  curies: {},
  routes: {},
  services: [],
  parsers: true,
  validationProblems: false,
  weakIfMatch: false,
  problems: null,
  concurrency: 64
}

const baseUrlOf = () => 'https://api.example.com'

// Options, and what they change of the defaults.
const ROWS: Readonly<Record<string, [options: HyperOptions, changed: object]>> = {
  nothing: [{}, {}],
  'undefined is not given': [
    {
      mode: undefined, links: undefined, mediaTypes: undefined, paging: undefined, baseUrl: undefined
    } as unknown as HyperOptions, {}
  ],
  strict: [{ mode: 'strict' }, { mode: 'strict', strict: true }],
  'one media type of four': [
    { mediaTypes: { hal: 'application/vnd.acme+json' } },
    { mediaTypes: { ...MEDIA_TYPES, hal: 'application/vnd.acme+json' } }
  ],
  'an undefined media type': [{ mediaTypes: { hal: undefined } } as unknown as HyperOptions, {}],
  'one name of two': [{ paging: { page: 'p' } }, { paging: { page: 'p', cursor: 'cursor' } }],
  'the other name': [{ paging: { cursor: 'after' } }, { paging: { page: 'page', cursor: 'after' } }],
  'a base URL without its final slashes': [
    { baseUrl: 'https://api.example.com/v1//' }, { baseUrl: 'https://api.example.com/v1' }
  ],
  'a base URL as the URL standard writes it': [
    { baseUrl: 'HTTPS://API.example.com:443' }, { baseUrl: 'https://api.example.com' }
  ],
  'a base URL of the request': [{ baseUrl: baseUrlOf }, { baseUrl: baseUrlOf }],
  'another Cache-Control': [{ gatedCacheControl: 'private, no-cache' }, { gatedCacheControl: 'private, no-cache' }],
  'no Cache-Control': [{ gatedCacheControl: false }, { gatedCacheControl: false }],
  curies: [{ curies: { acme: '/rels/{rel}' } }, { curies: { acme: '/rels/{rel}' } }]
}

t.test('options', async t => {
  for (const [name, [options, changed]] of Object.entries(ROWS)) {
    t.strictSame({ ...readSettings(options) }, {
      ...DEFAULTS, ...changed
    }, name)
  }
  for (const defaultFormat of FORMATS) t.equal(readSettings({ defaultFormat }).defaultFormat, defaultFormat)
  for (const hrefs of ['absolute', 'path'] as const) t.equal(readSettings({ hrefs }).hrefs, hrefs)
})

t.test('settings and options do not change', async t => {
  const options = { mediaTypes: { hal: 'application/a' }, paging: { page: 'p' } }
  const settings = readSettings(options)
  for (const part of [settings, settings.mediaTypes, settings.paging]) t.ok(Object.isFrozen(part))
  t.strictSame(options, { mediaTypes: { hal: 'application/a' }, paging: { page: 'p' } })
})
