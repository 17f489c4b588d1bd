import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { apiReport, entryPoints, readDeclarations } from '../test/package/api.ts'

// Writes the reports of all entry points to api/: `npm run api`.

const program = readDeclarations()
rmSync('api', { recursive: true, force: true })
mkdirSync('api')
for (const entry of entryPoints()) writeFileSync(entry.report, apiReport(program, entry))
