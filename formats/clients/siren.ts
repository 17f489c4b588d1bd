import type { ProjectedAction, ProjectedLink, ReadDocument } from '../../lib/index.ts'

/** A document of this formatter, or an entity in it. A link among the entities has a `href`. */
interface Entity {
  readonly rel?: readonly string[]
  readonly href?: string
  readonly links?: readonly SirenLink[]
  readonly entities?: readonly (Entity & { readonly rel: readonly string[] })[]
  readonly actions?: readonly Omit<ProjectedAction, 'fields' | 'contentType'>[]
}

type SirenLink = Omit<ProjectedLink, 'rel'> & { readonly rel: readonly string[] }

/** Reads a document of `readSiren`. */
export function readSiren (document: unknown): ReadDocument {
  const { links = [], entities = [], actions = [] } = document as Entity
  const others = entities.filter((entity): entity is SirenLink => entity.href !== undefined)
  return {
    links: [...links, ...others].flatMap(({ rel, href }) => rel.map(name => ({ rel: name, href }))),
    actions: actions.map(({ name, href, method }) => ({ name, href, method })),
    embedded: entities.filter(entity => !others.includes(entity as SirenLink))
      .flatMap(entity => entity.rel.map(rel => [rel, readSiren(entity)] as const))
  }
}
