import type { DocumentFormat } from '../lib/context/environment.ts'
import { MOST_ROWS } from './most-shown.ts'
import { renderPage } from './page.ts'
import { valueOf } from './read-content.ts'
import { HTML, setPageHeaders, type Site } from './site.ts'

/** The format of pages. */
export function pageFormat (site: Site): DocumentFormat {
  return {
    mediaType: HTML,
    version: site.version,
    most: MOST_ROWS,
    document: (content, { request, reply }) => renderPage(site, request, reply, valueOf(site, content, null)),
    setHeaders: reply => setPageHeaders(site, reply)
  }
}
