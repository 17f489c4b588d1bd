import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { crawl, hypermedia } from '../../../testing/index.ts'
import { documentErrors, openApiOf } from '../../support/openapi.ts'
import * as typebox from './typebox.ts'
import * as zod from './zod.ts'

const librarian = { 'x-role': 'librarian' }
const ada = { 'x-member': '1' }
const forms = { accept: 'application/prs.hal-forms+json' }

for (const [library, { buildApp }] of Object.entries({ typebox, zod })) {
  t.test(`the newcomer's API with ${library}`, async t => {
    // What loads the tests warns, too: tap does on Node.js 26.
    await setImmediate()
    const warnings: unknown[] = []
    const warned = (warning: Error) => { warnings.push(warning.message) }
    process.on('warning', warned)
    const app = await buildApp()
    await app.ready()
    await setImmediate()
    process.off('warning', warned)
    t.teardown(() => app.close())
    const read = async (url: string, headers = {}) => hypermedia(await app.inject({ url, headers }))
    const post = (url: string, headers: object, payload: object) =>
      app.inject({ method: 'POST', url, headers: { ...headers }, payload })

    t.test('a crawl that tries every action as each caller finds nothing', async t => {
      const as = [{ name: 'anonymous' }, { name: 'librarian', headers: librarian }, { name: 'Ada', headers: ada }]
      const report = await crawl(buildApp, { as, actions: 'each', formats: ['default'] })
      t.same(report.findings, [])
      t.same([report.complete, report.untried], [true, []])
      const actions = ['borrow', 'suspend', 'renew', 'return']
      t.same(actions.filter(action => !report.map('mermaid').includes(action)), [], 'it reaches the four actions')
    })

    t.test('pages have a search template with the parameters of the query', async t => {
      const page = await read('/books?q=Emma&pageSize=1')
      t.equal(page.link('search').href, '/books{?q,page,pageSize}')
      t.same(page.items().map(book => book.link('self').href), ['/books/2'])
      t.equal(page.link('last').href, '/books?q=Emma&pageSize=1&page=1')
    })

    t.test('actions depend on the state and on the caller', async t => {
      t.same([
        (await read('/books/1', librarian)).can('borrow'), (await read('/books/2', librarian)).can('borrow')
      ], [true, false])
      const loan = await Promise.all([{}, librarian, ada].map(headers => read('/loans/1', headers)))
      t.same(loan.map(loan => [loan.can('renew'), loan.can('return')]), [[false, false], [false, true], [true, false]])
    })

    t.test('forms come from the schemas, and are prefilled', async t => {
      const renew = (await read('/loans/1', { ...forms, ...ada })).form('renew')
      t.match(renew.field('days'), { type: 'number', min: 1, max: 30, value: '14' })
      const borrow = (await read('/books/1', { ...forms, ...librarian })).form('borrow')
      t.match(borrow.field('memberId'), { prompt: 'Member', options: { link: { href: '/members' } } })
    })

    t.test('the same conditions and policies guard the routes', async t => {
      const borrow = { memberId: 1, days: 3 }
      t.equal((await post('/books/1/borrow', ada, borrow)).statusCode, 403)
      t.equal((await post('/books/2/borrow', librarian, borrow)).statusCode, 409)
      const suspended = { reason: 'Late' }
      t.equal((await post('/members/1/suspend', librarian, suspended)).statusCode, 428)
      t.equal((await post('/members/1/suspend', { ...librarian, 'if-match': '"0"' }, suspended)).statusCode, 412)
      t.equal((await post('/members/1/suspend', { ...librarian, 'if-match': '"1"' }, suspended)).statusCode, 200)
      t.equal((await post('/books/1/borrow', librarian, borrow)).json().detail, 'This member cannot borrow books.')
    })

    t.test('errors are problems, and conditional reads get 304', async t => {
      t.same((await app.inject('/books/9')).json(), { type: 'about:blank', title: 'Not Found', status: 404 })
      t.match((await post('/loans/1/renew', ada, { days: 31 })).json(), { status: 400, errors: [{ name: 'days' }] })
      const { etag } = (await app.inject('/loans/1')).headers
      t.equal((await app.inject({ url: '/loans/1', headers: { 'if-none-match': etag } })).statusCode, 304)
    })

    t.test('the start reports nothing', async t => t.same(warnings, []))

    t.test('the OpenAPI document is valid', async t => {
      t.same(await documentErrors(openApiOf(app)), [])
      t.equal(Object.keys(openApiOf(app).paths).length, 11)
    })
  })
}
