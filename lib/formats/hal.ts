import type { Session } from '../resolution/scope.ts'
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
    writerFor: writers(projector => {
      const writer = new MembersWriter(projector, null)
      return projector.actions.length === 0 ? writer : withoutActions(writer, projector.subject)
    })
  }
}

// Said with the first answer: an app that is never asked for HAL need not know.
function withoutActions (writer: MembersWriter, subject: string): ResourceWriter {
  let said = false
  const say = ({ environment }: Session) => {
    if (!said) environment.notices.say('HYPER006', subject, () => `${subject} has actions, which HAL cannot show: they were left out. Clients that should see them ask for HAL-FORMS (application/prs.hal-forms+json)`)
    said = true
  }
  return {
    write (body, slots, items, session, nothingTaken) {
      say(session)
      return writer.write(body, slots, items, session, nothingTaken)
    },
    append (bytes, body, slots, session, nothingTaken) {
      say(session)
      writer.append(bytes, body, slots, session, nothingTaken)
    }
  }
}
