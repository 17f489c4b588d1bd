import { findMyWay } from '../packages.cjs'
import { remembered } from '../remembered.ts'
import { hasDotSegment } from './encode.ts'
import { type Layout, layoutOf, type RouterSettings, type Slot } from './layout.ts'
import { parameterNames, patternVariants, readRequired, type RequiredPart } from './pattern.ts'
import { encodedValue, isPlain, ownString, plainSuffix, type Values, type WriteSuffix } from './plain-path.ts'

export type { RouterSettings } from './layout.ts'

/** A route pattern as a function of values. */
export class PathPattern {
  /** The parameter names without duplicates, `*` for a wildcard. */
  readonly parameters: readonly string[]
  /** The literals that every path of the pattern begins with, percent-encoded. */
  readonly prefix: string
  /** Returns what follows `prefix`, or null as `path` does. */
  readonly suffix: WriteSuffix

  constructor (parameters: readonly string[], prefix: string, suffix: WriteSuffix) {
    this.parameters = parameters
    this.prefix = prefix
    this.suffix = suffix
  }

  /**
   * Returns the URL path, percent-encoded and without a query; it may begin with `//`.
   * Returns null if a value is missing, or if the router would not read the same string back.
   * Reads each own property that a parameter names once; errors of getters are thrown.
   */
  path (values: Values): string | null {
    const end = this.suffix(values)
    if (end === null) return null
    return this.prefix + end
  }
}

/** The compiled patterns of the routes of one router: routes of one URL share theirs. */
export class PathPatterns {
  readonly router: RouterSettings
  readonly #made = new Map<string, PathPattern>()

  constructor (router: RouterSettings) {
    this.router = router
  }

  of (url: string): PathPattern {
    return remembered(this.#made, url, () => compilePath(url, this.router))
  }
}

/** Compiles the pattern of a route for the router that the route is registered with. */
export function compilePath (pattern: string, router: RouterSettings): PathPattern {
  const { full, short } = patternVariants(pattern)
  const path = requiredPath(full, router)
  if (short === null) return path
  return optionalPath(path, requiredPath(short, router))
}

/**
 * Returns why Fastify's router rejects a pattern, such as a regular expression that takes exponential time; null if it
 * accepts it.
 */
export function patternFault (pattern: string, settings: Partial<RouterSettings> = {}): string | null {
  try {
    findMyWay(settings).on('GET', pattern, () => {})
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Reads a pattern without an optional parameter, with the slashes that the router removes removed. */
export function patternParts (pattern: string, { ignoreDuplicateSlashes }: RouterSettings): RequiredPart[] {
  return readRequired(ignoreDuplicateSlashes ? pattern.replace(/\/\/+/g, '/') : pattern)
}

function requiredPath (pattern: string, router: RouterSettings): PathPattern {
  const parts = patternParts(pattern, router)
  const layout = layoutOf(parts, router)
  const parameters = [...new Set(parameterNames(parts))]
  if (layout === null) return new PathPattern(parameters, '', () => null)
  const plain = isPlain(parts, router)
  const suffix =
    plain && router.caseSensitive ? plainSuffix(layout, router) : verifiedSuffix(pattern, layout, plain, router)
  return new PathPattern(parameters, layout.prefix, suffix)
}

// Without a value for the optional parameter the path is `/posts`, never `/posts/`.
function optionalPath (full: PathPattern, short: PathPattern): PathPattern {
  const optional = full.parameters.filter(name => !short.parameters.includes(name))
  return new PathPattern(full.parameters, '', values => {
    const own = new Map(full.parameters.map(name => [name, Object.hasOwn(values, name) ? values[name] : undefined]))
    const isAbsent = optional.every(name => own.get(name) === undefined || own.get(name) === null)
    return (isAbsent ? short : full).path(Object.fromEntries(own))
  })
}

/**
 * Compiles any pattern: writes the values into it, then checks with a router of its own that a request has
 * the same values.
 * A plain pattern is checked for characters beyond ASCII only: the lower case of some has another length, where the
 * router ignores case.
 */
function verifiedSuffix (
  pattern: string, { prefix, slots }: Layout, isPlain: boolean, router: RouterSettings
): WriteSuffix {
  const names = [...new Set(slots.map(({ name }) => name))]
  const positions = slots.map(({ name }) => names.indexOf(name))
  const paramsOf = oneRouteRouter(pattern, router)
  return values => {
    const written = names.map(name => ownString(values, name))
    const suffix = naiveSuffix(slots, positions.map(position => written[position]!), router)
    const path = prefix + suffix!
    if (suffix === null || !path.startsWith('/') || hasDotSegment(path)) return null
    if (isPlain && !path.includes('%')) return suffix
    const params = paramsOf(path)
    if (params !== null && names.every((name, index) => params[name] === written[index])) return suffix
    return null
  }
}

// Writes one string for each slot; null stands for a value that no path carries.
function naiveSuffix (
  slots: readonly Slot[], written: ReadonlyArray<string | null>, { maxParamLength }: RouterSettings
): string | null {
  let suffix = ''
  for (const [index, { kind, after }] of slots.entries()) {
    const value = written[index]!
    if (value === null) return null
    const encoded = encodedValue(kind, value, maxParamLength)
    if (encoded === null) return null
    suffix += encoded + after
  }
  return suffix
}

type Params = Readonly<Record<string, string | undefined>>

function oneRouteRouter (pattern: string, settings: RouterSettings): (path: string) => Params | null {
  // The router of the app, or `patternFault`, has accepted the regular expressions.
  const router = findMyWay({ ...settings, allowUnsafeRegex: true })
  router.on('GET', pattern, () => {})
  return path => {
    try {
      return router.find('GET', path)?.params ?? null
    } catch {
      // find-my-way throws for a fifth parameter whose expression captures nothing.
      return null
    }
  }
}
