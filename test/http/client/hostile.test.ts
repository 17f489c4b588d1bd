import t, { type Test } from 'tap'
import { type ClientOptions, createClient, NotAllowed } from '../../../client/index.ts'
import { type Sent, serveDocuments } from './recording-server.ts'

// A server that tries to make the client send its credentials to another origin, or work without end.

const SECRETS = { authorization: 'Bearer secret', 'x-api-key': 'secret' }

async function attack (t: Test, options: ClientOptions = {}) {
  const thief = await serveDocuments(t, () => ({ '*': { headers: { etag: '"stolen"' }, json: { stolen: true } } }))
  const { origin } = thief
  const { host } = new URL(origin)
  const redirect = (status: number, location: string): Sent => ({ status, headers: { location } })
  const own = await serveDocuments(t, own => ({
    'GET /': {
      json: {
        _links: {
          absolute: { href: `${origin}/link` },
          schemeless: { href: `//${host}/link` },
          backslash: { href: `/\\${host}/link` },
          userinfo: { href: `${own.replace('://', '://user:pass@')}/` },
          blob: { href: `blob:${own}/0b8a6b5c-0000-4000-8000-000000000000` },
          data: { href: 'data:application/json,{}' },
          script: { href: 'javascript:1' },
          template: { href: '{+to}/link', templated: true },
          redirect: { href: '/redirect' },
          twice: { href: '/twice' },
          loop: { href: '/loop' },
          inside: { href: '/inside' }
        },
        _templates: {
          target: { method: 'POST', target: `${origin}/form`, properties: [{ name: 'password' }] },
          search: { method: 'GET', target: `//${host}/form`, properties: [{ name: 'password' }] },
          307: { method: 'POST', target: '/307' },
          303: { method: 'POST', target: '/303' },
          302: { method: 'POST', target: '/302' },
          308: { method: 'PUT', target: '/308-inside' },
          location: { method: 'POST', target: '/location' }
        },
        _actions: { flat: { href: `${origin}/form` } },
        _embedded: { item: [{ _links: { self: { href: `${origin}/item` } } }] }
      }
    },
    'GET /redirect': redirect(302, `${origin}/link`),
    'GET /twice': redirect(301, '/redirect'),
    'GET /loop': redirect(302, '/loop'),
    'GET /inside': redirect(307, '/end'),
    'GET /end': ({ headers }) => ({ json: { authorization: headers.authorization } }),
    'POST /307': redirect(307, `${origin}/form`),
    'POST /303': redirect(303, `${origin}/form`),
    'POST /302': redirect(302, '/end'),
    'PUT /308-inside': redirect(308, '/put'),
    'PUT /put': ({ body }) => ({ json: { body } }),
    'POST /location': { status: 201, headers: { location: `${origin}/link` } }
  }))
  const root = await createClient(own.origin, { headers: SECRETS, ...options }).start()
  return { root, thief, own }
}

t.test('no request goes to another origin', async t => {
  const { root, thief } = await attack(t)
  const rows: [name: string, call: () => Promise<unknown>][] = [
    ...['absolute', 'schemeless', 'backslash', 'userinfo', 'blob', 'data', 'script', 'redirect', 'twice', 'loop']
      .map((relation): [string, () => Promise<unknown>] => [relation, () => root.follow(relation)]),
    ['template', () => root.follow('template', { to: thief.origin })],
    ...['target', 'search', '307', '303', 'location', 'flat'].map((name): [string, () => Promise<unknown>] =>
      [name, () => root.act(name, { password: 'secret' })]),
    ['refresh', () => root.embedded('item')[0]!.refresh()]
  ]
  for (const [name, call] of rows) {
    const error = await call().catch((error: unknown) => error)
    t.ok(error instanceof NotAllowed, `${name}: ${String(error)}`)
    t.notMatch((error as NotAllowed).message, /user:pass/)
  }
  t.same(thief.received, [])
})

t.test('allowOrigin admits without credentials', async t => {
  const checked: string[] = []
  const { root, thief } = await attack(t, { allowOrigin: url => { checked.push(url.pathname); return true } })
  await root.follow('absolute')
  await root.follow('redirect')
  await root.act('307', { a: 1 })
  await root.act('303', { a: 1 })
  await root.act('location')
  t.same(thief.lines(), ['GET /link', 'GET /link', 'POST /form', 'GET /form', 'GET /link'])
  for (const { headers } of thief.received) t.notMatch(JSON.stringify(headers), /secret/)
  t.same(checked, ['/link', '/link', '/form', '/form', '/link'])
  await t.rejects(root.follow('data'), { name: 'NotAllowed' }, 'other schemes are never admitted')
})

t.test('an origin without credentials leads no action to one that has them', async t => {
  for (const [allowed, isSent] of [[true, false], ['credentials', true]] as const) {
    const own = await serveDocuments(t, () => ({
      'GET /': () => ({
        json: {
          _links: { other: { href: other.origin } }, _templates: { away: { method: 'POST', target: '/307' } }
        }
      }),
      'POST /307': () => ({ status: 307, headers: { location: `${other.origin}/307` } }),
      '*': { json: {} }
    }))
    const target = `${own.origin}/orders`
    const other = await serveDocuments(t, () => ({
      'GET /': {
        json: {
          _links: { api: { href: target } },
          _templates: {
            delete: { method: 'DELETE', target },
            redirected: { method: 'POST', target: '/307' },
            search: { method: 'GET', target }
          },
          _embedded: { item: [{ _actions: { create: { href: target, method: 'POST' } } }] }
        }
      },
      'POST /307': { status: 307, headers: { location: target } }
    }))
    const allowOrigin = { [other.origin]: allowed }
    const root = await createClient(own.origin, { headers: SECRETS, allowOrigin }).start()
    const foreign = await root.follow('other')
    const calls = [
      () => foreign.act('delete'), () => foreign.act('redirected'),
      () => foreign.embedded('item')[0]!.act('create'), () => root.act('away')
    ]
    own.received.length = 0
    for (const call of calls) {
      const error = await call().catch((error: unknown) => error)
      t.equal(error instanceof NotAllowed, !isSent, String(error))
      if (!isSent) t.match(error, { message: `${other.origin} requires allowOrigin: 'credentials'.` })
    }
    const spent = ['DELETE /orders', 'POST /orders', 'POST /orders', 'POST /307', 'POST /orders']
    t.same(own.lines(), isSent ? spent : ['POST /307'])
    own.received.length = 0
    await foreign.act('search')
    await foreign.follow('api')
    t.match(own.received, [{ headers: SECRETS }, { headers: SECRETS }], 'reading changes nothing')
  }
})

t.test('allowOrigin admits with credentials', async t => {
  const { root, thief } = await attack(t, { allowOrigin: () => 'credentials' })
  await root.follow('redirect')
  t.match(thief.received, [{ line: 'GET /link', headers: SECRETS }])
})

t.test('origins by name', async t => {
  const { thief: named } = await attack(t)
  const near = [`${named.origin}/`, `${named.origin}1`, named.origin.replace('http:', 'https:'), '*', 'null']
  const missed = await attack(t, { allowOrigin: Object.fromEntries(near.map(origin => [origin, 'credentials'])) })
  await t.rejects(missed.root.follow('absolute'), { name: 'NotAllowed' }, 'an origin is compared as a whole')
  t.same(missed.thief.received, [])
  for (const [allowed, isSent] of [[true, false], ['credentials', true]] as const) {
    const origins: Record<string, boolean | 'credentials'> = {}
    const { root, thief } = await attack(t, { allowOrigin: origins })
    origins[thief.origin] = allowed
    await root.follow('redirect')
    t.equal(JSON.stringify(thief.received).includes('secret'), isSent, String(allowed))
    await t.rejects(root.follow('userinfo'), { name: 'NotAllowed' })
  }
})

t.test('a check that returns anything else admits nothing', async t => {
  const { root, thief } = await attack(t, {
    allowOrigin: (() => 'yes') as unknown as NonNullable<ClientOptions['allowOrigin']>
  })
  await t.rejects(root.follow('absolute'), { name: 'NotAllowed' })
  t.same(thief.received, [])
})

t.test('redirects within the origin are followed', async t => {
  const { root, own } = await attack(t)
  const inside = await root.follow('inside')
  t.equal(inside.data['authorization'], SECRETS.authorization)
  t.equal(inside.href, `${own.origin}/end`)
  t.same((await root.act('302', { a: 1 }))?.data, { authorization: SECRETS.authorization }, 'POST becomes GET')
  t.same((await root.act('308', { a: 1 }))?.data, { body: '{"a":1}' }, 'PUT and its body are kept')
})

t.test('a fetch that follows redirects itself', async t => {
  const { root } = await attack(t, { fetch: (input, init) => fetch(input, { ...init, redirect: 'follow' }) })
  await t.rejects(root.follow('redirect'), { name: 'NotAllowed' }, 'what the other origin sends is not read')
})

t.test('a redirect whose target a browser hides', async t => {
  const { root } = await attack(t, {
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.status === 302) Object.defineProperty(response, 'type', { value: 'opaqueredirect' })
      return response
    }
  })
  await t.rejects(root.follow('redirect'), /hides where to/)
})

t.test('items of pages without items end', async t => {
  const { origin, received } = await serveDocuments(t, () => ({
    'GET /': { json: { _embedded: { item: [{ id: 1 }] }, _links: { next: { href: '/0' } } } },
    '*': ({ line }) => ({ json: { items: [], _links: { next: { href: `/${Number(line.slice(5)) + 1}` } } } })
  }))
  const items = (await createClient(origin).start()).items()
  t.match((await items.next()).value?.data, { id: 1 })
  await t.rejects(items.next(), {
    name: 'NotAllowed', message: /is an earlier page, or follows 100 empty ones/
  })
  t.equal(received.length, 101)
})

t.test('a template makes no URL of any length', async t => {
  const { origin, received } = await serveDocuments(t, () => ({
    'GET /': {
      json: {
        _links: {
          repeated: { href: `/{${'a,'.repeat(20_000)}a}`, templated: true },
          named: { href: `/{?${'a'.repeat(40_000)}*}`, templated: true },
          usual: { href: '/{?a*}', templated: true }
        }
      }
    },
    '*': { json: {} }
  }))
  const root = await createClient(origin).start()
  const tooLong = { name: 'TypeError', message: 'The URL has more than 100000 characters.' }
  await t.rejects(root.follow('repeated', { a: 'x'.repeat(2000) }), tooLong)
  await t.rejects(root.follow('named', { ['a'.repeat(40_000)]: Array(1000).fill('x') }), tooLong)
  t.equal(received.length, 1)
  await root.follow('usual', { a: Array(100).fill('3fa85f64-5717-4562-b3fc-2c963f66afa6') })
  t.equal(received[1]!.line.length, 'GET /?'.length + 100 * 'a=&'.length + 100 * 36 - 1)
})

t.test('a field that is repeated is checked once', async t => {
  const properties = Array.from({ length: 100 }, (_, index) => ({ name: 'a', maxLength: index }))
  const { origin } = await serveDocuments(
    t, () => ({ 'GET /': { json: { _templates: { save: { method: 'PUT', properties } } } } })
  )
  const root = await createClient(origin).start()
  t.same(root.form('save')?.fields, [{ name: 'a', maxLength: 99 }])
  await t.rejects(root.act('save', { a: 'x'.repeat(100) }), { message: /invalid: a [^;]*99 characters\.$/ })
})

t.test('a variable that the link does not have', async t => {
  const { origin, received } = await serveDocuments(t, () => ({
    'GET /': { json: { _links: { search: { href: '/{?q,%C3%A9}', templated: true }, plain: { href: '/plain' } } } },
    '*': { json: {} }
  }))
  const root = await createClient(origin).start()
  await t.rejects(root.follow('search', { qq: 'tea' }), {
    name: 'NotOffered', message: /^The variable 'qq' is not offered by .* Offered: q, é\.$/, offered: ['q', 'é']
  })
  await t.rejects(root.follow('plain', { q: 'tea' }), { name: 'NotOffered', offered: [] })
  t.equal(received.length, 1)
  await root.follow('search', { q: 'tea', é: 1, other: undefined })
  await root.follow('plain', { q: null })
  t.same(received.map(({ line }) => line), ['GET /', 'GET /?q=tea&%C3%A9=1', 'GET /plain'])
})
