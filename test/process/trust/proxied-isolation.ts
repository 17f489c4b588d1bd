import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import t from 'tap'
import { crowd, type CrowdResponse, type Send } from './crowd.ts'
import { PREFIX, type Proxy, startProxy } from './proxies.ts'
import { scaled } from './scale.ts'
import { startTenants } from './tenants-process.ts'

// The crowd of isolation.ts behind nginx, which stores what it may, and behind HAProxy: TLS ends there, paths have a
// prefix, and two instances respond in turn. Run by `npm run test:apart -- isolation`.

function sendTo ({ port, certificate }: Proxy, seen: (response: CrowdResponse) => void): { send: Send, agent: Agent } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca: certificate, servername: 'proxy.example' })
  const send: Send = async ({ method, url, headers, body }) => {
    const sent = request({
      agent, host: '127.0.0.1', port, method, path: PREFIX + url, headers, servername: 'proxy.example'
    })
    sent.end(body)
    const [response] = await once(sent, 'response') as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    const received = { status: response.statusCode!, headers: response.headers, body: text }
    seen(received)
    return received
  }
  return { send, agent }
}

for (const name of ['nginx', 'haproxy'] as const) {
  t.test(`mixed users behind ${name}: no response contains what belongs to another user`, async t => {
    const instances = await Promise.all([startTenants(), startTenants()])
    t.teardown(() => Promise.all(instances.map(instance => instance.stop())))
    const proxy = await startProxy(t, name, instances.map(({ port }) => port))
    const origins = new Set<unknown>()
    const stored: Record<string, number> = {}
    let hrefs = 0
    let wrong = 0
    const { send, agent } = sendTo(proxy, ({ headers, body }) => {
      origins.add(headers['x-origin'])
      const state = String(headers['x-cache'])
      stored[state] = (stored[state] ?? 0) + 1
      for (const [, rest] of body.matchAll(/"href":"https?:\/\/h\d\.example([^"]*)/g)) {
        hrefs++
        if (!rest!.startsWith(`${PREFIX}/`)) wrong++
      }
      if (/"href":"http:/.test(body)) wrong++
    })
    t.teardown(() => agent.destroy())
    const requests = scaled(100_000)
    const { flaws, tags, notModified, statuses } = await crowd(requests, send)
    t.same(flaws.slice(0, 5), [], `${requests} requests`)
    t.ok(tags > 0 && notModified > 0, `${tags} entity tags; responses ${JSON.stringify(statuses)}`)
    t.ok(hrefs > 0 && wrong === 0, `${hrefs} hrefs with https, the host of the request and the prefix`)
    t.ok([...origins].filter(origin => origin !== undefined).length >= 2, 'both instances responded')
    if (name === 'nginx') t.ok(stored['HIT']! > 0, `the cache: ${JSON.stringify(stored)}`)
  })
}
