import { essence } from '../../../lib/http/media-type.ts'
import { parseJson } from '../json/parse.ts'

/** A body, read as far as its media type says how. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json', readonly text: string, readonly value: unknown, readonly mediaType: string }
  | { readonly kind: 'text', readonly text: string, readonly mediaType: string }
  | { readonly kind: 'binary', readonly mediaType: string }

/**
 * Reads a body. What is called JSON and is none is a text.
 * @param jsonTypes further media types of JSON, in lower case
 */
export function readBody (bytes: Uint8Array, contentType: string, jsonTypes: ReadonlySet<string>): Body {
  if (bytes.length === 0) return { kind: 'empty' }
  const mediaType = essence(contentType)
  const isJson = isJsonType(mediaType) || jsonTypes.has(mediaType)
  const text = isJson || isText(mediaType) ? new TextDecoder().decode(bytes) : decodedStrictly(bytes)
  if (text === null) return { kind: 'binary', mediaType }
  return (isJson ? parsed(text, mediaType) : null) ?? { kind: 'text', text, mediaType }
}

/** Whether a content type is JSON, or one of the kinds that are written as JSON (RFC 6839). */
export function isJsonType (contentType: string): boolean {
  return /[/+]json$/.test(essence(contentType))
}

function isText (mediaType: string): boolean {
  return mediaType.startsWith('text/') || /[/+](?:xml|yaml|javascript)$/.test(mediaType)
}

function parsed (text: string, mediaType: string): Body | null {
  try {
    return { kind: 'json', text, value: parseJson(text), mediaType }
  } catch {
    return null
  }
}

// Bytes of an unknown type are a text when they are UTF-8 without control characters.
function decodedStrictly (bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // eslint-disable-next-line no-control-regex
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}
