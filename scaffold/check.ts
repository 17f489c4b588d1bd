import type { Finding, InspectedRoute } from '../lib/diagnostics/inspection.ts'
import type { CheckRequest } from './arguments.ts'
import { Failure } from './failure.ts'
import { findingOf, findingText, isOurs } from './finding.ts'
import { inspectApp } from './inspect-app.ts'
import type { Outcome } from './outcome.ts'
import { counted } from './wording.ts'

/** `hyper-api check`: reports the faults of an app that its start can find. @throws Failure */
export async function check ({ app, json, all }: CheckRequest): Promise<Outcome> {
  const inspected = await inspectApp(app)
  const { fault } = inspected
  const routes = inspected.routes.filter(({ hidden }) => !hidden)
  const findings = fault === null ? inspected.findings : [...inspected.findings, findingOf(fault, app)]
  if (routes.length === 0 && findings.length === 0) {
    throw new Failure(`${app} has no routes that fastify-hyper could see. Register it before them: await app.register(hyper).`)
  }
  const plain = routes.filter(({ optedIn }) => !optedIn)
  return {
    status: findings.length === 0 ? 0 : 1,
    output: json ? jsonReport(findings, all ? plain : null) : textReport(app, findings, routes, all ? plain : null),
    notes: fault === null || isOurs(fault) ? '' : `${fault.stack}\n`
  }
}

function jsonReport (findings: readonly Finding[], plain: readonly InspectedRoute[] | null): string {
  const notOptedIn = plain?.map(({ name, methods, url }) => ({ name, methods, url }))
  return `${JSON.stringify({ findings, ...notOptedIn === undefined ? {} : { notOptedIn } }, null, 2)}\n`
}

function textReport (
  app: string,
  findings: readonly Finding[],
  routes: readonly InspectedRoute[],
  plain: readonly InspectedRoute[] | null
): string {
  const optedIn = routes.filter(route => route.optedIn).length
  const summary = findings.length === 0
    ? `Nothing found in ${app}: ${counted(routes.length, 'route')}, ${optedIn} of them opted in.`
    : `${counted(findings.length, 'finding')} in ${app}.`
  return [
    ...findings.map(finding => `${findingText(finding)}\n`),
    summary,
    ...plain === null || plain.length === 0 ? [] : ['', 'Not opted in:', ...plain.map(routeLine)],
    ''
  ].join('\n')
}

function routeLine ({ name, methods, url }: InspectedRoute): string {
  return `  ${methods.join(',')} ${url}${name === null ? '' : ` (${name})`}`
}
