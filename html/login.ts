// Who is signed in, in a cookie of the pages: the token of the API, and what the login of the app set.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isObject, member } from '../hypermedia/read.ts'
import { ignoreRejections } from '../lib/async/promises.ts'
import { scopePath } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { fail } from '../lib/errors.ts'
import type { ForwardedResponse } from '../lib/features/forward.ts'
import { inputOf } from '../lib/forms/fields/action-input.ts'
import { addVary } from '../lib/http/vary.ts'
import { isInstalled, requirePackage } from '../lib/optional-package.ts'
import { invalid } from '../lib/options/checks.ts'
import type { NamedRoute } from '../lib/routes/named-route.ts'
import { missingRoute } from '../lib/targets/why-omitted.ts'
import { isRemoval, removalOf, removalsOf } from './cookie-removals.ts'
import { PageCookie, type PagesPlace, type Signer } from './cookies.ts'
import { invalidSecret, type LoginSettings } from './login-options.ts'
import { reportLogin } from './login-safety.ts'
import type { Account } from './model.ts'

/** Somebody who has signed in with the pages. */
interface Caller {
  /** The user name that was typed; `''` where it is not known. */
  readonly user: string
  /** The token of the API; `''` where the app has a cookie of its own. */
  readonly token: string
  /** The cookies that the app's login set: what their removal needs. */
  readonly cookies: readonly string[]
}

/** The pages that the login belongs to. */
interface Pages extends PagesPlace {
  readonly app: FastifyInstance
  readonly environment: Environment
  /** The prefix of the scope of their endpoints. */
  readonly prefix: string
}

/** Where the login is for a request. */
interface LoginTarget {
  /** Within the app. */
  readonly path: string
  readonly contentType: string | undefined
}

/** What the login responds with, parsed. */
interface LoginResponse extends ForwardedResponse {
  readonly value: unknown
}

const COOKIES = '@fastify/cookie'
const PLACE = 'html options, login'

// A signature of another cookie of the app is none of this one.
const PURPOSE = 'login'

// Browsers store no longer cookies (RFC 6265, section 6.1).
const LONGEST_COOKIE = 4096

/** The login of the pages of one registration. */
export class Login {
  readonly #site: Pages
  readonly #settings: LoginSettings
  #cookie: PageCookie
  readonly #callers = new WeakMap<object, Caller | null>()
  readonly #authorized = new WeakSet<object>()

  constructor (site: Pages, settings: LoginSettings) {
    this.#site = site
    this.#settings = settings
    this.#cookie = new PageCookie(site, PURPOSE)
  }

  /**
   * Checks the route, and finds what signs cookies, when the app is ready.
   * @throws FST_ERR_HYPER_UNKNOWN_ROUTE, FST_ERR_HYPER_INVALID_OPTION, FST_ERR_HYPER_SDK_MISSING
   */
  prepare (): void {
    const { route: name, token } = this.#settings
    const { environment } = this.#site
    const routes = environment.routes.all(name)
    if (routes.length === 0) {
      fail('FST_ERR_HYPER_UNKNOWN_ROUTE', `${PLACE}, route`, ...missingRoute({ reference: name }, environment))
    }
    routes.forEach(route => this.#check(route))
    reportLogin(this.#site, this.#settings)
    const signer = this.#findSigner()
    this.#cookie = new PageCookie(this.#site, PURPOSE, signer)
    if (token === null || signer !== null) return
    invalidSecret(undefined, `Give a secret, or register ${COOKIES} with a secret, so that the token can be signed.`)
  }

  #check ({ name, methods, url, schema }: NamedRoute): void {
    const scope = this.#site.prefix.split('/').slice(0, -1).join('/')
    const own = url.startsWith(scope) ? url.slice(scope.length) : url
    if (methods.includes('POST') && schema.body !== undefined && !/[:*]/.test(own)) return
    invalid(`${PLACE}, route`, name, 'Name a POST route with a body schema and without parameters.')
  }

  #findSigner (): Signer | null {
    const { app } = this.#site
    const { secret } = this.#settings
    if (secret === null) {
      const { signCookie: sign, unsignCookie: unsign } = app as unknown as Record<string, unknown>
      return typeof sign === 'function' && typeof unsign === 'function' ? { sign, unsign } as unknown as Signer : null
    }
    if (!isInstalled(COOKIES)) return fail('FST_ERR_HYPER_SDK_MISSING', `${PLACE}, secret`, COOKIES)
    const { Signer } = requirePackage(COOKIES) as { readonly Signer: new (secret: unknown) => Signer }
    return new Signer(secret)
  }

  /** Returns where the login is for a request; null if no version or scope of it is the nearest. */
  targetFor (request: FastifyRequest): LoginTarget | null {
    const route = this.#site.environment.routes.find(this.#settings.route, request)
    if (route === undefined) return null
    const { contentType } = inputOf('POST', route, null)
    return { path: scopePath(route.url, request), contentType: contentType ?? undefined }
  }

  /** Whether a form is sent to the login. */
  isTarget (method: string, target: string, request: FastifyRequest): boolean {
    return method === 'POST' && target.split('?', 1)[0] === this.targetFor(request)?.path
  }

  /** Returns the members of a page about its reader. @param status of the page */
  accountOf (request: FastifyRequest, status: number): Account {
    const caller = this.#callerOf(request)
    const [user, isKnown, isRejected] = [caller?.user ?? '', caller !== null, status === 401]
    return { user, isSignedIn: isKnown && !isRejected, isExpired: isKnown && isRejected }
  }

  /** Whether the pages' own cookie comes with a request. */
  hasCaller (request: FastifyRequest): boolean {
    return this.#callerOf(request) !== null
  }

  /** Gives a request of a page the token of its caller. Credentials of its own stay. */
  authorize (request: FastifyRequest): void {
    const { raw, raw: { headers } } = request
    const token = this.#callerOf(request)?.token ?? ''
    if (token === '' || headers.authorization !== undefined) return
    headers.authorization = `Bearer ${token}`
    this.#authorized.add(raw)
  }

  /** Whether the credentials of a request are the token that the pages gave it. */
  hasAuthorized ({ raw }: FastifyRequest): boolean {
    return this.#authorized.has(raw)
  }

  /**
   * Sets the cookie of somebody who has signed in. Returns what is wrong with the response of the login, or null.
   */
  signIn (reply: FastifyReply, user: string, { status, headers, value }: LoginResponse): string | null {
    const cookies = [headers['set-cookie'] ?? []].flat().map(String)
    if (status >= 300 && cookies.length === 0) return 'The login redirected, and set no cookie.'
    const { token: source } = this.#settings
    const token = source === null ? '' : tokenIn(value, source)
    if (token === null) return 'The response of the login has no token that can be sent as Authorization: Bearer.'
    const content = `${encodeURIComponent(user)}|${token}`
    const removals = removalsOf(cookies)
    const lines = this.#cookie.lines(reply.request, [content, ...removals.map(encodeURIComponent)].join('|'))
    if (lines[0]!.length > LONGEST_COOKIE) {
      return removals.length > 0
        ? 'The token of the login, or the names of the cookies that it sets, are too long for a cookie.'
        : 'The token of the login is too long for a cookie.'
    }
    reply.header('set-cookie', lines)
    return null
  }

  /** Removes the cookie, those that the app's login set, and those that the option names. */
  signOut (reply: FastifyReply): void {
    const { request } = reply
    const set = this.#cookie.all(request).flatMap(content => callerIn(content)?.cookies ?? [])
    reply.header('set-cookie', [...this.#cookie.lines(request, null), ...set, ...this.#settings.cookies.map(removalOf)])
  }

  /** Marks the response to a request for a page: it depends on the cookie. */
  markResponse (request: FastifyRequest, reply: FastifyReply): void {
    addVary(reply, 'Cookie')
    if (!this.hasCaller(request)) return
    // What the browser has stored was for nobody, or for somebody else.
    delete request.raw.headers['if-none-match']
    reply.header('cache-control', 'private, no-store')
  }

  #callerOf (request: FastifyRequest): Caller | null {
    const { raw } = request
    let caller = this.#callers.get(raw)
    if (caller === undefined) this.#callers.set(raw, caller = this.#readCaller(request))
    return caller
  }

  #readCaller (request: FastifyRequest): Caller | null {
    const content = this.#cookie.read(request)
    const caller = content === null ? null : callerIn(content)
    // A cookie that nothing signs could be another site's.
    return caller === null || this.#settings.token !== null ? caller : { ...caller, token: '' }
  }
}

function callerIn (content: string): Caller | null {
  const [user = '', token, ...cookies] = content.split('|')
  if (token === undefined) return null
  try {
    return { user: decodeURIComponent(user), token, cookies: cookies.map(decodeURIComponent).filter(isRemoval) }
  } catch {
    return null
  }
}

// RFC 6750, section 2.1.
const TOKEN = /^[\w.~+/-]+=*$/

function tokenIn (body: unknown, source: NonNullable<LoginSettings['token']>): string | null {
  if (!isObject(body)) return null
  const token: unknown = typeof source === 'string' ? member(body, source) : source(body)
  if (typeof token === 'string' && TOKEN.test(token)) return token
  ignoreRejections(token)
  return null
}
