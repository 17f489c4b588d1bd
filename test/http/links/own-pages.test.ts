import t, { type Test } from 'tap'
import { defineLinks, type HyperOptions, LinkTarget, offsetPage, type PageScheme } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'
import { hyperApp } from '../../support/servers.ts'

// Page links for envelopes of the app: links.page.

type Hrefs = Record<string, string>

async function hrefs (
  t: Test, scheme: PageScheme<unknown>, value: object, path = '/value', options: HyperOptions = {}
): Promise<Hrefs> {
  const server = await project(t, { links: defineLinks(links => { links.page(scheme) }) }, value, { options })
  const links = member((await server.get('default', path)).document, '_links') as Record<string, { href: string }>
  return Object.fromEntries(Object.entries(links).map(([relation, { href }]) => [relation, href.replace('/value', '')]))
}

const numbered = { page: 'page', pageSize: 'size', total: 'total' }
const at = (page: unknown, total: unknown, size: unknown = 10) => ({ page, size, total })

t.test('pages with numbers', async t => {
  const ROWS: Record<string, [value: object, links: Hrefs, path?: string | undefined, scheme?: PageScheme<unknown>]> = {
    'the first page': [at(1, 30), { self: '', first: '?page=1', next: '?page=2', last: '?page=3' }],
    'a page between': [at(2, 30), { self: '', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' }],
    'the last page': [at(3, 21), { self: '', first: '?page=1', prev: '?page=2', last: '?page=3' }],
    'a page after the last': [at(9, 30), { self: '', first: '?page=1', prev: '?page=3', last: '?page=3' }],
    'nothing at all': [at(1, 0), { self: '' }],
    'a second page of nothing': [at(2, 0), { self: '' }],
    'an unknown total': [at(2, null), { self: '', first: '?page=1', prev: '?page=1' }],
    'bigints and strings of databases': [
      at(2n.toString(), '30', 10), { self: '', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' }
    ],
    'other criteria stay': [
      at(1, 11), {
        self: '?q=a&page=1&sort=b', first: '?q=a&page=1&sort=b', next: '?q=a&page=2&sort=b', last: '?q=a&page=2&sort=b'
      },
      '/value?q=a&page=1&sort=b'
    ],
    'a size that the request has': [
      at(1, 30),
      { self: '?pageSize=99', first: '?pageSize=10&page=1', next: '?pageSize=10&page=2', last: '?pageSize=10&page=3' },
      '/value?pageSize=99'
    ],
    'from 0, the first page': [
      at(0, 30), { self: '', first: '?page=0', next: '?page=1', last: '?page=2' }, undefined,
      { ...numbered, firstPage: 0 }
    ],
    'from 0, the last page': [
      at(2, 30), { self: '', first: '?page=0', prev: '?page=1', last: '?page=2' }, undefined,
      { ...numbered, firstPage: 0 }
    ],
    'renamed parameters': [
      at(1, 20, 10), { self: '?p=1', first: '?p=1&limit=10', next: '?p=2&limit=10', last: '?p=2&limit=10' },
      '/value?p=1', { ...numbered, query: { page: 'p', pageSize: 'limit' } }
    ],
    'renamed parameters of the request': [
      at(2, 20, 10), { self: '?limit=10&p=2', first: '?limit=10&p=1', prev: '?limit=10&p=1', last: '?limit=10&p=2' },
      '/value?limit=10&p=2', { ...numbered, query: { page: 'p', pageSize: 'limit' } }
    ],
    'numbers and functions': [
      { meta: { total: 12 } }, { self: '?page=2', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' },
      '/value?page=2',
      {
        page: (_value, { query }) => (query as { page: string }).page,
        pageSize: 5,
        total: value => (value as { meta: { total: number } }).meta.total
      }
    ]
  }
  for (const [name, [value, links, path, scheme = numbered]] of Object.entries(ROWS)) {
    t.strictSame(
      await hrefs(t, scheme, value, path), links, name
    )
  }
  t.strictSame(await hrefs(t, numbered, at(1, 11), '/value', { paging: { page: 'seite' } }), {
    self: '', first: '?seite=1', next: '?seite=2', last: '?seite=2'
  }, 'the option paging')
})

t.test('what a scheme leaves out is read from the validated query', async t => {
  const ROWS: Record<string, [scheme: PageScheme<unknown>, path: string, links: Hrefs]> = {
    'page and size': [
      { total: 'total' }, '?page=2&pageSize=10',
      {
        first: '?page=1&pageSize=10',
        prev: '?page=1&pageSize=10',
        next: '?page=3&pageSize=10',
        last: '?page=3&pageSize=10'
      }
    ],
    'defaults of the schema': [{ total: 'total' }, '', { first: '?page=1', next: '?page=2', last: '?page=2' }],
    'the size only': [{ page: 2, total: 'total' }, '?pageSize=10', {
      first: '?pageSize=10&page=1',
      prev: '?pageSize=10&page=1',
      next: '?pageSize=10&page=3',
      last: '?pageSize=10&page=3'
    }],
    'renamed parameters': [{ total: 'total', query: { page: 'p', pageSize: 'size' } }, '?p=3', {
      first: '?p=1&size=15', prev: '?p=2&size=15', last: '?p=2&size=15'
    }],
    'a page that the query does not have': [
      { total: 'total', firstPage: 0, query: { page: 'none' } }, '',
      { first: '?none=0', next: '?none=1', last: '?none=1' }
    ],
    'the limit': [{ offset: 20, total: 'total' }, '?limit=10', {
      first: '?limit=10&offset=0', prev: '?limit=10&offset=10', last: '?limit=10&offset=20'
    }],
    'offset and limit': [{ total: 'total', query: { offset: 'offset', limit: 'limit' } }, '?offset=10&limit=10', {
      first: '?offset=0&limit=10', prev: '?offset=0&limit=10', next: '?offset=20&limit=10', last: '?offset=20&limit=10'
    }],
    'an offset that the query does not have': [
      { total: 'total', query: { offset: 'none' } }, '?limit=20',
      { first: '?limit=20&none=0', next: '?limit=20&none=20', last: '?limit=20&none=20' }
    ]
  }
  const integer = (value: number) => ({ type: 'integer', default: value })
  const properties = {
    page: integer(1),
    pageSize: integer(20),
    p: integer(1),
    size: integer(15),
    offset: { type: 'integer' },
    limit: { type: 'integer' }
  }
  for (const [name, [scheme, query, links]] of Object.entries(ROWS)) {
    const app = await hyperApp(t, { hrefs: 'path' })
    const schema = { querystring: { type: 'object', properties } }
    const config = { hyper: { links: defineLinks(links => { links.page(scheme) }) } }
    app.get('/', { schema, config }, () => ({ total: 30 }))
    const { _links: { self, ...others } } =
      (await app.inject(`/${query}`)).json<{ _links: Record<string, { href: string }> }>()
    t.equal(self!.href, `/${query}`, name)
    t.strictSame(
      Object.fromEntries(Object.entries(others).map(([relation, { href }]) => [relation, href.slice(1)])), links, name
    )
  }
})

t.test('a name may be the path of a member', async t => {
  const meta = { pagination: { page: 2, size: 10, total: 30, next: 3, prev: 1, after: null }, none: null }
  const path = (name: string) => `meta.pagination.${name}`
  const counted = { self: '', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' }
  t.strictSame(
    await hrefs(t, { page: path('page'), pageSize: path('size'), total: path('total') }, { meta }), counted, 'numbers'
  )
  t.strictSame(
    await hrefs(t, { next: path('next'), prev: path('prev'), query: { next: 'page', prev: 'page' } }, { meta }),
    { self: '', next: '?page=3', prev: '?page=1' }, 'page numbers of the neighbours'
  )
  t.strictSame(await hrefs(t, { next: path('after'), prev: 'meta.none.prev' }, { meta }), { self: '' }, 'no cursors')
  t.strictSame(
    await hrefs(t, { next: 'a.b' }, { 'a.b': 'c', a: { b: 'd' } }), { self: '', next: '?cursor=c' }, 'a name with a dot'
  )
})

t.test('pages with offsets', async t => {
  const scheme = { offset: 'offset', limit: 'limit', total: 'total' }
  const of = (offset: number, total: number | null, limit = 10) => ({ offset, limit, total })
  const ROWS: Record<string, [value: object, links: Hrefs, path?: string | undefined, scheme?: PageScheme<unknown>]> = {
    'the first page': [of(0, 25), { self: '', first: '?offset=0', next: '?offset=10', last: '?offset=20' }],
    'a page between': [
      of(10, 25), { self: '', first: '?offset=0', prev: '?offset=0', next: '?offset=20', last: '?offset=20' }
    ],
    'the last page': [of(20, 30), { self: '', first: '?offset=0', prev: '?offset=10', last: '?offset=20' }],
    'an offset between pages': [
      of(5, 25), { self: '', first: '?offset=0', prev: '?offset=0', next: '?offset=15', last: '?offset=20' }
    ],
    'an offset after the last': [of(95, 25), { self: '', first: '?offset=0', prev: '?offset=20', last: '?offset=20' }],
    'nothing at all': [of(0, 0), { self: '' }],
    'an unknown total': [of(20, null), { self: '', first: '?offset=0', prev: '?offset=10' }],
    'a limit that the request has': [
      of(0, 20),
      { self: '?limit=10', first: '?limit=10&offset=0', next: '?limit=10&offset=10', last: '?limit=10&offset=10' },
      '/value?limit=10'
    ],
    'renamed parameters': [
      of(0, 20), { self: '', first: '?skip=0&take=10', next: '?skip=10&take=10', last: '?skip=10&take=10' }, undefined,
      { ...scheme, query: { offset: 'skip', limit: 'take' } }
    ]
  }
  for (const [name, [value, links, path, given = scheme]] of Object.entries(ROWS)) {
    t.strictSame(
      await hrefs(t, given, value, path), links, name
    )
  }
})

t.test('pages between cursors', async t => {
  const scheme = { next: 'next', prev: 'prev' }
  const two = { ...scheme, query: { next: 'after', prev: 'before' } }
  const ROWS: Record<string, [value: object, links: Hrefs, path?: string | undefined, scheme?: PageScheme<unknown>]> = {
    'both cursors': [
      { next: 'c3', prev: 'c1' }, { self: '?cursor=c2&q=a', next: '?cursor=c3&q=a', prev: '?cursor=c1&q=a' },
      '/value?cursor=c2&q=a'
    ],
    'empty cursors': [{ next: '', prev: null }, { self: '' }],
    'an encoded cursor': [{ next: 'a b&c', prev: '' }, { self: '', next: '?cursor=a%20b%26c' }],
    'a number, as keyset pages have': [
      { items: [{ id: 0 }] }, { self: '', next: '?cursor=0' }, undefined,
      { next: value => (value as { items: { id: number }[] }).items.at(-1)?.id }
    ],
    'two parameters': [
      { next: '9', prev: '5' }, { self: '?after=4&q=a', next: '?after=9&q=a', prev: '?q=a&before=5' },
      '/value?after=4&q=a', two
    ],
    'the other parameter last': [
      { next: '9', prev: null }, { self: '?q=a&before=4', next: '?q=a&after=9' }, '/value?q=a&before=4', two
    ],
    'the other parameter only': [
      { next: '9', prev: null }, { self: '?before=4', next: '?after=9' }, '/value?before=4', two
    ]
  }
  for (const [name, [value, links, path, given = scheme]] of Object.entries(ROWS)) {
    t.strictSame(
      await hrefs(t, given, value, path), links, name
    )
  }
})

t.test('a declared relation is kept, and others are added', async t => {
  const links = defineLinks<object>(links => {
    links.page({ page: 'page', pageSize: 10, total: 'total' })
    links.self(LinkTarget.uri('/canonical'))
    links.link('search', LinkTarget.uri('/search'))
  })
  for (const format of ['default', 'hal', 'hal-forms']) {
    const server = await project(t, { links }, { page: 1, total: 11 })
    t.strictSame(member((await server.get(format)).document, '_links'), {
      self: { href: '/canonical' },
      search: { href: '/search' },
      first: { href: '/value?page=1' },
      next: { href: '/value?page=2' },
      last: { href: '/value?page=2' }
    }, format)
  }
})

t.test('values that are no numbers and no cursors are reported, and the links omitted', async t => {
  const ROWS: Record<string, [scheme: PageScheme<unknown>, value: object, message: RegExp]> = {
    'no member': [numbered, { page: 1, total: 3 }, /the page has no member 'size'/],
    'a misspelt member': [
      { ...numbered, total: 'totl' }, at(1, 2), /the page has no member 'totl'\. Did you mean 'total'/
    ],
    'no number': [numbered, at('one', 2), /its page is a string, not a whole number of at least 0/],
    'a size of 0': [numbered, at(1, 2, 0), /its pageSize is a number, not a whole number of at least 1/],
    'an unknown page': [numbered, at(null, 2), /its page is null or undefined/],
    'an unknown size': [numbered, at(1, 2, null), /its pageSize is null or undefined/],
    'a size that the query does not have': [
      { page: 'page', total: 'total' }, at(1, 2), /its query parameter 'pageSize' is null or undefined/
    ],
    'a path of no member': [{ ...numbered, total: 'page.total' }, at(1, 2), /the page has no member 'page\.total'/],
    'a path with a misspelt beginning': [
      { ...numbered, total: 'totl.a' }, at(1, 2), /the page has no member 'totl\.a'/
    ],
    'a promise': [
      { ...numbered, total: (() => Promise.reject(new Error('unheard'))) as never }, at(1, 2), /its total is a promise/
    ],
    'a fraction': [{ offset: 'page', limit: 10, total: 'total' }, at(1.5, 2), /its offset is a number/],
    'an object as a cursor': [{ next: 'next' }, { next: {} }, /its next is an object, not a cursor/],
    'a boolean as a cursor': [{ next: 'next' }, { next: true }, /its next is a boolean, not a cursor/],
    'no cursor': [{ next: 'next' }, {}, /the page has no member 'next'/],
    'a lone surrogate': [{ next: 'next' }, { next: '\ud800' }, /its cursor has a lone surrogate/]
  }
  for (const [name, [scheme, value, message]] of Object.entries(ROWS)) {
    const links = defineLinks(links => { links.page(scheme) })
    const server = await project(t, { links }, () => value)
    t.strictSame(await server.read('_links'), { self: { href: '/value' } }, name)
    t.match(server.logged('HYPER005')[0], message, `${name}: message`)
    const strict = await project(t, { links }, () => value, { options: { mode: 'strict' } })
    t.equal((await strict.get()).status, 500, `${name}: strict`)
  }
})

t.test('a long query is not repeated', async t => {
  t.strictSame(Object.keys(await hrefs(t, numbered, at(1, 30), `/value?q=${'a'.repeat(5000)}`)), ['self'])
})

t.test('bad schemes stop the start', async t => {
  const start = (...schemes: unknown[]) =>
    project(t, {
      links: defineLinks(links => { for (const scheme of schemes) links.page(scheme as PageScheme<unknown>) })
    }, {})
  const ROWS: Record<string, [code: string, ...schemes: unknown[]]> = {
    'no object': ['FST_ERR_HYPER_INVALID_OPTION', 'page'],
    nothing: ['FST_ERR_HYPER_INVALID_OPTION', {}],
    'no total': ['FST_ERR_HYPER_INVALID_OPTION', { page: 'page' }],
    'no total of offsets': ['FST_ERR_HYPER_INVALID_OPTION', { query: { offset: 'skip' } }],
    'an empty name': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, total: '' }],
    'a size of 0': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, pageSize: 0 }],
    'a total that is not whole': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, total: 1.5 }],
    'a number as a cursor': ['FST_ERR_HYPER_INVALID_OPTION', { next: 1 }],
    'an unknown key': ['FST_ERR_HYPER_UNKNOWN_KEY', { ...numbered, totl: 'total' }],
    'keys of two schemes': ['FST_ERR_HYPER_UNKNOWN_KEY', { ...numbered, next: 'next' }],
    'the first page of cursors': ['FST_ERR_HYPER_UNKNOWN_KEY', { next: 'next', firstPage: 1 }],
    'another first page': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, firstPage: 2 }],
    'no object of names': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, query: 'p' }],
    'an unknown parameter': ['FST_ERR_HYPER_UNKNOWN_KEY', { ...numbered, query: { size: 's' } }],
    'an empty parameter': ['FST_ERR_HYPER_INVALID_OPTION', { ...numbered, query: { page: '' } }],
    'two parameters with one name': [
      'FST_ERR_HYPER_DUPLICATE_NAME', { ...numbered, query: { page: 'p', pageSize: 'P' } }
    ],
    'the name of the page for its size': ['FST_ERR_HYPER_DUPLICATE_NAME', { ...numbered, query: { pageSize: 'page' } }],
    'the name of the size for the page': ['FST_ERR_HYPER_DUPLICATE_NAME', { ...numbered, query: { page: 'pageSize' } }],
    'the name of the offset for the limit': [
      'FST_ERR_HYPER_DUPLICATE_NAME', { offset: 'offset', limit: 'limit', total: 'total', query: { limit: 'offset' } }
    ],
    'two schemes': ['FST_ERR_HYPER_DUPLICATE_NAME', numbered, numbered]
  }
  for (const [name, [code, ...schemes]] of Object.entries(ROWS)) await t.rejects(start(...schemes), { code }, name)
})

t.test('offsetPage from 0', async t => {
  const links = async (page: number, totalCount: number) => {
    const server = await project(
      t, { links: true }, () => offsetPage([], { page, pageSize: 10, totalCount, firstPage: 0 })
    )
    return server.read()
  }
  t.strictSame(await links(0, 20), {
    items: [],
    page: 0,
    pageSize: 10,
    totalCount: 20,
    totalPages: 2,
    _links: {
      self: { href: '/value' },
      first: { href: '/value?page=0' },
      next: { href: '/value?page=1' },
      last: { href: '/value?page=1' }
    }
  })
  t.strictSame(member(await links(1, 20), '_links'), {
    self: { href: '/value' },
    first: { href: '/value?page=0' },
    prev: { href: '/value?page=0' },
    last: { href: '/value?page=1' }
  })
  for (const firstPage of [2, '0', null]) {
    t.throws(
      () => offsetPage([], { page: 3, pageSize: 1, totalCount: 1, firstPage: firstPage as 0 }),
      { code: 'FST_ERR_HYPER_INVALID_PAGE' }, String(firstPage)
    )
  }
  t.throws(() => offsetPage([], { page: 0, pageSize: 1, totalCount: 1 }), { code: 'FST_ERR_HYPER_INVALID_PAGE' })
})
