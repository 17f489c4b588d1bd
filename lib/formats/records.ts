// Resolved links and actions as objects: for formatters of the app and for the Link header.
import type { ProjectedAction, ProjectedLink } from '../../types/formats.ts'
import type { Resolution } from '../context/resolution.ts'
import { NO_FIELDS } from '../forms/fields/form-fields.ts'
import { firstAction } from '../links/columns.ts'
import type {
  CompiledAction, CompiledConfig, CompiledLink, CompiledRelation, ResolvedAction, ResolvedLink, ResolvedResource,
  WholeAction
} from '../links/compiled.ts'
import type { WholeLink } from '../targets/target.ts'
import { isMany } from './members.ts'
import { localizedAttributes } from './templates.ts'

/** The links of a resource. */
export function linkRecords (
  compiled: CompiledConfig, { parts }: Pick<ResolvedResource, 'parts'>, resolution: Resolution,
  nameOf: NameOf = declaredName
): ProjectedLink[] {
  const records: ProjectedLink[] = []
  for (const relation of compiled.relations) {
    for (const [index, link] of relation.links.entries()) {
      const resolved = parts[relation.first + index] as ResolvedLink
      if (resolved !== null) addRecords(records, nameOf(relation, resolution), link, resolved, resolution)
    }
  }
  return records
}

/**
 * The links for a `Link` header, whose readers know no CURIEs: an extension relation type is a URI (RFC
 * 8288, section 2.1.2).
 */
export function headerRecords (
  compiled: CompiledConfig, resource: Pick<ResolvedResource, 'parts'>, resolution: Resolution
): ProjectedLink[] {
  return linkRecords(compiled, resource, resolution, expandedName)
}

/** The actions of a resource. */
export function actionRecords (
  compiled: CompiledConfig, { parts }: ResolvedResource, resolution: Resolution
): ProjectedAction[] {
  const first = firstAction(compiled)
  return compiled.actions.flatMap((action, index) => {
    const resolved = parts[first + index] as ResolvedAction
    if (resolved === null) return []
    return actionRecord(
      action.name, typeof resolved === 'string' ? withWholeHref(action, resolved, resolution) : resolved
    )
  })
}

type NameOf = (relation: CompiledRelation, resolution: Resolution) => string

function declaredName ({ relation }: CompiledRelation): string {
  return relation
}

// A relative CURIE is resolved against the URL of the document. Without an origin there is no URI, and the name stays.
function expandedName ({ relation, type, curie }: CompiledRelation, resolution: Resolution): string {
  if (curie === -1 || URL.canParse(type)) return type
  const url = resolution.base + resolution.currentPath
  return URL.canParse(type, url) ? new URL(type, url).href : relation
}

function addRecords (
  records: ProjectedLink[], rel: string, { hrefPrefix, templated, attributes }: CompiledLink,
  resolved: NonNullable<ResolvedLink>, resolution: Resolution
): void {
  if (typeof resolved === 'string') {
    const href = resolution.base + hrefPrefix + resolved
    records.push(linkRecord(rel, { href, templated, attributes: localizedAttributes(attributes, resolution) }))
  } else if (isMany(resolved)) records.push(...resolved.map(link => linkRecord(rel, link)))
  else records.push(linkRecord(rel, resolved))
}

function linkRecord (rel: string, { href, templated, attributes }: WholeLink): ProjectedLink {
  return templated ? { rel, href, templated, ...attributes } : { rel, href, ...attributes }
}

function withWholeHref (action: CompiledAction, suffix: string, resolution: Resolution): WholeAction {
  const { hrefPrefix, method, title, contentType, deprecation, form } = action
  const href = resolution.base + hrefPrefix + suffix
  return { href, method, title: resolution.localize(title), contentType, deprecation, form: form.constant ?? NO_FIELDS }
}

function actionRecord (
  name: string, { href, method, title, contentType, deprecation, form }: WholeAction
): ProjectedAction {
  const record: { -readonly [member in keyof ProjectedAction]: ProjectedAction[member] } = { name, href, method }
  if (title !== null) record.title = title
  if (contentType !== null) record.contentType = contentType
  if (deprecation !== null) record.deprecation = deprecation
  if (form.fields.length > 0) record.fields = form.fields
  return record
}
