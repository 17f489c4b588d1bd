// Lists the pending orders, or cancels the one whose number it is called with: npm run orders -- 42
import { createClient, HypermediaError } from 'fastify-hyper/client'
import type { Api } from './api.ts'
import { cancelOrder, pendingOrders } from './orders.ts'

const { API = 'http://127.0.0.1:3000/', TOKEN } = process.env
const api = createClient<Api>(API, { headers: TOKEN === undefined ? {} : { authorization: `Bearer ${TOKEN}` } })
const id = process.argv[2]

try {
  console.log(id === undefined ? (await pendingOrders(api)).join('\n') : await cancelOrder(api, Number(id)))
} catch (error) {
  console.error(error instanceof HypermediaError ? error.problem.detail : (error as Error).message)
  process.exitCode = 1
}
