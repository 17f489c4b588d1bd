import { filterLogs, type Finding, type InspectedRoute } from '../lib/diagnostics/inspection.ts'
import { type FormFinding, tryForms } from '../testing/forms/try-forms.ts'
import type { CrawlFinding, CrawlReport } from '../types/testing.ts'
import type { CheckRequest } from './command.ts'
import { Failure } from './failure.ts'
import { findingOf, findingText, stackOf } from './finding.ts'
import { inspectApp } from './inspect-app.ts'
import { unreadMetadata } from './login-metadata.ts'
import type { Outcome } from './outcome.ts'
import { watchProduction } from './production.ts'
import { counted } from './wording.ts'

// HAL-FORMS contains what HAL does. In HAL, the notice HYPER006 would report each action.
const FORMATS = ['default', 'hal-forms']

/**
 * `hyper-api check`: reports the faults of an app that its start can find, and that a crawl can find.
 * @throws Failure
 */
export async function check ({ app, exported, json, all, production, crawl: crawled }: CheckRequest): Promise<Outcome> {
  let report: CrawlReport | null = null
  // They are findings.
  filterLogs(() => false)
  if (production) watchProduction()
  const tried: Finding[] = []
  const inspected = await inspectApp(app, exported, async (instance, models) => {
    const configs = (await Promise.all(models.map(make => make()))).flatMap(({ configs }) => configs)
    tried.push(...tryForms(instance, configs).map(withoutRequest), ...await unreadMetadata(instance))
    if (crawled === null) return
    const { crawl } = await import('../testing/index.ts')
    report = await crawl(instance, { ...crawled, formats: FORMATS })
  })
  const { fault } = inspected
  const routes = inspected.routes.filter(({ hidden }) => !hidden)
  const found = [...inspected.findings, ...tried, ...foundBy(report)]
  const findings = fault === null ? found : [...found, findingOf(fault, app)]
  if (routes.length === 0 && findings.length === 0) {
    throw new Failure(
      `${app} has no routes that fastify-hyper could see. Register it before them: await app.register(hyper).`
    )
  }
  const plain = routes.filter(({ optedIn }) => !optedIn)
  return {
    status: findings.length === 0 ? 0 : 1,
    output: json
      ? jsonReport(findings, all ? plain : null)
      : textReport(app, findings, routes, all ? plain : null, reachOf(report)),
    notes: fault === null ? '' : stackOf(fault)
  }
}

function withoutRequest ({ code, place, message }: FormFinding): Finding {
  return { code, place, message }
}

// The forms are tried whether or not the app is crawled.
function foundBy (report: CrawlReport | null): CrawlFinding[] {
  return report?.findings.filter(({ caller }) => caller !== '') ?? []
}

function reachOf (report: CrawlReport | null): string[] {
  if (report === null) return []
  const { states, requests, complete } = report
  const end = complete ? '' : ' It ended before everything was reached.'
  return [`The crawl reached ${counted(states, 'state')} with ${counted(requests, 'request')}.${end}`]
}

function jsonReport (findings: readonly Finding[], plain: readonly InspectedRoute[] | null): string {
  const notOptedIn = plain?.map(({ name, methods, url }) => ({ name, methods, url }))
  return `${JSON.stringify({ findings, ...notOptedIn === undefined ? {} : { notOptedIn } }, null, 2)}\n`
}

function textReport (
  app: string,
  findings: readonly Finding[],
  routes: readonly InspectedRoute[],
  plain: readonly InspectedRoute[] | null,
  reach: readonly string[]
): string {
  const optedIn = routes.filter(route => route.optedIn).length
  const summary = findings.length === 0
    ? `Nothing found in ${app}: ${counted(routes.length, 'route')}, ${optedIn} of them opted in.`
    : `${counted(findings.length, 'finding')} in ${app}.`
  return [
    ...findings.map(finding => `${findingText(finding)}\n`),
    summary,
    ...reach,
    ...plain === null || plain.length === 0 ? [] : ['', 'Not opted in:', ...plain.map(routeLine)],
    ''
  ].join('\n')
}

function routeLine ({ name, methods, url }: InspectedRoute): string {
  return `  ${methods.join(',')} ${url}${name === null ? '' : ` (${name})`}`
}
