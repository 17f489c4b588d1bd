import { destinationOf } from '../../../hypermedia/destination.ts'
import { ExternalLink } from '../../../views/components/ExternalLink.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { useScope } from '../explorer.ts'
import { InternalLink } from './InternalLink.tsx'

/** An href: a link, or plain text if the page does not follow it. */
export function Href ({ href, label }: { href: string, label?: string }) {
  const { base } = useScope()
  const destination = destinationOf(href, base)
  switch (destination.kind) {
    case 'internal':
      return <InternalLink path={destination.path} class='href'>{label ?? shortened(destination.path)}</InternalLink>
    case 'external':
      return <ExternalLink href={destination.url} class='href'>{label ?? shortened(destination.url)}</ExternalLink>
    case 'blocked':
      return <span class='href dead'><LongText text={href} limit={200} /> <span class='badge'>not followed</span></span>
  }
}

function shortened (text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
