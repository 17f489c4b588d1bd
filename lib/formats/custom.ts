import type { HypermediaFormatter, ProjectedResource } from '../../types/formats.ts'
import type { LinkContext } from '../../types/links.ts'
import type { CompiledConfig, Slots } from '../links/compiled.ts'
import { actionRecords, linkRecords } from '../links/records.ts'
import { fail, toError } from '../errors.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { Items, WireFormat } from './format.ts'

/** A formatter of the app, seen as a wire format. */
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
      write (body, slots, items, resolution) {
        const links = linkRecords(compiled, slots, resolution)
        const actions = actionRecords(compiled, slots, resolution)
        return formatted(formatter, { body, links, actions, embedded: embeddedTexts(compiled, slots, items) }, resolution.context!)
      }
    })
  }
}

function formatted (formatter: HypermediaFormatter, resource: ProjectedResource, context: LinkContext): string {
  const place = `the formatter of ${formatter.mediaType}`
  let text: unknown
  try {
    text = formatter.format(resource, context)
  } catch (error) {
    throw toError(place, error)
  }
  if (typeof text === 'string' && text !== '') return text
  const remedy = isUnwanted(text) ? 'format is synchronous: await in the handler or in a link callback instead.' : 'format(resource, context) returns the JSON text of the whole resource.'
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', place, text === '' ? 'an empty string' : kindOf(text), remedy)
}

function embeddedTexts (compiled: CompiledConfig, slots: Slots, items: Items | null): Map<string, string | readonly string[]> {
  const embedded = new Map<string, string | readonly string[]>()
  if (items !== null) embedded.set(items.relation, items.texts)
  compiled.embeds.forEach(({ relation }, index) => {
    const slot = slots[compiled.embedsAt + index] as string | readonly string[] | null
    if (slot !== null && !embedded.has(relation)) embedded.set(relation, slot)
  })
  return embedded
}
