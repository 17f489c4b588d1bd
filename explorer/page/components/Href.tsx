import { useSurroundings } from '../explorer.ts'
import { destinationOf } from '../hypermedia/destination.ts'
import { InsideLink } from './InsideLink.tsx'
import { LongText } from './LongText.tsx'
import { OutsideLink } from './OutsideLink.tsx'

/** An href: a link where it leads somewhere, else a text. */
export function Href ({ href, label }: { href: string, label?: string }) {
  const { base } = useSurroundings()
  const destination = destinationOf(href, base)
  switch (destination.kind) {
    case 'inside': return <InsideLink path={destination.path} class='href'>{label ?? shortened(destination.path)}</InsideLink>
    case 'outside': return <OutsideLink href={destination.url} class='href'>{label ?? shortened(destination.url)}</OutsideLink>
    case 'nowhere': return <span class='href dead'><LongText text={href} limit={200} /> <span class='badge'>not followed</span></span>
  }
}

function shortened (text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
