import { actionText, type ActionMember } from './action-text.ts'
import { writers, type WireFormat } from './format.ts'
import { MembersWriter } from './members.ts'

/** How the flat shape writes actions: `_actions`. */
export const flatActions: ActionMember = {
  name: '_actions',
  key: action => action.key,
  curie: action => action.curie,
  before: () => '{"href":"',
  after: (action) => '","method":"' + action.method + '"' + actionText(action) + '}'
}

/** The flat shape, `_links` and `_actions`, under one of its two names. */
export function flatFormat (name: string, mediaType: string): WireFormat {
  return {
    name,
    mediaType,
    bare: false,
    actions: true,
    forms: false,
    embedsItems: false,
    writerFor: writers(compiled => new MembersWriter(compiled, flatActions))
  }
}
