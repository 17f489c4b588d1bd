import { readFileSync } from 'node:fs'
import t from 'tap'
import type { ApiModel } from '../../../lib/model/model.ts'
import { compareContracts } from '../../../testing/contract/compare.ts'
import { contractOf } from '../../../testing/contract/contract.ts'
import { contractText, parseContract } from '../../../testing/contract/contract-file.ts'
import { ruleOf, RULES, SEVERITIES } from '../../../testing/contract/rules.ts'
import { CHANGES } from './changes.ts'
import { start } from './models.ts'

// Each change is made: both versions are apps. test/acceptance/scaffold/client-programs.test.ts runs clients of the old
// version against both.

// As it is read from its file.
function contract (models: readonly ApiModel[]) {
  return parseContract(contractText(contractOf(models)), 'contract.json')
}

t.test('every rule has a change, and a section in docs/diff.md', async t => {
  const found = new Set<string>(CHANGES.map(([id]) => id))
  t.same(Object.keys(RULES).filter(id => !found.has(id)), [])
  const withoutProgram = CHANGES.filter(([,,, program]) => program === undefined).map(([id]) => ruleOf(id).severity)
  t.same([...new Set(withoutProgram)], ['risky'], 'only what is risky may work or fail')
  const page = readFileSync('docs/diff.md', 'utf8')
  const sections = [...page.matchAll(/^### (\S+)\n\n(.*)\n\n(.*)\n/gm)].map(([, ...texts]) => texts)
  t.same(sections, Object.entries(RULES).map(([id, { meaning, advice }]) => [id, meaning, advice]))
})

for (const [id, place, { old, now }] of CHANGES) {
  t.test(`${id}: ${place}`, async t => {
    const [[, before], [, after]] = [await start(old), await start(now)]
    const findings = compareContracts(contract(before), contract(after))
    t.ok(findings.some(finding => finding.id === id && finding.place === place), JSON.stringify(findings, null, 1))
    t.same(compareContracts(contract(before), contract(before)), [], 'nothing without a change')
    const worst = Math.min(...findings.map(({ severity }) => SEVERITIES.indexOf(severity)))
    t.equal(SEVERITIES[worst], ruleOf(id).severity, `${JSON.stringify(findings, null, 1)}`)
  })
}
