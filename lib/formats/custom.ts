import type { HypermediaFormatter, ProjectedResource } from '../../types/formats.ts'
import type { CompiledConfig, EmbeddedJson, ResolvedResource } from '../links/compiled.ts'
import { fail, toError } from '../errors.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Items, WireFormat } from './format.ts'
import { actionRecords, linkRecords } from './records.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType } = formatter
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    readsItems: true,
    writerFor: compiled => ({
      forResponse: resolution => (body, resource, items) => {
        const projected = projectedResource(compiled, body, resource, items, resolution)
        return checked(mediaType, 'format', () => formatter.format(projected, resolution.context!))
      }
    }),
    ...(formatter.version === undefined ? {} : { version: formatter.version }),
    ...(formatter.document === undefined
      ? {}
      : {
          document: (content, context) => checked(mediaType, 'document', () => formatter.document!(content, context))
        })
  }
}

/** Returns a resource with its links, actions and embedded resources as formatters get it. */
export function projectedResource (
  compiled: CompiledConfig, body: string, resource: ResolvedResource, items: readonly Items[], resolution: Resolution
): ProjectedResource {
  const links = linkRecords(compiled, resource, resolution)
  const actions = actionRecords(compiled, resource, resolution)
  return { body, links, actions, embedded: embeddedJson(compiled, resource, items) }
}

const RETURNS = {
  format: 'format(resource, context) returns the JSON of the whole resource.',
  document: 'document(content, context) returns the body of the response.'
}

function checked (mediaType: string, method: keyof typeof RETURNS, call: () => unknown): string {
  const place = `the formatter of ${mediaType}`
  let output: unknown
  try {
    output = call()
  } catch (error) {
    throw toError(place, error)
  }
  if (typeof output === 'string' && output !== '') return output
  const remedy = isUnwanted(output)
    ? `${method} is synchronous: await in the handler or in a link callback instead.`
    : RETURNS[method]
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', place, `it returned ${output === '' ? 'an empty string' : kindOf(output)}`, remedy)
}

// The lists of a page or an envelope come first. An embedded relation of the same name is omitted.
function embeddedJson (
  { embeds }: CompiledConfig, { embedded }: ResolvedResource, items: readonly Items[]
): Map<string, NonNullable<EmbeddedJson>> {
  const members = new Map<string, NonNullable<EmbeddedJson>>()
  for (const { relation, json } of items) members.set(relation, json)
  embeds.forEach(({ relation }, index) => {
    const json = embedded[index]!
    if (json !== null && !members.has(relation)) members.set(relation, json)
  })
  return members
}
