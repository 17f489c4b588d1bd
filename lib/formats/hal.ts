import type { WireFormat } from './format.ts'
import { writeMembers } from './members.ts'

/** HAL (draft-kelly-json-hal): `_links` and `_embedded`. It has no place for actions. */
export function halFormat (mediaType: string): WireFormat {
  return {
    name: 'hal',
    mediaType,
    bare: false,
    actions: false,
    embedsItems: true,
    write (representation, session) {
      const { subject, actions } = representation.projector
      if (actions.length !== 0) {
        session.environment.notices.say('HYPER006', subject, () => `${subject} has actions, which HAL cannot show: they were left out. Clients that should see them ask for HAL-FORMS (application/prs.hal-forms+json)`)
      }
      return writeMembers(representation, session, null)
    }
  }
}
