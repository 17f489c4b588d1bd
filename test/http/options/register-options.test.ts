import { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { readSettings } from '../../../lib/options/plugin-options.ts'
import { projection } from '../../support/projection.ts'
import { hyperApp } from '../../support/servers.ts'

// The options of app.register(): ours, and those of Fastify and of other plugins.

const links = defineLinks('order', links => { links.self(LinkTarget.uri('/order')) })

t.test('options of Fastify and @fastify/autoload are ignored', async t => {
  const own = {
    prefix: '/api', logLevel: 'warn', logSerializers: {}, encapsulate: false, name: 'hyper', dependencies: []
  }
  t.strictSame(readSettings({ ...own, links: [links] } as object), readSettings({ links: [links] }))
  t.strictSame(readSettings({ prefix: undefined } as object), readSettings({}), '@fastify/autoload resets a prefix')
  t.throws(() => readSettings({ prefixes: '/api' } as object), { code: 'FST_ERR_HYPER_UNKNOWN_KEY' })
})

t.test('a prefix of the plugin has no effect', async t => {
  const { get } = await projection(t, async app => {
    await app.register(hyper, { prefix: '/api', logLevel: 'warn', hrefs: 'path', links: [links] })
    app.get('/orders', { config: { hyper: { links } } }, async () => ({ id: 1 }))
  })
  t.match((await get('default', '/orders')).document, { _links: { self: { href: '/order' } } })
})

// The option `hyper` of another plugin, and the end of the warning where it was probably meant for us.
const FOREIGN: Readonly<Record<string, [option: unknown, warning: RegExp | null]>> = {
  'keys of its own': [{ theirs: 1 }, null],
  'no key': [{}, null],
  null: [null, null],
  'a string': ['fast', null],
  false: [false, null],
  'an array': [['links'], null],
  'a name': [{ name: 'theirs' }, null],
  'a misspelt key': [
    { lnks: true },
    /^register option hyper of \/v2 \(ignored\): 'lnks' is not .* Did you mean 'links'\? Known keys: links, .*, preconditions\.$/
  ],
  'a plural': [{ theirs: 1, formats: 'hal' }, /'formats' is not a known key\. Did you mean 'format'\?/],
  'a key of a route': [{ formInput: true }, /'formInput' is not a known key\. Known keys: /],
  true: [true, /\(ignored\): true is not a known key\. Give an object: hyper: \{ links: true \}\. Known/],
  'a configuration': [links, /an instance of DefinedLinks is not a known key\. Give an object/]
}

for (const [name, [option, warning]] of Object.entries(FOREIGN)) {
  t.test(`the option hyper of another plugin: ${name}`, async t => {
    let given: unknown
    const plugin = async (app: FastifyInstance, options: { hyper?: unknown }) => {
      given = options.hyper
      app.get('/orders', async () => ({ id: 1 }))
    }
    const { get, log } = await projection(t, async app => {
      await app.register(hyper)
      await app.register(plugin as never, { prefix: '/v2', hyper: option } as never)
    })
    t.equal(given, option, 'the plugin gets it')
    t.equal((await get('default', '/v2/orders')).text, '{"id":1}')
    const warnings = log.filter(({ level }) => level >= 40)
    if (warning === null) t.strictSame(warnings, [])
    else t.match(warnings, [{ code: 'FST_ERR_HYPER_UNKNOWN_KEY', msg: warning }])
  })
}

// The option `hyper` of a route beside its `config`, and what is logged.
const MISPLACED: Readonly<Record<string, [option: unknown, warning: RegExp | null]>> = {
  'a name': [
    { name: 'GetOrder', theirs: 1 },
    /^route GET \/orders \(ignored\): 'hyper' is not .*\. Move it into config: config: \{ hyper: \{ name \} \}\. Known keys: config\.$/
  ],
  'two keys': [{ links: true, etag: () => 1 }, /hyper: \{ links, etag \}/],
  'keys of another plugin': [{ theirs: 1 }, null],
  'no object': [true, null]
}

for (const [name, [hyperOption, warning]] of Object.entries(MISPLACED)) {
  t.test(`the option hyper beside config: ${name}`, async t => {
    const { get, log } = await projection(t, async app => {
      await app.register(hyper)
      app.get('/orders', { hyper: hyperOption } as object, async () => ({ id: 1 }))
    })
    t.equal((await get('default', '/orders')).text, '{"id":1}')
    const warnings = log.filter(({ level }) => level >= 40)
    t.equal(warnings.length, warning === null ? 0 : 1, 'none for the HEAD route of Fastify')
    if (warning !== null) t.match(warnings, [{ code: 'FST_ERR_HYPER_UNKNOWN_KEY', msg: warning }])
  })
}

t.test('an option beside config that would guard the route is an error', async t => {
  const app = await hyperApp(t, { policies: { staff: () => false } })
  for (const guard of [{ policy: 'staff' }, { resource: () => null }, { preconditions: {} }]) {
    t.throws(() => { app.get('/orders', { hyper: guard } as object, async () => 1) }, {
      code: 'FST_ERR_HYPER_INVALID_OPTION',
      message: /^route GET \/orders, hyper: .*Move it into config: config: \{ hyper: /
    })
  }
})

t.test('addLinks after the app is ready adds nothing', async t => {
  const app = await hyperApp(t)
  let configured = 0
  const late = { type: 'late', configure: () => { configured++ } }
  await app.ready()
  t.throws(() => { app.hyper.addLinks(late) }, { code: 'FST_ERR_HYPER_ALREADY_READY' })
  t.equal(configured, 0)
  t.throws(() => { app.hyper.addLinks({} as never) }, { code: 'FST_ERR_HYPER_INVALID_CONFIG' })
})

t.test('addLinks with one bad configuration adds none of them', async t => {
  const app = await hyperApp(t)
  let configured = 0
  const good = { type: 'good', configure: () => { configured++ } }
  t.throws(() => { app.hyper.addLinks(good, {} as never) }, {
    code: 'FST_ERR_HYPER_INVALID_CONFIG', message: /argument \[1\]/
  })
  await app.ready()
  t.equal(configured, 0)
})
