/**
 * Follows every link from a URL on, within its origin. Returns the number of resources.
 * @throws Error for a status from 400
 */
export async function followLinks (start, headers) {
  const { origin } = new URL(start)
  const seen = new Set([start])
  for (const url of seen) {
    const response = await fetch(url, { headers })
    if (response.status >= 400) throw new Error(`${url}: ${response.status}`)
    // A list without a page has no place for links of its own in HAL, and stays JSON.
    const document = await response.json()
    const type = response.headers.get('content-type').split(';')[0]
    if (type !== (Array.isArray(document) ? 'application/json' : headers.accept)) throw new Error(`${url}: ${type}`)
    for (const href of hrefsIn(document)) {
      if (href.startsWith(origin)) seen.add(href)
    }
  }
  return seen.size
}

/** The URLs of all links in a document. A template is expanded without values. */
export function hrefsIn (value) {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.values(value._links ?? {}).flat().map(({ href }) => href.replace(/\{[^}]*\}/g, ''))
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => name === '_links' ? [] : hrefsIn(inner))]
}
