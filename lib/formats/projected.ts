// Formats that are written from the links, actions and embedded resources of a resource.
import type { ProjectedResource } from '../../types/formats.ts'
import type { CompiledConfig, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Items, WireFormat } from './format.ts'
import { actionRecords, linkRecords } from './records.ts'

/** Writes a resource as JSON. */
export type WriteProjected = (projected: ProjectedResource, compiled: CompiledConfig, resolution: Resolution) => string

/** Makes a wire format with actions and forms, which embeds the items of pages. */
export function projectedFormat (mediaType: string, write: WriteProjected): WireFormat {
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    writerFor: compiled => ({
      forResponse: resolution => (body, resource, items) =>
        write(projectedResource(compiled, body, resource, items, resolution), compiled, resolution)
    })
  }
}

// As formatters get it.
function projectedResource (
  compiled: CompiledConfig, body: string, resource: ResolvedResource, items: readonly Items[], resolution: Resolution
): ProjectedResource {
  const links = linkRecords(compiled, resource, resolution)
  const actions = actionRecords(compiled, resource, resolution)
  return { body, links, actions, embedded: embeddedJson(compiled, resource, items) }
}

// The lists of a page or an envelope come first. An embedded relation of the same name is omitted.
function embeddedJson (
  { embeds }: CompiledConfig, { embedded }: ResolvedResource, items: readonly Items[]
): Map<string, NonNullable<EmbeddedJson>> {
  const members = new Map<string, NonNullable<EmbeddedJson>>()
  for (const { relation, json } of items) members.set(relation, json)
  embeds.forEach(({ relation }, index) => {
    const json = embedded[index]!
    if (json !== null && !members.has(relation)) members.set(relation, json)
  })
  return members
}
