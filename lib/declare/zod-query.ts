// Query parameters as Zod 4 schemas. Only apps that use Zod have it installed, so it is loaded for the first Zod schema.
import { requirePackage } from '../diagnostics/optional-package.ts'
import { fail } from '../errors.ts'
import type { Parameter, ParametersByName } from './query-parameters.ts'

interface ZodNumber {
  int (): ZodNumber
  min (least: number): ZodNumber
  max (most: number): ZodNumber
  default (value: number): object
}

/** What is used of Zod. Its own types would have to be installed in every app. */
export interface Zod {
  readonly coerce: { number (): ZodNumber }
  string (): { optional (): object }
}

/** An object schema of Zod 4, as far as it is read here. */
export interface ZodObjectSchema {
  readonly shape: Readonly<Record<string, object>>
  extend (shape: object): object
}

/** Whether a value is an object schema of Zod 4. */
export function isZodSchema (schema: object): schema is ZodObjectSchema {
  return '_zod' in schema && 'shape' in schema
}

/** Returns the Zod of the app. @throws FST_ERR_HYPER_INVALID_OPTION if it cannot be loaded, as from a bundle */
export function loadZod (place: string, load: (name: string) => unknown = requirePackage): Zod {
  try {
    return load('zod') as Zod
  } catch {
    return fail('FST_ERR_HYPER_INVALID_OPTION', place, 'a Zod schema', `Import ${place} from fastify-hyper/zod.`)
  }
}

/** Adds query parameters to an object schema. Numbers are made of the strings of a query. */
export function zodObject (extra: ZodObjectSchema, parameters: ParametersByName, z: Zod): object {
  return extra.extend(Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, zodParameter(parameter, z)])))
}

function zodParameter (parameter: Parameter, z: Zod): object {
  if (parameter.type === 'string') return z.string().optional()
  return z.coerce.number().int().min(parameter.minimum).max(parameter.maximum).default(parameter.default)
}
