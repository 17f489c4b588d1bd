import { useMemo } from 'preact/hooks'
import { readShown } from '../../../hypermedia/form.ts'
import {
  type EmbeddedRelation, isObject, type JsonObject, type Link, type Relation as LinkRelation
} from '../../../hypermedia/read.ts'
import { curiesOf, pageLinksOf } from '../../../hypermedia/relations.ts'
import { below, type Level } from '../../../views/components/Heading.tsx'
import { Section } from '../../../views/components/Section.tsx'
import { Entries } from '../../../views/components/Value.tsx'
import { ScopeContext, useScope } from '../explorer.ts'
import { Actions } from './Actions.tsx'
import { Links } from './Links.tsx'
import { ListView } from './ListView.tsx'
import { Pages } from './Pages.tsx'
import { Relation } from './Relation.tsx'
import { Searches } from './Searches.tsx'

/**
 * A resource: its properties, links, actions, lists, embedded resources and page links. A page begins with its list.
 */
export function ResourceView ({ value, level }: { value: JsonObject, level: Level }) {
  const outer = useScope()
  const scope = useMemo(() => ({ ...outer, curies: curiesOf(value, outer.curies) }), [value, outer])
  const { properties, links, embedded, actions, forms } = useMemo(() => readShown(value), [value])
  const pages = pageLinksOf(links)
  const { searches, followed } = useMemo(() => splitLinks(links), [links])
  const plain = properties.filter(([, value]) => !isTable(value))
  const lists = (
    <>
      {embedded.map(relation => <Embedded key={relation.name} relation={relation} level={level} />)}
      {properties.map(([name, value]) => isTable(value) && <List key={name} name={name} items={value} level={level} />)}
      {pages.length > 0 && <Pages pages={pages} />}
    </>
  )
  return (
    <ScopeContext.Provider value={scope}>
      {pages.length > 0 && lists}
      {plain.length > 0 && <Section name='Properties' level={level}><Entries entries={plain} /></Section>}
      {followed.length > 0 && <Links links={followed} level={level} />}
      {searches.length > 0 && <Searches links={searches} level={level} />}
      {(actions.length > 0 || forms.length > 0) && (
        <Actions actions={actions} forms={forms} level={level} resource={value} />
      )}
      {pages.length === 0 && lists}
    </ScopeContext.Provider>
  )
}

// Templated links are searches. A relation without links is shown, because the server sent it.
function splitLinks (
  links: readonly LinkRelation<Link>[]
): Record<'searches' | 'followed', readonly LinkRelation<Link>[]> {
  const split = links.map(({ name, items }) => ({
    searches: { name, items: items.filter(({ templated }) => templated) },
    followed: { name, items: items.filter(({ templated }) => !templated) }
  }))
  return {
    searches: split.flatMap(({ searches }) => searches.items.length > 0 ? [searches] : []),
    followed: split.flatMap(({ searches, followed }) =>
      followed.items.length > 0 || searches.items.length === 0 ? [followed] : [])
  }
}

function isTable (value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function List ({ name, items, level }: { name: string, items: readonly JsonObject[], level: Level }) {
  return (
    <Section class='embedded' name={`List: ${name}`} level={level} title={<Title name={name} count={items.length} />}>
      <ListView name={name} items={items} level={below(level)} />
    </Section>
  )
}

function Embedded ({ relation: { name, items, isList }, level }: { relation: EmbeddedRelation, level: Level }) {
  return (
    <Section
      class='embedded' name={`Embedded: ${name}`} level={level}
      title={<Title name={name} count={isList ? items.length : null} />}
    >
      <ListView name={name} items={items} level={below(level)} isSingle={!isList} />
    </Section>
  )
}

function Title ({ name, count }: { name: string, count: number | null }) {
  return <><Relation name={name} />{count !== null && <> <span class='count'>{count.toLocaleString('en')}</span></>}</>
}
