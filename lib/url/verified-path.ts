import { findMyWay } from '../packages.cjs'
import { hasDotSegment } from './encode.ts'
import type { Layout, RouterSettings, Slot } from './layout.ts'
import { encodedValue, ownString } from './plain-path.ts'
import type { WriteSuffix } from './plain-path.ts'

/**
 * Compiles any pattern: writes the values into it, then checks with a router of its own that a request has the same values.
 * A plain pattern is checked for characters beyond ASCII only: the lower case of some has another length, where the router ignores case.
 */
export function verifiedSuffix (pattern: string, { prefix, slots }: Layout, isPlain: boolean, router: RouterSettings): WriteSuffix {
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
    return params !== null && names.every((name, index) => params[name] === written[index]) ? suffix : null
  }
}

// Writes one string for each slot; null stands for a value that no path carries.
function naiveSuffix (slots: readonly Slot[], written: ReadonlyArray<string | null>, { maxParamLength }: RouterSettings): string | null {
  let suffix = ''
  for (const [index, { kind, after }] of slots.entries()) {
    const value = written[index]!
    const encoded = value === null ? null : encodedValue(kind, value, maxParamLength)
    if (encoded === null) return null
    suffix += encoded + after
  }
  return suffix
}

type Params = Readonly<Record<string, string | undefined>>

function oneRouteRouter (pattern: string, settings: RouterSettings): (path: string) => Params | null {
  // The router of the app has accepted the regular expressions.
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
