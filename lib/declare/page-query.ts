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
  return new QueryParameters('pageQuery', options).addTo(extra ?? {}) as PageQuery<Extra, Options>
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
  return new QueryParameters('cursorQuery', options).addTo(extra ?? {}) as CursorQuery<Extra, Options>
}

type Parameter =
  | { readonly type: 'string' }
  | { readonly type: 'integer', readonly minimum: 1, readonly maximum: number, readonly default: number }

const PAGE: Parameter = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }

// Each query has a parameter for the position of a page, and one for its size, which two options limit.
const QUERIES = {
  pageQuery: { position: 'page', schema: PAGE, size: 'pageSize', usual: 'defaultPageSize', most: 'maxPageSize' },
  cursorQuery: {
    position: 'cursor', schema: { type: 'string' }, size: 'limit', usual: 'defaultLimit', most: 'maxLimit'
  }
} as const

/** The query parameters of a page. */
export class QueryParameters {
  readonly #query: keyof typeof QUERIES
  readonly #byName: Readonly<Record<string, Parameter>>

  /** @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_DUPLICATE_NAME */
  constructor (query: keyof typeof QUERIES, options: PageQueryOptions | CursorQueryOptions = {}) {
    const { position, schema, size, usual, most } = QUERIES[query]
    checkOptions(query, options, [usual, most, 'names'])
    const { names, [most]: largest, [usual]: given } = options as { readonly names?: object, [option: string]: unknown }
    const [first, second] = namesOf(query, { [position]: position, [size]: size }, names)
    this.#query = query
    this.#byName = { [first]: schema, [second]: sizeSchema(query, largest, given) }
  }

  /** Adds them to further ones. Returns a schema of the kind of `extra`. @param zod the Zod of the app */
  addTo (extra: object, zod?: Zod): object {
    const parameters = this.#byName
    if (isZodSchema(extra)) {
      this.#checkNames(extra.shape)
      return zodObject(extra, parameters, zod ?? loadZod(this.#query))
    }
    const isSchema = (extra as { type?: unknown }).type === 'object'
    const { properties = {}, ...schema }: { properties?: object } =
      isSchema ? extra : { type: 'object', properties: extra } as object
    this.#checkSchemas(properties)
    this.#checkNames(properties)
    if (!hasTypeBoxKind(extra)) return { ...schema, properties: { ...properties, ...parameters } }
    return markKind({ ...schema, type: 'object', properties: { ...properties, ...withTypeBoxKinds(parameters) } })
  }

  #checkSchemas (properties: object): void {
    const query = this.#query
    for (const [name, schema] of Object.entries(properties)) {
      const place = `${query}, ${describe(name)}`
      if (isZod(schema)) {
        const remedy = `Give one object schema: ${query}(z.object({ … })).`
        fail('FST_ERR_HYPER_INVALID_OPTION', place, 'a Zod schema', remedy)
      }
      if (!isObjectOrArray(schema)) {
        const remedy = `Give the JSON schema of the parameter. The options of ${query} are its second argument.`
        invalid(place, schema, remedy)
      }
    }
  }

  #checkNames (properties: object): void {
    const twice = Object.keys(properties).find(name => Object.hasOwn(this.#byName, name))
    if (twice === undefined) return
    const remedy = 'The option names gives the parameter of the page another name.'
    fail('FST_ERR_HYPER_DUPLICATE_NAME', this.#query, describe(twice), remedy)
  }
}

type Names = readonly [position: string, size: string]

function namesOf (query: string, usual: Readonly<Record<string, string>>, given: object = {}): Names {
  const place = `${query}, names`
  checkOptions(place, given, Object.keys(usual))
  const names = { ...usual, ...withoutUndefined(given) }
  for (const [key, name] of Object.entries(names)) checkParameter(`${place}, ${key}`, name)
  const [position, size] = Object.values(names) as unknown as Names
  // Links of pages compare them without case.
  if (position.toLowerCase() === size.toLowerCase()) {
    const remedy = 'Give each parameter a name of its own; case does not count.'
    fail('FST_ERR_HYPER_DUPLICATE_NAME', place, describe(size), remedy)
  }
  return [position, size]
}

function sizeSchema (query: keyof typeof QUERIES, maximum: unknown = 100, given?: unknown): Parameter {
  if (!isSize(maximum)) {
    invalid(`${query}, ${QUERIES[query].most}`, maximum, 'Give the largest size, a whole number from 1.')
  }
  const usual = given ?? Math.min(20, maximum)
  if (!isSize(usual) || usual > maximum) {
    const remedy = `Give a whole number from 1 to the largest size, ${maximum}.`
    invalid(`${query}, default size`, usual, remedy)
  }
  return { type: 'integer', minimum: 1, maximum, default: usual }
}

function isSize (value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

// Query parameters as Zod 4 schemas. Only apps that use Zod have it installed, so it is loaded for the first of them.

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
  readonly shape: object
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
function zodObject (extra: ZodObjectSchema, parameters: Readonly<Record<string, Parameter>>, z: Zod): object {
  const entries = Object.entries(parameters).map(([name, parameter]): [string, object] => {
    if (parameter.type === 'string') return [name, z.string().optional()]
    const { minimum, maximum, default: usual } = parameter
    return [name, z.coerce.number().int().min(minimum).max(maximum).default(usual)]
  })
  return extra.extend(Object.fromEntries(entries))
}
