import type { RequiredPart, SegmentPart, WildcardPart } from './pattern.ts'

/**
 * Adds what find-my-way captures from the decoded text of one segment or wildcard; false when it refuses the text.
 * A capture group within a parameter's expression counts, so that it shifts the parameters after it.
 */
export function capture (part: SegmentPart | WildcardPart, text: string, maxParamLength: number, captured: string[]): boolean {
  if (part.kind === 'wildcard' || part.expression === null) {
    captured.push(text)
    return part.kind === 'wildcard' || text.length <= maxParamLength
  }
  const match = part.expression.exec(text)
  if (match === null) return false
  for (let group = 1; group < match.length; group++) captured.push(match[group] ?? '')
  return captured.every((value) => value.length <= maxParamLength)
}

/**
 * What find-my-way captures from a URL path when it ignores case, or null when it does not match.
 * It looks for literal text in the path in lower case and cuts parameters from the path as it came, at the same offsets:
 * these part where a lower case is longer (U+0130), and the lower case of U+03A3 depends on its neighbours.
 * The path was written from the same parts, so that it ends where the last of them does.
 */
export function readIgnoringCase (parts: readonly RequiredPart[], url: string, maxParamLength: number): string[] | null {
  // Reserved characters stay encoded until a parameter has been cut out.
  const path = decodeURI(url.replaceAll('%25', '%2525'))
  const lowered = path.toLowerCase()
  const captured: string[] = []
  let index = 0
  for (const part of parts) {
    if (part.kind === 'static') {
      const text = part.text.toLowerCase().replaceAll('%', '%25')
      if (!lowered.startsWith(text, index)) return null
      index += text.length
    } else {
      const slash = part.kind === 'wildcard' ? -1 : path.indexOf('/', index)
      const end = slash === -1 ? lowered.length : slash
      if (!capture(part, decodeURIComponent(path.slice(index, end)), maxParamLength, captured)) return null
      index = end
    }
  }
  return captured
}
