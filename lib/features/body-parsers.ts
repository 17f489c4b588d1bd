import type { FastifyInstance } from 'fastify'
import type { MediaTypes } from '../../types/options.ts'

/** Reads bodies sent as HAL, HAL-FORMS or the vendor type as JSON, with Fastify's own secure parser and body limit. */
export function readHypermediaBodies (app: FastifyInstance, { hyper, hal, halForms }: MediaTypes): void {
  const { onProtoPoisoning, onConstructorPoisoning } = app.initialConfig
  for (const mediaType of [hyper, hal, halForms]) {
    // An app that registered a parser of its own before us keeps it.
    if (app.hasContentTypeParser(mediaType)) continue
    app.addContentTypeParser(mediaType, { parseAs: 'string' }, app.getDefaultJsonParser(onProtoPoisoning!, onConstructorPoisoning!))
  }
}
