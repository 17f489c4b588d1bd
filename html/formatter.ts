import type { HypermediaFormatter } from '../types/formats.ts'
import { contentOf } from '../lib/formats/content.ts'
import { isOwnRequest } from './forward.ts'
import { renderPage } from './page.ts'
import { HTML, type Site } from './site.ts'

/** The format of pages. The plugin itself reads the content of a page as JSON. */
export function pageFormatter (site: Site): HypermediaFormatter {
  return {
    mediaType: HTML,
    version: site.assets.version,
    format: contentOf,
    document: (content, { request, reply }) => isOwnRequest(request) ? content : renderPage(site, request, reply, content)
  }
}
