import type { DeclaredAffordance } from '../declare/declarations.ts'
import { deriveForm } from '../forms/derive.ts'
import type { DerivedForm } from '../forms/derived-form.ts'
import { inputPart } from '../forms/input-part.ts'
import { compileFields, type FormFields } from './form-fields.ts'
import type { NamedRoute } from './route-table.ts'
import type { Environment } from './session.ts'

/** What an action takes. */
export interface ActionInput {
  /** The media type to send; null where there is no body. */
  readonly contentType: string | null
  readonly schema: unknown
}

// What a form can be sent as, the simplest first (HAL-FORMS, `contentType`).
const SENDABLE = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** The form of an action. All about it that does not depend on the resource is made here. */
export function compileForm ({ schema }: ActionInput, method: string, route: NamedRoute | null, declared: DeclaredAffordance, place: string, environment: Environment): FormFields & { derived: DerivedForm } {
  const form = deriveForm(schema, { method, nested: route?.formInput ?? false, shared: id => route?.server?.getSchema(id) as object | undefined })
  if (route !== null) remark(form, method, route, environment)
  return { derived: form, ...compileFields(form, declared, place, environment) }
}

/** What an action takes: what was declared, else what the target route validates. */
export function inputOf (method: string, route: NamedRoute | null, declared: object | null): ActionInput {
  const { querystring, query, body } = route?.schema ?? {}
  if (inputPart(method) === 'querystring') return { contentType: null, schema: declared ?? querystring ?? query }
  const content = contentOf(declared ?? body)
  if (content === null) return { contentType: declared === null && body === undefined ? null : SENDABLE[0]!, schema: declared ?? body }
  const types = new Map(Object.entries(content).map(([type, { schema }]) => [type.split(';')[0]!.trim().toLowerCase(), schema]))
  const contentType = SENDABLE.find(type => types.has(type)) ?? null
  return { contentType, schema: contentType === null ? undefined : types.get(contentType) }
}

// Fastify also takes one schema for each media type.
function contentOf (body: unknown): Record<string, { schema?: unknown }> | null {
  if (typeof body !== 'object' || body === null) return null
  const content: unknown = (body as { content?: unknown }).content
  return typeof content === 'object' && content !== null ? content as Record<string, { schema?: unknown }> : null
}

function remark ({ remarks }: DerivedForm, method: string, { url }: NamedRoute, { notices }: Environment): void {
  for (const { name, reason } of remarks) {
    notices.say('HYPER014', `${method} ${url} ${name}`, () => `route ${method} ${url}, form field '${name}': ${reason}`)
  }
}
