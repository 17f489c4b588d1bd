// What functions of formatters may return.
import { isUnwanted } from '../async/promises.ts'
import { formatterPlace, kindOf } from '../diagnostics/wording.ts'
import { called, fail } from '../errors.ts'

const RETURNS = {
  format: 'format(resource, context) returns the JSON of the whole resource.',
  document: 'document(content, context) returns the body of the response, or a promise of it.',
  problem: 'problem(document, context) returns the body of the response.',
  documentation: 'documentation.write(api) returns the document.'
}

/** Returns what a function of a formatter writes. @throws FST_ERR_HYPER_INVALID_FORMATTER for other than a string */
export function writtenBy (mediaType: string, method: keyof typeof RETURNS, call: () => unknown): string {
  return checkedOutput(mediaType, method, called(formatterPlace(mediaType), call))
}

/** Checks what a formatter wrote. @throws FST_ERR_HYPER_INVALID_FORMATTER for another value than a string */
export function checkedOutput (mediaType: string, method: keyof typeof RETURNS, output: unknown): string {
  if (typeof output === 'string' && output !== '') return output
  if (isUnwanted(output)) return failLate(mediaType, method)
  const problem = `it returned ${kindOf(output)}`
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), problem, RETURNS[method])
}

/** Calls a function of a formatter that returns nothing: a check that is not awaited would let each request pass. */
export function nothing (mediaType: string, method: 'check' | 'setHeaders', call: () => unknown): void {
  if (isUnwanted(called(formatterPlace(mediaType), call))) failLate(mediaType, method)
}

/** Fails for a function of a formatter that returned a promise. @throws FST_ERR_HYPER_INVALID_FORMATTER */
export function failLate (mediaType: string, method: string): never {
  const remedy = `${method} is synchronous: await in the handler or in a link callback instead.`
  return fail('FST_ERR_HYPER_INVALID_FORMATTER', formatterPlace(mediaType), 'it returned a promise', remedy)
}
