import type { Link as LinkData, Relation as RelationData } from '../../../hypermedia/read.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { Limited } from '../../../views/components/Limited.tsx'
import { Section } from '../../../views/components/Section.tsx'
import { Link } from './Link.tsx'
import { Relation } from './Relation.tsx'

interface Props {
  readonly links: readonly RelationData<LinkData>[]
  readonly level: Level
}

/** The links of a resource, grouped by relation. */
export function Links ({ links, level }: Props) {
  return (
    <Section class='card links' name='Links' level={level}>
      <Limited items={links} container={rows => <dl>{rows}</dl>}>
        {({ name, items }) => (
          <div key={name}>
            <dt><Relation name={name} /></dt>
            <dd>
              {items.length === 0 && <span class='nothing'>none</span>}
              {items.length === 1 && <Link link={items[0]!} />}
              {items.length > 1 && (
                <Limited items={items} container={many => <ul>{many}</ul>}>
                  {(link, index) => <li key={index}><Link link={link} /></li>}
                </Limited>
              )}
            </dd>
          </div>
        )}
      </Limited>
    </Section>
  )
}
