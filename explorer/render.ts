import { asset, type Asset } from './assets.ts'
import type { Addresses } from './mount.ts'

/** The page with the addresses written in. */
export function renderPage (page: string, addresses: Addresses): Asset {
  return asset('text/html; charset=utf-8', page
    .replaceAll('%FILES%', () => inAttribute(addresses.files))
    .replaceAll('%ENTRY_POINT%', () => inAttribute(addresses.entryPoint)))
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' }

function inAttribute (text: string): string {
  return text.replace(/[&"<]/g, character => REFERENCES[character]!)
}
