import type { WireFormat } from './format.ts'

/** The bare value, without links. */
export function noneFormat (mediaType: string): WireFormat {
  const writer = { forResponse: () => (body: string) => body }
  return { name: 'none', mediaType, bare: true, actions: false, forms: false, embedsItems: false, writerFor: () => writer }
}
