import { describe } from '../../lib/diagnostics/wording.ts'
import { fail } from '../../lib/errors.ts'
import {
  checkKeys, checkOneOf, checkPlainObject, invalid, isObjectOrArray, withoutUndefined
} from '../../lib/options/checks.ts'
import { FORMATS } from '../../lib/options/plugin-options.ts'
import type { CrawlApp, CrawlCaller, CrawlOptions, CrawlTarget } from '../../types/testing.ts'

/** The options with their defaults. */
export interface CrawlSettings extends Required<CrawlOptions> {
  readonly as: readonly Required<CrawlCaller>[]
  /** By origin; empty for the only app. */
  readonly apps: ReadonlyMap<string, CrawlApp>
}

const PLACE = 'crawl options'
const DEFAULTS: Required<CrawlOptions> = {
  start: '/',
  as: [{ name: 'anonymous' }],
  formats: ['default', 'hal', 'hal-forms'],
  actions: 'none',
  sample: 3,
  maxStates: 2_000,
  maxDepth: 100,
  fill: {}
}

/**
 * Checks the options, and adds the defaults.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function readCrawlOptions (target: CrawlTarget, options: CrawlOptions): CrawlSettings {
  checkKeys(PLACE, options, Object.keys(DEFAULTS))
  const given = { ...DEFAULTS, ...withoutUndefined(options) }
  const { start, as, formats, actions, sample, fill } = given
  if (typeof start !== 'string' || !start.startsWith('/')) {
    invalid(`${PLACE}, start`, start, "Give a path of the app: '/'.")
  }
  checkOneOf(`${PLACE}, actions`, actions, ['none', 'each'])
  const apps = readApps(target)
  if (actions === 'each' && [...apps.values()].some(app => typeof app !== 'function')) {
    fail(
      'FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, actions`, "'each' with one app",
      'Give a function that returns a new app: () => app.'
    )
  }
  if (sample !== Infinity && (!Number.isSafeInteger(sample) || sample < 1)) {
    invalid(`${PLACE}, sample`, sample, 'Give a positive integer, or Infinity to try all.')
  }
  if (!Array.isArray(formats) || formats.length === 0) {
    invalid(`${PLACE}, formats`, formats, 'Give an array of names of formats or media types.')
  }
  for (const format of formats) if (!String(format).includes('/')) checkOneOf(`${PLACE}, formats`, format, FORMATS)
  for (const key of ['maxStates', 'maxDepth'] as const) {
    if (!Number.isSafeInteger(given[key]) || given[key] < 1) {
      invalid(`${PLACE}, ${key}`, given[key], 'Give a positive integer.')
    }
  }
  for (const [name, fields] of Object.entries(fill)) {
    if (typeof fields !== 'function') {
      invalid(`${PLACE}, fill, ${name}`, fields, 'Give a function of the fields that returns the input.')
    }
  }
  const [first = ''] = apps.keys()
  return { ...given, start: first + start, as: readCallers(as), apps }
}

function readApps (target: CrawlTarget): ReadonlyMap<string, CrawlApp> {
  if (typeof target === 'function' || 'inject' in target) return new Map([['', target]])
  const place = 'crawl, apps'
  checkPlainObject(place, target.apps)
  const apps = new Map<string, CrawlApp>()
  for (const [origin, app] of Object.entries(target.apps)) {
    const url = URL.canParse(origin) ? new URL(origin) : null
    if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
      invalid(place, origin, "Name each app by its origin: 'https://billing.example'.")
    }
    if (apps.has(url.origin)) {
      fail('FST_ERR_HYPER_DUPLICATE_NAME', place, describe(origin), 'Give each app an origin of its own.')
    }
    if (typeof app !== 'function' && !isObjectOrArray(app)) {
      invalid(`${place}, ${origin}`, app, 'Give an app, or a function that returns one.')
    }
    apps.set(url.origin, app)
  }
  if (apps.size === 0) invalid(place, target.apps, "Give at least one app: { 'https://orders.example': app }.")
  return apps
}

function readCallers (callers: readonly CrawlCaller[]): Required<CrawlCaller>[] {
  const isCaller = (value: unknown) =>
    isObjectOrArray(value) && typeof (value as CrawlCaller).name === 'string' &&
      ['undefined', 'object', 'function'].includes(typeof (value as CrawlCaller).headers)
  if (!Array.isArray(callers) || callers.length === 0 || !callers.every(isCaller)) {
    invalid(`${PLACE}, as`, callers, "Give an array of callers: [{ name: 'alice', headers: { … } }].")
  }
  const names = callers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) invalid(`${PLACE}, as`, twice, 'Give each caller another name.')
  return callers.map(({ name, headers = {} }) => ({ name, headers }))
}
