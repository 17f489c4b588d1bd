import type { FastifyRequest } from 'fastify'
import { publicOrigin, scopePath } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkKeys, checkPlainObject, withoutUndefined } from '../lib/options/checks.ts'
import type { Service } from '../lib/options/services.ts'
import type { McpAuthorization, McpOptions } from '../types/mcp.ts'

/** The options, checked, with their defaults. */
export interface McpSettings {
  readonly name: string
  readonly version: string
  /** Returns the path that `open` without arguments opens. */
  readonly entryPointFor: (request: FastifyRequest) => string
  readonly text: NonNullable<McpOptions['text']>
  /** Lower case; null allows all. */
  readonly allowedHosts: ReadonlySet<string> | null
  /** Null without the option. */
  readonly authorization: AuthorizationSettings | null
  /** The services that requests may go to. */
  readonly services: readonly AllowedService[]
}

/** Where clients log in. */
export interface AuthorizationSettings {
  readonly servers: readonly string[]
  readonly scopes: readonly string[] | null
  readonly isRequired: boolean
  /** The URL of the endpoint; null for a fixed `baseUrl` with its path. */
  readonly resource: string | null
}

/** A service that requests may go to. */
export interface AllowedService {
  readonly service: Service
  readonly hasCredentials: boolean
}

const PLACE = 'mcp options'
const KEYS = ['name', 'version', 'entryPoint', 'text', 'allowedHosts', 'authorization', 'services']
const OF_REGISTER = ['prefix', 'logLevel', 'logSerializers', 'hyper']

/**
 * Checks the options, and returns them with defaults.
 * @param mount the full path of the endpoint
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function readOptions (options: Partial<McpOptions>, mount: string, environment: Environment): McpSettings {
  const { prefix } = options
  if (typeof prefix !== 'string' || !/^\/./.test(prefix)) {
    invalid('prefix', prefix, "Give the path of the endpoint: { prefix: '/mcp' }.")
  }
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !OF_REGISTER.includes(key)))
  checkKeys(PLACE, own, KEYS)
  const given = withoutUndefined(own as Partial<McpOptions>)
  const { name = 'api', version = '1.0.0', entryPoint, text = 'json' } = given
  if (!isFilled(name)) invalid('name', name, 'Give the name of the server.')
  if (!isFilled(version)) invalid('version', version, 'Give the version of the server.')
  if (entryPoint !== undefined && (!isFilled(entryPoint) || !/^\/(?![/\\])/.test(entryPoint))) {
    invalid('entryPoint', entryPoint, 'Give a path of this app.')
  }
  if (text !== 'json' && text !== 'summary') invalid('text', text, "Give 'json' or 'summary'.")
  const scope = scopeOf(mount, prefix)
  const entryPointFor = (request: FastifyRequest) => entryPoint ?? scopePath(scope, request)
  return {
    name,
    version,
    entryPointFor,
    text,
    allowedHosts: given.allowedHosts === undefined ? null : readHosts(given.allowedHosts),
    authorization: given.authorization === undefined ? null : readAuthorization(given.authorization, environment),
    services: readServices(given.services ?? {}, environment.settings.services)
  }
}

function readAuthorization (authorization: McpAuthorization, environment: Environment): AuthorizationSettings {
  checkPlainObject(`${PLACE}, authorization`, authorization)
  checkKeys(`${PLACE}, authorization`, authorization, ['servers', 'scopes', 'required', 'resource'])
  const { servers, scopes = null, required = true, resource = null } = authorization
  const at = (key: string) => `authorization.${key}`
  if (!isList(servers) || !servers.every(isWebUrl)) {
    invalid(at('servers'), servers, "Give the issuers of authorization servers: ['https://login.example.com'].")
  }
  if (scopes !== null && !(isList(scopes) && scopes.every(isScope))) {
    invalid(at('scopes'), scopes, "Give names of scopes: ['orders:read'].")
  }
  if (typeof required !== 'boolean') invalid(at('required'), required, 'Give true or false.')
  if (resource === null ? publicOrigin(environment) === null : !isWebUrl(resource)) {
    invalid(at('resource'), resource ?? undefined, 'Give the URL of the endpoint, or set a fixed baseUrl.')
  }
  return { servers: [...servers], scopes: scopes === null ? null : [...scopes], isRequired: required, resource }
}

function isList (value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0
}

// RFC 6749, section 3.3.
function isScope (value: unknown): boolean {
  return typeof value === 'string' && /^[!#-[\]-~]+$/.test(value)
}

// RFC 8414, section 2, and RFC 9728, section 2: without a fragment.
function isWebUrl (value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^#"\s]+$/.test(value) && URL.canParse(value)
}

function readServices (allowed: NonNullable<McpOptions['services']>, known: readonly Service[]): AllowedService[] {
  checkPlainObject(`${PLACE}, services`, allowed)
  checkKeys(`${PLACE}, services`, allowed, known.map(({ name }) => name))
  return Object.entries(allowed).map(([name, value]) => {
    if (value !== true && value !== 'credentials') invalid(`services.${name}`, value, "Give true or 'credentials'.")
    return { service: known.find(service => service.name === name)!, hasCredentials: value === 'credentials' }
  })
}

function readHosts (hosts: unknown): ReadonlySet<string> {
  if (!isList(hosts) || !hosts.every(isHostName)) {
    invalid('allowedHosts', hosts, "Give host names without scheme and port: ['api.example.com'].")
  }
  return new Set(hosts.map(host => String(host).toLowerCase()))
}

function isHostName (host: unknown): boolean {
  return isFilled(host) && URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host.toLowerCase() &&
    !/:\d+$/.test(host)
}

// The path of the scope that registers the plugin, with a final slash.
function scopeOf (mount: string, prefix: string): string {
  const scope = mount.endsWith(prefix) ? mount.slice(0, -prefix.length) : ''
  return scope.endsWith('/') ? scope : `${scope}/`
}

function isFilled (value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function invalid (key: string, value: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
}
