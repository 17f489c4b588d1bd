import type { CrawlOptions, CrawlReport, CrawlTarget } from '../../types/testing.ts'
import { tryAdmissions } from './admissions.ts'
import { Apps } from './apps.ts'
import { tryAll } from './attempt.ts'
import { compareCallers } from './callers.ts'
import { Offers } from './offers.ts'
import { type CrawlSettings, readCrawlOptions } from './options.ts'
import { Record } from './record.ts'
import { reportOf } from './report.ts'
import { Session } from './session.ts'
import { visitorsOf } from './visitor.ts'
import { firstVisit, Walk } from './walk.ts'

/**
 * Follows every link of an API from its entry point, as each caller in each format, with `app.inject`, and reports what
 * contradicts itself. By default it sends GET and HEAD only. With `actions: 'each'`, every offered action is tried,
 * each in a fresh app after the steps that lead to it. Apps that the function returns are closed;
 * an app that is passed stays open.
 * @param target an app, a function that returns a new one, or several of these by origin: `{ apps: { [origin]: app } }`
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 * @example assert.deepEqual((await crawl(() => buildApp(), { actions: 'each' })).findings, [])
 */
export async function crawl (target: CrawlTarget, options: CrawlOptions = {}): Promise<CrawlReport> {
  const settings = readCrawlOptions(target, options)
  const apps = new Apps(settings.apps, settings.as, options.formats === undefined)
  const record = new Record()
  try {
    await run(apps, record, settings)
  } finally {
    apps.end()
  }
  return reportOf(record, settings)
}

async function run (apps: Apps, record: Record, settings: CrawlSettings): Promise<void> {
  const offers = new Offers()
  const { open, visitors } = await apps.use(async open => {
    const { mediaTypes, defaultFormat } = open.apps[0]!.settings
    const visitors = visitorsOf(settings.as, settings.formats, mediaTypes, defaultFormat === 'none')
    const session = new Session(open, record)
    const walk = new Walk(session, record, settings, offers)
    await walk.run(visitors.map(visitor => firstVisit(visitor, settings.start)))
    await compareCallers(session, walk, visitors, record)
    return { open, visitors }
  })
  if (settings.actions === 'none') return
  const laboratory = { apps, record, settings, visitors }
  await tryAll(laboratory, offers)
  await tryAdmissions(laboratory, open, offers)
}
