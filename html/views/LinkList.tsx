import type { ComponentChildren } from 'preact'
import type { Link, Relation } from '../../hypermedia/read.ts'
import { attributesOf } from '../../hypermedia/read.ts'
import { documentationOf } from '../../hypermedia/relations.ts'
import { ExternalLink } from '../../views/components/ExternalLink.tsx'
import type { Level } from '../../views/components/Heading.tsx'
import { Limited } from '../../views/components/Limited.tsx'
import { LongText } from '../../views/components/LongText.tsx'
import { Section } from '../../views/components/Section.tsx'
import { labelOf } from '../names.ts'
import { targetOf, usePage } from './page-context.ts'
import { shortened } from './short-text.ts'

interface Props {
  readonly links: readonly Relation<Link>[]
  readonly level: Level
}

/** The links of a resource, by relation. Templates are searches. */
export function LinkList ({ links, level }: Props) {
  const followed = links
    .map(({ name, items }) => ({ name, items: items.filter(({ templated }) => !templated) }))
    .filter(({ items }) => items.length > 0)
  if (followed.length === 0) return null
  return (
    <Section class='card links' name='Links' level={level}>
      <Limited items={followed} container={rows => <ul>{rows}</ul>}>
        {({ name, items }) => <li key={name}><RelationView name={name} items={items} /></li>}
      </Limited>
    </Section>
  )
}

// One link has its title, or the relation as its name; several are below the relation.
function RelationView ({ name, items }: Relation<Link>) {
  const [only, ...others] = items
  if (others.length === 0) {
    return <LinkView link={{ ...only!, title: only!.title ?? labelOf(name) }}><Documentation name={name} /></LinkView>
  }
  return (
    <>
      <p class='relation'>{labelOf(name)} <Documentation name={name} /></p>
      <Limited items={items} container={many => <ul>{many}</ul>}>
        {(link, index) => <li key={index}><LinkView link={link} /></li>}
      </Limited>
    </>
  )
}

function Documentation ({ name }: { name: string }) {
  const page = usePage()
  const documentation = documentationOf(name, new Map(Object.entries(page.curies)))
  const target = documentation === undefined ? null : targetOf(page, documentation)
  if (target?.kind !== 'external') return null
  return <ExternalLink href={target.url} class='docs' label={`docs of ${name}`}>docs</ExternalLink>
}

/** A link with its attributes. */
export function LinkView (
  { link, children }: { link: Link, children?: ComponentChildren }
) {
  const { href, title, deprecation } = link
  return (
    <div class='link'>
      <Href href={href} label={title} />
      {children}
      {deprecation !== undefined && <Deprecation href={deprecation} />}
      {attributesOf(link).map(([name, value]) => (
        <span key={name} class='attribute'>
          <span class='muted'>{name}</span> <LongText text={value} limit={200} />
        </span>
      ))}
    </div>
  )
}

/** An href: a link, or plain text if a browser must not follow it. */
export function Href ({ href, label }: { href: string, label?: string | undefined }) {
  const page = usePage()
  const target = targetOf(page, href)
  switch (target.kind) {
    case 'internal': return (
      <a class={label === undefined ? 'href' : undefined} href={target.path}>
        {shortened(label ?? target.path)}
      </a>
    )
    case 'external': return (
      <ExternalLink href={target.url} class={label === undefined ? 'href' : ''}>
        {shortened(label ?? target.url)}
      </ExternalLink>
    )
    case 'blocked':
      return (
        <span class='href dead'>
          <LongText text={label ?? href} limit={200} /> <span class='badge'>not followed</span>
        </span>
      )
  }
}

/** A mark with a link to its explanation. */
export function Deprecation ({ href }: { href: string }) {
  const target = targetOf(usePage(), href)
  if (target.kind === 'blocked') return <span class='badge warning'>deprecated</span>
  const url = target.kind === 'internal' ? target.path : target.url
  return (
    <span class='badge warning'>
      <ExternalLink href={url} label='Deprecated: read why'>deprecated</ExternalLink>
    </span>
  )
}
