import type { DocumentFormat } from '../lib/context/environment.ts'
import { parsedContent } from '../lib/features/content.ts'
import { MOST_ROWS } from './most-shown.ts'
import { renderPage } from './page.ts'
import { HTML, setPageHeaders, type Site } from './site.ts'
import { Visit } from './visit.ts'

/** The format of pages. */
export function pageFormat (site: Site): DocumentFormat {
  return {
    mediaType: HTML,
    version: site.version,
    most: MOST_ROWS,
    isPreferred: request => site.wantsPage(request),
    document: (content, { reply }) => renderPage(new Visit(site, reply), parsedContent(site.environment, content)),
    setHeaders: reply => setPageHeaders(site, reply)
  }
}
