import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { SurroundingsContext, useSurroundings } from '../explorer.ts'
import { pathOf } from '../hypermedia/destination.ts'
import { linksOf } from '../hypermedia/link.ts'
import { isObject, member, type JsonObject } from '../hypermedia/members.ts'
import { selfOf } from '../hypermedia/resource.ts'
import { Disclosure } from './Disclosure.tsx'
import type { Level } from './Heading.tsx'
import { InsideLink } from './InsideLink.tsx'
import { Limited } from './Limited.tsx'
import { Value } from './Value.tsx'

interface Props {
  readonly items: readonly unknown[]
  readonly level: Level
  /** Shows one resource in full. */
  readonly children: (resource: JsonObject, level: Level) => ComponentChildren
}

/** Resources in a list, each closed but for a line that tells it from the others. */
export function Collection ({ items, level, children }: Props) {
  if (items.length === 0) return <p class='card muted'>None.</p>
  return (
    <Limited items={items} limit={25} within={items => <ol class='collection'>{items}</ol>}>
      {(item, index) => <li key={index} class='card'>{isObject(item) ? <Item resource={item} open={items.length === 1 && level <= 3}>{() => children(item, level)}</Item> : <Value value={item} />}</li>}
    </Limited>
  )
}

function Item ({ resource, open, children }: { resource: JsonObject, open: boolean, children: () => ComponentChildren }) {
  const around = useSurroundings()
  // The tag is that of the resource around it.
  const surroundings = useMemo(() => ({ ...around, tag: null }), [around])
  const self = selfOf(linksOf(member(resource, '_links')))
  const path = self === undefined ? null : pathOf(self, around.base)
  return (
    <>
      {path !== null && <InsideLink path={path} class='open'>{path}</InsideLink>}
      <Disclosure class='item' open={open} summary={<Gist resource={resource} />}>
        {() => <SurroundingsContext.Provider value={surroundings}><div class='inner'>{children()}</div></SurroundingsContext.Provider>}
      </Disclosure>
    </>
  )
}

// The first few scalars.
function Gist ({ resource }: { resource: JsonObject }) {
  const scalars = Object.entries(resource).filter(([, value]) => value !== null && typeof value !== 'object').slice(0, 4)
  if (scalars.length === 0) return <span class='muted'>Details</span>
  return <>{scalars.map(([name, value]) => <span key={name} class='gist'><span class='muted'>{name}</span> {String(value).slice(0, 60)}</span>)}</>
}
