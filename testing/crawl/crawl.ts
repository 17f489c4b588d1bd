import type { CrawlOptions, CrawlReport, CrawlTarget } from '../../types/testing.ts'
import { tryForms } from '../forms/try-forms.ts'
import { tryAdmissions } from './admissions.ts'
import { Apps } from './apps.ts'
import { tryAll } from './attempt.ts'
import { compareCallers } from './callers.ts'
import { Laboratory } from './laboratory.ts'
import { Offers } from './offers.ts'
import { readCrawlOptions } from './options.ts'
import { Record } from './record.ts'
import { reportOf } from './report.ts'
import { firstVisit, Walk } from './walk.ts'

/**
 * Follows every link of an API from its entry point, as each caller in each format, with `app.inject`, and reports what
 * contradicts itself. By default it sends GET and HEAD only. With `actions: 'each'`, every offered action is tried,
 * after the steps that lead to it. Apps that the function returns are closed; an app that is passed stays open.
 * @param target an app, a function that returns a new one, or several of these by origin: `{ apps: { [origin]: app } }`
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 * @example assert.deepEqual((await crawl(() => buildApp(), { actions: 'each' })).findings, [])
 */
export async function crawl (target: CrawlTarget, options: CrawlOptions = {}): Promise<CrawlReport> {
  const settings = readCrawlOptions(target, options)
  const apps = new Apps(settings.apps, settings.as, options.formats === undefined)
  const record = new Record()
  try {
    await run(await Laboratory.open(apps, record, settings))
  } finally {
    await apps.end()
  }
  return reportOf(record, settings)
}

async function run (laboratory: Laboratory): Promise<void> {
  const { session, record, settings, visitors } = laboratory
  for (const { app, configs } of session.open.apps) record.find(tryForms(app, configs))
  const offers = new Offers(settings.sample)
  const walk = new Walk(session, record, settings, offers)
  await walk.run(visitors.map(visitor => firstVisit(visitor, settings.start)))
  await compareCallers(session, walk, visitors, record)
  if (settings.actions === 'none') return
  await tryAll(laboratory, offers)
  await tryAdmissions(laboratory, offers)
}
