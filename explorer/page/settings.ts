import { destinationOf, pathOf } from '../../hypermedia/destination.ts'
import type { Format } from '../format.ts'
import { folderOf } from './http/base.ts'

/** The settings that the server wrote into the page. */
export interface PageSettings {
  /** The path where the page starts. */
  readonly entryPoint: string
  /**
   * The folder of the entry point. Session headers are sent to paths below it; null if the entry point is not a path.
   */
  readonly base: string | null
  /** The path of the folder of the page's own files. */
  readonly folder: string
  readonly formats: readonly Format[]
  /** The media types of the formats, in lower case. Their documents are parsed as JSON, with or without `+json`. */
  readonly jsonTypes: ReadonlySet<string>
  /** The largest size of all files of a form, in bytes. */
  readonly fileLimit: number
}

export function readPageSettings (document: Document): PageSettings {
  const entryPoint = destinationOf(contentOf(document, 'entry-point') ?? '', document.baseURI)
  const folder = pathOf(contentOf(document, 'files') ?? '', document.baseURI) ?? '/'
  const formats = JSON.parse(contentOf(document, 'formats') ?? '[]') as Format[]
  const jsonTypes = new Set(formats.map(({ accept }) => accept.toLowerCase()))
  const own = { folder, formats, jsonTypes, fileLimit: Number(contentOf(document, 'file-limit')) }
  if (entryPoint.kind !== 'internal') return { entryPoint: '/', base: null, ...own }
  return { entryPoint: entryPoint.path, base: folderOf(entryPoint.path), ...own }
}

function contentOf (document: Document, name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
