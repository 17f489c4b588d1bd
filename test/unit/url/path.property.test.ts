import fc from 'fast-check'
import findMyWay from 'find-my-way'
import t from 'tap'
import { compilePath, type RouterSettings } from '../../../lib/url/path.ts'
import { runs } from '../../support/runs.ts'

/** A part of a pattern: literal text, or a parameter with its expression. */
interface Part {
  readonly source: string
  readonly literal?: string
  readonly parameter?: string
}

interface Route {
  readonly pattern: string
  readonly routeParts: readonly Part[]
}

const literalText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abZ019_~!$&+,;=@ .ü%[\\ΣİÅ:'), minLength: 1, maxLength: 5 }),
  fc.constantFrom('..', '.', 'name:verb', 'a%20b', 'İ', 'ΑΣ', '東京', 'x?y', '#', '\ud800')
)
const literal: fc.Arbitrary<Part> = literalText.map((text) => ({ source: text.replaceAll(':', '::'), literal: text }))

const expression = fc.constantFrom(
  '', '', '', '(^\\d+$)', '(^\\d+)', '(^(a|b)$)', '(^[^/]+$)', '(.*)', '(?:x+)', '((\\d+)-(\\d+))', '(^.$)',
  '(?<year>\\d{2})'
)
const separator = fc.constantFrom('-', '.', '-x-', '.png', '-50%')

function parameter (name: string, source: string): Part {
  return { source: `:${name}${source}`, parameter: name }
}

// Names are numbered where they are joined into a route; here they are a placeholder.
const segment: fc.Arbitrary<Part[]> = fc.oneof(
  { weight: 3, arbitrary: literal.map((part) => [part]) },
  { weight: 4, arbitrary: expression.map((source) => [parameter('p', source)]) },
  {
    weight: 2,
    arbitrary: fc.tuple(expression, separator, expression).map(([first, text, second]) =>
      [parameter('p', first), { source: text, literal: text }, parameter('p', second)])
  },
  {
    weight: 1,
    arbitrary: fc.tuple(expression, separator)
      .map(([source, text]) => [parameter('p', source), { source: text, literal: text }])
  },
  { weight: 2, arbitrary: fc.tuple(literal, expression).map(([part, source]) => [part, parameter('p', source)]) }
)

const ending = fc.constantFrom('', '', '', '/', '/*', '*', '/:last?', '//x')

const route: fc.Arbitrary<Route> = fc.tuple(fc.array(segment, { minLength: 0, maxLength: 4 }), ending, fc.boolean())
  .map(([segments, drawnEnd, repeated]) => {
  // Within a segment that has a parameter a star is literal text.
    const end =
      drawnEnd === '*' && segments.at(-1)?.some((part) => part.parameter !== undefined) === true ? '/*' : drawnEnd
    let count = 0
    const routeParts: Part[] = segments.flatMap((parts) => [{ source: '/', literal: '/' }, ...parts.map((part) => {
      if (part.parameter === undefined) return part
      const name = count++ === 2 && repeated ? 'p0' : `p${count - 1}`
      return { source: part.source.replace(':p', `:${name}`), parameter: name }
    })])
    if (end.startsWith('/:')) routeParts.push({ source: '/', literal: '/' }, { source: ':last?', parameter: 'last' })
    else if (end.endsWith('*')) {
      routeParts.push({ source: end, literal: end.slice(0, -1) }, { source: '', parameter: '*' })
    } else if (end !== '' || routeParts.length === 0) routeParts.push({ source: end || '/', literal: end || '/' })
    return { pattern: routeParts.map((part) => part.source).join(''), routeParts }
  })

const value: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '.', '..', '...', 'a', 'b', 'x', 'xx', 'Σ', 'İ', 'aİ', '12', '1-2', '08', 'a-b', 'a.b', '-', '/', '//', '/x',
      'x/', 'a//b', '../x',
      'a/./b', 'q', '100%', '%2F', '%2e', '__proto__', ';', '?', '#', 'a\nb', '\ud800', 'a\udc00b', '12.png', 'x-50%25'
    )
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...'ab01.-/%xΣİ'), maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.integer({ min: 95, max: 105 }).map((length) => '1'.repeat(length)) },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.oneof(fc.bigInt(), fc.boolean(), fc.double(), fc.constantFrom(null, undefined, '', -0)) }
)

const routerSettings: fc.Arbitrary<RouterSettings> = fc.record({
  maxParamLength: fc.constantFrom(100, 100, 10, 200),
  caseSensitive: fc.boolean(),
  ignoreTrailingSlash: fc.boolean(),
  ignoreDuplicateSlashes: fc.boolean(),
  useSemicolonDelimiter: fc.boolean()
})

type Router = findMyWay.Instance<findMyWay.HTTPVersion.V1>

/** A router with that one route, or null where it rejects the pattern. */
function routerOf (pattern: string, settings: RouterSettings): Router | null {
  const router = findMyWay({ ...settings, allowUnsafeRegex: true } as findMyWay.Config<findMyWay.HTTPVersion.V1>)
  try {
    router.on('GET', pattern, () => {})
    return router
  } catch {
    return null
  }
}

/** Reads a path as the router does; null where nothing matches or a URL parser changes the path. */
function readBack (router: Router, path: string): Record<string, string | undefined> | null {
  // Checked by name, since Node 20 leaves the dots of `/.a/..` as they are.
  if (/\/\.\.?(?:\/|$)/.test(path) || new URL(`http://h${path}`).pathname !== path) return null
  try {
    return { ...router.find('GET', path)!.params }
  } catch {
    // It found nothing, or it fell over a fifth parameter whose expression captures nothing.
    return null
  }
}

/** The naive path: the literal text and the values, percent-encoded; null where the contract rejects a value. */
function naivePath (
  routeParts: readonly Part[], values: Record<string, unknown>, settings: RouterSettings
): string | null {
  const { last } = values
  const optional = routeParts.at(-1)!.source === ':last?' && (last === null || last === undefined)
  const texts = (optional ? routeParts.slice(0, -2) : routeParts).map((part) => {
    if (part.literal !== undefined) return isWellFormed(part.literal) ? encodeURI(part.literal) : null
    const given = values[part.parameter!]
    const text = String(given)
    if (given === null || given === undefined || given === '' || !isWellFormed(text)) return null
    if (typeof given === 'number' && !Number.isFinite(given)) return null
    if (part.parameter !== '*' && text.length > settings.maxParamLength) return null
    const encoded = encodeURIComponent(text)
    return part.parameter === '*' ? encoded.replaceAll('%2F', '/') : encoded
  })
  return texts.includes(null) ? null : texts.join('') || '/'
}

function isWellFormed (text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

function matches (
  read: Record<string, string | undefined> | null, values: Record<string, unknown>, names: readonly string[]
): boolean {
  if (read === null) return false
  return Object.keys(read).every((name) => names.includes(name)) &&
    names.every((name) => read[name] === String(values[name]))
}

const RUNS = runs(10_000)

t.test('a path is read back as the same values, and null means that no path would be', async (t) => {
  let paths = 0
  let rejected = 0
  fc.assert(fc.property(route, fc.array(value, {
    minLength: 10, maxLength: 10
  }), routerSettings, ({ pattern, routeParts }, drawn, settings) => {
    const router = routerOf(pattern, settings)
    fc.pre(router !== null)
    const names = [...new Set(routeParts.flatMap((part) => part.parameter ?? []))]
    const values = Object.fromEntries(names.map((name, index) => [name, drawn[index]]))
    const path = compilePath(pattern, settings).path(values)
    const present = names.filter((name) => name !== 'last' || (values['last'] !== null && values['last'] !== undefined))
    if (path !== null) {
      paths++
      return path.startsWith('/') && matches(readBack(router, path), values, present)
    }
    rejected++
    const naive = naivePath(routeParts, values, settings)
    return naive === null || !naive.startsWith('/') || !matches(readBack(router, naive), values, present)
  }), { numRuns: RUNS })
  t.comment(`${paths} paths, ${rejected} rejected`)
  t.ok(paths > RUNS / 5, 'enough paths were written')
  t.ok(rejected > RUNS / 10, 'enough values were rejected')
})
