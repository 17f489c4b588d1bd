import findMyWay from 'find-my-way'
import t from 'tap'
import { parameterNames, patternVariants, readPattern, type PatternPart, type SegmentPart, type StaticPart } from '../../lib/url/pattern.ts'

function literal (text: string): StaticPart {
  return { kind: 'static', text }
}

function segment (source: string, parameters: string[], expression: RegExp | null = null, statics: string[] = parameters.map(() => '')): SegmentPart {
  return { kind: 'segment', source, parameters, statics, expression }
}

const rows: Array<[name: string, pattern: string, expected: PatternPart[]]> = [
  ['the root', '/', [literal('/')]],
  ['literal text', '/a/b', [literal('/a/b')]],
  ['an escaped colon', '/name::verb', [literal('/name:verb')]],
  ['an escaped colon before a parameter', '/a:::id', [literal('/a:'), segment(':id', ['id'])]],
  ['a percent sign stays literal', '/a%20b', [literal('/a%20b')]],
  ['a parameter', '/orders/:id', [literal('/orders/'), segment(':id', ['id'])]],
  ['text before a parameter', '/@:user', [literal('/@'), segment(':user', ['user'])]],
  ['two segments', '/:a/x/:b/', [literal('/'), segment(':a', ['a']), literal('/x/'), segment(':b', ['b']), literal('/')]],
  ['two colons belong to the name before them', '/n/:id::undelete', [literal('/n/'), segment(':id::undelete', ['id::undelete'])]],
  ['one colon does too', '/:a:b', [literal('/'), segment(':a:b', ['a:b'])]],
  ['a star within a name', '/:a*', [literal('/'), segment(':a*', ['a*'])]],
  ['a parameter without a name', '/:', [literal('/'), segment(':', [''])]],
  ['an expression', '/:id(^\\d+$)', [literal('/'), segment(':id(^\\d+$)', ['id'], /^(\d+)$/)]],
  ['an expression without anchors', '/:id(\\d+)', [literal('/'), segment(':id(\\d+)', ['id'], /^(\d+)$/)]],
  ['an expression with groups', '/:s(^(a|b)$)/x', [literal('/'), segment(':s(^(a|b)$)', ['s'], /^((a|b))$/), literal('/x')]],
  ['an expression with an escaped parenthesis', '/:s(\\)+)', [literal('/'), segment(':s(\\)+)', ['s'], /^(\)+)$/)]],
  ['an expression with a slash', '/:s([^/]+)', [literal('/'), segment(':s([^/]+)', ['s'], /^([^/]+)$/)]],
  ['text after an expression', '/:f(^\\d+).png', [literal('/'), segment(':f(^\\d+).png', ['f'], /^(\d+)\.png$/, ['.png'])]],
  ['an escaped colon after an expression', '/:f(\\d+)::x/y', [literal('/'), segment(':f(\\d+)::x', ['f'], /^(\d+):x$/, [':x']), literal('/y')]],
  ['text after a parameter', '/:a.', [literal('/'), segment(':a.', ['a'], /^(.*?)\.$/, ['.'])]],
  ['a percent sign within a segment', '/:a-50%', [literal('/'), segment(':a-50%', ['a'], /^(.*?)-50%25$/, ['-50%25'])]],
  ['two parameters', '/:a-:b/r', [literal('/'), segment(':a-:b', ['a', 'b'], /^(.*?)-(-|(?:(?!-).)*)$/, ['-', '']), literal('/r')]],
  ['two expressions', '/:h(^\\d{2})h:m(^\\d{2})m', [literal('/'), segment(':h(^\\d{2})h:m(^\\d{2})m', ['h', 'm'], /^(\d{2})h(\d{2})m$/, ['h', 'm'])]],
  ['an expression next to a parameter', '/:a(\\d):b', [literal('/'), segment(':a(\\d):b', ['a', 'b'], /^(\d)(.*?)$/, ['', ''])]],
  ['a wildcard', '/files/*', [literal('/files/'), { kind: 'wildcard' }]],
  ['a wildcard alone', '*', [{ kind: 'wildcard' }]],
  ['an optional parameter', '/posts/:id?', [literal('/posts'), { kind: 'optional', parts: [literal('/'), segment(':id', ['id'])] }]],
  ['an optional parameter before a slash', '/:id?/', [{ kind: 'optional', parts: [literal('/'), segment(':id', ['id'])] }, literal('/')]],
  ['optional text', '/x/::id?', [literal('/x'), { kind: 'optional', parts: [literal('/:id')] }]],
  ['a question mark after an expression', '/:a(\\d)?', [literal('/'), segment(':a(\\d)?', ['a'], /^(\d)\?$/, ['?'])]]
]

t.test('a pattern is read into its parts', async (t) => {
  for (const [name, pattern, expected] of rows) t.same(readable(readPattern(pattern)), readable(expected), name)
})

// Two expressions are equal when they are written alike.
function readable (parts: readonly PatternPart[]): unknown {
  return JSON.parse(JSON.stringify(parts, (_, value: unknown) => value instanceof RegExp ? value.source : value))
}

t.test('the router has the same names and expressions', async (t) => {
  for (const [name, pattern] of rows) {
    const { routes, trees } = routerOf(pattern)
    t.same(parameterNames(readPattern(pattern)), routes[0]!.params, name)
    t.same(readPattern(pattern).flatMap(expressionsOf), routerExpressions(trees.GET), `${name}: expressions`)
  }
})

function expressionsOf (part: PatternPart): string[] {
  if (part.kind === 'optional') return part.parts.flatMap(expressionsOf)
  return part.kind === 'segment' && part.expression !== null ? [part.expression.source] : []
}

interface RouterNode {
  readonly regex: RegExp | null
  readonly staticChildrenNodes: readonly RouterNode[]
  readonly parametricChildren: readonly RouterNode[]
}

/** What find-my-way keeps of a route, and does not declare. */
interface RouterInternals {
  readonly routes: ReadonlyArray<{ readonly params: readonly string[], readonly path: string }>
  readonly trees: { readonly GET: RouterNode }
}

function routerOf (pattern: string): RouterInternals {
  const router = findMyWay()
  router.on('GET', pattern, () => {})
  return router as unknown as RouterInternals
}

function routerExpressions ({ regex, staticChildrenNodes, parametricChildren }: RouterNode): string[] {
  return [
    ...(regex === null ? [] : [regex.source]),
    ...[...staticChildrenNodes, ...parametricChildren].flatMap(routerExpressions)
  ]
}

t.test('the variants of a pattern are those that the router registers', async (t) => {
  const variants: Array<[pattern: string, full: string, short: string | null]> = [
    ['/posts/:id', '/posts/:id', null],
    ['/posts/:id?', '/posts/:id', '/posts'],
    ['/posts/:id?/', '/posts/:id/', '/posts/'],
    ['/:id?', '/:id', '/'],
    ['/:a-:b?', '/:a-:b', '/'],
    ['/x/a-:id?', '/x/a-:id?', null]
  ]
  for (const [pattern, full, short] of variants) {
    t.same(patternVariants(pattern), { full, short }, pattern)
    const registered = routerOf(pattern).routes.map(({ path }) => path)
    t.same(registered, short === null ? [full] : [full, short], `${pattern}: registered`)
  }
})

t.test('a pattern that the router refuses throws', async (t) => {
  t.throws(() => readPattern('/:id(\\d+'), TypeError, 'an open parenthesis')
  t.throws(() => readPattern('/:id([)])'), SyntaxError, 'a parenthesis in a character class')
})
