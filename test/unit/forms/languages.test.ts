import accepts from '@fastify/accepts'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, type HypermediaFormatter, type HyperOptions, type LinkBuilder,
  LinkTarget, offsetPage
} from '../../../lib/index.ts'
import type { Wording } from '../../../types/callbacks.ts'
import { hrefsIn, member, textsIn } from '../../support/documents.ts'
import { linkValues } from '../../support/link-values.ts'
import { type Projection, projection } from '../../support/projection.ts'
import { header, headerLines, type HeaderPair } from '../../support/raw.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

type Declare = (links: LinkBuilder<object>) => unknown

const own: HypermediaFormatter = {
  mediaType: 'application/vnd.own+json',
  format: ({ links, actions, embedded }) => JSON.stringify({ links, actions, embedded: [...embedded.values()] })
}
const uri = LinkTarget.uri('/uri')
const body = { type: 'object', properties: { note: { type: 'string', title: 'By schema', examples: ['An example'] } } }

interface Setup {
  readonly options?: HyperOptions
  readonly routes?: (app: FastifyInstance) => unknown
  readonly format?: string
}

/** An app that knows the languages of its clients. */
function serveTitles (
  t: Test, declare: Declare, { options = {}, routes = () => {}, format }: Setup = {}
): Promise<Projection> {
  const links = defineLinks<object>(links => { declare(links) })
  return projection(t, async app => {
    await app.register(accepts)
    await app.register(hyper, { hrefs: 'path', formatters: [own], ...options })
    app.get('/value', {
      config: { hyper: { links, etag: () => 'v1', ...(format === undefined ? {} : { format }) } }
    }, async (request, reply) => {
      const { vary } = request.query as { vary?: string }
      if (vary !== undefined) reply.header('vary', vary)
      return { id: 1 }
    })
    app.get('/list', { config: { hyper: { links } } }, async () => [{ id: 1 }, { id: 2 }])
    app.get('/page', { config: { hyper: { links } } }, async () => offsetPage(
      [{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 }
    ))
    app.post('/go', { schema: { body }, config: { hyper: { name: 'Go' } } }, async () => ({}))
    await routes(app)
  })
}

const acceptLanguage = (language: string | null): HeaderPair[] =>
  language === null ? [] : [['Accept-Language', language]]

const languages = { en: 'Cancel', de: 'Stornieren', 'fr-CH': 'Annuler' }

// What a client requests (RFC 9110, section 12.5.4), and what it reads.
const REQUESTED: readonly (readonly [requested: string | null, reads: keyof typeof languages])[] = [
  [null, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT;q=0.8', 'de'],
  ['de-AT, en;q=0.9', 'de'],
  ['en;q=0.5, de', 'de'],
  ['fr', 'fr-CH'],
  ['fr-CH', 'fr-CH'],
  ['it, fr-CH;q=0.2, de;q=0.1', 'fr-CH'],
  ['it', 'en'],
  // Longer lists of languages are not read.
  [`de${', de'.repeat(300)}`, 'en'],
  ['it-IT, rm', 'en'],
  ['*', 'en'],
  ['it, *;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['de;q=0', 'en'],
  [';;, ,q=1', 'en'],
  ['constructor, __proto__', 'en']
]

t.test('the language of a client', async t => {
  const { get } = await serveTitles(t, links => { links.self(uri).title(languages) })
  for (const [requested, reads] of REQUESTED) {
    t.equal(
      member((await get('hal', '/value', acceptLanguage(requested))).document, '_links', 'self', 'title'),
      languages[reads], String(requested)
    )
  }
})

// All that can be declared by language, once for each kind of link and action.
const title = (what: string) => ({ en: `${what} in English`, de: `${what} auf Deutsch` })
const localized: Declare = links => {
  links.self(uri).title(title('fixed'))
  links.link('callback', () => uri).title(title('callback'))
  links.link('later', async () => uri).title(title('later'))
  links.linkMany('many', [uri, uri]).title(title('many'))
  links.linkMany('many-callbacks', () => [uri]).title(title('many-callbacks'))
  links.embed('child', () => ({ id: 2 }), defineLinks<object>(links => { links.self(uri).title(title('child')) }))
  links.affordance('fixed-action', LinkTarget.route('Go')).title(title('fixed-action'))
    .fields({ note: { prompt: title('prompt'), placeholder: title('placeholder') } })
  links.affordance('callback-action', () => LinkTarget.route('Go')).title(title('callback-action'))
    .fields({ note: { prompt: title('callback prompt') } })
  links.affordance('filled', LinkTarget.route('Go')).fields({ note: { prompt: title('filled prompt') } })
    .prefill(() => ({ note: 'own' }))
}
const LINKS = ['fixed', 'callback', 'later', 'many', 'many', 'many-callbacks', 'child']
const ACTIONS = ['fixed-action', 'callback-action']
const FIELDS = ['prompt', 'placeholder', 'callback prompt', 'filled prompt']
const LOCALIZED: Readonly<Record<string, readonly string[]>> = {
  hal: LINKS,
  default: [...LINKS, ...ACTIONS],
  vendor: [...LINKS, ...ACTIONS],
  'hal-forms': [...LINKS, ...ACTIONS, ...FIELDS],
  [own.mediaType]: [...LINKS, ...ACTIONS, ...FIELDS]
}

const endings = { en: 'in English', de: 'auf Deutsch' } as const
const textsOf = (document: unknown, ending: string) => textsIn(document).flatMap(text =>
  text.startsWith('{') || text.startsWith('[') ? textsIn(JSON.parse(text)) : [text])
  .filter(text => text.endsWith(ending))

t.test('every place in every format', async t => {
  const { get } = await serveTitles(t, localized)
  for (const [format, localizedNames] of Object.entries(LOCALIZED)) {
    for (const language of ['de', 'en', 'en', 'de'] as const) {
      const { document } = await get(format, '/value', acceptLanguage(language))
      const expected = localizedNames.map(what => title(what)[language]).sort()
      t.strictSame(textsOf(document, endings[language]).sort(), expected, `${format} ${language}`)
      t.strictSame(
        textsOf(document, endings[language === 'de' ? 'en' : 'de']), [], `${format}, and nothing else than ${language}`
      )
      t.ok(hrefsIn(document).length > 0)
    }
  }
})

t.test('lists and pages', async t => {
  const { get } = await serveTitles(t, links => { links.link('help', uri).title(languages) })
  for (const requested of ['de', 'en', 'de']) {
    const list = (await get('default', '/list', acceptLanguage(requested))).document
    t.strictSame(
      ['0', '1'].map(index => member(list, index, '_links', 'help', 'title')),
      requested === 'de' ? ['Stornieren', 'Stornieren'] : ['Cancel', 'Cancel']
    )
  }
  t.equal(
    member(
      (await get('hal', '/page', acceptLanguage('de'))).document, '_embedded', 'item', '0', '_links', 'help', 'title'
    ), 'Stornieren'
  )
})

t.test('the Link header', async t => {
  const { send } = await serveTitles(
    t, links => { links.self(uri).title({ en: 'Order', de: 'Auftrag' }) }, { options: { emitLinkHeader: true } }
  )
  for (const [language, wanted] of [['de', 'Auftrag'], ['en', 'Order'], ['it', 'Order']] as const) {
    const response = await send({ method: 'GET', path: '/value', headers: acceptLanguage(language) })
    t.match(header(response, 'link'), `title="${wanted}"`, language)
    t.equal(linkValues(response).length, 1)
  }
})

t.test('maps of different languages in one response', async t => {
  const { get } = await serveTitles(t, links => {
    links.link('a', uri).title({ en: 'a en', de: 'a de' })
    links.link('b', uri).title({ de: 'b de', en: 'b en' })
    links.link('c', uri).title({ fr: 'c fr', de: 'c de', it: 'c it' })
    links.link('d', uri).title({ it: 'd it' })
    links.link('e', uri).title({ en: 'e en', de: 'e de' })
    links.affordance('f', LinkTarget.route('Go')).title({ fr: 'f fr', en: 'f en' })
      .fields({ note: { prompt: { it: 'f it', de: 'f de', en: 'f en', fr: 'f fr' } } })
  })
  const reads = async (requested: string | null) => {
    const { document } = await get('hal-forms', '/value', acceptLanguage(requested))
    const template = member(document, '_templates', 'f')
    return [
      ...['a', 'b', 'c', 'd', 'e'].map(relation => member(document, '_links', relation, 'title')),
      member(template, 'title'), member(template, 'properties', '0', 'prompt')
    ].map(text => String(text).slice(2)).join(' ')
  }
  const ROWS = {
    de: 'de de de it de fr de',
    en: 'en en fr it en en en',
    fr: 'en de fr it en fr fr',
    it: 'en de it it en fr it',
    'fr, en;q=0.5': 'en en fr it en fr fr',
    nl: 'en de fr it en fr it'
  }
  for (let count = 0; count < 2; count++) {
    for (const [requested, wanted] of Object.entries(ROWS)) t.equal(await reads(requested), wanted, requested)
  }
  t.equal(await reads(null), ROWS.nl)
})

// As many choices as no number could count: each list of languages lacks another.
t.test('twenty languages, and a form that lacks one in each field', async t => {
  const tags = Array.from({ length: 20 }, (_, index) => `x${String.fromCharCode(97 + index)}`)
  const properties = Object.fromEntries(tags.map(tag => [tag, { type: 'string' }]))
  const lacking = (left: string) => Object.fromEntries(tags.filter(tag => tag !== left).map(tag => [tag, tag]))
  const fields = Object.fromEntries(tags.map(tag => [tag, { prompt: lacking(tag) }]))
  const { get } = await serveTitles(t, links => {
    links.affordance('go', uri).accepts({ type: 'object', properties }).fields(fields)
  })
  for (const requested of [...tags, ...tags]) {
    const prompts = member(
      (await get('hal-forms', '/value', acceptLanguage(requested))).document, '_templates', 'go', 'properties'
    ) as { prompt: string }[]
    t.strictSame(
      prompts.map(({ prompt }) => prompt), tags.map(tag => tag !== requested ? requested : tag === 'xa' ? 'xb' : 'xa'),
      requested
    )
  }
})

t.test('texts that are not by language', async t => {
  const { get } = await serveTitles(t, links => {
    links.link('text', uri).title('Text')
    links.link('function', uri).title(resource => `Order ${member(resource, 'id')}`)
    links.link('later', uri).title(async (_resource, { request }) => request.headers['accept-language'])
    links.link('null', uri).title(() => null)
    links.link('number', uri).title((() => 5) as never)
    links.link('own', uri.title('Target')).title(languages)
    links.link('given', () => uri.title('Target')).title(languages)
    links.linkMany('many', [uri]).title(() => 'Each')
  })
  const { document } = await get('hal', '/value', acceptLanguage('de'))
  const titles = ['text', 'function', 'later', 'null', 'number', 'own', 'given'].map(relation =>
    member(document, '_links', relation, 'title'))
  t.strictSame(titles, ['Text', 'Order 1', 'de', undefined, undefined, 'Target', 'Target'])
  t.equal(member(document, '_links', 'many', '0', 'title'), 'Each')
})

const fields = (value: string | null) =>
  value === null ? [] : value.toLowerCase().split(',').map(field => field.trim()).sort()

t.test('Vary names Accept-Language where a form has several languages', async t => {
  const declare: Declare = links => {
    links.affordance('go', LinkTarget.route('Go')).fields({ note: { prompt: languages } })
  }
  const varies = async (setup: Setup, path = '/value', headers: HeaderPair[] = [], declared = declare) => {
    const { send } = await serveTitles(t, declared, setup)
    const response = await send({ method: 'GET', path, headers })
    t.ok(headerLines(response, 'vary').length < 2, 'one line')
    return [response.status, ...fields(header(response, 'vary'))]
  }
  t.strictSame(await varies({}), [200, 'accept', 'accept-language'], 'beside Accept')
  t.strictSame(
    await varies({}, '/value', [['Accept', 'application/hal+json']]), [200, 'accept', 'accept-language'],
    'in every format'
  )
  t.strictSame(await varies({}, '/list'), [200, 'accept', 'accept-language'], 'of a list')
  t.strictSame(
    await varies({}, '/value', [['If-None-Match', '"v1"']]), [304, 'accept', 'accept-language'], 'not modified'
  )
  t.strictSame(await varies({ format: 'hal' }), [200, 'accept-language'], 'where the format is forced')
  t.strictSame(await varies({ format: 'hal' }, '/value', [['If-None-Match', '*']]), [
    304, 'accept-language'
  ], 'where it is forced, not modified')
  t.strictSame(
    await varies({ options: { negotiateFormat: false } }), [200, 'accept-language'], 'where nothing is negotiated'
  )
  t.strictSame(await varies({}, '/value?vary=Accept-Language'), [200, 'accept', 'accept-language'], 'not twice')
  t.strictSame(await varies({}, '/value?vary=Origin,%20ACCEPT-language'), [
    200, 'accept', 'accept-language', 'origin'
  ], 'not in another case')
  t.strictSame(await varies({}, '/value?vary=*'), [200, '*'], 'not beside *')
  t.strictSame(await varies({}, '/plain'), [404], 'not of what is not there')
  t.strictSame(
    await varies({ routes: app => app.get('/plain', async () => ({})) }, '/plain'), [200], 'not of other routes'
  )
  t.strictSame(await varies({}, '/value', [], links => links.self(uri).title('Text')), [
    200, 'accept'
  ], 'not of an app that speaks one language')
  t.strictSame(await varies({}, '/value', [], links => links.self(uri).title((_, { request }) => request.url)), [
    200, 'accept'
  ], 'not for a function')
  t.strictSame(await varies(
    {}, '/value', [],
    links => links.affordance('go', () => LinkTarget.route('Go')).fields({ note: { placeholder: languages } })
  ), [200, 'accept', 'accept-language'], 'for a form that is made later')
})

// Where a string by language is allowed, and the place that the error names.
const PLACES: Readonly<
  Record<string, [declare: (links: LinkBuilder<object>, text: Wording<object>) => unknown, place: string]>
> = {
  'a link': [(links, text) => links.link('next', uri).title(text), "links of order, relation 'next'"],
  'many links': [(links, text) => links.linkMany('next', [uri]).title(text), "links of order, relation 'next'"],
  'an action': [(links, text) => links.affordance('go', uri).title(text), "links of order, action 'go'"],
  'a prompt': [
    (links, text) => links.affordance('go', uri).accepts(body).fields({ note: { prompt: text } }),
    "links of order, action 'go', field 'note'"
  ],
  'a placeholder': [
    (links, text) => links.affordance('go', uri).accepts(body).fields({ note: { placeholder: text } }),
    "links of order, action 'go', field 'note'"
  ],
  'a prompt of a form that is made later': [
    (links, text) => links.affordance('go', () => uri).accepts(body).fields({ note: { prompt: text } }),
    "links of order, action 'go', field 'note'"
  ]
}

t.test('without @fastify/accepts', async t => {
  const started = async (declare: Declare) => {
    const app = await hyperApp(t, { links: [defineLinks<object>('order', links => { declare(links) })] })
    return app.ready()
  }
  for (const [name, [declare, place]] of Object.entries(PLACES)) {
    await t.rejects(started(links => declare(links, languages)), {
      code: 'FST_ERR_HYPER_ACCEPTS_MISSING', message: `${place}: a localized string needs @fastify/accepts`
    }, name)
    await t.resolves(started(links => declare(links, () => 'Text')), `${name}: a function needs none`)
  }
})

t.test('@fastify/accepts after the plugin', async t => {
  const app = newApp(t)
  app.register(hyper, { links: [defineLinks<object>('order', links => { links.self(uri).title(languages) })] })
  app.register(accepts)
  await t.resolves(async () => { await app.ready() })
})

t.test('another plugin\'s request.language', async t => {
  const i18n = async () => {
    const app = newApp(t)
    app.decorateRequest('language', 'de' as never)
    await app.register(hyper, { links: [defineLinks<object>('order', links => { links.self(uri).title(languages) })] })
    return app.ready()
  }
  await t.rejects(i18n(), { code: 'FST_ERR_HYPER_ACCEPTS_MISSING' }, 'is not that of @fastify/accepts')
  const routes = (app: FastifyInstance) =>
    app.addHook('onRequest', async request => { Object.assign(request, { language: 'de' }) })
  const { get } = await serveTitles(t, links => { links.self(uri).title(languages) }, { routes })
  const { status, document } = await get('hal', '/value', acceptLanguage('de'))
  t.strictSame(
    [status, member(document, '_links', 'self', 'title')], [200, 'Cancel'], 'may cover it, and sets nothing then'
  )
})
