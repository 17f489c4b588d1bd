import { destinationOf } from '../../../hypermedia/destination.ts'
import { documentationOf } from '../../../hypermedia/relations.ts'
import { ExternalLink } from '../../../views/components/ExternalLink.tsx'
import { useScope } from '../explorer.ts'

/** The name of a relation, with a link to its documentation if known. */
export function Relation ({ name }: { name: string }) {
  const { base, curies } = useScope()
  const documentation = documentationOf(name, curies)
  const isReadable = documentation !== undefined && destinationOf(documentation, base).kind !== 'blocked'
  return (
    <>
      <span class='relation'>{name}</span>
      {isReadable && (
        <>
          {' '}
          <ExternalLink href={new URL(documentation, base).href} class='docs' label={`docs of ${name}`}>
            docs
          </ExternalLink>
        </>
      )}
    </>
  )
}
