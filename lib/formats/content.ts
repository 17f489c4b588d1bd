// A resource as JSON with its links, embedded resources and forms: as HAL-FORMS, but every form has the name of its action.
import type { ProjectedField } from '../../types/forms.ts'
import type { ProjectedAction, ProjectedLink, ProjectedResource } from '../../types/formats.ts'
import { joinElements } from '../json/array.ts'
import { appendMembers, memberKey, memberNames } from '../json/object.ts'
import type { ContentFormat, Environment } from '../resolution/environment.ts'
import type { WireFormat } from './format.ts'
import { unlessPresent } from './members.ts'
import { projectedFormat } from './projected.ts'

/** Makes a wire format of a format of another plugin of this package. */
export function contentFormat ({ mediaType, version = '', document, setHeaders }: ContentFormat): WireFormat {
  return {
    ...projectedFormat(mediaType, (projected, { subject }, { environment }) => contentOf(projected, subject, environment)),
    version,
    ...(document === undefined ? {} : { document }),
    ...(setHeaders === undefined ? {} : { setHeaders })
  }
}

/**
 * Writes a resource with its links, embedded resources and forms. A member of the value itself with one of these names stays, and ours is
 * omitted (`HYPER008`).
 * @param subject of the configuration, for the notice
 */
export function contentOf (
  { body, links, actions, embedded }: ProjectedResource, subject: string, environment: Pick<Environment, 'notices'>
): string {
  const added = [['_links', linksMember(links)], ['_embedded', embeddedMember(embedded)], ['_templates', formsMember(actions)]] as const
  const names = memberNames(body)
  const members = added.map(([name, member]) => names === null ? member : unlessPresent(names, name, member, subject, environment))
  return appendMembers(body, members.join(''))
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
  return ',"_links":{' + members.join(',') + '}'
}

function embeddedMember (embedded: ProjectedResource['embedded']): string {
  if (embedded.size === 0) return ''
  return ',"_embedded":{' + Array.from(embedded, ([relation, json]) =>
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
  return ',"_templates":{' + actions.map(({ name, href, fields, ...action }) =>
    memberKey(name) + JSON.stringify({ target: href, ...action }).slice(0, -1) +
    (fields === undefined ? '' : `,"properties":${fieldsJson(fields)}`) + '}').join(',') + '}'
}
