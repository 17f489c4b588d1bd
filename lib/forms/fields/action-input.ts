import { bodySchemas } from '../schema/body-schemas.ts'
import { inputPart } from '../schema/input-part.ts'
import { essence } from '../../http/media-type.ts'
import type { NamedRoute } from '../../routes/named-routes.ts'

/** What an action takes. */
export interface ActionInput {
  /** The media type to send; null where there is no body, or none that a form can send. */
  readonly contentType: string | null
  readonly schema: unknown
}

/** What a form can be sent as, the simplest first (HAL-FORMS, `contentType`). */
export const SENDABLE = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** What an action takes: what was declared, else what the target route validates, as a media type that the route knows. */
export function inputOf (method: string, route: NamedRoute | null, declared: object | null): ActionInput {
  const { querystring, query, body } = route?.schema ?? {}
  if (inputPart(method) === 'querystring') return { contentType: null, schema: declared ?? querystring ?? query }
  const input = declared ?? body
  if (input === undefined) return { contentType: null, schema: undefined }
  const own = schemasByType(input)
  const known = own ?? schemasByType(body)
  const contentType = known === null ? SENDABLE[0]! : SENDABLE.find(type => known.has(type)) ?? null
  return { contentType, schema: contentType === null ? undefined : own === null ? input : own.get(contentType) }
}

function schemasByType (body: unknown): ReadonlyMap<string, unknown> | null {
  const schemas = bodySchemas(body)
  return schemas === null ? null : new Map([...schemas].map(([mediaType, schema]) => [essence(mediaType), schema]))
}
