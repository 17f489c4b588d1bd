import { essence } from '../../../lib/http/media-type.ts'
import { parseJson } from '../../../lib/json/exact.ts'

/** A response body, parsed according to its media type. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json', readonly text: string, readonly value: unknown, readonly mediaType: string }
  | { readonly kind: 'text', readonly text: string, readonly mediaType: string }
  | { readonly kind: 'binary', readonly mediaType: string }

/**
 * Parses a response body. Invalid JSON has the kind `text`.
 *
 * @param jsonTypes additional media types of JSON, in lower case
 */
export function readBody (bytes: Uint8Array, contentType: string, jsonTypes: ReadonlySet<string>): Body {
  if (bytes.length === 0) return { kind: 'empty' }
  const mediaType = essence(contentType)
  const isJson = isJsonType(mediaType) || jsonTypes.has(mediaType)
  const text = isJson || isText(mediaType) ? new TextDecoder().decode(bytes) : decodeUtf8(bytes)
  if (text === null) return { kind: 'binary', mediaType }
  return (isJson ? parseJsonBody(text, mediaType) : null) ?? { kind: 'text', text, mediaType }
}

/** Returns whether a content type is JSON, or has the suffix `+json` (RFC 6839). */
export function isJsonType (contentType: string): boolean {
  return /[/+]json$/.test(essence(contentType))
}

function isText (mediaType: string): boolean {
  return mediaType.startsWith('text/') || /[/+](?:xml|yaml|javascript)$/.test(mediaType)
}

function parseJsonBody (text: string, mediaType: string): Body | null {
  try {
    return { kind: 'json', text, value: parseJson(text), mediaType }
  } catch {
    return null
  }
}

// Returns null for bytes that are not UTF-8 or contain control characters: these are binary.
function decodeUtf8 (bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // eslint-disable-next-line no-control-regex
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}
