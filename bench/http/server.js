// One variant in a process of its own: node server.js VARIANT SIZE FIXTURE (as JSON), started by fork. It replies to
// every message with the resources used so far.
import '../production.js'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { serve } from '../serve.js'

const [variant, size, fixture] = process.argv.slice(2)

let collecting = 0
new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) collecting += duration
}).observe({ entryTypes: ['gc'] })

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({
    cpu: user + system,
    gc: collecting * 1000,
    delayP99: delay.percentile(99) / 1000,
    delayMax: delay.max / 1000,
    rss: process.memoryUsage.rss()
  })
  delay.reset()
})
// The end of a --cpu-prof is written only when a process ends by itself.
process.on('disconnect', () => process.exit())

const server = await serve(variant, Number(size), JSON.parse(fixture))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
