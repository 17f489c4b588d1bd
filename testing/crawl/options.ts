import { fail } from '../../lib/errors.ts'
import { checkKeys, checkOneOf, invalid, isObjectOrArray, withoutUndefined } from '../../lib/options/checks.ts'
import { FORMATS } from '../../lib/options/plugin-options.ts'
import type { CrawlCaller, CrawlOptions, CrawlTarget } from '../../types/testing.ts'

/** The options with their defaults. */
export interface CrawlSettings extends Required<CrawlOptions> {
  readonly as: readonly Required<CrawlCaller>[]
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
  if (actions === 'each' && typeof target !== 'function') {
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
  return { ...given, as: readCallers(as) }
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
