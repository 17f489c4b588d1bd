import type { HypermediaFormatter } from '../../types/formats.ts'
import type { Projector, Slots } from '../compile/projector.ts'
import { actionRecords, linkRecords } from '../compile/records.ts'
import { refuse } from '../errors.ts'
import { shown } from '../wording.ts'
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
    writerFor: projector => ({
      write (body, slots, items, session) {
        const links = linkRecords(projector, slots, session)
        const actions = actionRecords(projector, slots, session)
        const text: unknown = formatter.format({ body, links, actions, embedded: embeddedTexts(projector, slots, items) }, session.context!)
        if (typeof text !== 'string') refuse('FST_ERR_HYPER_INVALID_FORMATTER', `the formatter of ${mediaType}`, shown(text), 'format(resource, context) returns the JSON text of the whole resource.')
        return text
      }
    })
  }
}

function embeddedTexts (projector: Projector, slots: Slots, items: Items | null): Map<string, string | readonly string[]> {
  const embedded = new Map<string, string | readonly string[]>()
  if (items !== null) embedded.set(items.relation, items.texts)
  projector.embeds.forEach(({ relation }, index) => {
    const slot = slots[projector.embedsAt + index] as string | readonly string[] | null
    if (slot !== null && !embedded.has(relation)) embedded.set(relation, slot)
  })
  return embedded
}
