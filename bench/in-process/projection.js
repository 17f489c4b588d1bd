// What links cost on top of the bare response, as a whole, per element and per byte.
import { pathOf } from '../orders.js'
import { serve } from '../serve.js'
import { figure, ratios } from '../statistics.js'
import { allocatedBy } from './allocation.js'
import { exchangeWith } from './exchange.js'
import { inRounds } from './rounds.js'

const FORMS = { accept: 'application/prs.hal-forms+json' }
const HAL = { accept: 'application/hal+json' }

/** Nanoseconds of one resource on top of the bare object, by this package and by hand. */
export async function projection (effort) {
  const { bare, hyper, hand } = await inRounds({
    bare: await requester('bare', 1000),
    hyper: await requester('hyper', 1000),
    hand: await requester('hand', 1000)
  }, effort)
  const ours = differences(hyper, bare).map(perResource)
  const theirs = differences(hand, bare).map(perResource)
  return [
    figure('resource.bare', bare.map(perResource), 'ns'),
    figure('resource.hyper', ours, 'ns'),
    figure('resource.hand', theirs, 'ns'),
    figure('projection', ratios(theirs, ours))
  ]
}

/** Bytes allocated for one resource of a response, its JSON included. */
export async function allocation (effort) {
  const requesters = {
    bare: await requester('bare', 1000), hyper: await requester('hyper', 1000), hand: await requester('hand', 1000)
  }
  const bytes = { bare: [], hyper: [], hand: [] }
  for (let round = 0; round < effort.rounds; round++) {
    for (const [name, request] of Object.entries(requesters)) {
      bytes[name].push(perResource(await allocatedBy(request, 20)))
    }
  }
  return [
    figure('allocation.bare', bytes.bare, 'bytes'),
    figure('allocation.hyper', bytes.hyper, 'bytes'),
    figure('allocation.hand', bytes.hand, 'bytes'),
    figure('allocation', ratios(bytes.hyper, bytes.hand))
  ]
}

/** Whether an element costs more in a long response than in a short one. */
export async function growth (effort) {
  const { short, long } = await inRounds(
    { short: await requester('hyper', 100), long: await requester('hyper', 10_000) }, effort
  )
  return [
    figure('element.100', short.map(time => time / 100), 'ns'),
    figure('element.10000', long.map(time => time / 10_000), 'ns'),
    figure('growth', ratios(long, short).map(ratio => ratio / 100))
  ]
}

/** The other formats, byte for byte against the default one. */
export async function formats (effort) {
  const subjects = {
    flat: await requester('hyper', 1000),
    hal: await requester('hyper', 1000, { headers: HAL }),
    forms: await requester('hyper-form', 1000, { headers: FORMS })
  }
  const bytes =
    Object.fromEntries(
      await Promise.all(Object.entries(subjects).map(async ([name, request]) => [name, (await request()).bytes]))
    )
  const times = await inRounds(subjects, effort)
  const perByte = name => times[name].map(time => time / bytes[name])
  return [
    figure('byte.default', perByte('flat'), 'ns'),
    figure('byte.hal', perByte('hal'), 'ns'),
    figure('byte.hal-forms', perByte('forms'), 'ns'),
    figure('formats.hal', ratios(perByte('flat'), perByte('hal'))),
    figure('formats.hal-forms', ratios(perByte('flat'), perByte('forms')))
  ]
}

async function requester (variant, size, { headers } = {}) {
  return exchangeWith(await serve(variant, size), pathOf(size), headers)
}

function differences (times, bare) {
  return times.map((time, round) => time - bare[round])
}

function perResource (time) {
  return time / 1000
}
