export interface Exchanged {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  /** What the JSON contains; null for a response without content. */
  readonly body: unknown
}

/** Sends a request with a JSON body, if there is one, and reads JSON. */
export async function send (
  url: string, method = 'GET', body?: object, headers: Record<string, string> = {}
): Promise<Exchanged> {
  const sent: RequestInit = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, { method, ...sent, headers: { ...type, ...headers } })
  const { status, headers: received } = response
  const content = await response.text()
  return {
    status, type: received.get('content-type'), headers: received, body: content === '' ? null : JSON.parse(content)
  }
}
