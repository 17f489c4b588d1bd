import { useSurroundings } from '../explorer.ts'
import { documentationOf } from '../hypermedia/curie.ts'
import { destinationOf } from '../hypermedia/destination.ts'
import { OutsideLink } from './OutsideLink.tsx'

/** The name of a relation, with its documentation where a prefix says where that is. */
export function Relation ({ name }: { name: string }) {
  const { base, curies } = useSurroundings()
  const documentation = documentationOf(name, curies)
  const isReadable = documentation !== undefined && destinationOf(documentation, base).kind !== 'nowhere'
  return (
    <>
      <span class='relation'>{name}</span>
      {isReadable && <> <OutsideLink href={new URL(documentation, base).href} class='docs' label={`docs of ${name}`}>docs</OutsideLink></>}
    </>
  )
}
