// The formats of the app, which get the links, actions and embedded resources of a resource,
// and documents of other plugins.
import type { HypermediaFormatter, ProjectedResource } from '../../types/formats.ts'
import { isPromise, isUnwanted } from '../async/promises.ts'
import type { DocumentFormat } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { formatterPlace, kindOf } from '../diagnostics/wording.ts'
import { called, fail, toError } from '../errors.ts'
import { contentFormat, writers } from './built-in.ts'
import type { ResourceWriter, WireFormat } from './format.ts'
import { Kinds } from './kinds.ts'
import { plainResource, Projection } from './projection.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType } = formatter
  const format = (projected: ProjectedResource, { context }: Resolution) =>
    checked(mediaType, 'format', called(formatterPlace(mediaType), () => formatter.format(projected, context)))
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    embedsMembers: true,
    ...documentParts(formatter),
    ...(formatter.check === undefined
      ? {}
      : { check: request => called(formatterPlace(mediaType), () => formatter.check!(request)) }),
    writerFor: writers(compiled => {
      const projection = new Projection(compiled, formatter)
      const writer: ResourceWriter = {
        write: (body, resource, items, isWhole, resolution) =>
          format(projection.of(body, resource, items, isWhole, resolution), resolution)
      }
      return Kinds.of(projection, writer) ?? writer
    }),
    writePlain: (body, resolution) => format(plainResource(formatter, body), resolution)
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
    ...(setHeaders === undefined
      ? {}
      : { setHeaders: reply => called(formatterPlace(mediaType), () => formatter.setHeaders!(reply)) }),
    ...(formatter.document === undefined
      ? {}
      : {
          document: (content, context, isFormatted) => {
            const made = called(formatterPlace(mediaType), () => formatter.document!(content, context, isFormatted))
            return isPromise(made) ? later(mediaType, made) : checked(mediaType, 'document', made)
          }
        })
  }
}

async function later (mediaType: string, made: Promise<unknown>): Promise<string> {
  const failed = (error: unknown): never => { throw toError(formatterPlace(mediaType), error) }
  return checked(mediaType, 'document', await Promise.resolve(made).catch(failed))
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
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), `it returned ${kindOf(output)}`, remedy)
}
