import { destinationOf } from '../../../hypermedia/destination.ts'
import { attributesOf, type Link as LinkData } from '../../../hypermedia/read.ts'
import { ExternalLink } from '../../../views/components/ExternalLink.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { useScope } from '../explorer.ts'
import { Href } from './Href.tsx'

/** A link with its attributes. */
export function Link ({ link }: { link: LinkData }) {
  const { title, deprecation } = link
  return (
    <div class='link'>
      {title !== undefined && <span class='title'><LongText text={title} limit={200} /></span>}
      {deprecation !== undefined && <Deprecation url={deprecation} />}
      <Href href={link.href} />
      {attributesOf(link).map(([name, value]) => (
        <span key={name} class='attribute'>
          <span class='muted'>{name}</span> <LongText text={value} limit={200} />
        </span>
      ))}
    </div>
  )
}

function Deprecation ({ url }: { url: string }) {
  const { base } = useScope()
  const isReadable = destinationOf(url, base).kind !== 'blocked'
  return (
    <span class='badge warning'>
      {isReadable
        ? <ExternalLink href={new URL(url, base).href} label='Deprecated: read why'>deprecated</ExternalLink>
        : 'deprecated'}
    </span>
  )
}
