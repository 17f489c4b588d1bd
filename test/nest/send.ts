export interface Exchanged {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
}

/** Sends a request with a JSON body, if any, and reads JSON. */
export async function send (url: string, method = 'GET', body?: object, headers: Record<string, string> = {}): Promise<Exchanged> {
  const init: RequestInit = { method, headers: { ...body === undefined ? {} : { 'content-type': 'application/json' }, ...headers } }
  const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
