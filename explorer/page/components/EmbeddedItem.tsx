import type { ComponentChildren } from 'preact'
import { pathOf } from '../../../hypermedia/destination.ts'
import { type JsonObject, selfIn } from '../../../hypermedia/read.ts'
import { Disclosure } from '../../../views/components/Disclosure.tsx'
import { useScope } from '../explorer.ts'
import { InnerScope } from './InnerScope.tsx'
import { InternalLink } from './InternalLink.tsx'

interface Props {
  readonly resource: JsonObject
  readonly isOpen: boolean
  readonly children: () => ComponentChildren
}

/** A single embedded resource, with a link to it. */
export function EmbeddedItem ({ resource, isOpen, children }: Props) {
  const { base } = useScope()
  const self = selfIn(resource)
  const path = self === undefined ? null : pathOf(self, base)
  return (
    <div class='card embedded-item'>
      {path !== null && <InternalLink path={path} class='open'>{path}</InternalLink>}
      <Disclosure class='item' open={isOpen} summary={<Summary resource={resource} />}>
        {() => <InnerScope><div class='inner'>{children()}</div></InnerScope>}
      </Disclosure>
    </div>
  )
}

// Shows the first scalar members.
function Summary ({ resource }: { resource: JsonObject }) {
  const scalars = Object.entries(resource)
    .filter(([, value]) => value !== null && typeof value !== 'object').slice(0, 4)
  if (scalars.length === 0) return <span class='muted'>Details</span>
  return (
    <>
      {scalars.map(([name, value]) => (
        <span key={name} class='gist'><span class='muted'>{name}</span> {String(value).slice(0, 60)}</span>
      ))}
    </>
  )
}
