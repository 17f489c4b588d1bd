import { detailsText } from '../compile/action.ts'
import type { ProjectedField } from '../../types/formats.ts'
import type { WireFormat } from './format.ts'
import { writeMembers, type ActionMember } from './members.ts'

const templates: ActionMember = {
  name: '_templates',
  key: action => action.templateKey,
  curie: action => action.templateCurie,
  write: (action, slot) => typeof slot === 'string'
    ? '{"method":"' + action.method + '","target":"' + slot + '"' + action.details + propertiesText(action.fields) + '}'
    : '{"method":"' + slot.method + '","target":' + JSON.stringify(slot.href) + detailsText(slot) + propertiesText(slot.fields) + '}'
}

function propertiesText (fields: readonly ProjectedField[]): string {
  return fields.length === 0 ? '' : ',"properties":' + JSON.stringify(fields)
}

/** HAL-FORMS (mamund/hal-forms): `_links`, `_embedded` and `_templates`. */
export function halFormsFormat (mediaType: string): WireFormat {
  return {
    name: 'hal-forms',
    mediaType,
    bare: false,
    actions: true,
    embedsItems: true,
    write: (representation, session) => writeMembers(representation, session, templates)
  }
}
