import { createSandbox, filesOf, instrument } from './test/mutation/instrument.js'
import { runTests } from './test/mutation/processes.js'
import { rmSync } from 'node:fs'
const wanted = JSON.parse(process.argv[2])
const s = createSandbox()
const mutants = await instrument([...new Set(wanted.map(w => w[0]))], s)
for (const [file, change, test, code] of wanted) {
  const ms = mutants.filter(m => m.file === file && m.change.startsWith(change) && (!code || m.code.includes(code)))
  if (!ms.length) console.log('none', file, change)
  for (const m of ms) console.log(file, m.line, m.change.slice(0, 90), (await runTests(s, { files: [test], mutant: m.id, hitLimit: 1e7 }, 60000)).outcome)
}
rmSync(s, { recursive: true, force: true })
