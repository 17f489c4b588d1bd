import type { Exchange } from './http/exchange.ts'

const MAX_REQUESTS = 50

// Bodies are kept, so a few large ones count as many.
const MAX_BYTES = 10_000_000

/** Returns the history with a request added as the newest. The oldest are forgotten: 50 requests and 10 MB are kept. */
export function remember (history: readonly Exchange[], exchange: Exchange): Exchange[] {
  let bytes = 0
  return [exchange, ...history].slice(0, MAX_REQUESTS).filter(({ response }, index) => {
    bytes += response?.size ?? 0
    return index === 0 || bytes <= MAX_BYTES
  })
}
