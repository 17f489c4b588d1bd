import { useEffect, useState } from 'preact/hooks'
import { type Sender, useSender } from './explorer.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'

const known = new Map<string, Promise<unknown>>()

/**
 * Returns what an endpoint of the page responds with for a path of the app, read once: the schemas of an app do not
 * change while it runs. Null if the request fails, which is sent again with other headers; undefined until then.
 *
 * @param path null for none
 */
export function useOwn (name: string, path: string | null, query: Readonly<Record<string, string>> = {}): unknown {
  const sender = useSender()
  const [found, setFound] = useState<{ readonly url: string, readonly value: unknown } | null>(null)
  const { folder } = sender.settings
  const url = path === null ? null : `${folder}${name}?${String(new URLSearchParams({ path, folder, ...query }))}`
  useEffect(() => {
    let isCurrent = true
    if (url !== null) {
      read(url, sender).then(value => {
        // What is known stays, so that forms keep their values.
        const isKnown = (before: typeof found) => before?.url === url && value === undefined
        if (isCurrent) setFound(before => isKnown(before) ? before : { url, value: value ?? null })
      })
    }
    return () => { isCurrent = false }
  }, [url, sender.session])
  return url === null ? null : found?.url === url ? found.value : undefined
}

async function read (url: string, sender: Sender): Promise<unknown> {
  const value = known.get(url) ?? readJson(url, sender)
  known.set(url, value)
  if (await value === undefined && known.get(url) === value) known.delete(url)
  return value
}

async function readJson (path: string, { settings: { base }, session }: Sender): Promise<unknown> {
  const { response } = await send(
    requestOf({ method: 'GET', path, accept: 'application/json' }, session, base), { jsonTypes: new Set() }
  )
  return response?.body.kind === 'json' && response.status < 400 ? response.body.value : undefined
}
