import type { Link, Relation as RelationData } from '../../../hypermedia/read.ts'
import { below, Heading, type Level } from '../../../views/components/Heading.tsx'
import { Limited } from '../../../views/components/Limited.tsx'
import { LongText } from '../../../views/components/LongText.tsx'
import { Section } from '../../../views/components/Section.tsx'
import { Relation } from './Relation.tsx'
import { TemplatedLink } from './TemplatedLink.tsx'

/** The templated links of a resource, as forms. */
export function Searches ({ links, level }: { links: readonly RelationData<Link>[], level: Level }) {
  const templates = links.flatMap(({ name, items }) => items.map(link => ({ name, link })))
  return (
    <Section class='card searches' name='Searches' level={level}>
      <Limited items={templates} container={forms => <>{forms}</>}>
        {({ name, link: { href, title } }, index) => (
          <div key={index} class='action'>
            <Heading level={below(level)}>
              {title === undefined
                ? <Relation name={name} />
                : <><LongText text={title} limit={200} /> <Relation name={name} /></>}
            </Heading>
            <TemplatedLink template={href} relation={name} />
          </div>
        )}
      </Limited>
    </Section>
  )
}
