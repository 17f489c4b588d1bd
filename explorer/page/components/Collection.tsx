import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { ScopeContext, useScope } from '../explorer.ts'
import { pathOf } from '../../../views/hypermedia/destination.ts'
import { linksOf } from '../../../views/hypermedia/link.ts'
import { isObject, member, type JsonObject } from '../../../views/hypermedia/members.ts'
import { selfOf } from '../../../views/hypermedia/resource.ts'
import { Disclosure } from '../../../views/components/Disclosure.tsx'
import type { Level } from '../../../views/components/Heading.tsx'
import { InternalLink } from './InternalLink.tsx'
import { Limited } from '../../../views/components/Limited.tsx'
import { Value } from '../../../views/components/Value.tsx'

interface Props {
  readonly items: readonly unknown[]
  readonly level: Level
  /** Renders a resource. */
  readonly children: (resource: JsonObject, level: Level) => ComponentChildren
}

/** A list of resources. Each is closed initially and shows a summary. */
export function Collection ({ items, level, children }: Props) {
  if (items.length === 0) return <p class='card muted'>None.</p>
  return (
    <Limited items={items} limit={25} container={items => <ol class='collection'>{items}</ol>}>
      {(item, index) => (
        <li key={index} class='card'>
          {isObject(item)
            ? <Item resource={item} open={items.length === 1 && level <= 3}>{() => children(item, level)}</Item>
            : <Value value={item} />}
        </li>
      )}
    </Limited>
  )
}

function Item ({ resource, open, children }: { resource: JsonObject, open: boolean, children: () => ComponentChildren }) {
  const outer = useScope()
  // The entity tag belongs to the outer resource.
  const scope = useMemo(() => ({ ...outer, tag: null }), [outer])
  const self = selfOf(linksOf(member(resource, '_links')))
  const path = self === undefined ? null : pathOf(self, outer.base)
  return (
    <>
      {path !== null && <InternalLink path={path} class='open'>{path}</InternalLink>}
      <Disclosure class='item' open={open} summary={<Summary resource={resource} />}>
        {() => <ScopeContext.Provider value={scope}><div class='inner'>{children()}</div></ScopeContext.Provider>}
      </Disclosure>
    </>
  )
}

// Shows the first scalar members.
function Summary ({ resource }: { resource: JsonObject }) {
  const scalars = Object.entries(resource).filter(([, value]) => value !== null && typeof value !== 'object').slice(0, 4)
  if (scalars.length === 0) return <span class='muted'>Details</span>
  return (
    <>
      {scalars.map(([name, value]) => (
        <span key={name} class='gist'><span class='muted'>{name}</span> {String(value).slice(0, 60)}</span>
      ))}
    </>
  )
}
