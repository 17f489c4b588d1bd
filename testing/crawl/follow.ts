import { expandTemplate, templateVariables } from '../../lib/http/uri-template.ts'
import type { ReadLink } from '../document.ts'

/**
 * Returns the URL of a link; for a template without its query. Null for a template that has variables in its path.
 */
export function hrefOf ({ href, templated }: ReadLink): string | null {
  if (templated !== true) return href
  const [path = ''] = href.split(/\{[?&]/, 1)
  return templateVariables(path).length > 0 ? null : expandTemplate(href, new Map())
}
