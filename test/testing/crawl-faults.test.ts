import t from 'tap'
import { crawl } from '../../testing/index.ts'
import { buildOrders, CALLERS, FAULTS } from './faults.ts'

t.test('an API without faults', async t => {
  const report = await crawl(() => buildOrders(), { as: CALLERS, actions: 'each' })
  t.match(report, { findings: [], untried: [], complete: true })
  t.ok(report.states > 20, 'in each format')
})

for (const { name, code, place, request, message, build, safe, callers } of FAULTS) {
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
