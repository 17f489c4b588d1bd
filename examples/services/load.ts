// Ends instances under load, and counts the responses that are lost: `npm run load`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'fastify-hyper/client'
import type { Name, Urls } from './catalogs.ts'
import { type Cluster, startCluster } from './cluster.ts'

const CLIENTS = 8
const NAMES: readonly Name[] = ['orders', 'billing', 'shipping']

interface Sent { readonly id: string, readonly method: string, readonly status: number }

/** Follows links and performs actions from service to service, as long as it may. */
async function use (urls: Urls, sent: Sent[], mayGoOn: () => boolean, client: number): Promise<void> {
  let count = 0
  const send: typeof fetch = async (input, init) => {
    const id = `${client}-${++count}`
    const headers = new Headers(init?.headers)
    headers.set('x-request-id', id)
    const response = await fetch(input, { ...init, headers })
      .catch(error => new Response(String(error), { status: 599 }))
    sent.push({ id, method: init?.method ?? 'GET', status: response.status })
    return response
  }
  // Only the other two services may be followed to, and no request has credentials.
  const api = createClient(urls.orders, { fetch: send, allowOrigin: { [urls.billing]: true, [urls.shipping]: true } })
  while (mayGoOn()) {
    try {
      const orders = await (await api.start()).follow('orders')
      const order = await orders.act('create', { item: 'Tea', total: 12 })
      const invoice = await order!.act('bill', { amount: 12 })
      const paid = await invoice!.act('pay')
      const shipment = await paid!.act('ship', { address: '1 Main Street' })
      await shipment!.follow('order')
      await (await shipment!.act('deliver'))!.follow('invoice')
    } catch {
      // Each request is counted; a lost one ends the round.
    }
  }
}

/** What nginx logs of one request: the instances that it was sent to, and whether each accepted it. */
async function attemptsIn ({ folder }: Cluster): Promise<Map<string, { address: string, accepted: boolean }[]>> {
  const lines = (await readFile(join(folder, 'access.log'), 'utf8')).trim().split('\n')
  return new Map(lines.map(line => {
    const [, id, addresses, times] = /^(\S+) \d+ (.*)\|(.*)$/.exec(line)!
    const connected = times!.split(', ')
    return [id!, addresses!.split(', ').map((address, index) => ({ address, accepted: connected[index] !== '-' }))]
  }))
}

async function measure (signal: NodeJS.Signals): Promise<boolean> {
  const cluster = await startCluster(0)
  const sent: Sent[] = []
  let mayGoOn = true
  const clients = Array.from({ length: CLIENTS }, (_, client) => use(cluster.urls, sent, () => mayGoOn, client))
  const ended: string[] = []
  for (const name of NAMES) {
    await sleep(1500)
    ended.push(await cluster.end(name, signal))
  }
  await sleep(1500)
  mayGoOn = false
  await Promise.all(clients)
  // nginx writes a line after it has sent the response.
  await sleep(300)
  const attempts = await attemptsIn(cluster)
  await cluster.stop()
  const lost = sent.filter(({ status }) => status >= 500)
  const begun = lost.filter(({ id }) =>
    attempts.get(id)?.some(({ address, accepted }) => accepted && ended.includes(address)) === true)
  const passed = [...attempts.values()].filter(tries => tries.length > 1).length
  const methods = [...new Set(lost.map(({ method }) => method))].join(', ')
  console.log(`${signal}, one instance of each service: ${sent.length} requests, ` +
    `${passed} passed to the other instance, ${lost.length} lost${methods === '' ? '' : ` (${methods})`}, ` +
    `of these ${begun.length} that an ended instance had begun`)
  const others = sent.filter(({ status }) => status >= 400 && status < 500)
  if (others.length > 0) console.log(`${others.length} responses with 4xx`)
  return lost.length === begun.length && others.length === 0 && (signal === 'SIGKILL' || lost.length === 0)
}

const results = [await measure('SIGKILL'), await measure('SIGTERM')]
process.exitCode = results.includes(false) ? 1 : 0
