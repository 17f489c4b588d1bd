import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { apiReport, entryPoints, readDeclarations, REPORTS } from '../test/process/package/api.ts'

// npm run api: writes the reports of all entry points.

const program = readDeclarations()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)
for (const entry of entryPoints()) writeFileSync(entry.report, apiReport(program, entry))
