import findMyWay from 'find-my-way'
import t from 'tap'
import {
  parameterNames, patternVariants, readRequired, type RequiredPart, type SegmentPart, type StaticPart
} from '../../../lib/url/pattern.ts'

function literal (literal: string): StaticPart {
  return { kind: 'static', literal }
}

function segment (
  source: string, parameters: string[], statics: string[] = parameters.map(() => ''),
  lone: SegmentPart['lone'] = source === `:${parameters[0]!}` ? 'string' : null
): SegmentPart {
  return { kind: 'segment', source, parameters, statics, lone }
}

const rows: Array<[name: string, pattern: string, expected: RequiredPart[]]> = [
  ['the root', '/', [literal('/')]],
  ['a literal', '/a/b', [literal('/a/b')]],
  ['an escaped colon', '/name::verb', [literal('/name:verb')]],
  ['an escaped colon before a parameter', '/a:::id', [literal('/a:'), segment(':id', ['id'])]],
  ['a percent sign stays literal', '/a%20b', [literal('/a%20b')]],
  ['a parameter', '/orders/:id', [literal('/orders/'), segment(':id', ['id'])]],
  ['a literal before a parameter', '/@:user', [literal('/@'), segment(':user', ['user'])]],
  ['two segments', '/:a/x/:b/', [
    literal('/'), segment(':a', ['a']), literal('/x/'), segment(':b', ['b']), literal('/')
  ]],
  ['two colons belong to the name before them', '/n/:id::undelete', [
    literal('/n/'), segment(':id::undelete', ['id::undelete'])
  ]],
  ['one colon does too', '/:a:b', [literal('/'), segment(':a:b', ['a:b'])]],
  ['a star within a name', '/:a*', [literal('/'), segment(':a*', ['a*'])]],
  ['a parameter without a name', '/:', [literal('/'), segment(':', [''])]],
  ['an expression', '/:id(^\\d+$)', [literal('/'), segment(':id(^\\d+$)', ['id'], [''], 'digits')]],
  ['an expression without anchors', '/:id(\\d+)', [literal('/'), segment(':id(\\d+)', ['id'], [''], 'digits')]],
  ['an expression with groups', '/:s(^(a|b)$)/x', [literal('/'), segment(':s(^(a|b)$)', ['s']), literal('/x')]],
  ['an expression with an escaped parenthesis', '/:s(\\)+)', [literal('/'), segment(':s(\\)+)', ['s'])]],
  ['an expression with a slash', '/:s([^/]+)', [literal('/'), segment(':s([^/]+)', ['s'])]],
  ['a literal after an expression', '/:f(^\\d+).png', [literal('/'), segment(':f(^\\d+).png', ['f'], ['.png'])]],
  ['an escaped colon after an expression', '/:f(\\d+)::x/y', [
    literal('/'), segment(':f(\\d+)::x', ['f'], [':x']), literal('/y')
  ]],
  ['a literal after a parameter', '/:a.', [literal('/'), segment(':a.', ['a'], ['.'])]],
  ['a percent sign within a segment', '/:a-50%', [literal('/'), segment(':a-50%', ['a'], ['-50%25'])]],
  ['two parameters', '/:a-:b/r', [literal('/'), segment(':a-:b', ['a', 'b'], ['-', '']), literal('/r')]],
  ['two expressions', '/:h(^\\d{2})h:m(^\\d{2})m', [
    literal('/'), segment(':h(^\\d{2})h:m(^\\d{2})m', ['h', 'm'], ['h', 'm'])
  ]],
  ['an expression next to a parameter', '/:a(\\d):b', [literal('/'), segment(':a(\\d):b', ['a', 'b'], ['', ''])]],
  ['a wildcard', '/files/*', [literal('/files/'), { kind: 'wildcard' }]],
  ['only a wildcard', '*', [{ kind: 'wildcard' }]],
  ['a question mark after an expression', '/:a(\\d)?', [literal('/'), segment(':a(\\d)?', ['a'], ['?'])]]
]

t.test('a pattern is read into its parts', async (t) => {
  for (const [name, pattern, expected] of rows) t.same(readRequired(pattern), expected, name)
})

t.test('the router has the same names', async (t) => {
  for (const [name, pattern] of rows) {
    t.same(parameterNames(readRequired(pattern)), routerOf(pattern).routes[0]!.params, name)
  }
})

/** The routes that find-my-way keeps, and does not declare. */
interface RouterInternals {
  readonly routes: ReadonlyArray<{ readonly params: readonly string[], readonly path: string }>
}

function routerOf (pattern: string): RouterInternals {
  const router = findMyWay()
  router.on('GET', pattern, () => {})
  return router as unknown as RouterInternals
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

t.test('an open parenthesis throws, as in the router', async (t) => {
  const error = { name: 'TypeError', message: 'Invalid regexp expression in "/:id(\\d+"' }
  t.throws(() => readRequired('/:id(\\d+'), error)
  t.throws(() => routerOf('/:id(\\d+'), error)
})
