import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { LinkTarget } from '../../../lib/index.ts'
import { runs } from '../../support/runs.ts'

// The law of routes-roundtrip.json: a URL that is generated is read back to the same values,
// and no URL parser changes its path.

type Values = Record<string, string>

/** A pattern in parts: static text, or the name of a parameter as it is declared. */
type Part = { readonly text: string } | { readonly name: string, readonly declared: string }

const PATTERNS = runs(500)
const VALUES_PER_PATTERN = 20
const BASE = 'http://relative.invalid'

const staticText = fc.string({ unit: fc.constantFrom(...'abz019_~!$&+,;=@ éß東😀'), minLength: 1, maxLength: 6 })
  .map((text): Part[] => [{ text }])

const parameter = (expression = '') => (name: string): Part => ({ name, declared: `:${name}${expression}` })

// The index makes the names unique.
function segment (index: number): fc.Arbitrary<Part[]> {
  const [first, second] = [`a${index}`, `b${index}`]
  return fc.oneof(
    staticText,
    fc.constant<Part[]>([parameter()(first)]),
    fc.constant<Part[]>([parameter('(^\\d+$)')(first)]),
    fc.constantFrom('-', '.', '-x-').map((text): Part[] => [parameter()(first), { text }, parameter()(second)])
  )
}

const pattern: fc.Arbitrary<Part[]> = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean()).chain(([length, wild]) => {
  const segments = fc.tuple(...Array.from({ length }, (_, index) => segment(index)))
  return segments.map(each =>
    [...each.flatMap(parts => [{ text: '/' }, ...parts]), ...wild ? [{ text: '/' }, { name: '*', declared: '*' }] : []])
})

const value = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...'ab-.x/1') }) },
  { weight: 2, arbitrary: fc.nat().map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '', '.', '..', 'a/b', 'a/../b', '/a', '100%', '%2F', '%2e', '__proto__', 'constructor', ';', '?', '#', '\ud800'
    )
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'aé%'), minLength: 95, maxLength: 105 }) }
)

const names = (parts: readonly Part[]) => parts.flatMap(part => 'name' in part ? [part.name] : [])

const patternAndValues = pattern.chain(parts => fc.record({
  parts: fc.constant(parts),
  rows: fc.array(fc.record(Object.fromEntries(names(parts).map(name => [name, value]))), {
    minLength: VALUES_PER_PATTERN, maxLength: VALUES_PER_PATTERN
  })
}))

async function appWith (parts: readonly Part[]): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper)
  const url = parts.map(part => 'name' in part ? part.declared : part.text).join('')
  app.get(url, { config: { hyper: { name: 'Target' } } }, async () => ({}))
  await app.ready()
  return app
}

const encoded = (name: string, text: string) =>
  name === '*' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)

/** The URL that comes from putting the values into the pattern, whatever its route. */
function naiveUrl (parts: readonly Part[], values: Values): string {
  return parts.map(part => 'name' in part ? encoded(part.name, values[part.name]!) : encodeURI(part.text)).join('')
}

/** What contract section 4 rejects, whatever the router would make of it. */
function isRejected (values: Values): boolean {
  return Object.values(values).some(text => text === '' || /\p{Surrogate}/u.test(text) ||
    text.split('/').some(segmentText => segmentText === '.' || segmentText === '..') || text.length > 100)
}

function isReadBack (app: FastifyInstance, url: string, values: Values): boolean {
  const found = app.findRoute({ method: 'GET', url }) as { params: object } | null
  return found !== null && isDeepStrictEqual({ ...found.params }, { ...values }) && new URL(url, BASE).pathname === url
}

function outcomeOf (app: FastifyInstance, parts: readonly Part[], values: Values): 'url' | 'unresolved' {
  const url = app.hyper.href(LinkTarget.route('Target', values))
  if (url !== null) {
    if (!isReadBack(app, url, values)) throw new Error(`${url} is not read back to ${JSON.stringify(values)}`)
    return 'url'
  }
  if (!isRejected(values) && isReadBack(app, naiveUrl(parts, values), values)) {
    throw new Error(`${JSON.stringify(values)} has the URL ${naiveUrl(parts, values)}`)
  }
  return 'unresolved'
}

t.test('every URL is read back, and only what has none is unresolved', async t => {
  const seen = { url: 0, unresolved: 0 }
  await fc.assert(fc.asyncProperty(patternAndValues, async ({ parts, rows }) => {
    const app = await appWith(parts)
    try {
      for (const values of rows) seen[outcomeOf(app, parts, values)]++
    } finally {
      await app.close()
    }
  }), { numRuns: PATTERNS })
  t.ok(seen.url + seen.unresolved >= PATTERNS * VALUES_PER_PATTERN, `${seen.url} URLs, ${seen.unresolved} unresolved`)
  t.ok(seen.url > 2 * PATTERNS && seen.unresolved > 2 * PATTERNS, 'both happen often')
})
