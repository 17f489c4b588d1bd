import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import type { HypermediaFormatter } from '../../types/formats.ts'
import type { ApiDescription } from '../diagnostics/api-description.ts'
import type { Notices } from '../diagnostics/notices.ts'
import type { Settings } from '../options/plugin-options.ts'
import type { RouteTable } from '../routes/route-table.ts'
import type { Languages } from './languages.ts'
import type { Origins } from './origin.ts'

/** What all responses of an app share. */
export interface Environment {
  readonly settings: Settings
  readonly routes: RouteTable
  readonly notices: Notices
  readonly origins: Origins
  readonly languages: Languages
  readonly extensions: Extensions
}

/** A format whose content is HAL-FORMS, but every form has the name of its action. */
export interface ContentFormat extends Pick<HypermediaFormatter, 'mediaType' | 'version'> {
  /** Makes the body of a whole response from the content; absent if the content is the body. */
  readonly document?: (content: string, context: LinkContext) => string
  /** Sets the headers of a document, which its 304 has too (RFC 9110, section 15.4.5). */
  readonly setHeaders?: (reply: FastifyReply) => void
}

/** What other plugins of this package add before the app is ready. */
export interface Extensions {
  /** Formats beside those of the option `formatters`. */
  readonly formats: ContentFormat[]
  /** Whether the problem documents for a request have forms (`_templates`) in place of `_actions`. */
  showsForms: (request: FastifyRequest) => boolean
  /** Receive the description of the API when the app becomes ready. */
  readonly readers: ((description: ApiDescription) => void)[]
}
