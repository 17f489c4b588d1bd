import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatterPlace } from '../diagnostics/wording.ts'
import { toError } from '../errors.ts'
import type { Settings } from '../options/plugin-options.ts'
import { createError } from '../packages.cjs'
import { contentSchemas } from '../schema/content.ts'

// Fastify's own error for a media type without a parser.
const UnsupportedMediaType = createError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 'Unsupported Media Type', 415)

type ReadBody = (document: unknown, request: FastifyRequest) => unknown

/**
 * Parses HAL, HAL-FORMS, our own media type, and media types of formatters that read bodies as JSON, with the secure
 * parser of Fastify and its body limit.
 */
export function readHypermediaBodies (app: FastifyInstance, { mediaTypes, formatters }: Settings): void {
  const { hyper, hal, halForms } = mediaTypes
  for (const mediaType of [hyper, hal, halForms]) addParser(app, mediaType, document => document)
  for (const formatter of formatters) {
    const { mediaType, readBody } = formatter
    if (readBody !== undefined) addParser(app, mediaType, (document, request) => formatter.readBody!(document, request))
  }
}

function addParser (app: FastifyInstance, mediaType: string, read: ReadBody): void {
  // The app may have a parser of its own.
  if (app.hasContentTypeParser(mediaType)) return
  const { onProtoPoisoning, onConstructorPoisoning } = app.initialConfig
  const parse = app.getDefaultJsonParser(onProtoPoisoning!, onConstructorPoisoning!)
  app.addContentTypeParser<string>(mediaType, { parseAs: 'string' }, (request, body, done) => {
    if (!isValidated(request, mediaType)) return done(new UnsupportedMediaType())
    parse(request, body, (error, document) => {
      if (error !== null) return done(error)
      let content: unknown
      try {
        content = read(document, request)
      } catch (thrown) {
        return done(toError(formatterPlace(mediaType), thrown) as Error)
      }
      done(null, content)
    })
  })
}

// Of schemas by media type, Fastify finds none for a type that they do not list, and validates nothing.
function isValidated ({ routeOptions }: FastifyRequest, mediaType: string): boolean {
  return contentSchemas(routeOptions.schema?.body)?.has(mediaType.toLowerCase()) ?? true
}
