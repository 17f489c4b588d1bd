// The choice of a format equals that of a slow reference (RFC 9110 sections 12.4.2 and 12.5.1).
import { createNegotiator } from '../../../../lib/http/accept.ts'
import { Input, same } from '../input.ts'
import { splitOutsideQuotes, trimmed } from '../split-list.ts'

const LISTS = [
  ['application/json', 'application/hal+json', 'application/prs.hal-forms+json', 'application/vnd.hyper+json'],
  ['application/hal+json', 'application/vnd.siren+json', 'application/json'],
  ['text/html', 'application/json'],
  ['application/problem+json']
] as const
const negotiators = LISTS.map(types =>
  createNegotiator(types.map(mediaType => ({ mediaType, format: mediaType as string }))))

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const list = input.number(LISTS.length)
  const field = input.field()
  const negotiate = negotiators[list]!
  const expected = reference(LISTS[list]!, field.toLowerCase())
  same(negotiate(field), expected, `Accept: ${field}`)
  same(negotiate(field), expected, `Accept, remembered: ${field}`)
  // Longer than the fields that are remembered; empty elements have no meaning (section 5.6.1).
  same(negotiate(`${','.repeat(600)}${field}`), expected, `Accept after empty elements: ${field}`)
}

function reference (types: readonly string[], field: string): string {
  const qualities = elementsOf(field)
  const ranked = types.map((type, index) => ({ type, index, ...rankOf(type, qualities) }))
    .filter(({ quality }) => quality > 0)
  ranked.sort((a, b) => b.quality - a.quality || b.specificity - a.specificity || a.index - b.index)
  return ranked[0]?.type ?? types[0]!
}

function rankOf (
  type: string, elements: ReadonlyArray<{ range: string, quality: number }>
): { quality: number, specificity: number } {
  const ranges = [
    '*/*', `${type.split('/')[0]}/*`,
    ...type.startsWith('application/') && type.endsWith('+json') ? ['application/*+json'] : [], type
  ]
  const known = ['*/*', 'type/*', 'application/*+json', type].length
  for (const range of ranges.toReversed()) {
    const given = elements.filter(element => element.range === range).map(({ quality }) => quality)
    const specificity = range === type ? known : ranges.indexOf(range)
    if (given.length > 0) return { quality: Math.max(...given), specificity }
  }
  return { quality: 0, specificity: 0 }
}

function elementsOf (field: string): Array<{ range: string, quality: number }> {
  return splitOutsideQuotes(field, ',').flatMap(({ part, open }) => {
    const [range, ...parameters] = splitOutsideQuotes(part, ';').map(({ part }) => trimmed(part))
    const weight = parameters.find(parameter => /^q(?:$|[= \t])/.test(parameter)) ?? 'q=1'
    const isWeight = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight)
    return open || !isWeight ? [] : [{ range: range!, quality: Number(weight.slice(2)) }]
  })
}
