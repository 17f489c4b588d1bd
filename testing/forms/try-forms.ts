// Tries the forms of an app: `hyper-api check` and a crawl do. A form that its own route rejects is a bug that users
// find.
import type { FastifyInstance } from 'fastify'
import type { Finding } from '../../lib/diagnostics/inspection.ts'
import { routePlace } from '../../lib/fastify/routes.ts'
import { messageOf } from '../../lib/faults.ts'
import type { ModelConfig } from '../../lib/model/model.ts'
import { formsOf } from './forms.ts'
import { rejectedInputs } from './rejected-inputs.ts'
import { unsentBy } from './unsent.ts'

/** A fault of a form. */
export interface FormFinding extends Finding {
  readonly code: 'HYPER010' | 'HYPER014'
  /** Its method and route: `POST /orders`. */
  readonly request: string
}

/** Returns the faults of the forms whose target is one route of an app, each once. */
export function tryForms (app: FastifyInstance, configs: readonly ModelConfig[]): FormFinding[] {
  const found = formsOf(app, configs).flatMap((form): FormFinding[] => {
    const { method, route: { config: { url } } } = form
    const request = `${method} ${url}`
    const route = routePlace(method, url)
    const unsent = unsentBy(form).map(({ subject, reason }): FormFinding =>
      ({ code: 'HYPER014', place: `${route}, ${subject}`, request, message: messageOf('HYPER014', [reason]) }))
    const place = `${form.place}, form of ${route}`
    const rejected = rejectedInputs(form).map(({ reason, remedy }): FormFinding =>
      ({ code: 'HYPER010', place, request, message: messageOf('HYPER010', [reason, remedy]) }))
    return [...unsent, ...rejected]
  })
  return [...new Map(found.map(finding => [keyOf(finding), finding])).values()]
}

// Several actions have one route.
function keyOf ({ code, place, message }: FormFinding): string {
  return JSON.stringify(code === 'HYPER014' ? [code, place] : [code, place, message])
}
