// The content of pages and tools: JSON in which one member of each resource has its links, embedded resources and forms.
import type { ProjectedField } from '../../types/forms.ts'
import type { ProjectedAction, ProjectedLink, ProjectedResource } from '../../types/formats.ts'
import { joinElements } from '../json/array.ts'
import { appendMembers, memberKey } from '../json/object.ts'
import type { DocumentFormat } from '../resolution/environment.ts'
import type { WireFormat } from './format.ts'
import { projectedFormat } from './projected.ts'

/**
 * The format that pages and tools read.
 * @param name of the member: no client knows it, so data cannot contain it
 */
export function contentFormat (name: string): WireFormat {
  return projectedFormat('application/json', projected => contentOf(projected, name))
}

/** A format that makes documents of the content. @param name as for `contentFormat` */
export function documentFormat ({ mediaType, version, document, setHeaders }: DocumentFormat, name: string): WireFormat {
  return { ...contentFormat(name), name: mediaType, mediaType, version, document, setHeaders }
}

/** Writes a resource with its links, embedded resources and forms: as HAL-FORMS, but every form has the name of its action. */
export function contentOf ({ body, links, actions, embedded }: ProjectedResource, name: string): string {
  const members = [linksMember(links), embeddedMember(embedded), formsMember(actions)].filter(member => member !== '')
  return appendMembers(body, `,${memberKey(name)}{${members.join(',')}}`)
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
