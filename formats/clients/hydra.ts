// What clients send, and what crawls read.
import type { ReadDocument } from '../../lib/index.ts'

type ReadNode = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is ReadNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '@value')

// A node with an identifier only is a link. An action of another URL is a node with operations.
/** Reads a document of `readHydra`. */
export function readHydra (document: unknown): ReadDocument {
  const {
    '@context': _context, '@id': own, 'hydra:view': view, 'hydra:operation': operations, ...members
  } = document as ReadNode
  const { '@id': self = own, '@type': _type, ...pages } = isNode(view) ? view : {}
  const nodes = Object.entries({ ...pages, ...members }).flatMap(([rel, value]) =>
    [value].flat().filter(isNode).map(node => ({ rel: rel.replace('hydra:', '').replace(/^previous$/, 'prev'), node })))
  const isLink = ({ node }: typeof nodes[number]) => Object.keys(node).join() === '@id'
  const isAction = ({ node }: typeof nodes[number]) => Object.keys(node).join() === '@id,hydra:operation'
  const templates = nodes.filter(({ node }) => typeof node['hydra:template'] === 'string')
  const actionsOf = (href: unknown, operations: unknown) => [operations ?? []].flat().map(operation => {
    const { '@type': [, name], 'hydra:method': method } = operation as { '@type': string[], 'hydra:method': string }
    return { name: name!, method, href: String(href) }
  })
  return {
    links: [
      ...(self === undefined ? [] : [{ rel: 'self', href: String(self) }]),
      ...nodes.filter(isLink).map(({ rel, node }) => ({ rel, href: String(node['@id']) })),
      ...templates.map(({ rel, node }) => ({ rel, href: String(node['hydra:template']), templated: true as const }))
    ],
    actions: [
      ...actionsOf(own, operations),
      ...nodes.filter(isAction).flatMap(({ node }) => actionsOf(node['@id'], node['hydra:operation']))
    ],
    embedded: nodes.filter(one => !isLink(one) && !isAction(one) && !templates.includes(one))
      .map(({ rel, node }) => [rel, readHydra(node)] as const)
  }
}

/** Returns the members of a request body, without the keywords of JSON-LD. */
export function membersIn (document: unknown): unknown {
  return isNode(document)
    ? Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('@')))
    : document
}
