import type { HypermediaFormatter } from '../../types/formats.ts'
import { fail, toError } from '../errors.ts'
import { isUnwanted } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import type { WireFormat } from './format.ts'
import { projectedFormat } from './projected.ts'

/** Makes a wire format of a formatter of the app. */
export function customFormat (formatter: HypermediaFormatter): WireFormat {
  const { mediaType } = formatter
  return {
    ...projectedFormat(mediaType, (projected, _compiled, { context }) =>
      checked(mediaType, 'format', () => formatter.format(projected, context))),
    readsItems: true,
    ...(formatter.version === undefined ? {} : { version: formatter.version }),
    ...(formatter.document === undefined
      ? {}
      : {
          document: (content, context) => checked(mediaType, 'document', () => formatter.document!(content, context))
        })
  }
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
