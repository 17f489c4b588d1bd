// Bodies of hypermedia media types: the scope of a route parses them as it parses JSON.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUnwanted } from '../async/promises.ts'
import type { Environment } from '../context/environment.ts'
import { describe, formatterPlace } from '../diagnostics/wording.ts'
import { toError } from '../errors.ts'
import { type BodyParser, replaceBodyParser, sendError } from '../fastify/internals.ts'
import { addMark, type Marked, ROUTE } from '../fastify/marks.ts'
import { type DeclaredRoute, routesOf } from '../fastify/routes.ts'
import { failLate } from '../formats/output.ts'
import { essence } from '../http/media-type.ts'
import type { Settings } from '../options/plugin-options.ts'
import { recordOf, type RouteRecord } from '../routes/route-record.ts'
import { contentSchemas } from '../schema/content.ts'

/** Makes a body of the JSON of a document. */
type ReadBody = (document: unknown, request: FastifyRequest) => unknown

/** By media type in lower case; null for media types whose JSON is the body. */
type Readers = ReadonlyMap<string, ReadBody | null>

const NO_READERS: Readers = new Map()

/**
 * Lets routes read HAL, HAL-FORMS, our own media type, and media types of formatters that read bodies: the parser that
 * the scope of the route has for JSON parses them, with its limits and errors. What Fastify parses without this plugin,
 * it parses as before.
 */
export function readHypermediaBodies (
  app: FastifyInstance, { settings, notices }: Pick<Environment, 'settings' | 'notices'>,
  records: readonly RouteRecord[]
): void {
  if (!settings.parsers || records.length === 0) return
  const readers = readersOf(settings)
  const known = new Map<unknown, RouteRecord>(records.map(record => [record, record]))
  for (const route of routesOf(app, new Set(records.flatMap(({ options }) => options.method)))) {
    const record = known.get(recordOf(route.config))
    if (record === undefined) continue
    addReaders(route, validated(readers, route), type => {
      notices.report('HYPER040', record.place, () => [describe(type)], formatterPlace(type))
    })
  }
}

/** The media types that a route reads by the plugin. */
export function readTypes (route: DeclaredRoute): Iterable<string> {
  return ((route.config as Marked)[ROUTE]?.readers ?? NO_READERS).keys()
}

function readersOf ({ mediaTypes: { hyper, hal, halForms }, formatters }: Settings): Readers {
  const readers = new Map<string, ReadBody | null>([hyper, hal, halForms].map(type => [type.toLowerCase(), null]))
  for (const formatter of formatters) {
    const type = formatter.mediaType.toLowerCase()
    if (formatter.readBody !== undefined && !readers.has(type)) readers.set(type, formatter.readBody.bind(formatter))
  }
  return readers
}

// Of schemas by media type, Fastify finds none for a type that they do not list, and validates nothing.
function validated (readers: Readers, { schema }: DeclaredRoute): Readers {
  const schemas = contentSchemas(schema?.body)
  if (schemas === null) return readers
  return new Map([...readers].filter(([type]) => schemas.has(type)))
}

const JSON_TYPE = 'application/json'

function addReaders (route: DeclaredRoute, readers: Readers, onIgnored: (mediaType: string) => void): void {
  replaceBodyParser(route, own => {
    if (own.getParser(JSON_TYPE) === undefined) return null
    // A parser of exactly this media type is there in place of the formatter's function.
    const isReplaced = (type: string) => own.getParser(type) !== undefined && !route.server.hasContentTypeParser(type)
    for (const [type, read] of readers) if (read !== null && isReplaced(type)) onIgnored(type)
    addMark(route.config, ROUTE, { readers })
    return readingRun(own, readers)
  })
}

function readingRun (own: BodyParser, readers: Readers): BodyParser['run'] {
  return (contentType, next, request, reply) => {
    const type = essence(contentType)
    const read = readers.get(type)
    // The app may have a parser of its own, also for a regular expression, or for all media types.
    if (read === undefined || own.getParser(contentType) !== undefined) {
      return own.run(contentType, next, request, reply)
    }
    const asJson = JSON_TYPE + contentType.slice(type.length)
    if (read === null) return own.run(asJson, next, request, reply)
    own.run(asJson, (request, reply) => {
      try {
        const body = read(request.body, request)
        if (isUnwanted(body)) failLate(type, 'readBody')
        request.body = body
      } catch (thrown) {
        return sendError(reply, toError(formatterPlace(type), thrown))
      }
      next(request, reply)
    }, request, reply)
  }
}
