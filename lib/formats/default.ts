import { detailsText } from '../compile/action.ts'
import type { WireFormat } from './format.ts'
import { writeMembers, type ActionMember } from './members.ts'

/** How the flat shape writes actions: `_actions`. */
export const flatActions: ActionMember = {
  name: '_actions',
  key: action => action.key,
  curie: action => action.curie,
  write: (action, slot) => typeof slot === 'string'
    ? '{"href":"' + slot + '","method":"' + action.method + '"' + action.details + '}'
    : '{"href":' + JSON.stringify(slot.href) + ',"method":"' + slot.method + '"' + detailsText(slot) + '}'
}

/** The flat shape, `_links` and `_actions`, under one of its two names. */
export function flatFormat (name: string, mediaType: string): WireFormat {
  return {
    name,
    mediaType,
    bare: false,
    actions: true,
    embedsItems: false,
    write: (representation, session) => writeMembers(representation, session, flatActions)
  }
}
