import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A file of the page, as it is sent. */
export interface Asset {
  readonly type: string
  readonly text: string
  /** Its entity tag. */
  readonly tag: string
}

const FILES = { 'explorer.js': 'text/javascript', 'explorer.css': 'text/css', 'explorer.svg': 'image/svg+xml' } as const

/** Reads the page and the files that it loads. */
export async function readAssets (): Promise<{ page: string, files: ReadonlyMap<string, Asset> }> {
  const files = Object.entries(FILES)
    .map(async ([name, type]) => [name, asset(`${type}; charset=utf-8`, await read(name))] as const)
  return { page: await read('index.html'), files: new Map(await Promise.all(files)) }
}

/** Returns a file with its entity tag. */
export function asset (type: string, text: string): Asset {
  return { type, text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

// The bundle of scripts/bundle-explorer.js, beside this module in dist.
function read (name: string): Promise<string> {
  return readFile(new URL(`page/${name}`, import.meta.url), 'utf8')
}
