import t from 'tap'
import hyper, { cursorPage, cursorQuery, defineLinks, LinkTarget, offsetPage, pageQuery } from '../../../lib/index.ts'
import { project, projection } from '../../support/projection.ts'

t.test('a page whose serializer writes something else', async t => {
  const page = () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 })
  const rows: Record<string, [text: string, expected: unknown]> = {
    'no object': ['"a text"', 'a text'],
    'no items of its own': [
      '{"page":1}', {
        page: 1, _links: { self: { href: '/value' }, first: { href: '/value?page=1' }, last: { href: '/value?page=1' } }
      }
    ],
    'other items': [
      '{"items":[1,2]}',
      {
        items: [1, 2],
        _links: { self: { href: '/value' }, first: { href: '/value?page=1' }, last: { href: '/value?page=1' } }
      }
    ]
  }
  for (const [name, [text, expected]] of Object.entries(rows)) {
    const server = await project(t, { links: true }, (_request, reply) => {
      reply.serializer(() => text)
      return page()
    })
    t.same(await server.read(), expected, name)
  }
})

t.test('cursors are encoded', async t => {
  const server = await project(t, { links: true }, () => cursorPage([], { next: 'a b&c', prev: '' }))
  t.same(await server.read('_links'), {
    self: { href: '/value' }, next: { href: '/value?cursor=a%20b%26c' }
  }, 'an empty cursor is no cursor')
})

t.test('a page number that is too large gets 400', async t => {
  const page = (query: unknown) => offsetPage([], { ...query as { page: number, pageSize: number }, totalCount: 50 })
  const server = await project(t, { links: true }, request =>
    page(request.query), { schema: { querystring: pageQuery({}, { maxPageSize: 10 }) } })
  t.equal((await server.get('default', '/value?page=99999999999999999999')).status, 400)
  t.match(await server.read(), { page: 1, pageSize: 10 }, 'the largest size is the default where it is less than 20')
  t.equal(cursorQuery({}, { maxLimit: 5 }).properties.limit.default, 5)
})

t.test('a configuration for the response schema of a page adds to its links', async t => {
  const page = { $id: 'OrderPage', type: 'object', properties: { page: { type: 'integer' } } }
  const server = await projection(t, async app => {
    await app.register(hyper, {
      hrefs: 'path', links: [defineLinks<object>('OrderPage', links => { links.link('help', LinkTarget.uri('/help')) })]
    })
    app.get(
      '/value', { schema: { response: { 200: page } }, config: { hyper: { links: true } } }, async () => cursorPage([])
    )
  })
  t.same(await server.read('_links'), { self: { href: '/value' }, help: { href: '/help' } })
})
