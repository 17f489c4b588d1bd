// Resolved links and actions as objects: for formatters of the app and for the Link header.
import type { ProjectedAction, ProjectedLink } from '../../types/formats.ts'
import type {
  CompiledAction, CompiledConfig, CompiledLink, CompiledRelation, ResolvedLink, ResolvedResource, WholeAction
} from '../links/compiled.ts'
import { NO_FIELDS } from '../forms/fields/form-fields.ts'
import type { Resolution } from '../context/resolution.ts'
import type { WholeLink } from '../targets/target.ts'
import { isMany } from './members.ts'
import { localizedAttributes } from './templates.ts'

/** The links of a resource. */
export function linkRecords (
  compiled: CompiledConfig, resource: Pick<ResolvedResource, 'links'>, resolution: Resolution,
  nameOf: NameOf = declaredName
): ProjectedLink[] {
  return compiled.relations.flatMap(relation => relation.links
    .flatMap((link, index) => wholeLinks(link, resource.links[relation.first + index]!, resolution))
    .map(link => linkRecord(nameOf(relation, resolution), link)))
}

/**
 * The links for a `Link` header, whose readers know no CURIEs: an extension relation type is a URI (RFC
 * 8288, section 2.1.2).
 */
export function headerRecords (
  compiled: CompiledConfig, resource: Pick<ResolvedResource, 'links'>, resolution: Resolution
): ProjectedLink[] {
  return linkRecords(compiled, resource, resolution, expandedName)
}

/** The actions of a resource. */
export function actionRecords (
  { actions }: CompiledConfig, resource: ResolvedResource, resolution: Resolution
): ProjectedAction[] {
  return resource.actions.flatMap((resolved, index) => {
    if (resolved === null) return []
    const action = actions[index]!
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

function wholeLinks (link: CompiledLink, resolved: ResolvedLink, resolution: Resolution): readonly WholeLink[] {
  if (resolved === null) return []
  if (typeof resolved !== 'string') return isMany(resolved) ? resolved : [resolved]
  const { hrefPrefix, templated, attributes } = link
  return [{
    href: resolution.base + hrefPrefix + resolved, templated, attributes: localizedAttributes(attributes, resolution)
  }]
}

function linkRecord (rel: string, { href, templated, attributes }: WholeLink): ProjectedLink {
  return templated ? { rel, href, templated, ...attributes } : { rel, href, ...attributes }
}

function withWholeHref (action: CompiledAction, suffix: string, resolution: Resolution): WholeAction {
  const { hrefPrefix, method, title, contentType, deprecation, form } = action
  const href = resolution.base + hrefPrefix + suffix
  return { href, method, title: resolution.localize(title), contentType, deprecation, form: form ?? NO_FIELDS }
}

function actionRecord (
  name: string, { href, method, title, contentType, deprecation, form }: WholeAction
): ProjectedAction {
  return {
    name,
    href,
    method,
    ...(title === null ? {} : { title }),
    ...(contentType === null ? {} : { contentType }),
    ...(deprecation === null ? {} : { deprecation }),
    ...(form.fields.length === 0 ? {} : { fields: form.fields })
  }
}
