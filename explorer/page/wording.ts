import type { Exchange } from './http/exchange.ts'

/** Returns a status line: `200 OK`, or `No response`. */
export function statusLine ({ response }: Exchange): string {
  return response === null ? 'No response' : `${response.status} ${response.reason}`.trim()
}
