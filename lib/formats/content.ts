// A resource as JSON with its links, embedded resources and forms: as HAL-FORMS, but every form has the name of its action.
import type { ProjectedField } from '../../types/forms.ts'
import type { ProjectedAction, ProjectedLink, ProjectedResource } from '../../types/formats.ts'
import { joinElements } from '../json/array.ts'
import { memberKey } from '../json/object.ts'

/** Writes a resource with its links, embedded resources and forms. */
export function contentOf ({ body, links, actions, embedded }: ProjectedResource): string {
  const members = [linksMember(links), embeddedMember(embedded), formsMember(actions)].filter(member => member !== '').join(',')
  if (members === '') return body
  const own = body.slice(0, body.lastIndexOf('}')).trimEnd()
  return `${own}${own.endsWith('{') ? '' : ','}${members}}`
}

function linksMember (links: readonly ProjectedLink[]): string {
  if (links.length === 0) return ''
  const byRelation = new Map<string, string[]>()
  for (const { rel, ...link } of links) {
    const json = JSON.stringify(link)
    const known = byRelation.get(rel)
    if (known === undefined) byRelation.set(rel, [json])
    else known.push(json)
  }
  const members = Array.from(byRelation, ([rel, json]) => memberKey(rel) + (json.length === 1 ? json[0]! : joinElements(json)))
  return '"_links":{' + members.join(',') + '}'
}

function embeddedMember (embedded: ProjectedResource['embedded']): string {
  if (embedded.size === 0) return ''
  return '"_embedded":{' + Array.from(embedded, ([relation, json]) =>
    memberKey(relation) + (typeof json === 'string' ? json : joinElements(json))).join(',') + '}'
}

// No page shows more choices than this.
const MOST_CHOICES = 1001

// Most forms have the same fields for every resource.
const written = new WeakMap<readonly ProjectedField[], string>()

function fieldsJson (fields: readonly ProjectedField[]): string {
  let json = written.get(fields)
  if (json === undefined) written.set(fields, json = JSON.stringify(fields.map(withoutSurplus)))
  return json
}

function withoutSurplus (field: ProjectedField): ProjectedField {
  const { inline } = field.options ?? {}
  if (inline === undefined || inline.length <= MOST_CHOICES) return field
  return { ...field, options: { ...field.options, inline: inline.slice(0, MOST_CHOICES) } }
}

function formsMember (actions: readonly ProjectedAction[]): string {
  if (actions.length === 0) return ''
  return '"_templates":{' + actions.map(({ name, href, fields, ...action }) =>
    memberKey(name) + JSON.stringify({ target: href, ...action }).slice(0, -1) +
    (fields === undefined ? '' : `,"properties":${fieldsJson(fields)}`) + '}').join(',') + '}'
}
