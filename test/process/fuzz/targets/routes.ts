// A path that is written for a route is read back by the router as the same values, and so is each expansion of the
// template of a route.
import findMyWay from 'find-my-way'
import { parseTemplate } from 'url-template'
import { templateFault } from '../../../../lib/http/uri-template.ts'
import { compilePath, type RouterSettings } from '../../../../lib/url/path.ts'
import { compileRouteTemplate } from '../../../../lib/url/route-template.ts'
import { holds, Input, same, shown } from '../input.ts'

type Router = ReturnType<typeof findMyWay>
type Values = Record<string, string>

const PIECES = [
  '/', '/a', '/b', ':p', ':q', ':p?', '*', '-', '.', '::', '.png', '-50%', '(^\\d+$)', '(^(a|b)$)', '(.*)', '(^[^/]+$)',
  '((\\d+)-(\\d+))',
  'ü', ' ', '%20', '//', 'İ'
] as const

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const settings: RouterSettings = {
    maxParamLength: input.one([100, 10]),
    caseSensitive: input.flag(),
    ignoreTrailingSlash: input.flag(),
    ignoreDuplicateSlashes: input.flag(),
    useSemicolonDelimiter: input.flag()
  }
  const pattern = `/${Array.from({ length: input.number(8) }, () => input.one(PIECES)).join('')}${input.line()}`
  const router = routerOf(pattern, settings)
  if (router === null) return
  const path = compilePath(pattern, settings)
  const values: Values = Object.fromEntries(path.parameters.map(name => [name, input.line()]))
  checkPath(pattern, router, path.path(values), values)
  checkSimple(pattern, settings, path.path(values), values)
  const given = Object.fromEntries(Object.entries(values).filter(() => input.flag()))
  if (path.path(values) !== null) checkTemplate(pattern, router, settings, values, given)
}

function routerOf (pattern: string, settings: RouterSettings): Router | null {
  try {
    const router = findMyWay({ ...settings, allowUnsafeRegex: true })
    router.on('GET', pattern, () => {})
    return router
  } catch {
    return null
  }
}

function checkPath (pattern: string, router: Router, path: string | null, values: Values): void {
  if (path === null) return
  holds(/^\/[!-~]*$/.test(path), `a path of printable ASCII: ${path}`)
  // The URL parser of a client changes nothing but the slashes at the start, which the caller joins to an origin.
  same(new URL(`http://h${path}`).pathname, path, `the path of ${pattern} in a URL`)
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  same({ ...router.find('GET', path)?.params }, present, `the values of ${path} for ${pattern}`)
}

// Where no value needs care, there is a path.
function checkSimple (pattern: string, { maxParamLength }: RouterSettings, path: string | null, values: Values): void {
  if (!/^(?:\/(?:[ab]|:[pq]))+$/.test(pattern)) return
  if (!Object.values(values).every(value => /^\w+$/.test(value) && value.length <= maxParamLength)) return
  same(
    path, pattern.replace(/:([pq])/g, (_, name: string) => values[name]!), `the path of ${pattern} for ${shown(values)}`
  )
}

function checkTemplate (
  pattern: string, router: Router, settings: RouterSettings, values: Values, given: Values
): void {
  const template = compileRouteTemplate(pattern, ['page', 'p'], settings)(given)
  if (template === null) return
  same(templateFault(template), null, `the template ${template} of ${pattern}`)
  const left = Object.entries(values).filter(([name]) => given[name] === undefined)
  // A parameter may have the name of the wildcard: `/:*/*`.
  const wildcard = left.filter(([name]) => name === '*' && template.includes('{+path}'))
    .map(([, value]) => ['path', value])
  const variables = [...left.map(([name, value]) => [variable(name), value]), ...wildcard]
  const expanded = parseTemplate(template).expand(Object.fromEntries(variables) as Values)
  // A reserved expansion leaves these in a wildcard as they are, and the client would have to encode them.
  if (/[?#%;]/.test(values['*'] ?? '') && given['*'] === undefined) return
  const [path = ''] = expanded.split('?')
  if (hasDotSegment(path)) return
  const read = router.find('GET', path)?.params ?? null
  same(read === null ? null : { ...read }, values, `the values of ${path}, from ${template} of ${pattern}`)
}

// The characters of the name of a variable (RFC 6570 section 2.3).
function variable (name: string): string {
  return encodeURIComponent(name)
    .replace(/[-!~*'()]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hasDotSegment (path: string): boolean {
  return /\/\.\.?(?:\/|$)/.test(path)
}
