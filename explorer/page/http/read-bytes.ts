// A stream of events has no end.
const SECONDS = 10

/** The bytes of a body; of one that does not end in time those that came. */
export interface Bytes {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

/** Reads a body for ten seconds at most. It rejects where the connection breaks, or the request is aborted. */
export async function readBytes ({ body }: Response): Promise<Bytes> {
  if (body === null) return { bytes: new Uint8Array(), isWhole: true }
  const reader = body.getReader()
  let isWhole = true
  const timer = setTimeout(() => {
    isWhole = false
    reader.cancel()
  }, SECONDS * 1000)
  try {
    const chunks: BlobPart[] = []
    // What is cancelled is done.
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), isWhole }
  } finally {
    clearTimeout(timer)
  }
}
