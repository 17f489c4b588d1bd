import type { FastifyInstance } from 'fastify'
import type { MediaTypes } from '../../types/options.ts'

/** Parses HAL, HAL-FORMS and our own media type as JSON, with Fastify's secure parser and body limit. */
export function readHypermediaBodies (app: FastifyInstance, { hyper, hal, halForms }: MediaTypes): void {
  const { onProtoPoisoning, onConstructorPoisoning } = app.initialConfig
  for (const mediaType of [hyper, hal, halForms]) {
    // The app may have a parser of its own.
    if (app.hasContentTypeParser(mediaType)) continue
    app.addContentTypeParser(mediaType, { parseAs: 'string' }, app.getDefaultJsonParser(onProtoPoisoning!, onConstructorPoisoning!))
  }
}
