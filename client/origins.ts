import type { ClientOptions } from '../types/client.ts'
import { NotAllowed } from './errors.ts'

/**
 * Returns whether a request to a URL may have credentials.
 * @param from what names the URL: without credentials itself, it could use them
 * @throws NotAllowed if the request may not be sent at all
 */
export type Admit = (url: URL, from?: URL) => boolean

/** Makes the check of the origins that requests go to. */
export function admitter (entry: URL, allowOrigin: ClientOptions['allowOrigin']): Admit {
  return function admit (url, from = url) {
    // `blob:` has the origin of the page that made it.
    if (!/^https?:$/.test(url.protocol)) throw new NotAllowed(url.href, `${url.protocol} is not HTTP.`)
    if (url.username + url.password !== '') throw new NotAllowed(url.origin, 'it contains credentials.')
    const allowed = url.origin === entry.origin
      ? 'credentials'
      : typeof allowOrigin === 'object' ? allowOrigin[url.origin] : allowOrigin?.(new URL(url))
    if (allowed === true) return false
    if (allowed === 'credentials' && (from === url || admit(from))) return true
    // A promise admits nothing; its rejection must not end the process.
    Promise.resolve<unknown>(allowed).catch(() => {})
    throw new NotAllowed(url.href, 'it requires allowOrigin.')
  }
}
