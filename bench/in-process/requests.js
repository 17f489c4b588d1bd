// What a request costs of whatever kind: conditions, Accept headers never seen before,
// and a plugin that no request uses.
import { pathOf } from '../orders.js'
import { serve } from '../serve.js'
import { figure, ratios } from '../statistics.js'
import { loadModule } from '../subject.js'
import { exchangeWith } from './exchange.js'
import { inRounds } from './rounds.js'

const HEADER_LIMIT = 16 * 1024

/** A conditional read that gets 304, to the 200 of the same route. */
export async function notModified (effort) {
  const one = await serve('hyper-etag', 1)
  const { whole, unchanged } = await inRounds({
    whole: repeated(exchangeWith(one, pathOf(1))),
    unchanged: repeated(exchangeWith(one, pathOf(1), { 'if-none-match': '"v1"' }))
  }, finer(effort))
  return [
    figure('answer.200', whole.map(perRequest), 'ns'),
    figure('answer.304', unchanged.map(perRequest), 'ns'),
    figure('not-modified', ratios(whole, unchanged))
  ]
}

/** A route that does not opt in, without the plugin and with it. */
export async function notOptedIn (effort) {
  const { without, with: withPlugin } = await inRounds({
    without: repeated(exchangeWith(await serve('bare', 1), pathOf(1))),
    with: repeated(exchangeWith(await serve('plugin-only', 1), pathOf(1)))
  }, finer(effort))
  return [
    figure('not-opted-in.without', without.map(perRequest), 'ns'),
    figure('not-opted-in.with', withPlugin.map(perRequest), 'ns'),
    figure('not-opted-in', ratios(without, withPlugin))
  ]
}

/** Choosing the format for an Accept header that no request had before, and for the worst that Node lets through. */
export async function accept (effort) {
  const { createNegotiator } = await loadModule('http/accept')
  const negotiate = createNegotiator(MEDIA_TYPES.map(mediaType => ({ mediaType, format: mediaType })))
  let request = 0
  const times = await inRounds({
    unseen: () => negotiate(UNSEEN[request++ % UNSEEN.length]),
    ...Object.fromEntries(HOSTILE.map((header, index) => [`hostile${index}`, () => negotiate(header)]))
  }, { ...effort, seconds: effort.seconds / 3 })
  const worst = times.unseen.map((_, round) => Math.max(...HOSTILE.map((_, index) => times[`hostile${index}`][round])))
  return [figure('accept.unseen', times.unseen, 'ns'), figure('accept.hostile', worst, 'ns')]
}

// The formats of an app without options.
const MEDIA_TYPES = [
  'application/json', 'application/hal+json', 'application/prs.hal-forms+json', 'application/vnd.hyper+json'
]

// Reading the processor time costs more than one of these requests.
const REQUESTS = 200

function repeated (get) {
  return async () => {
    for (let request = 0; request < REQUESTS; request++) await get()
  }
}

function perRequest (time) {
  return time / REQUESTS
}

// Differences this small need more rounds rather than longer ones.
function finer ({ rounds, seconds }) {
  return { rounds: rounds * 4, seconds: seconds / 4 }
}

// More than any cache of responses would hold.
const UNSEEN = Array.from({ length: 50_000 }, (_, index) =>
  flat(`text/html,application/x-app-${index};q=0.9,application/hal+json;q=0.8,application/*;q=0.5,*/*;q=0.1`))

const HOSTILE = [
  ',', '"', ';', ' ', '*/*,', 'a/b,', ';q=0.001', 'application/hal+json;q=0,', '"\\', 'a/b;c="\\"",', ';q="',
  'application/json\t'
]
  .map(part => flat(part.repeat(HEADER_LIMIT / part.length).slice(0, HEADER_LIMIT)))

// Like a header that was read from a socket: one flat string, not the concatenation that made it.
function flat (string) {
  return Buffer.from(string).toString('latin1')
}
