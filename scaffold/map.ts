import { crawl } from '../testing/index.ts'
import type { CrawlReport } from '../types/testing.ts'
import type { MapRequest } from './command.ts'
import { notesOf, notStarted } from './finding.ts'
import { inspectApp } from './inspect-app.ts'
import type { Outcome } from './outcome.ts'

/** `hyper-api map`: prints the states of an app that GET requests reach, and how. @throws Failure */
export async function map ({ app, exported, format, start, as }: MapRequest): Promise<Outcome> {
  const reports: CrawlReport[] = []
  const { fault } = await inspectApp(app, exported, async instance => {
    reports.push(await crawl(instance, { start, as, formats: ['default'] }))
  })
  const [report] = reports
  if (report === undefined) throw notStarted(app, 'its states are unknown', fault!)
  if (report.states === 0) {
    const reason = `${app}: the entry point ${start} cannot be read. Name another one: --start /path.`
    return { status: 2, output: '', notes: `${notesOf(report.findings)}hyper-api: ${reason}\n` }
  }
  return { status: 0, output: report.map(format), notes: notesOf(report.findings) }
}
