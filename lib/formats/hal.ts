import type { Resolution } from '../resolution/resolution.ts'
import { writers, type ResourceWriter, type WireFormat } from './format.ts'
import { MembersWriter } from './members.ts'

/** HAL (draft-kelly-json-hal): `_links` and `_embedded`. It has no place for actions. */
export function halFormat (mediaType: string): WireFormat {
  return {
    name: 'hal',
    mediaType,
    bare: false,
    actions: false,
    forms: false,
    embedsItems: true,
    writerFor: writers(compiled => {
      const writer = new MembersWriter(compiled, null)
      return compiled.actions.length === 0 ? writer : withoutActions(writer, compiled.subject)
    })
  }
}

// Said with the first answer: an app that is never asked for HAL need not know.
function withoutActions (writer: MembersWriter, subject: string): ResourceWriter {
  let said = false
  const say = ({ environment }: Resolution) => {
    if (!said) environment.notices.warn('HYPER006', `links of ${subject}`, () => [])
    said = true
  }
  return {
    write (body, slots, items, resolution, nothingTaken) {
      say(resolution)
      return writer.write(body, slots, items, resolution, nothingTaken)
    },
    append (bytes, body, slots, resolution, nothingTaken) {
      say(resolution)
      writer.append(bytes, body, slots, resolution, nothingTaken)
    }
  }
}
