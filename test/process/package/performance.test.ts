import { spawnSync } from 'node:child_process'
import t from 'tap'

t.test('the tables of docs/performance.md and docs/worth-it.md are those of the saved results', async t => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/performance-page.js', '--check'], { encoding: 'utf8' })
  t.equal(status, 0, stderr)
})
