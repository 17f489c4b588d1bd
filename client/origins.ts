import type { ClientOptions } from '../types/client.ts'
import { NotAllowed } from './errors.ts'

/** Returns whether a request to a URL may have credentials. @throws NotAllowed if it may not be sent at all */
export type Admit = (url: URL) => boolean

/** Makes the check of the origins that requests go to. */
export function admitter (entry: URL, allowOrigin: ClientOptions['allowOrigin']): Admit {
  return url => {
    // `blob:` has the origin of the page that made it.
    if (!/^https?:$/.test(url.protocol)) throw new NotAllowed(url.href, `${url.protocol} is not HTTP.`)
    if (url.username + url.password !== '') throw new NotAllowed(url.origin, 'it contains credentials.')
    if (url.origin === entry.origin) return true
    const allowed = typeof allowOrigin === 'object' ? allowOrigin[url.origin] : allowOrigin?.(new URL(url))
    if (allowed === true) return false
    if (allowed === 'credentials') return true
    // A promise admits nothing; its rejection must not end the process.
    Promise.resolve<unknown>(allowed).catch(() => {})
    throw new NotAllowed(url.href, 'it requires allowOrigin.')
  }
}
