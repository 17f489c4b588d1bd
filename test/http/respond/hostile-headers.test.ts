import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  cursorPage, defineLinks, evaluatePreconditions, type HyperOptions,
  hyperOptionsHandler, type HyperRouteOptions, type LinkAttributes, type LinkBuilder,
  LinkTarget, problem
} from '../../../lib/index.ts'
import { differs, type Fault, first, unless } from '../../support/claims.ts'
import { readDocument } from '../../support/documents.ts'
import { linkValues } from '../../support/link-values.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse } from '../../support/raw.ts'
import { runs, sampled } from '../../support/runs.ts'
import { serve, tryServe } from '../../support/servers.ts'

// Whatever string becomes part of a header: one well-formed response, the headers that the app
// declared, and no failure.

const HOSTILE: Readonly<Record<string, string>> = {
  'CR LF': 'a\r\nX-Injected: yes',
  'a second response': 'a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  CR: 'a\rX-Injected: yes',
  LF: 'a\nX-Injected: yes',
  'CR LF at the end': 'a\r\n',
  'CR LF, folded': 'a\r\n b',
  'CR LF behind a quote': '"\r\nX-Injected: yes',
  'CR LF, percent-encoded': '%0D%0AX-Injected:%20yes',
  'characters that end in the bytes of CR LF': 'a嘍嘊X-Injected: yes',
  'line separators': 'a\u2028b\u2029c',
  NUL: 'a\0b',
  tab: 'a\tb',
  DEL: 'a\x7fb',
  'C1 controls': 'a\x80\x85\x9b\x9fb',
  'only controls': '\0\x01\x1f\x7f\x85',
  'latin1 text': 'é\xa0ÿ',
  'text beyond latin1': 'ść東京\u202eb',
  'astral characters': '😀𝒜\u{10ffff}',
  'a high surrogate': 'a\ud800b',
  'a low surrogate': '\udc00',
  'surrogates in the wrong order': '\ude00\ud83d',
  'surrogates around a line end': '\ud83d\r\n\ude00',
  'the end of a link': 'a>; rel="next", <b',
  'the end of a quoted string': 'a"; rel="next',
  'a backslash': 'a\\',
  'quotes, commas and spaces': '", ", \',; =* ',
  'broken escapes': '%, %z, %ff, %%',
  '16 KiB': 'x'.repeat(16_384),
  '16 KiB of astral characters': '😀'.repeat(4096),
  __proto__: '__proto__',
  constructor: 'constructor',
  '*': '*'
}

const BRIEF = 100

/** The next value of every callback whose string becomes part of a header. */
let current = ''

const ATTRIBUTES = ['title', 'name', 'type', 'profile', 'hreflang'] as const

const links = defineLinks<object>(links => {
  links.self(LinkTarget.uri('/self'))
  links.link('titled', LinkTarget.uri('/titled')).title(() => current)
  for (const attribute of ATTRIBUTES) {
    links.link(
      attribute, () => LinkTarget.uri(`/${attribute}`, { [attribute]: current } as LinkAttributes)
    )
  }
  links.link('route', () => LinkTarget.route('ReadItem', { id: current }, { query: { q: current } }))
  links.link('key', () => LinkTarget.route('ReadItem', { id: 1, [current]: current }))
  links.link('target', () => LinkTarget.uri(current))
  links.link('behind', () => LinkTarget.uri(`https://api.example.com/${current}`))
})

const RELATIONS = ['self', 'titled', ...ATTRIBUTES, 'route', 'key', 'target', 'behind']

async function declare (app: FastifyInstance): Promise<void> {
  await app.register(hyper, { emitLinkHeader: true })
  await app.register(hyperOptionsHandler)
  const get = (url: string, config: HyperRouteOptions, handler: () => unknown) =>
    app.get(url, { config: { hyper: config } }, async () => handler())
  get('/links', {
    links, etag: () => 'v1', deprecation: { deprecatedAt: '2026-01-01', link: 'https://api.example.com/old' }
  }, () => ({ id: 1 }))
  get('/etag', { etag: () => current }, () => ({ id: 1 }))
  get('/etag/quoted', { etag: () => `"${current}"` }, () => ({ id: 1 }))
  get('/etag/weak', { etag: () => `W/"${current}"` }, () => ({ id: 1 }))
  get('/page', { links: true }, () => cursorPage([], { next: current, prev: current }))
  get('/items/:id', { name: 'ReadItem', links }, () =>
    problem({ status: 404, detail: current, title: current, type: current })
      .link('about', LinkTarget.uri(current))
      .extension('said', current))
  app.put(
    '/items/:id', { config: { hyper: {} } },
    (request, reply) => (evaluatePreconditions(request, current, { requireIfMatch: true }) ??
      problem({ status: 409 })).send(reply)
  )
  app.post('/items', (request, reply) => {
    const target = LinkTarget.route('ReadItem', { id: current }, { query: { q: current } })
    return reply.code(201).header('location', app.hyper.href(target, request) ?? '/items').send({ id: 1 })
  })
}

const MEANT = [
  'content-type', 'content-length', 'date', 'connection', 'vary', 'etag', 'link', 'location', 'allow', 'accept-post',
  'deprecation'
]

/** A failure, a header that was not declared, or one that is repeated or not ASCII. */
function headFault ({ status, headers }: RawResponse): Fault {
  const names = headers.map(([name]) => name.toLowerCase())
  return first(
    unless(status < 500, `status ${status}`),
    differs('headers', names.filter((name, index) => !MEANT.includes(name) || names.indexOf(name) !== index), []),
    differs('values', headers.filter(([, value]) => !/^[ -~]*$/.test(value)), [])
  )
}

/** The string that a header can carry: well-formed, and without controls. */
const withoutControls = (text: string) => Buffer.from(text).toString().replace(/\p{Cc}/gu, '')

function attributeFault (response: RawResponse, relation: string, attribute: string): Fault {
  const params = linkValues(response).find(({ params }) => params['rel'] === relation)?.params ?? {}
  const extended = params[`${attribute}*`] as { value: string } | undefined
  return differs(`${attribute} of ${relation}`, params[attribute] ?? extended?.value ?? '', withoutControls(current))
}

function linkFault (response: RawResponse): Fault {
  const relations = linkValues(response).map(({ params }) => String(params['rel']))
  const present = RELATIONS.filter(relation => relations.includes(relation))
  return first(
    differs('relations', relations.filter(relation => relation !== 'deprecation'), present),
    differs('the first', relations[0], 'self'),
    differs('the last', relations.at(-1), 'deprecation'),
    current.length > BRIEF
      ? undefined
      : first(
        attributeFault(response, 'titled', 'title'), attributeFault(response, 'title', 'title'),
        attributeFault(response, 'name', 'name')
      )
  )
}

const TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

function tagFault (response: RawResponse): Fault {
  const tag = header(response, 'etag')
  return unless(tag === null ? current === '' : TAG.test(tag), `ETag: ${tag}`)
}

/**
 * A place where the app's own text becomes a part of a header: calls of a policy,
 * and what else must hold of the response.
 */
interface Place {
  readonly request: RawRequest
  readonly status: number
  readonly fault?: (response: RawResponse) => Fault
}

const PLACES: Readonly<Record<string, Place>> = {
  'the links of a resource': { request: { method: 'GET', path: '/links' }, status: 200, fault: linkFault },
  'the links of a resource, HEAD': { request: { method: 'HEAD', path: '/links' }, status: 200, fault: linkFault },
  'an entity tag': { request: { method: 'GET', path: '/etag' }, status: 200, fault: tagFault },
  'a quoted entity tag': { request: { method: 'GET', path: '/etag/quoted' }, status: 200, fault: tagFault },
  'a weak entity tag': { request: { method: 'GET', path: '/etag/weak' }, status: 200, fault: tagFault },
  'the tag of a precondition': {
    request: { method: 'PUT', path: '/items/1', headers: [['If-Match', '"another"']] }, status: 412, fault: tagFault
  },
  'the cursors of a page': {
    request: { method: 'GET', path: '/page' },
    status: 200,
    fault: response => differs('self', linkValues(response)[0]?.params['rel'], 'self')
  },
  'a problem document': { request: { method: 'GET', path: '/items/1' }, status: 404 },
  'a Location': {
    request: { method: 'POST', path: '/items' },
    status: 201,
    fault: response => unless(URL.canParse(header(response, 'location')!, 'http://host'), 'no Location')
  }
}

const { send } = await serve(t, declare, { trustProxy: true })

async function placeFault ({ request, status, fault }: Place, text: string): Promise<Fault> {
  current = text
  const response = await send(request)
  readDocument(response)
  return first(headFault(response), differs('status', response.status, status), fault?.(response))
}

for (const [name, place] of Object.entries(PLACES)) {
  t.test(`${name}: strings of the app`, async t => {
    for (const [kind, text] of Object.entries(HOSTILE)) t.equal(await placeFault(place, text), undefined, kind)
  })
}

t.test('a tag of any text is recognised when it comes back', async t => {
  for (const [kind, text] of Object.entries(HOSTILE).filter(([, text]) => text.length < BRIEF)) {
    for (const path of ['/etag', '/etag/quoted', '/etag/weak']) {
      current = text
      const tag = header(await send({ method: 'GET', path }), 'etag')!
      t.equal((await send({ method: 'GET', path, headers: [['If-None-Match', tag]] })).status, 304, `${kind} ${path}`)
    }
  }
})

// What clients send. Bytes, as Node reads them.

const bytes = (text: string) => Buffer.from(text).toString('latin1')
const FIELDS = [
  'Accept', 'If-None-Match', 'If-Match', 'Host', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-For', 'Origin',
  'Access-Control-Request-Method'
]
const TARGETS: readonly RawRequest[] = [
  { method: 'GET', path: '/links' },
  { method: 'GET', path: '/page' },
  { method: 'PUT', path: '/items/1' },
  { method: 'POST', path: '/items' },
  { method: 'OPTIONS', path: '/items/1' }
]

const faultOf = async (request: RawRequest, field: string, value: string) => {
  current = 'v1'
  return headFault(await send({ ...request, headers: [[field, value] satisfies HeaderPair] }))
}

for (const field of FIELDS) {
  t.test(`${field}: what clients send`, async t => {
    // What follows an empty line is another request, and not this header's value.
    const kinds = Object.entries({ ...HOSTILE, '15 KiB': 'x, '.repeat(5000) })
      .filter(([, text]) => !`${text}\r\n`.includes('\r\n\r\n'))
    const rows = kinds.flatMap(([kind, text]) => TARGETS.flatMap(request =>
      [text, `"v1", ${text}`, `application/hal+json, ${text}`].map(value => ({ kind, request, value }))))
    const faults = new Map<string, Fault[]>(kinds.map(([kind]) => [kind, []]))
    for (const { kind, request, value } of sampled(rows, 7)) {
      const fault = await faultOf(request, field, bytes(value))
      if (fault !== undefined) faults.get(kind)!.push(`${request.method} ${request.path}: ${fault}`)
    }
    for (const [kind, found] of faults) t.same(found, [], kind)
  })
}

const asPath = (text: string) => bytes(text).replace(/[\0-\x20\x7f]/g, character => encodeURIComponent(character))

t.test('the request target: what clients send', async t => {
  for (const [kind, text] of Object.entries(HOSTILE)) {
    const faults: Fault[] = []
    for (const path of [
      `/page?cursor=${asPath(text)}`, `/page?${asPath(text)}`, `//${asPath(text)}/page`, `/items/${asPath(text)}`,
      `http://${asPath(text)}/page`
    ]) {
      for (const method of ['GET', 'OPTIONS']) faults.push(headFault(await send({ method, path })))
    }
    t.same(faults.filter(fault => fault !== undefined), [], kind)
  }
})

// What is fixed when the app starts.

type Fixed = readonly [
  /** The texts that can stand there; the others are rejected with the code. */
  legal: RegExp,
  code: string,
  place: {
    readonly options?: (text: string) => HyperOptions
    readonly route?: (text: string) => HyperRouteOptions
    readonly schema?: (text: string) => object
  }
]

const bound = (declare: (links: LinkBuilder<object>, text: string) => void) =>
  (text: string): HyperRouteOptions => ({ links: defineLinks<object>(links => { declare(links, text) }) })
const target = LinkTarget.uri('/there')

const NAME = /^[^\0-\x20"\x7f-\x9f]+$/
const URI = /^[!#-;=?-[\]_a-z~]+$/
const MEDIA_TYPE = /^[\w!#$%&'+.^`|~-]+$/
const NEVER = /^(?!)/
const ANY = /^/
const WELL_FORMED = /^\P{Cs}+$/u

const FIXED: Readonly<Record<string, Fixed>> = {
  'the link of a deprecation': [URI, 'INVALID_DEPRECATION', { route: link => ({ deprecation: { link } }) }],
  'the date of a deprecation': [
    NEVER, 'INVALID_DEPRECATION', { route: deprecatedAt => ({ deprecation: { deprecatedAt } }) }
  ],
  'the end of a deprecation': [NEVER, 'INVALID_DEPRECATION', { route: sunset => ({ deprecation: { sunset } }) }],
  'a date with something behind it': [
    NEVER, 'INVALID_DEPRECATION', { route: text => ({ deprecation: { deprecatedAt: `2026-01-01${text}` } }) }
  ],
  'a relation': [NAME, 'INVALID_NAME', { route: bound((links, text) => { links.link(text, target) }) }],
  'a relation of many': [
    NAME, 'INVALID_NAME', { route: bound((links, text) => { links.linkMany(text, [target, target]) }) }
  ],
  'the attributes of a link': [
    ANY, '',
    {
      route: bound((links, text) => {
        links.link('a', target, {
          title: text, name: text, type: text, profile: text, hreflang: text, deprecation: text
        })
      })
    }
  ],
  'a URI': [ANY, '', { route: bound((links, text) => { links.link('a', LinkTarget.uri(text)) }) }],
  'path and query values': [
    ANY, '',
    { route: bound((links, text) => { links.link('a', LinkTarget.route('Other', { id: text, [text]: text })) }) }
  ],
  'a media type': [
    MEDIA_TYPE, 'INVALID_MEDIA_TYPE',
    { options: text => ({ mediaTypes: { hyper: `application/${text}` }, defaultFormat: 'default' }) }
  ],
  'the media type of plain responses': [
    MEDIA_TYPE, 'INVALID_MEDIA_TYPE', { options: text => ({ mediaTypes: { json: `application/${text}` } }) }
  ],
  'the media type of a formatter': [
    MEDIA_TYPE, 'INVALID_MEDIA_TYPE',
    { options: text => ({ formatters: [{ mediaType: `text/${text}`, format: () => '{}' }] }) }
  ],
  'the cursor parameter': [WELL_FORMED, 'INVALID_OPTION', { options: cursor => ({ paging: { cursor } }) }],
  'a base URL': [NEVER, 'INVALID_OPTION', { options: baseUrl => ({ baseUrl }) }],
  'the path of a base URL': [
    ANY, '', { options: text => ({ baseUrl: `https://api.example.com/${encodeURIComponent(withoutControls(text))}` }) }
  ],
  'a base URL of the request': [ANY, '', { options: text => ({ baseUrl: () => `https://api.example.com/${text}` }) }],
  'the media types of a body': [
    ANY, '', { schema: text => ({ body: { content: { [text]: { schema: {} }, [`text/${text}`]: { schema: {} } } } }) }
  ]
}

async function fixedFault (
  t: Test, [legal, code, { options, route, schema }]: Fixed, text: string
): Promise<Fault> {
  const start = await tryServe(t, async app => {
    await app.register(hyper, { emitLinkHeader: true, ...options?.(text) })
    await app.register(hyperOptionsHandler)
    app.get('/other/:id', { config: { hyper: { name: 'Other' } } }, async () => ({}))
    app.get(
      '/value',
      { config: { hyper: { links: defineLinks<object>(links => { links.self(target) }), ...route?.(text) } } },
      async () => ({ id: 1 })
    )
    app.get('/page', { config: { hyper: { links: true } } }, async () => cursorPage([], { next: 'n' }))
    app.post('/value', { schema: schema?.(text) ?? {} }, async () => ({}))
  })
  if ('rejected' in start) {
    return first(
      differs('error code', start.rejected, `FST_ERR_HYPER_${code}`),
      unless(!legal.test(text), 'the start was rejected')
    )
  }
  if (!legal.test(text)) return 'the app started'
  const faults: Fault[] = []
  for (const request of [
    { method: 'GET', path: '/value' }, { method: 'GET', path: '/page' }, { method: 'OPTIONS', path: '/value' }
  ]) {
    faults.push(headFault(await start.server.send(request)))
  }
  await start.server.app.close()
  return first(...faults)
}

for (const [name, fixed] of Object.entries(FIXED)) {
  t.test(`${name}: what is fixed`, async t => {
    for (const [kind, text] of Object.entries(HOSTILE)) t.equal(await fixedFault(t, fixed, text), undefined, kind)
  })
}

// The same with any text.

const nasty = fc.string({
  unit: fc.constantFrom(
    '\r\n', '\r', '\n', '\0', '\t', '\x7f', '\x85', 'é', 'ś', '😀', '\ud83d', '\ude00', '"', '\\', '<', '>', ';', ',',
    '=', '*', '%', '%0A',
    ' ', 'W/', 'a', '/', '//', '.', '?', '#', 'X-Injected: yes'
  )
})
const anyText = fc.oneof(
  nasty, fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) })
)

t.test('any string, in every place', async t => {
  for (const [name, place] of Object.entries(PLACES)) {
    await t.resolves(
      fc.assert(
        fc.asyncProperty(anyText, async text => (await placeFault(place, text)) === undefined), { numRuns: runs(100) }
      ), name
    )
  }
})

t.test('any bytes, wherever clients send them', async t => {
  const value = fc.oneof(
    nasty.map(bytes), fc.string({ unit: fc.integer({ min: 0, max: 0xff }).map(code => String.fromCharCode(code)) })
  )
    .map(text => text.replace(/[\r\n]/g, ' '))
  for (const field of FIELDS) {
    await t.resolves(fc.assert(fc.asyncProperty(
      fc.constantFrom(...TARGETS), value, async (request, value) => (await faultOf(request, field, value)) === undefined
    ), { numRuns: runs(100) }), field)
  }
})

t.test('any text, wherever it is fixed', async t => {
  for (const [name, fixed] of Object.entries(FIXED)) {
    await t.resolves(fc.assert(fc.asyncProperty(
      anyText.filter(text => text !== ''), async text => (await fixedFault(t, fixed, text)) === undefined
    ), { numRuns: runs(25) }), name)
  }
})
