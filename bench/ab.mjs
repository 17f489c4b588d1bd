import { createStore, pathOf } from './orders.js'
import { exchangeWith } from './in-process/exchange.js'
const CASES = { page1: [1, { page: true }, 'hyper-page', 'floor-page', 2000], one: [1, {}, 'hyper', 'floor', 3000], list: [100, {}, 'hyper', 'floor', 300], nested: [100, { nested: true }, 'hyper', 'floor', 200], page: [100, { page: true }, 'hyper-page', 'floor-page', 300] }
const only = process.argv[2]?.split(',') ?? Object.keys(CASES)
const rounds = Number(process.argv[3] ?? 30)
for (const name of only) {
  const [size, fixture, a, b, n] = CASES[name]
  const get = async variant => {
    const { default: serve } = await import(`./variants/${variant}.js`)
    const s = await serve(createStore(size, fixture))
    return exchangeWith(s.server ?? s, pathOf(size, fixture))
  }
  const [ours, floor] = [await get(a), await get(b)]
  const time = async run => {
    const c = process.cpuUsage()
    for (let i = 0; i < n; i++) await run()
    const { user, system } = process.cpuUsage(c)
    return (user + system) / n
  }
  for (let i = 0; i < 15; i++) { await time(ours); await time(floor) }
  const o = [], f = []
  for (let i = 0; i < rounds; i++) { o.push(await time(ours)); f.push(await time(floor)) }
  const min = x => Math.min(...x), med = x => x.sort((p, q) => p - q)[x.length >> 1]
  console.log(name, 'least', min(o).toFixed(1), min(f).toFixed(1), (min(f) / min(o)).toFixed(2), 'median', med(o).toFixed(1), med(f).toFixed(1), (med(f) / med(o)).toFixed(2))
}
process.exit()
