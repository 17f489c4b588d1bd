// The cookies of pages: each counts on the pages of the registration that set it, and no script reads it.
import type { FastifyRequest } from 'fastify'

/** Where the pages of a registration are. */
export interface PagesPlace {
  locate (request: FastifyRequest): { readonly base: string, readonly prefix: string }
  entryPointOf (request: FastifyRequest): string
}

/** Signs the values of cookies: what @fastify/cookie has. */
export interface Signer {
  sign (value: string): string
  unsign (value: string): { readonly valid: boolean, readonly value: string | null }
}

// Browsers accept a cookie with such a name over TLS only, and `__Host-` from its own host and for all paths only
// (draft-ietf-httpbis-rfc6265bis, section 4.1.3). So no other host of the domain can set one.
const PREFIXES = ['', '__Host-', '__Secure-'] as const

/** What a line sets. */
interface Cookie {
  readonly name: string
  readonly value: string
  /** How long it lasts; null for as long as the browser runs. */
  readonly seconds: number | null
}

/** A cookie of the pages of one registration. */
export class PageCookie {
  readonly #place: PagesPlace
  readonly #purpose: string
  readonly #signer: Signer | null

  /**
   * @param purpose the end of its name
   * @param signer null for a cookie that is not signed
   */
  constructor (place: PagesPlace, purpose: string, signer: Signer | null = null) {
    this.#place = place
    this.#purpose = purpose
    this.#signer = signer
  }

  /**
   * Returns the `Set-Cookie` lines of the cookie, its own first.
   * @param content characters that a value of a cookie can have; null removes the cookie
   * @param seconds how long it lasts; null for as long as the browser runs
   */
  lines (request: FastifyRequest, content: string | null, seconds: number | null = null): string[] {
    const [own, plain] = [this.#nameFor(request), this.#named('')]
    const value = content === null ? '' : this.#start(request) + content
    const signed = content === null ? '' : this.#signer?.sign(value) ?? value
    const line = this.#line(request, { name: own, value: signed, seconds: content === null ? 0 : seconds })
    // A cookie that was set without TLS would contradict this one.
    const hasPlain = own !== plain && valuesOf(request, [plain]).length > 0
    return hasPlain ? [line, this.#line(request, { name: plain, value: '', seconds: 0 })] : [line]
  }

  /** Returns what a request has for it; null for nothing, and for several that contradict each other. */
  read (request: FastifyRequest): string | null {
    if (this.all(request).length !== 1) return null
    const [content = null] = this.#contents(request, [this.#nameFor(request)])
    return content
  }

  /** Returns each content that a request has for it, under any of its names. */
  all (request: FastifyRequest): string[] {
    return this.#contents(request, PREFIXES.map(prefix => this.#named(prefix)))
  }

  // A value begins with the path of its pages, because browsers send the cookies of all paths above a page.
  #contents (request: FastifyRequest, names: readonly string[]): string[] {
    const values = valuesOf(request, names)
    if (values.length === 0) return []
    const start = this.#start(request)
    const opened = values.filter(value => value.startsWith(start))
      .map(value => this.#signer === null ? value : this.#signer.unsign(value).value)
    return [...new Set(opened.filter(value => value !== null).map(value => value.slice(start.length)))]
  }

  #start (request: FastifyRequest): string {
    return `${this.#purpose}|${encodeURIComponent(this.#pathFor(request))}|`
  }

  #line (request: FastifyRequest, { name, value, seconds }: Cookie): string {
    const age = seconds === null ? '' : `; Max-Age=${seconds}`
    const secure = this.#isSecure(request) ? '; Secure' : ''
    return `${name}=${value}; Path=${this.#pathFor(request)}${age}; HttpOnly; SameSite=Lax${secure}`
  }

  #nameFor (request: FastifyRequest): string {
    if (!this.#isSecure(request)) return this.#named('')
    return this.#named(this.#pathFor(request) === '/' ? '__Host-' : '__Secure-')
  }

  #named (prefix: typeof PREFIXES[number]): string {
    return `${prefix}fastify-hyper-${this.#purpose}`
  }

  // A segment of the request may be a part of it.
  #pathFor (request: FastifyRequest): string {
    return (this.#place.locate(request).prefix + this.#place.entryPointOf(request)).replaceAll(';', '%3B')
  }

  #isSecure (request: FastifyRequest): boolean {
    return request.protocol === 'https' || this.#place.locate(request).base.startsWith('https:')
  }
}

// Nothing is trimmed but what separates pairs: a name that begins with another space is another cookie, which other
// hosts of the domain can set.
function valuesOf ({ headers: { cookie = '' } }: FastifyRequest, names: readonly string[]): string[] {
  return cookie.split(/; */).flatMap(pair => {
    const end = pair.indexOf('=')
    return names.includes(pair.slice(0, end)) ? [pair.slice(end + 1)] : []
  })
}
