const LINK = /<([^<>]*)>((?:"(?:\\.|[^"\\])*"|[^",])*)/gs
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s";]*))/g

/** Returns the targets in a `Link` header, by relation (RFC 8288, section 3). */
export function linksInHeader (field: string): ReadonlyMap<string, readonly { readonly href: string }[]> {
  const links = new Map<string, { href: string }[]>()
  for (const [, href = '', parameters = ''] of field.matchAll(LINK)) {
    const [, , quoted, token = ''] = [...parameters.matchAll(PARAMETER)].find(([, name]) => /^rel$/i.test(name!)) ?? []
    for (const relation of (quoted ?? token).match(/\S+/g) ?? []) links.set(relation, [...links.get(relation) ?? [], { href }])
  }
  return links
}
