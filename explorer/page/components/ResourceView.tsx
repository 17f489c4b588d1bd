import { useMemo } from 'preact/hooks'
import { ScopeContext, useScope } from '../explorer.ts'
import { curiesOf } from '../../../views/hypermedia/curie.ts'
import type { JsonObject } from '../../../views/hypermedia/members.ts'
import { pageLinksOf } from '../../../views/hypermedia/page-links.ts'
import { readResource } from '../../../views/hypermedia/resource.ts'
import { Actions } from './Actions.tsx'
import { Collection } from './Collection.tsx'
import { below, type Level } from '../../../views/components/Heading.tsx'
import { Links } from './Links.tsx'
import { Pages } from './Pages.tsx'
import { Section } from '../../../views/components/Section.tsx'
import { Relation } from './Relation.tsx'
import { Entries } from '../../../views/components/Value.tsx'

/** A resource: its properties, actions, links, embedded resources and page links. */
export function ResourceView ({ value, level }: { value: JsonObject, level: Level }) {
  const outer = useScope()
  const scope = useMemo(() => ({ ...outer, curies: curiesOf(value, outer.curies) }), [value, outer])
  const { properties, links, embedded, actions, forms } = useMemo(() => readResource(value), [value])
  const pages = pageLinksOf(links)

  return (
    <ScopeContext.Provider value={scope}>
      {properties.length > 0 && <Section name='Properties' level={level}><Entries entries={properties} /></Section>}
      {(actions.length > 0 || forms.length > 0) && <Actions actions={actions} forms={forms} level={level} />}
      {links.length > 0 && <Links links={links} level={level} />}
      {embedded.map(({ name, items }) => (
        <Section
          key={name} class='embedded' name={`Embedded: ${name}`} level={level}
          title={<EmbeddedTitle name={name} count={items.length} />}
        >
          <Collection items={items} level={below(level)}>
            {(item, level) => <ResourceView value={item} level={level} />}
          </Collection>
        </Section>
      ))}
      {pages.length > 0 && <Pages pages={pages} />}
    </ScopeContext.Provider>
  )
}

function EmbeddedTitle ({ name, count }: { name: string, count: number }) {
  return <><Relation name={name} />{count !== 1 && <> <span class='count'>{count.toLocaleString('en')}</span></>}</>
}
