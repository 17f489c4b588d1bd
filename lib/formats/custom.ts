import type { HypermediaFormatter, ProjectedResource } from '../../types/formats.ts'
import type { LinkContext } from '../../types/links.ts'
import type { CompiledConfig, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { fail, toError } from '../errors.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { Items, WireFormat } from './format.ts'
import { actionRecords, linkRecords } from './records.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType } = formatter
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    writerFor: compiled => ({
      write (body, resource, items, resolution) {
        const links = linkRecords(compiled, resource, resolution)
        const actions = actionRecords(compiled, resource, resolution)
        return format(formatter, { body, links, actions, embedded: embeddedJson(compiled, resource, items) }, resolution.context!)
      }
    })
  }
}

function format (formatter: HypermediaFormatter, resource: ProjectedResource, context: LinkContext): string {
  const place = `the formatter of ${formatter.mediaType}`
  let output: unknown
  try {
    output = formatter.format(resource, context)
  } catch (error) {
    throw toError(place, error)
  }
  if (typeof output === 'string' && output !== '') return output
  const remedy = isUnwanted(output)
    ? 'format is synchronous: await in the handler or in a link callback instead.'
    : 'format(resource, context) returns the JSON of the whole resource.'
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', place, output === '' ? 'an empty string' : kindOf(output), remedy)
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
