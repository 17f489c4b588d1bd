import { useMemo } from 'preact/hooks'
import { linksInHeader } from '../../../hypermedia/read.ts'
import { pageLinksOf } from '../../../hypermedia/relations.ts'
import { headerOf, type ReceivedResponse } from '../http/exchange.ts'
import { Links } from './Links.tsx'
import { Pages } from './Pages.tsx'

/** The links in the `Link` header, for a body without links. */
export function HeaderLinks ({ response }: { response: ReceivedResponse }) {
  const links = useMemo(() => linksInHeader(headerOf(response, 'link') ?? ''), [response])
  if (links.length === 0) return null
  const pages = pageLinksOf(links)
  return (
    <>
      {pages.length > 0 && <Pages pages={pages} />}
      <Links links={links} level={2} />
    </>
  )
}
