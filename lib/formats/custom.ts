// The formats of the app, which get the links, actions and embedded resources of a resource,
// and documents of other plugins.
import type { HypermediaFormatter } from '../../types/formats.ts'
import { isPromise } from '../async/promises.ts'
import type { DocumentFormat } from '../context/environment.ts'
import { formatterPlace } from '../diagnostics/wording.ts'
import { called, toError } from '../errors.ts'
import { contentFormat, writers } from './built-in.ts'
import type { WireFormat } from './format.ts'
import { FormatterFormat, writePlain } from './formatter.ts'
import { checkedOutput, nothing } from './output.ts'
import { KindWriter } from './writer.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType, check } = formatter
  return {
    name: mediaType,
    mediaType,
    bare: false,
    actions: true,
    forms: true,
    embedsItems: true,
    embedsMembers: true,
    ...documentParts(formatter),
    check: check && (request => nothing(mediaType, 'check', () => formatter.check!(request))),
    writerFor: writers(compiled => new KindWriter(compiled, new FormatterFormat(formatter, compiled))),
    writePlain: (body, resolution) => writePlain(formatter, body, resolution)
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

type DocumentFormatter = Pick<HypermediaFormatter, 'mediaType' | 'version' | 'document' | 'setHeaders'>

function documentParts (formatter: DocumentFormatter): Pick<WireFormat, 'version' | 'document' | 'setHeaders'> {
  const { mediaType, version, document, setHeaders } = formatter
  return {
    version,
    setHeaders: setHeaders && (reply => nothing(mediaType, 'setHeaders', () => formatter.setHeaders!(reply))),
    document: document && ((content, context, isFormatted) => {
      const made = called(formatterPlace(mediaType), () => formatter.document!(content, context, isFormatted))
      if (isPromise(made)) return later(mediaType, made)
      return checkedOutput(mediaType, 'document', made)
    })
  }
}

async function later (mediaType: string, made: Promise<unknown>): Promise<string> {
  const failed = (error: unknown): never => { throw toError(formatterPlace(mediaType), error) }
  return checkedOutput(mediaType, 'document', await Promise.resolve(made).catch(failed))
}
