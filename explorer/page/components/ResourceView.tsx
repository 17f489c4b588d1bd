import { useMemo } from 'preact/hooks'
import { SurroundingsContext, useSurroundings } from '../explorer.ts'
import { curiesOf } from '../hypermedia/curie.ts'
import type { JsonObject } from '../hypermedia/members.ts'
import { pageLinksOf } from '../hypermedia/page-links.ts'
import { readResource } from '../hypermedia/resource.ts'
import { Actions } from './Actions.tsx'
import { Collection } from './Collection.tsx'
import { below, type Level } from './Heading.tsx'
import { Links } from './Links.tsx'
import { Pages } from './Pages.tsx'
import { Part } from './Part.tsx'
import { Relation } from './Relation.tsx'
import { Entries } from './Value.tsx'

/** A resource: what it is, what can be done with it, where it leads, and what it holds. */
export function ResourceView ({ value, level }: { value: JsonObject, level: Level }) {
  const around = useSurroundings()
  const surroundings = useMemo(() => ({ ...around, curies: curiesOf(value, around.curies) }), [value, around])
  const { properties, links, embedded, actions, forms } = useMemo(() => readResource(value), [value])
  const pages = pageLinksOf(links)

  return (
    <SurroundingsContext.Provider value={surroundings}>
      {properties.length > 0 && <Part name='Properties' level={level}><Entries entries={properties} /></Part>}
      {(actions.length > 0 || forms.length > 0) && <Actions actions={actions} forms={forms} level={level} />}
      {links.length > 0 && <Links links={links} level={level} />}
      {embedded.map(({ name, items }) => (
        <Part key={name} class='embedded' name={`Embedded: ${name}`} title={<EmbeddedTitle name={name} count={items.length} />} level={level}>
          <Collection items={items} level={below(level)}>
            {(item, level) => <ResourceView value={item} level={level} />}
          </Collection>
        </Part>
      ))}
      {pages.length > 0 && <Pages pages={pages} />}
    </SurroundingsContext.Provider>
  )
}

function EmbeddedTitle ({ name, count }: { name: string, count: number }) {
  return <><Relation name={name} />{count !== 1 && <> <span class='count'>{count.toLocaleString('en')}</span></>}</>
}
