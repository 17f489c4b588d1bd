// A tool sends a request to a URL of a service only if it stays below the base URL, whichever server or proxy reads the
// path: decoded once or more, with parameters of segments, with backslashes, or with a query that was encoded.
import Fastify, { type FastifyRequest } from 'fastify'
import { environmentOf } from '../../../../lib/context/environment.ts'
import hyper, { type ServiceCatalog } from '../../../../lib/index.ts'
import { Location } from '../../../../mcp/location.ts'
import { holds, Input, same } from '../input.ts'

const ORIGIN = 'http://gateway.test'
const BASE = `${ORIGIN}/v1/core`
const CATALOG: ServiceCatalog = { version: 1, routes: {} }

const app = Fastify()
await app.register(hyper, { services: { core: { catalog: CATALOG, baseUrl: BASE } } })
const location = await new Promise<Location>((resolve, reject) => {
  app.get('/', (request: FastifyRequest) => {
    const environment = environmentOf(app)!
    const [service] = environment.settings.services
    resolve(new Location(request, environment, [{ service: service!, hasCredentials: true }]))
    return ''
  })
  app.inject({ url: '/', headers: { host: 'shop.test' } }).catch(reject)
})

const PIECES = [
  '.', '..', '/', ';', '%', '25', '2e', '3b', '2f', '5c', '\\', '?', '#', 'x', '=', ' ', '%20', '%00', '%09', '@', ':',
  'é', '%c0%ae', '//', ORIGIN, BASE, 'http:', '%u002e', '%3f', '%23'
] as const

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const start = input.one(['', `${BASE}/`, `${BASE}/a/b`, ORIGIN, '/', '//'])
  let text = start
  while (!input.isRead) text += input.flag() ? input.one([...PIECES]) : input.line()
  for (const from of ['/', `${BASE}/a`]) check(location.pathOfHref(text, from), `${text} of ${from}`)
  check(location.pathOfUrl(text), text)
  const plain = `${BASE}/${text.replace(/[^\w-]/g, '')}`
  same(location.pathOfUrl(plain), plain, 'a plain path')
}

function check (url: string | null, about: string): void {
  if (url === null || (url.startsWith('/') && !url.startsWith('//'))) return
  const { origin, username, password, pathname, hash } = new URL(url)
  same([origin, username, password, hash], [ORIGIN, '', '', ''], about)
  same(new URL(url).href, url, 'the URL as a parser writes it')
  for (const seen of readings(pathname)) holds(`${seen}/`.startsWith('/v1/core/'), `${about}: ${url} read as ${seen}`)
}

/** The paths that servers and proxies make of a path. */
function * readings (path: string): Generator<string> {
  let decoded = path
  for (let count = 0; count < 4; count++) {
    for (const separator of ['/', /[/\\]/]) {
      for (const parameters of [null, /;.*/, /.*;/]) yield resolved(decoded, separator, parameters)
    }
    decoded = decoded.replace(/%(?:u00)?[\da-f]{2}/gi, escape => String.fromCharCode(parseInt(escape.slice(-2), 16)))
      .replaceAll('\xc0\xae', '.')
  }
}

// RFC 3986, section 5.2.4.
function resolved (path: string, separator: string | RegExp, parameters: RegExp | null): string {
  const segments: string[] = []
  for (const part of path.split(/[?#]/)[0]!.split(separator).slice(1)) {
    const segment = (parameters === null ? part : part.replace(parameters, '')).replace(/^[\s\0]+|[\s\0]+$/g, '')
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}
