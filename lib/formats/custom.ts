// The formats of the app, which get the links, actions and embedded resources of a resource,
// and documents of other plugins.
import type { HypermediaFormatter, ProjectedResource } from '../../types/formats.ts'
import { isPromise, isUnwanted } from '../async/promises.ts'
import type { DocumentFormat } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail, toError } from '../errors.ts'
import type { CompiledConfig, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { contentFormat } from './built-in.ts'
import type { Items, WireFormat } from './format.ts'
import { actionRecords, linkRecords } from './records.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType } = formatter
  const format = (projected: ProjectedResource, { context }: Resolution) =>
    checked(mediaType, 'format', called(mediaType, () => formatter.format(projected, context)))
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    embedsMembers: true,
    ...documentParts(formatter),
    writerFor: compiled => ({
      forResponse: resolution => (body, resource, items, isWhole) =>
        format(projectedResource(compiled, body, resource, items, resolution, isWhole), resolution)
    }),
    writePlain: (body, resolution) => format({ ...PLAIN, body }, resolution)
  }
}

/**
 * Makes a wire format of documents that are made of the content for pages and tools.
 * @param name as for `contentFormat`
 */
export function documentFormat (format: DocumentFormat, name: string): WireFormat {
  const { mediaType } = format
  return { ...contentFormat(name), name: mediaType, mediaType, isPrivate: true, ...documentParts(format) }
}

type DocumentParts = Pick<WireFormat, 'version' | 'document' | 'setHeaders'>

function documentParts (
  formatter: Pick<HypermediaFormatter, 'mediaType' | 'version' | 'document' | 'setHeaders'>
): DocumentParts {
  const { mediaType, version, setHeaders } = formatter
  return {
    ...(version === undefined ? {} : { version }),
    ...(setHeaders === undefined ? {} : { setHeaders: reply => called(mediaType, () => formatter.setHeaders!(reply)) }),
    ...(formatter.document === undefined
      ? {}
      : {
          document: (content, context) => {
            const made = called(mediaType, () => formatter.document!(content, context))
            return isPromise(made) ? later(mediaType, made) : checked(mediaType, 'document', made)
          }
        })
  }
}

async function later (mediaType: string, made: Promise<unknown>): Promise<string> {
  const failed = (error: unknown): never => { throw toError(placeOf(mediaType), error) }
  return checked(mediaType, 'document', await Promise.resolve(made).catch(failed))
}

function called<R> (mediaType: string, call: () => R): R {
  try {
    return call()
  } catch (error) {
    throw toError(placeOf(mediaType), error)
  }
}

function placeOf (mediaType: string): string {
  return `the formatter of ${mediaType}`
}

const RETURNS = {
  format: 'format(resource, context) returns the JSON of the whole resource.',
  document: 'document(content, context) returns the body of the response, or a promise of it.'
}

function checked (mediaType: string, method: keyof typeof RETURNS, output: unknown): string {
  if (typeof output === 'string' && output !== '') return output
  const remedy = isUnwanted(output)
    ? `${method} is synchronous: await in the handler or in a link callback instead.`
    : RETURNS[method]
  const returned = `it returned ${output === '' ? 'an empty string' : kindOf(output)}`
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', placeOf(mediaType), returned, remedy)
}

const PLAIN: Omit<ProjectedResource, 'body'> = {
  type: null, isWhole: false, items: null, links: [], actions: [], embedded: new Map()
}

// As formatters get it.
function projectedResource (
  compiled: CompiledConfig, body: string, resource: ResolvedResource, items: readonly Items[], resolution: Resolution,
  isWhole: boolean
): ProjectedResource {
  const links = linkRecords(compiled, resource, resolution)
  const actions = actionRecords(compiled, resource, resolution)
  const lists = items.filter(({ isOne }) => !isOne)
  const relation = lists.length === 1 ? lists[0]!.relation : null
  const embedded = embeddedJson(compiled, resource, items)
  return { type: compiled.name, isWhole, items: relation, body, links, actions, embedded }
}

// The lists of a page or an envelope come first. An embedded relation of the same name is omitted.
function embeddedJson (
  { embeds }: CompiledConfig, { embedded }: ResolvedResource, items: readonly Items[]
): Map<string, NonNullable<EmbeddedJson>> {
  const members = new Map<string, NonNullable<EmbeddedJson>>()
  for (const { relation, json, isOne } of items) members.set(relation, isOne ? json[0]! : json)
  embeds.forEach(({ relation }, index) => {
    const json = embedded[index]!
    if (json !== null && !members.has(relation)) members.set(relation, json)
  })
  return members
}
