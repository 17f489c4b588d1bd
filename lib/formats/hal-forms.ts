import { optionalMembers, type ActionMember } from './action-json.ts'
import { writers, type WireFormat } from './format.ts'
import { MembersWriter } from './members.ts'

const templates: ActionMember = {
  name: '_templates',
  key: action => action.templateKey,
  curie: action => action.templateCurie,
  before: action => '{"method":"' + action.method + '","target":"',
  after: action => '"' + optionalMembers(action) + (action.form?.text ?? '') + '}'
}

/** How problem documents show forms: every template has the name of its action. */
export const namedTemplates: ActionMember = { ...templates, key: action => action.key, curie: action => action.curie }

/** Problem documents with forms: `_links` and `_templates`. */
export function problemForms (mediaType: string): WireFormat {
  const writerFor = writers(compiled => new MembersWriter(compiled, namedTemplates))
  return { ...halFormsFormat(mediaType), name: 'problem-forms', writerFor }
}

/** HAL-FORMS (mamund/hal-forms): `_links`, `_embedded` and `_templates`. */
export function halFormsFormat (mediaType: string): WireFormat {
  return {
    name: 'hal-forms',
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    writerFor: writers(compiled => new MembersWriter(compiled, templates))
  }
}
