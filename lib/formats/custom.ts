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
    checkedOutput(mediaType, 'format', called(formatterPlace(mediaType), () => formatter.format(projected, context)))
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
      : { check: request => nothing(mediaType, 'check', () => formatter.check!(request)) }),
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
  const { mediaType, most = Infinity } = format
  return { ...contentFormat(name), name: mediaType, mediaType, isPrivate: true, most, ...documentParts(format) }
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
      : { setHeaders: reply => nothing(mediaType, 'setHeaders', () => formatter.setHeaders!(reply)) }),
    ...(formatter.document === undefined
      ? {}
      : {
          document: (content, context, isFormatted) => {
            const made = called(formatterPlace(mediaType), () => formatter.document!(content, context, isFormatted))
            return isPromise(made) ? later(mediaType, made) : checkedOutput(mediaType, 'document', made)
          }
        })
  }
}

async function later (mediaType: string, made: Promise<unknown>): Promise<string> {
  const failed = (error: unknown): never => { throw toError(formatterPlace(mediaType), error) }
  return checkedOutput(mediaType, 'document', await Promise.resolve(made).catch(failed))
}

const RETURNS = {
  format: 'format(resource, context) returns the JSON of the whole resource.',
  document: 'document(content, context) returns the body of the response, or a promise of it.',
  problem: 'problem(document, context) returns the body of the response.',
  documentation: 'documentation.write(api) returns the document.'
}

/** Checks what a formatter wrote. @throws FST_ERR_HYPER_INVALID_FORMATTER for another value than a string */
export function checkedOutput (mediaType: string, method: keyof typeof RETURNS, output: unknown): string {
  if (typeof output === 'string' && output !== '') return output
  return isUnwanted(output)
    ? failLate(mediaType, method)
    : fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), returned(output), RETURNS[method])
}

// A check that is not awaited would let each request pass.
function nothing (mediaType: string, method: 'check' | 'setHeaders', call: () => unknown): void {
  if (isUnwanted(called(formatterPlace(mediaType), call))) failLate(mediaType, method)
}

/** Fails for a function of a formatter that returned a promise. @throws FST_ERR_HYPER_INVALID_FORMATTER */
export function failLate (mediaType: string, method: string): never {
  const remedy = `${method} is synchronous: await in the handler or in a link callback instead.`
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), 'it returned a promise', remedy)
}

function returned (output: unknown): string {
  return `it returned ${kindOf(output)}`
}
