import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Destination, destinationOf } from '../../hypermedia/destination.ts'
import { withoutPrefix } from '../../lib/context/app-urls.ts'
import type { PageModel } from '../model.ts'

export const PageContext = createContext<PageModel>(null as never)

export function usePage (): PageModel {
  return useContext(PageContext)
}

/** Returns what an href is for a page: a path of this site, another site, or nothing to follow. */
export function targetOf ({ base }: PageModel, href: string): Destination {
  return destinationOf(href, base)
}

/** Returns the path within the app of an href; null for another site, or another app behind the same proxy. */
export function pathWithin ({ base, prefix }: PageModel, href: string): string | null {
  const destination = destinationOf(href, base)
  return destination.kind === 'internal' ? withoutPrefix(destination.path, prefix) : null
}

/** Returns the URL of an endpoint or file of the plugin. */
export function ownUrl ({ prefix, mount }: Pick<PageModel, 'prefix' | 'mount'>, name: string): string {
  return `${prefix}${mount}/${name}`
}
