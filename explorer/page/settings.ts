import type { Format } from '../format.ts'
import { folderOf } from './http/base.ts'
import { destinationOf } from './hypermedia/destination.ts'

/** What the server wrote into the page. */
export interface PageSettings {
  /** The path where the page starts. */
  readonly entryPoint: string
  /** The folder of the entry point: the headers of the session go to paths below it. Null, and they go nowhere, where the entry point is no path. */
  readonly base: string | null
  readonly formats: readonly Format[]
  /** The media types of the formats, in lower case: their documents are JSON, whatever they are called. */
  readonly jsonTypes: ReadonlySet<string>
}

export function readPageSettings (document: Document): PageSettings {
  const entryPoint = destinationOf(contentOf(document, 'entry-point') ?? '', document.baseURI)
  const formats = JSON.parse(contentOf(document, 'formats') ?? '[]') as Format[]
  const jsonTypes = new Set(formats.map(({ accept }) => accept.toLowerCase()))
  if (entryPoint.kind !== 'inside') return { entryPoint: '/', base: null, formats, jsonTypes }
  return { entryPoint: entryPoint.path, base: folderOf(entryPoint.path), formats, jsonTypes }
}

function contentOf (document: Document, name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
