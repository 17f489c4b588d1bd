import { readFileSync } from 'node:fs'
import t from 'tap'
import { measure, PAGE, pageWith, tableOf, transcripts } from './agents.ts'

// The goals of the tools, with the tasks of agents.ts: what the table of docs/agents.md shows.

const MANY_OPERATIONS = 30

t.test('ten tasks over three APIs', async t => {
  const measured = await measure()
  t.equal(measured.length, 10)
  t.equal(new Set(measured.map(({ api }) => api)).size, 3)
  for (const { task, operations, hypermedia, byOperation, isSame } of measured) {
    t.ok(isSame, `${task}: both agents left the same data`)
    t.ok(hypermedia.calls <= byOperation.calls + 1, `${task}: ${hypermedia.calls} calls`)
    t.equal(hypermedia.rejected, 0, `${task}: no rejected call`)
    const share = hypermedia.characters / byOperation.characters
    t.ok(operations < MANY_OPERATIONS || share <= 0.5, `${task}: ${Math.round(100 * share)} % of the characters`)
  }
  const page = pageWith(tableOf(measured), await transcripts())
  t.equal(readFileSync(PAGE, 'utf8'), page, 'npx tsx test/http/mcp/agents.ts --write')
})
