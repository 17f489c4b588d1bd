import type { HypermediaFormatter } from '../types/formats.ts'
import { contentOf } from '../lib/formats/content.ts'

/** The media type of the representations that tools read: HAL-FORMS, but every form has the name of its action. */
export const AGENT = 'application/vnd.fastify-hyper.agent+json'

/** The format that tools read. */
export const agentFormatter: HypermediaFormatter = { mediaType: AGENT, format: contentOf }
