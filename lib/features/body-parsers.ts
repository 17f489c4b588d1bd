import { createError } from '../packages.cjs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MediaTypes } from '../../types/options.ts'
import { contentSchemas } from '../schema/content.ts'

// Fastify's own error for a media type without a parser.
const UnsupportedMediaType = createError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 'Unsupported Media Type', 415)

/** Parses HAL, HAL-FORMS and our own media type as JSON, with Fastify's secure parser and body limit. */
export function readHypermediaBodies (app: FastifyInstance, { hyper, hal, halForms }: MediaTypes): void {
  const { onProtoPoisoning, onConstructorPoisoning } = app.initialConfig
  const parse = app.getDefaultJsonParser(onProtoPoisoning!, onConstructorPoisoning!)
  for (const mediaType of [hyper, hal, halForms]) {
    // The app may have a parser of its own.
    if (app.hasContentTypeParser(mediaType)) continue
    app.addContentTypeParser<string>(mediaType, { parseAs: 'string' }, (request, body, done) => {
      if (isValidated(request, mediaType)) parse(request, body, done)
      else done(new UnsupportedMediaType())
    })
  }
}

// Of schemas by media type, Fastify finds none for a type that they do not list, and validates nothing.
function isValidated ({ routeOptions }: FastifyRequest, mediaType: string): boolean {
  return contentSchemas(routeOptions.schema?.body)?.has(mediaType.toLowerCase()) ?? true
}
