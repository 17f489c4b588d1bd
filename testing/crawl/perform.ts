// Performs an action as a client does: with the values of its form,
// and with the entity tag of the resource it belongs to.
import { encodePath, type Submission } from '../../hypermedia/encode.ts'
import { isWeak } from '../../lib/http/weak-tag.ts'
import { invalid, isObjectOrArray } from '../../lib/options/checks.ts'
import type { ProjectedField } from '../../types/forms.ts'
import type { ReadAction } from '../document.ts'
import type { Exchange } from './exchange.ts'
import { type ActionRequests, sampleRequests, withChoices } from './input.ts'
import type { CrawlSettings } from './options.ts'
import type { Session } from './session.ts'
import type { Visitor } from './visitor.ts'

/** An action of a resource in a representation, with the path of its target. */
export interface PlacedAction {
  readonly action: ReadAction
  /** The JSON pointer of the resource. */
  readonly at: string
  readonly path: string
}

/** Returns the actions in a representation whose target is the app. */
export function actionsOf (session: Session, { resources, path }: Exchange): PlacedAction[] {
  return resources.flatMap(({ at, actions }) => actions.flatMap(action => {
    const target = session.pathOf(action.href, path)
    return target === null ? [] : [{ action, at, path: target }]
  }))
}

/** Returns the requests of an action: those that the option `fill` or its form gives. */
export async function requestsOf (
  session: Session, source: Exchange, placed: PlacedAction, fill: CrawlSettings['fill']
): Promise<ActionRequests> {
  const { action, path } = placed
  const name = session.routeOf(action.method, path)?.route.name ?? ''
  const form = action.fields === null ? await formOf(session, source, placed) : undefined
  const fields = action.fields ?? form?.fields ?? []
  // Not each format names it.
  const contentType = action.contentType ?? form?.contentType
  const typed = { ...action, ...contentType === undefined ? {} : { contentType } }
  if (Object.hasOwn(fill, name)) {
    const input: unknown = await fill[name]!(fields)
    if (!isObjectOrArray(input)) {
      invalid(`crawl options, fill.${name}`, input, 'Return the input as an object, or a promise of it.')
    }
    const request = encodePath({ contentType: 'application/json', ...typed, fields }, path, input)
    return { requests: [request], unknown: [], filled: true }
  }
  const unknown = session.unshownParts(action.name, action.method, path)
  if (unknown.length > 0) return { requests: [], unknown, filled: true }
  return sampleRequests(typed, path, await Promise.all(fields.map(field => choose(session, source, field))))
}

// Only HAL-FORMS has whole forms: for other formats they are read from it at the same URL, or after an action at the
// URL of the resource.
async function formOf (session: Session, source: Exchange, placed: PlacedAction): Promise<ReadAction | undefined> {
  const { action, path: target } = placed
  const path = source.method === 'GET' ? source.path : selfOf(session, source, placed)
  if (path === null) return undefined
  const document = await session.read(formsVisitor(session, source), path)
  return actionsOf(session, document)
    .find(other => other.action.method === action.method && other.path === target)?.action
}

function formsVisitor ({ open }: Session, { visitor }: Exchange): Visitor {
  const { halForms } = open.apps[0]!.settings.mediaTypes
  return { ...visitor, format: 'hal-forms', accept: halForms }
}

async function choose (session: Session, source: Exchange, field: ProjectedField): Promise<ProjectedField> {
  const { visitor, path, isFormatted } = source
  const link = field.options?.link
  const target = link === undefined ? null : session.pathOf(link.href.replace(/\{[^{}]*\}/g, ''), path)
  if (target === null) return field
  const reader = isFormatted ? formsVisitor(session, source) : visitor
  return withChoices(field, (await session.read(reader, target)).document)
}

/** The response to an action, and whether the request had a tag that was just read. */
export interface Performed {
  readonly response: Exchange
  readonly tagged: boolean
}

/**
 * Sends the request of an action. `If-Match` has the tag of the resource that the action belongs to, if that is the
 * target or the route requires it.
 */
export async function perform (
  session: Session, source: Exchange, placed: PlacedAction, request: Submission
): Promise<Performed> {
  const { method, path, contentType, body } = request
  const { visitor } = source
  const resource = selfOf(session, source, placed) ?? source.path
  const readTag = async () => strongTagOf(await session.read(visitor, resource))
  const send = async (tag: string | undefined): Promise<Performed> => {
    const headers = tag === undefined ? {} : { 'if-match': tag }
    const response = await session.send(visitor, method, path, { contentType, body, headers })
    return { response, tagged: tag !== undefined }
  }
  const performed = await send(pathname(resource) === pathname(path) ? await readTag() : undefined)
  if (performed.response.status !== 428 || performed.tagged) return performed
  const tag = await readTag()
  return tag === undefined ? performed : send(tag)
}

/** Returns the path of the resource that an action belongs to; null without a `self` link. */
export function selfOf (session: Session, source: Exchange, { at }: PlacedAction): string | null {
  const self = source.resources.find(resource => resource.at === at)?.links.find(({ rel }) => rel === 'self')
  return self === undefined ? null : session.pathOf(self.href, source.path)
}

// A weak tag never satisfies If-Match (RFC 9110, section 13.1.1).
function strongTagOf ({ headers: { etag } }: Exchange): string | undefined {
  return etag !== undefined && isWeak(etag) ? undefined : etag
}

function pathname (path: string): string {
  return path.replace(/\?.*/s, '')
}
