// A cookie of pages has the content that a reference finds in the field, and only if it was signed for their path.
import fastifyCookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { PageCookie } from '../../../../html/cookies.ts'
import { type Headers } from '../../../http/html/pages.ts'
import { Input, same, shown } from '../input.ts'

const PATHS = ['/', '/admin/', '/a;b/'] as const
const signer = fastifyCookie.signerFactory('a secret of more than 32 characters for the target')

interface Site {
  readonly path: typeof PATHS[number]
  readonly scheme: 'http' | 'https'
}

function cookieAt ({ path, scheme }: Site, isSigned: boolean): PageCookie {
  const place = { locate: () => ({ base: `${scheme}://localhost/`, prefix: '' }), entryPointOf: () => path }
  return new PageCookie(place, 'login', isSigned ? signer : null)
}

const requestOf = (headers: Headers, { scheme }: Site) => ({ headers, protocol: scheme }) as unknown as FastifyRequest

const NAMES = ['fastify-hyper-login', '__Host-fastify-hyper-login', '__Secure-fastify-hyper-login'] as const

export function fuzz (data: Buffer): void {
  const bytes = new Input(data)
  const site: Site = { path: bytes.one(PATHS), scheme: bytes.flag() ? 'https' : 'http' }
  const isSigned = bytes.flag()
  const pairs: string[] = []
  while (!bytes.isRead && pairs.length < 8) pairs.push(pairOf(bytes, isSigned))
  const field = pairs.join('; ')
  const cookie = cookieAt(site, isSigned)
  const seen = cookie.read(requestOf({ cookie: field }, site))
  same(seen, expected(field, site, isSigned), shown({ field, site, isSigned }))
  if (seen === null || /[;\s]/.test(seen)) return
  const [line] = cookie.lines(requestOf({}, site), seen)
  same(cookie.read(requestOf({ cookie: line!.split(';', 1)[0]! }, site)), seen, `${shown(line)}, read back`)
}

// A cookie as some registration sets it, or any bytes.
function pairOf (bytes: Input, isSigned: boolean): string {
  switch (bytes.number(4)) {
    case 0: return bytes.field()
    case 1: return `${bytes.one(NAMES)}=${bytes.field()}`
    default: {
      const site: Site = { path: bytes.one(PATHS), scheme: 'http' }
      const [line] = cookieAt(site, isSigned).lines(requestOf({}, site), bytes.one(['ann|t', 'bob|t', '', 'ann']))
      return `${bytes.one(NAMES)}${line!.slice(NAMES[0].length).split(';', 1)[0]!}${bytes.number(8) === 7 ? 'x' : ''}`
    }
  }
}

function expected (field: string, { path, scheme }: Site, isSigned: boolean): string | null {
  const own = scheme === 'http' ? NAMES[0] : path === '/' ? NAMES[1] : NAMES[2]
  const start = `login|${encodeURIComponent(path.replace(';', '%3B'))}|`
  const found = field.split(';').map(pair => pair.replace(/^ +/, '').split('='))
    .filter(([name, ...rest]) => NAMES.some(known => known === name) && rest.length > 0)
    .map(([name, ...rest]) => {
      const value = rest.join('=')
      return { name, value: isSigned ? signer.unsign(value).value : value }
    })
    .filter(({ value }) => value?.startsWith(start) === true)
  const isOne = new Set(found.map(({ value }) => value)).size === 1
  return isOne && found.some(({ name }) => name === own) ? found[0]!.value!.slice(start.length) : null
}
