import { optionalMembers, type ActionMember } from './action-json.ts'
import { writers, type WireFormat } from './format.ts'
import { MembersWriter } from './members.ts'

/** How the default format writes actions: `_actions`. */
export const flatActions: ActionMember = {
  name: '_actions',
  key: action => action.key,
  curie: action => action.curie,
  before: () => '{"href":"',
  after: action => '","method":"' + action.method + '"' + optionalMembers(action) + '}'
}

/** The default format: `_links` and `_actions` in the value itself. It has two media types. */
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
