// A stream of events does not end.
const TIMEOUT_SECONDS = 10

/** The bytes of a body, or those received within the time limit. */
export interface Bytes {
  readonly bytes: Uint8Array
  readonly isComplete: boolean
}

/** Reads a body for ten seconds at most. Rejects if the connection breaks or the request is aborted. */
export async function readBytes ({ body }: Response): Promise<Bytes> {
  if (body === null) return { bytes: new Uint8Array(), isComplete: true }
  const reader = body.getReader()
  let isComplete = true
  const timer = setTimeout(() => {
    isComplete = false
    reader.cancel()
  }, TIMEOUT_SECONDS * 1000)
  try {
    const chunks: BlobPart[] = []
    // A cancelled reader is done.
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isComplete }
  } finally {
    clearTimeout(timer)
  }
}
