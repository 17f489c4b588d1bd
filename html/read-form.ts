// The bodies of forms: as browsers send them, and as the app gets them.
import type { Submission } from '../hypermedia/encode.ts'
import type { Entered } from '../hypermedia/fill.ts'
import type { EnteredFile, FilledIn } from '../hypermedia/fill-tree.ts'
import { problem } from '../lib/problems/problem.ts'
import { add, readEntered, withLineFeeds } from './submission.ts'

const MOST_VALUES = 10_000

/** Reads the body of a form that a browser sent. @throws a problem (400) if no browser would */
export async function readForm (body: unknown, contentType: string): Promise<FilledIn> {
  if (typeof body === 'string') return { entered: checked(readEntered(body)) }
  if (!isBuffer(body)) return { entered: new Map() }
  const entered = new Map<string, string[]>()
  const files = new Map<string, EnteredFile[]>()
  for (const [name, value] of await partsOf(body, contentType)) {
    const key = withLineFeeds(name)
    if (typeof value === 'string') add(entered, key, withLineFeeds(value))
    // Browsers send an empty file without a name where none is chosen.
    else if (value.size > 0 || value.name !== '') add(files, key, await readFile(value))
  }
  return { entered: checked(entered), files }
}

function isBuffer (body: unknown): body is Buffer<ArrayBuffer> {
  return Buffer.isBuffer(body)
}

async function partsOf (body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw problem({ status: 400, detail: 'The form is not valid multipart/form-data.' })
  }
}

async function readFile (blob: File): Promise<EnteredFile> {
  return { blob, base64: Buffer.from(await blob.arrayBuffer()).toString('base64') }
}

function checked (entered: Entered): Entered {
  if (entered.size > MOST_VALUES) throw problem({ status: 400, detail: `A form has at most ${MOST_VALUES} fields.` })
  return entered
}

/** Returns the body of a request, with its media type. */
export async function bodyOf (
  { body, contentType }: Submission
): Promise<{ readonly body?: string | Buffer, readonly contentType?: string | undefined }> {
  if (body === null) return { contentType }
  if (typeof body === 'string') return { body, contentType }
  const encoded = new Response(body)
  return { body: Buffer.from(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type')! }
}
