import type { CursorQuery, CursorQueryOptions, PageQuery, PageQueryOptions, QueryExtra } from '../../types/schemas.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { requirePackage } from '../optional-package.ts'
import { checkOptions, checkParameter, invalid, isObjectOrArray, withoutUndefined } from '../options/checks.ts'
import { isZod } from '../schema/declared.ts'
import { hasTypeBoxKind, markKind, withTypeBoxKinds } from './typebox-kinds.ts'

/**
 * Returns a schema for `schema.querystring` of a route that returns `offsetPage`: a JSON schema, or a schema of the
 * kind of `extra`.
 * @param extra further parameters: JSON schemas by name, or an object schema (JSON schema, TypeBox, Zod 4)
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 * @example pageQuery({ q: { type: 'string' } }, { maxPageSize: 50 })
 */
export function pageQuery<
  const Extra extends QueryExtra = Record<never, never>,
  const Options extends PageQueryOptions = PageQueryOptions
> (extra?: Extra, options?: Options): PageQuery<NoInfer<Extra>, NoInfer<Options>> {
  return withParameters('pageQuery', extra ?? {}, pageParameters(options)) as PageQuery<Extra, Options>
}

/**
 * Returns a schema for `schema.querystring` of a route that returns `cursorPage`: a JSON schema, or a schema of the
 * kind of `extra`.
 * @param extra further parameters: JSON schemas by name, or an object schema (JSON schema, TypeBox, Zod 4)
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME
 * @example cursorQuery({ q: { type: 'string' } }, { maxLimit: 50 })
 */
export function cursorQuery<
  const Extra extends QueryExtra = Record<never, never>,
  const Options extends CursorQueryOptions = CursorQueryOptions
> (extra?: Extra, options?: Options): CursorQuery<NoInfer<Extra>, NoInfer<Options>> {
  return withParameters('cursorQuery', extra ?? {}, cursorParameters(options)) as CursorQuery<Extra, Options>
}

/** Adds the parameters of a page to further ones. The result is a schema of the kind of `extra`. */
export function withParameters (place: string, extra: object, parameters: ParametersByName, zod?: Zod): object {
  const isZod = isZodSchema(extra)
  const { properties = {}, ...schema } = isZod ? { properties: extra.shape } : objectSchema(extra)
  if (!isZod) rejectZodProperties(place, properties)
  checkProperties(place, properties, parameters)
  if (isZod) return zodObject(extra, parameters, zod ?? loadZod(place))
  if (!hasTypeBoxKind(extra)) return { ...schema, properties: { ...properties, ...parameters } }
  return markKind({ ...schema, type: 'object', properties: { ...properties, ...withTypeBoxKinds(parameters) } })
}

function objectSchema (extra: object): { properties?: object } {
  const isSchema = (extra as { type?: unknown }).type === 'object'
  return isSchema ? extra as { properties?: object } : { type: 'object', properties: extra } as { properties?: object }
}

function rejectZodProperties (place: string, properties: object): void {
  const found = Object.entries(properties).find(([, schema]) => isZod(schema))
  if (found !== undefined) {
    const remedy = `Give one object schema: ${place}(z.object({ … })).`
    fail('FST_ERR_HYPER_INVALID_OPTION', `${place}, ${describe(found[0])}`, 'a Zod schema', remedy)
  }
}

function checkProperties (place: string, properties: object, parameters: object): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (!isObjectOrArray(schema)) {
      const remedy = `Give the JSON schema of the parameter. The options of ${place} are its second argument.`
      invalid(`${place}, ${describe(name)}`, schema, remedy)
    }
    if (Object.hasOwn(parameters, name)) {
      fail(
        'FST_ERR_HYPER_DUPLICATE_NAME', place, describe(name),
        'The option names gives the parameter of the page another name.'
      )
    }
  }
}

// Query parameters as Zod 4 schemas. Only apps that use Zod have it installed,
// so it is loaded for the first Zod schema.

interface ZodNumber {
  int (): ZodNumber
  min (least: number): ZodNumber
  max (most: number): ZodNumber
  default (value: number): object
}

/** What is used of Zod. Its own types would have to be installed in every app. */
interface Zod {
  readonly coerce: { number (): ZodNumber }
  string (): { optional (): object }
}

/** An object schema of Zod 4, as far as it is read here. */
interface ZodObjectSchema {
  readonly shape: Readonly<Record<string, object>>
  extend (shape: object): object
}

function isZodSchema (schema: object): schema is ZodObjectSchema {
  return isZod(schema) && 'shape' in schema
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
function zodObject (extra: ZodObjectSchema, parameters: ParametersByName, z: Zod): object {
  return extra.extend(
    Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, zodParameter(parameter, z)]))
  )
}

function zodParameter (parameter: Parameter, z: Zod): object {
  if (parameter.type === 'string') return z.string().optional()
  return z.coerce.number().int().min(parameter.minimum).max(parameter.maximum).default(parameter.default)
}

type Parameter =
  | { readonly type: 'string' }
  | { readonly type: 'integer', readonly minimum: 1, readonly maximum: number, readonly default: number }

type ParametersByName = Readonly<Record<string, Parameter>>

export function pageParameters (options: PageQueryOptions = {}): ParametersByName {
  checkOptions('pageQuery', options, ['defaultPageSize', 'maxPageSize', 'names'])
  const { page, pageSize } = namesOf('pageQuery', options.names, { page: 'page', pageSize: 'pageSize' })
  return {
    [page]: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    [pageSize]: sizeSchema('pageQuery', 'maxPageSize', options.maxPageSize, options.defaultPageSize)
  }
}

export function cursorParameters (options: CursorQueryOptions = {}): ParametersByName {
  checkOptions('cursorQuery', options, ['defaultLimit', 'maxLimit', 'names'])
  const { cursor, limit } = namesOf('cursorQuery', options.names, { cursor: 'cursor', limit: 'limit' })
  return {
    [cursor]: { type: 'string' },
    [limit]: sizeSchema('cursorQuery', 'maxLimit', options.maxLimit, options.defaultLimit)
  }
}

function namesOf<Names extends Readonly<Record<string, string>>> (
  place: string, given: Partial<Names> = {}, defaults: Names
): Names {
  checkOptions(`${place}, names`, given, Object.keys(defaults))
  const names = { ...defaults, ...withoutUndefined(given) }
  for (const [key, name] of Object.entries(names)) checkParameter(`${place}, names, ${key}`, name)
  // Links of pages compare them without case.
  const [first, second] = Object.values(names)
  if (first?.toLowerCase() === second?.toLowerCase()) {
    fail(
      'FST_ERR_HYPER_DUPLICATE_NAME', `${place}, names`, describe(second),
      'Give each parameter a name of its own; case does not count.'
    )
  }
  return names
}

function sizeSchema (place: string, option: string, maximum = 100, given = Math.min(20, maximum)): Parameter {
  if (!isSize(maximum)) invalid(`${place}, ${option}`, maximum, 'Give the largest size, a whole number from 1.')
  if (!isSize(given) || given > maximum) {
    invalid(`${place}, default size`, given, `Give a whole number from 1 to the largest size, ${describe(maximum)}.`)
  }
  return { type: 'integer', minimum: 1, maximum, default: given }
}

function isSize (value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}
