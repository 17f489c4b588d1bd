import { type Asset, asset } from './assets.ts'
import type { Format } from './format.ts'
import type { Addresses } from './mount.ts'

/**
 * Returns the page with the addresses, the formats and the largest size of a form inserted.
 * @param fileLimit in bytes
 */
export function renderPage (
  page: string, addresses: Addresses, formats: readonly Format[], fileLimit: number
): Asset {
  return asset('text/html; charset=utf-8', page
    .replaceAll('%FILES%', () => inAttribute(addresses.files))
    .replaceAll('%ENTRY_POINT%', () => inAttribute(addresses.entryPoint))
    .replaceAll('%FILE_LIMIT%', String(fileLimit))
    .replaceAll('%FORMATS%', () => inAttribute(JSON.stringify(formats))))
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' }

function inAttribute (text: string): string {
  return text.replace(/[&"<]/g, character => REFERENCES[character]!)
}
