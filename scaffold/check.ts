import type { Finding, InspectedRoute } from '../lib/inspection.ts'
import type { CheckRequest } from './arguments.ts'
import { Failure } from './failure.ts'
import { inspectApp } from './inspect-app.ts'
import type { Outcome } from './outcome.ts'

/** `hyper-api check`: what is wrong with an app, as far as its start can show. @throws Failure */
export async function check ({ app, json, all }: CheckRequest): Promise<Outcome> {
  const { routes: seen, findings: noticed, fault } = await inspectApp(app)
  const routes = seen.filter(({ hidden }) => !hidden)
  const findings = fault === null ? noticed : [...noticed, refusal(fault, app)]
  if (routes.length === 0 && findings.length === 0) throw new Failure(`${app} has no routes that fastify-hyper could see. Register it before them: await app.register(hyper).`)
  const plain = routes.filter(({ optedIn }) => !optedIn)
  return {
    status: findings.length === 0 ? 0 : 1,
    output: json ? jsonReport(findings, all ? plain : null) : textReport(app, findings, routes, all ? plain : null),
    notes: fault === null || isOurs(fault) ? '' : `${fault.stack}\n`
  }
}

// A refusal of this package begins with its place.
function refusal (fault: Error, app: string): Finding {
  const { code = fault.name } = fault as { code?: string }
  const place = isOurs(fault) ? fault.message.slice(0, fault.message.indexOf(': ')) : app
  return { code, place, message: fault.message }
}

function isOurs (fault: Error): boolean {
  return String((fault as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')
}

function jsonReport (findings: readonly Finding[], plain: readonly InspectedRoute[] | null): string {
  const notOptedIn = plain?.map(({ name, methods, url }) => ({ name, methods, url }))
  return `${JSON.stringify({ findings, ...notOptedIn === undefined ? {} : { notOptedIn } }, null, 2)}\n`
}

function textReport (app: string, findings: readonly Finding[], routes: readonly InspectedRoute[], plain: readonly InspectedRoute[] | null): string {
  const optedIn = routes.filter(route => route.optedIn).length
  const verdict = findings.length === 0
    ? `Nothing found in ${app}: ${routes.length} routes, ${optedIn} of them opted in.`
    : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ${app}.`
  return [
    ...findings.map(({ code, message }) => `${code} ${message}\n`),
    verdict,
    ...plain === null || plain.length === 0 ? [] : ['', 'Not opted in:', ...plain.map(line)],
    ''
  ].join('\n')
}

function line ({ name, methods, url }: InspectedRoute): string {
  return `  ${methods.join(',')} ${url}${name === null ? '' : ` (${name})`}`
}
