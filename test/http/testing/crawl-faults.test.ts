import t from 'tap'
import { defineLinks, LinkTarget } from '../../../lib/index.ts'
import { crawl } from '../../../testing/index.ts'
import { buildOrders, CALLERS, FAULTS } from './faults.ts'

t.test('an API without faults', async t => {
  const report = await crawl(() => buildOrders(), { as: CALLERS, actions: 'each' })
  t.match(report, { findings: [], untried: [], complete: true })
  t.ok(report.states > 20, 'in each format')
})

for (const { name, code, place, request, message, build, safe = false, callers = ['admin', 'bob'] } of FAULTS) {
  t.test(`${code}: ${name}`, async t => {
    const { findings, untried, complete } = await crawl(build, { as: CALLERS, actions: 'each' })
    t.same([untried, complete], [[], true])
    t.match(findings, callers.map(caller => ({ code, caller, place, request, message })))
    t.equal(findings.length, callers.length, 'once per caller')

    const read = await crawl(build, { as: CALLERS })
    t.same(read.findings.map(({ code }) => code).filter(other => other !== code), [], 'nothing else without actions')
    t.equal(read.findings.length > 0, safe, 'without actions')
  })
}

t.test('every finding has its format, and the requests from the entry point to its own', async t => {
  for (const { name, build } of FAULTS) {
    const { findings } = await crawl(build, { as: CALLERS, actions: 'each' })
    for (const { format, caller, request, steps } of findings) {
      t.equal(steps[0], `GET / (format '${format}')`, `${name}, as ${caller}`)
      t.match(steps.at(-1), request, name)
    }
  }
})

t.test('the steps of a fault behind two actions, with the identifiers of one app', async t => {
  let apps = 0
  const build = () => {
    const copy = `/copies/${++apps}`
    const copyLinks = defineLinks({ $id: 'Copy', type: 'object', properties: {} }, links => {
      links.affordance('print', LinkTarget.uri(`${copy}/prints`))
    })
    return buildOrders({
      links: links => { links.affordance('copy', LinkTarget.uri('/copies')).when(order => order.status === 'Pending') },
      more: app => {
        app.post('/copies', (_request, reply) => reply.code(201).header('location', copy).send())
        app.get(copy, { config: { hyper: { links: copyLinks } } }, () => ({}))
        app.post(`${copy}/prints`, (_request, reply) => reply.code(409).send())
      }
    })
  }
  const { findings } = await crawl(build, { formats: ['default'], actions: 'each' })
  const [, id] = /^POST \/copies\/(\d+)\/prints$/.exec(findings[0]?.request ?? '') ?? []
  t.same(findings.map(({ code, steps }) => [code, steps]), [['CRAWL002', [
    "GET / (format 'default')", "GET /orders (link 'orders')", "GET /orders/1 (link 'self')",
    "POST /copies (action 'copy')", `GET /copies/${id} (Location)`, `POST /copies/${id}/prints (action 'print')`
  ]]])
})
