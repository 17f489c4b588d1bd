import { essence, isMediaType } from '../../http/media-type.ts'
import type { NamedRoute } from '../../routes/named-route.ts'
import { contentSchemas, inputSchema } from '../../schema/content.ts'

export interface ActionInput {
  /** The media type of the body; null if there is no body, or none that a form can send. */
  readonly contentType: string | null
  readonly schema: unknown
}

const NONE: ActionInput = { contentType: null, schema: undefined }

/** The media types that forms are sent as, in order of preference (HAL-FORMS, `contentType`). */
export const SENDABLE = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Returns the declared input of an action, or the one that its route validates, with a media type that the route
 * accepts: one of its `consumes` or of the keys of `content`.
 */
export function inputOf (
  method: string, route: Pick<NamedRoute, 'schema'> | null, declared: object | null
): ActionInput {
  const own = inputSchema(route?.schema, method)
  const input = declared ?? own.schema
  if (own.part === 'querystring') return { contentType: null, schema: input }
  const consumed = consumedTypes(route?.schema.consumes)
  if (input === undefined && consumed.length === 0) return NONE
  if (input === undefined) return { contentType: preferred(consumed), schema: undefined }
  const byType = byEssence(contentSchemas(input))
  const known = byType ?? byEssence(own.byType)
  if (known === null) return { contentType: preferred(consumed), schema: input }
  const contentType = SENDABLE.find(type => known.has(type))
  if (contentType === undefined) return NONE
  if (byType === null) return { contentType, schema: input }
  return { contentType, schema: byType.get(contentType) }
}

function preferred (types: readonly string[]): string {
  return SENDABLE.find(type => types.includes(type)) ?? types[0] ?? SENDABLE[0]!
}

/** Returns the media types in `consumes` of a route's schema. */
export function consumedTypes (consumes: unknown): string[] {
  return [consumes].flat().filter(type => typeof type === 'string').map(essence).filter(isMediaType)
}

function byEssence (schemas: ReadonlyMap<string, unknown> | null): ReadonlyMap<string, unknown> | null {
  if (schemas === null) return null
  return new Map([...schemas].map(([mediaType, schema]) => [essence(mediaType), schema]))
}
