import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { metrics } from '@opentelemetry/api'
import t from 'tap'
import { Notices } from '../../../lib/diagnostics/notices.ts'

// A part of a string keeps the whole string, unless it is copied:
// what is kept longer than a request keeps no more than it shows.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const MEBIBYTE = 2 ** 20

/** The heap that some work keeps, in MiB. */
function kept (work: () => void): number {
  collect()
  const before = process.memoryUsage().heapUsed
  work()
  collect()
  return (process.memoryUsage().heapUsed - before) / MEBIBYTE
}

// 32 MiB in all.
const COUNT = 1000
const LENGTH = 32 * 1024

/** A string of a client: flat, as those of requests are. */
const sent = (index: number) => Buffer.alloc(LENGTH, `${index} x`.padStart(16)).toString('latin1')

const places: Readonly<Record<string, (notices: Notices, text: string) => void>> = {
  'a subject that is cut': (notices, text) => notices.report('HYPER012', 'place', () => [], text),
  'a subject that is a part of a longer string': (notices, text) =>
    notices.report('HYPER012', 'place', () => [], text.slice(0, 100)),
  'the relation of the metric': (notices, text) => notices.count('order', text),
  'a relation that is a part of a longer string': (notices, text) => notices.count('order', text.slice(0, 100))
}

for (const [name, use] of Object.entries(places)) {
  t.test(name, t => {
    const notices = new Notices({ log: { info: () => {}, warn: () => {} }, server: {} }, true)
    const attributes: unknown[] = []
    const counter = { add: (_: number, { relation }: { relation: unknown }) => { attributes.push(relation) } }
    metrics.setGlobalMeterProvider({ getMeter: () => ({ createCounter: () => counter }) } as never)
    t.teardown(() => { metrics.disable() })
    const size = kept(() => { for (let index = 0; index < COUNT; index++) use(notices, sent(index)) })
    t.ok(size < 4, `${size} MiB`)
    t.ok(attributes.length === 0 || attributes.length === COUNT)
    // Used afterwards, so that it is kept until then.
    use(notices, sent(0))
    t.end()
  })
}
