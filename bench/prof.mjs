import { Session } from 'node:inspector/promises'
import { createStore, pathOf } from './orders.js'
import { exchangeWith } from './in-process/exchange.js'
const [, , variant, size = '100', fx = ''] = process.argv
const fixture = fx ? { [fx]: true } : {}
const { default: serve } = await import(`./variants/${variant}.js`)
const s = await serve(createStore(+size, fixture))
const run = exchangeWith(s.server ?? s, pathOf(+size, fixture))
for (let i = 0; i < 20000; i++) await run()
const session = new Session(); session.connect()
await session.post('Profiler.enable'); await session.post('Profiler.setSamplingInterval', { interval: 100 }); await session.post('Profiler.start')
const N = +size === 1 ? 400000 : 40000
const t = process.cpuUsage()
for (let i = 0; i < N; i++) await run()
const c = process.cpuUsage(t)
const { profile } = await session.post('Profiler.stop')
const self = new Map(); const dt = profile.timeDeltas
const nodes = new Map(profile.nodes.map(n => [n.id, n]))
let total = 0
profile.samples.forEach((id, i) => { const { functionName: f, url, lineNumber: l } = nodes.get(id).callFrame; const k = `${f || '(anon)'} ${url.replace(/.*\/(dist|node_modules|bench)\//, '$1/')}:${l + 1}`; self.set(k, (self.get(k) ?? 0) + dt[i]); total += dt[i] })
console.log(variant, 'us per request', (c.user + c.system) / N)
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 32)) console.log((v / total * 100).toFixed(1).padStart(5), (v / N).toFixed(2).padStart(7), k)
process.exit()
