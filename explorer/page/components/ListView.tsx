import { useContext } from 'preact/hooks'
import { isObject } from '../../../hypermedia/read.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { Limited } from '../../../views/components/Limited.tsx'
import { Value } from '../../../views/components/Value.tsx'
import { ResourceContext } from '../explorer.ts'
import { EmbeddedItem } from './EmbeddedItem.tsx'
import { Table } from './Table.tsx'

interface Props {
  readonly name: string
  readonly items: readonly unknown[]
  readonly level: Level
  /** Whether the only item is a resource of its own, not a list of one. */
  readonly isSingle?: boolean
}

/** A list: a table if it contains objects. A single resource is shown whole. */
export function ListView ({ name, items, level, isSingle = false }: Props) {
  const ResourceView = useContext(ResourceContext)
  const [first] = items
  if (items.length === 0) return <p class='card muted'>None.</p>
  if (isSingle && isObject(first)) {
    return (
      <EmbeddedItem resource={first} isOpen={level <= 3}>
        {() => <ResourceView value={first} level={level} />}
      </EmbeddedItem>
    )
  }
  if (items.some(isObject)) {
    return <Table name={name} items={items}>{item => <ResourceView value={item} level={level} />}</Table>
  }
  return (
    <Limited items={items} limit={25} container={items => <ol class='card values'>{items}</ol>}>
      {(item, index) => <li key={index}><Value value={item} /></li>}
    </Limited>
  )
}
