import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import hyper, { LinkTarget } from '../../lib/index.ts'
import { runs } from '../support/runs.ts'

// The law of routes-roundtrip.json: a URL that is generated is read back to the same values, and no URL parser changes its path.

type Values = Record<string, string>

/** A pattern in pieces: static text, or the name of a parameter as it is declared. */
type Piece = { readonly text: string } | { readonly name: string, readonly declared: string }

const PATTERNS = runs(500)
const VALUES_PER_PATTERN = 20
const BASE = 'http://relative.invalid'

const staticText = fc.string({ unit: fc.constantFrom(...'abz019_~!$&+,;=@ éß東😀'), minLength: 1, maxLength: 6 }).map((text): Piece[] => [{ text }])

const parameter = (expression = '') => (name: string): Piece => ({ name, declared: `:${name}${expression}` })

// The index makes the names unique.
function segment (index: number): fc.Arbitrary<Piece[]> {
  const [first, second] = [`a${index}`, `b${index}`]
  return fc.oneof(
    staticText,
    fc.constant<Piece[]>([parameter()(first)]),
    fc.constant<Piece[]>([parameter('(^\\d+$)')(first)]),
    fc.constantFrom('-', '.', '-x-').map((text): Piece[] => [parameter()(first), { text }, parameter()(second)])
  )
}

const pattern: fc.Arbitrary<Piece[]> = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean()).chain(([length, wild]) => {
  const segments = fc.tuple(...Array.from({ length }, (_, index) => segment(index)))
  return segments.map(each => [...each.flatMap(pieces => [{ text: '/' }, ...pieces]), ...wild ? [{ text: '/' }, { name: '*', declared: '*' }] : []])
})

const value = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...'ab-.x/1') }) },
  { weight: 2, arbitrary: fc.nat().map(String) },
  { weight: 2, arbitrary: fc.constantFrom('', '.', '..', 'a/b', 'a/../b', '/a', '100%', '%2F', '%2e', '__proto__', 'constructor', ';', '?', '#', '\ud800') },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'aé%'), minLength: 95, maxLength: 105 }) }
)

const names = (pieces: readonly Piece[]) => pieces.flatMap(piece => 'name' in piece ? [piece.name] : [])

const patternAndValues = pattern.chain(pieces => fc.record({
  pieces: fc.constant(pieces),
  rows: fc.array(fc.record(Object.fromEntries(names(pieces).map(name => [name, value]))), { minLength: VALUES_PER_PATTERN, maxLength: VALUES_PER_PATTERN })
}))

async function appWith (pieces: readonly Piece[]): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper)
  const url = pieces.map(piece => 'name' in piece ? piece.declared : piece.text).join('')
  app.get(url, { config: { hyper: { name: 'Target' } } }, async () => ({}))
  await app.ready()
  return app
}

const encoded = (name: string, text: string) => name === '*' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)

/** The URL that comes from putting the values into the pattern, whatever it leads to. */
function naiveUrl (pieces: readonly Piece[], values: Values): string {
  return pieces.map(piece => 'name' in piece ? encoded(piece.name, values[piece.name]!) : encodeURI(piece.text)).join('')
}

/** What contract section 4 refuses, whatever the router would make of it. */
function isRefused (values: Values): boolean {
  return Object.values(values).some(text => text === '' || /\p{Surrogate}/u.test(text) || text.split('/').some(part => part === '.' || part === '..') || text.length > 100)
}

function isReadBack (app: FastifyInstance, url: string, values: Values): boolean {
  const found = app.findRoute({ method: 'GET', url }) as { params: object } | null
  return found !== null && isDeepStrictEqual({ ...found.params }, { ...values }) && new URL(url, BASE).pathname === url
}

function judge (app: FastifyInstance, pieces: readonly Piece[], values: Values): 'url' | 'unresolved' {
  const url = app.hyper.href(LinkTarget.route('Target', values))
  if (url !== null) {
    if (!isReadBack(app, url, values)) throw new Error(`${url} is not read back to ${JSON.stringify(values)}`)
    return 'url'
  }
  if (!isRefused(values) && isReadBack(app, naiveUrl(pieces, values), values)) throw new Error(`${JSON.stringify(values)} has the URL ${naiveUrl(pieces, values)}`)
  return 'unresolved'
}

t.test('every URL is read back, and only what has none is unresolved', async t => {
  const seen = { url: 0, unresolved: 0 }
  await fc.assert(fc.asyncProperty(patternAndValues, async ({ pieces, rows }) => {
    const app = await appWith(pieces)
    try {
      for (const values of rows) seen[judge(app, pieces, values)]++
    } finally {
      await app.close()
    }
  }), { numRuns: PATTERNS })
  t.ok(seen.url + seen.unresolved >= PATTERNS * VALUES_PER_PATTERN, `${seen.url} URLs, ${seen.unresolved} unresolved`)
  t.ok(seen.url > 2 * PATTERNS && seen.unresolved > 2 * PATTERNS, 'both happen often')
})
