import type { RouterSettings } from '../../lib/url/path.ts'

/** The defaults of Fastify. */
export const ROUTER: RouterSettings = {
  maxParamLength: 100,
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  useSemicolonDelimiter: false
}
