import type { ContentFormat } from '../lib/resolution/environment.ts'
import { isOwnRequest } from './read-content.ts'
import { renderPage } from './page.ts'
import { HTML, setPageHeaders, type Site } from './site.ts'

/** The format of pages. The plugin itself reads the content of a page as JSON. */
export function pageFormat (site: Site): ContentFormat {
  return {
    mediaType: HTML,
    version: site.assets.version,
    document: (content, { request, reply }) => isOwnRequest(request) ? content : renderPage(site, request, reply, content),
    setHeaders: setPageHeaders
  }
}
