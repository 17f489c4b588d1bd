import type { ContentFormat } from '../lib/resolution/environment.ts'

/** The media type of the representations that tools read: HAL-FORMS, but every form has the name of its action. */
export const AGENT = 'application/vnd.fastify-hyper.agent+json'

/** The format that tools read. */
export const agentFormat: ContentFormat = { mediaType: AGENT }
