import type { FastifyInstance } from 'fastify'
import { defineLinks, type HyperOptions, LinkTarget, OffsetPage, offsetPage, pageQuery } from 'fastify-hyper'
import t, { type Test } from 'tap'
import { pageAt, pagesApp } from './pages.ts'

// The search above a list, and its order.

const pageLinks = defineLinks(OffsetPage<object>, links => {
  links.link('search', LinkTarget.routeTemplate('ListOrders')).title('Find orders')
})

async function build (t: Test, query: object, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = await pagesApp(t, { hyper: { links: [pageLinks], ...options }, html: { title: 'Shop' } })
  const querystring = pageQuery({ q: { type: 'string', title: 'Customer' }, ...query })
  app.get<{ Querystring: { q?: string } }>('/orders', {
    schema: { querystring }, config: { hyper: { name: 'ListOrders', links: true } }
  }, ({ query: { q } }) => offsetPage(q === 'none' ? [] : [{ id: 1, total: 2 }], {
    page: 1, pageSize: 20, totalCount: q === 'none' ? 0 : 57
  }))
  return app
}

t.test('the search of a list', async t => {
  const app = await build(t, {})
  app.get('/invoices', { config: { hyper: { links: true } } }, () => [])
  const plain = await pageAt(app, '/orders')
  const [form] = /<form role="search".*?<\/form>/.exec(plain)!
  t.same(Array.from(form.matchAll(/ name="(\w+)"/g), ([, name]) => name), ['_template', 'q'], 'no fields of paging')
  t.notMatch(plain, /Clear/)
  t.ok(plain.indexOf('role="search"') < plain.indexOf('57 orders'))
  const searched = await pageAt(app, '/orders?q=Ada&page=1&pageSize=20')
  t.match(searched, /name="q"[^>]*value="Ada"|value="Ada"[^>]*name="q"/, 'the current value')
  t.match(searched, /<input type="hidden" name="pageSize" value="20"/, 'the size of the page stays')
  t.match(searched, '<a href="/orders">Clear</a>')
  const none = await pageAt(app, '/orders?q=none')
  t.match(none, /No orders match this search<\/p><p><a href="\/orders">Clear the search<\/a>/)
  t.match(await pageAt(app, '/invoices?q=none'), /No invoices match this search<\/p><p><a href="\/invoices">/)
})

t.test('a list is sorted by its columns where its query has them', async t => {
  const rows: ReadonlyArray<readonly [query: object, url: string, head: string]> = [
    [{}, '/orders', '<th scope="col" class="number">Total</th>'],
    [{ sort: { type: 'string', enum: ['total', '-total'] } }, '/orders?q=a&page=2',
      '<th scope="col" class="number"><a href="/orders?q=a&amp;sort=total">Total</a></th>'],
    [{ sort: { type: 'string', enum: ['total', '-total'] } }, '/orders?sort=total',
      '<th scope="col" class="number" aria-sort="ascending"><a href="/orders?sort=-total">Total</a></th>'],
    [{ sort: { type: 'string', enum: ['total', '-total'] } }, '/orders?sort=-total',
      '<th scope="col" class="number" aria-sort="descending"><a href="/orders?sort=total">Total</a></th>'],
    [{ orderBy: { type: 'string', enum: ['total'] }, direction: { type: 'string', enum: ['asc', 'desc'] } },
      '/orders?orderBy=total&direction=asc',
      'aria-sort="ascending"><a href="/orders?orderBy=total&amp;direction=desc">Total</a></th>'],
    [{ sort: { type: 'string' } }, '/orders', '<th scope="col" class="number">Total</th>']
  ]
  for (const [query, url, head] of rows) t.match(await pageAt(await build(t, query), url), head, url)
})

t.test('an invalid search', async t => {
  const page = await pageAt(await build(t, {
    status: { type: 'string', enum: ['open', 'done'], title: 'Status' },
    from: { type: 'number', minimum: 0, title: 'Total from' }
  }), '/orders?q=tea&status=x&from=-4')
  const faults = Array.from(page.matchAll(/class="fault">(.*?)</g), ([, text]) => text)
  t.same(faults, ['Status must be one of the choices.', 'Total from must be at least 0.'], 'all errors at once')
  t.match(page, /value="tea"/, 'what was typed')
  t.match(page, /<option[^>]*>Any</)
  t.notMatch(page, /name="page"|name="pageSize"/, 'no fields of paging')
  t.notMatch(page, /Back to/)
})

t.test('an error that only the server finds is in words', async t => {
  for (const validationProblems of [false, true]) {
    const app = await build(t, { from: { type: 'string', format: 'ipv4', title: 'Sent from' } }, { validationProblems })
    const page = await pageAt(app, '/orders?q=tea&from=x')
    t.match(page, 'class="fault">Sent from does not have the right form.<', `validationProblems: ${validationProblems}`)
  }
})
